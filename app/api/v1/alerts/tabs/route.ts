import { countTabs } from "@/lib/alerting/alerts/contract";
import { countAlertsByTab } from "@/lib/alerting/alerts/service.server";
import { methods, route } from "@/lib/web/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(countTabs, ({ actor, query }) => countAlertsByTab(actor, query)),
});
