import { listAlerts } from "@/lib/alerting/alerts/contract";
import { listAlertsPage } from "@/lib/alerting/alerts/service.server";
import { methods, route } from "@/lib/web/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(listAlerts, ({ actor, query }) => listAlertsPage(actor, query)),
});
