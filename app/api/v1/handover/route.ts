import { readHandover } from "@/lib/alerting/handover/contract";
import { buildHandover } from "@/lib/alerting/handover/service.server";
import { methods, route } from "@/lib/web/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(readHandover, ({ actor, query }) => buildHandover(actor, query)),
});
