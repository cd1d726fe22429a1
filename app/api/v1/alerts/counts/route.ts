import { countAlerts } from "@/lib/alerting/alerts/contract";
import { countAlertsNow } from "@/lib/alerting/alerts/service.server";
import { methods, route } from "@/lib/web/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(countAlerts, ({ actor, query }) => countAlertsNow(actor, query.tenant)),
});
