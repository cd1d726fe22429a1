import { rawNotifications } from "@/lib/alerting/alerts/detail-contract";
import { readRawNotifications } from "@/lib/alerting/alerts/service.server";
import { methods, route } from "@/lib/web/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(rawNotifications, ({ actor, params, query }) =>
    readRawNotifications(actor, params.alertId, query.tenant),
  ),
});
