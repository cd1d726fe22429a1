import { rawNotifications } from "@/lib/alerts/detail-contract";
import { readRaw } from "@/lib/alerts/raw.server";
import { route } from "@/lib/http/route.server";

export const GET = route(rawNotifications, ({ actor, params, query }) =>
  readRaw(actor, params.alertId, query.tenant),
);
