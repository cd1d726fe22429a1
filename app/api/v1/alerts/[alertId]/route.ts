import { readAlert } from "@/lib/alerts/contract";
import { readAlertDetail } from "@/lib/alerts/service.server";
import { methods, route } from "@/lib/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(readAlert, ({ actor, params, query }) => readAlertDetail(actor, params.alertId, query.tenant)),
});
