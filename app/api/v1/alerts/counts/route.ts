import { countAlerts } from "@/lib/alerts/contract";
import { countAlertsNow } from "@/lib/alerts/service.server";
import { route } from "@/lib/http/route.server";

export const GET = route(countAlerts, ({ actor, query }) => countAlertsNow(actor, query.tenant));
