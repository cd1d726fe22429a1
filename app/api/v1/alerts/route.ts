import { listAlerts } from "@/lib/alerts/contract";
import { listAlertsPage } from "@/lib/alerts/service.server";
import { route } from "@/lib/http/route.server";

export const GET = route(listAlerts, ({ actor, query }) => listAlertsPage(actor, query));
