import { listDeliveries } from "@/lib/deliveries/contract";
import { listDeliveriesPage } from "@/lib/deliveries/service.server";
import { route } from "@/lib/http/route.server";

export const GET = route(listDeliveries, ({ actor, query }) => listDeliveriesPage(actor, query));
