import { alertEvidence } from "@/lib/alerts/contract";
import { readEvidence } from "@/lib/alerts/service.server";
import { methods, route } from "@/lib/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(alertEvidence, ({ actor, query }) => readEvidence(actor, query.alertId, query.tenant)),
});
