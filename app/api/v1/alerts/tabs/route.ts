import { countTabs } from "@/lib/alerts/contract";
import { countTabsOf } from "@/lib/alerts/service.server";
import { methods, route } from "@/lib/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(countTabs, ({ actor, query }) => countTabsOf(actor, query)),
});
