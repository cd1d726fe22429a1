import { listOutages } from "@/lib/alerting/outages/contract";
import { readOutages } from "@/lib/alerting/outages/service.server";
import { methods, route } from "@/lib/web/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(listOutages, ({ actor, query }) => readOutages(actor, query)),
});
