import { methods, route } from "@/lib/http/route.server";
import { listOutages } from "@/lib/outages/contract";
import { outagesOf } from "@/lib/outages/service.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(listOutages, ({ actor, query }) => outagesOf(actor, query)),
});
