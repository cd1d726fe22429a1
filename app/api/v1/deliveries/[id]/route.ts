import { readDelivery } from "@/lib/deliveries/contract";
import { readDeliveryDetail } from "@/lib/deliveries/service.server";
import { route } from "@/lib/http/route.server";

export const GET = route(readDelivery, ({ actor, params }) => readDeliveryDetail(actor, params.id));
