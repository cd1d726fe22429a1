import { countTabs } from "@/lib/alerting/alerts/contract";
import { countAlertsByTab } from "@/lib/alerting/alerts/service.server";
import { readRoute } from "@/lib/web/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = readRoute(countTabs, countAlertsByTab);
