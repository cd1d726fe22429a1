import { listDeliveries } from "@/lib/deliveries/contract";
import { listDeliveriesPage } from "@/lib/deliveries/service.server";
import { methods, route } from "@/lib/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(listDeliveries, ({ actor, query }) => listDeliveriesPage(actor, query)),
});
