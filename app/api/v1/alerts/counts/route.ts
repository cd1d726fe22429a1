import { countAlerts } from "@/lib/alerts/contract";
import { countAlertsNow } from "@/lib/alerts/service.server";
import { methods, route } from "@/lib/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(countAlerts, ({ actor, query }) => countAlertsNow(actor, query.tenant)),
});
