import { methods, route } from "@/lib/http/route.server";
import { readQuery } from "@/lib/queries/contract";
import { readOneQuery } from "@/lib/queries/service.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(readQuery, ({ actor, params }) => readOneQuery(actor, params.id)),
});
