import { alertEvidence } from "@/lib/alerts/contract";
import { readEvidence } from "@/lib/alerts/service.server";
import { route } from "@/lib/http/route.server";

export const GET = route(alertEvidence, ({ actor, query }) =>
  readEvidence(actor, query.alertId, query.tenant),
);
