import { listDeliveries } from "@/lib/alerting/deliveries/contract";
import { listDeliveriesPage } from "@/lib/alerting/deliveries/service.server";
import { methods, route } from "@/lib/web/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(listDeliveries, ({ actor, query }) => listDeliveriesPage(actor, query)),
});
