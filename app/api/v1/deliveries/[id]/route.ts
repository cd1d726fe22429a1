import { readDelivery } from "@/lib/alerting/deliveries/contract";
import { readDeliveryDetail } from "@/lib/alerting/deliveries/service.server";
import { methods, route } from "@/lib/web/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(readDelivery, ({ actor, params }) => readDeliveryDetail(actor, params.id)),
});
