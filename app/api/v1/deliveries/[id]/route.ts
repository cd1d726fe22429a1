import { readDelivery } from "@/lib/deliveries/contract";
import { readDeliveryDetail } from "@/lib/deliveries/service.server";
import { methods, route } from "@/lib/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(readDelivery, ({ actor, params }) => readDeliveryDetail(actor, params.id)),
});
