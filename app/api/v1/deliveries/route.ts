import { listDeliveries } from "@/lib/alerting/deliveries/contract";
import { listDeliveriesPage } from "@/lib/alerting/deliveries/service.server";
import { readRoute } from "@/lib/web/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = readRoute(listDeliveries, listDeliveriesPage);
