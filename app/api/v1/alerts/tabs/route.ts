import { countTabs } from "@/lib/alerts/contract";
import { countTabsOf } from "@/lib/alerts/service.server";
import { route } from "@/lib/http/route.server";

export const GET = route(countTabs, ({ actor, query }) => countTabsOf(actor, query));
