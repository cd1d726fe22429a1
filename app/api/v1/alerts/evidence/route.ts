import { alertEvidence } from "@/lib/alerting/alerts/contract";
import { readEvidence } from "@/lib/alerting/alerts/service.server";
import { methods, route } from "@/lib/web/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(alertEvidence, ({ actor, query }) => readEvidence(actor, query.alertId, query.tenant)),
});
