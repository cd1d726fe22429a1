import { rawNotifications } from "@/lib/alerting/alerts/detail-contract";
import { readRaw } from "@/lib/alerting/alerts/raw.server";
import { methods, route } from "@/lib/web/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(rawNotifications, ({ actor, params, query }) => readRaw(actor, params.alertId, query.tenant)),
});
