import { readHandover } from "@/lib/handover/contract";
import { handoverOf } from "@/lib/handover/service.server";
import { methods, route } from "@/lib/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(readHandover, ({ actor, query }) => handoverOf(actor, query)),
});
