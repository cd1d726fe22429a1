import { rawNotifications } from "@/lib/alerts/detail-contract";
import { readRaw } from "@/lib/alerts/raw.server";
import { methods, route } from "@/lib/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(rawNotifications, ({ actor, params, query }) => readRaw(actor, params.alertId, query.tenant)),
});
