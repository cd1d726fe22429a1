import { listAlerts } from "@/lib/alerts/contract";
import { listAlertsPage } from "@/lib/alerts/service.server";
import { methods, route } from "@/lib/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(listAlerts, ({ actor, query }) => listAlertsPage(actor, query)),
});
