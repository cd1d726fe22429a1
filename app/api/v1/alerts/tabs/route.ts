import { countTabs } from "@/lib/alerting/alerts/contract";
import { countTabsOf } from "@/lib/alerting/alerts/service.server";
import { methods, route } from "@/lib/web/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(countTabs, ({ actor, query }) => countTabsOf(actor, query)),
});
