import { readAlert } from "@/lib/alerting/alerts/contract";
import { readAlertDetail } from "@/lib/alerting/alerts/service.server";
import { methods, route } from "@/lib/web/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(readAlert, ({ actor, params, query }) => readAlertDetail(actor, params.alertId, query.tenant)),
});
