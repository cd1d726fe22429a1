import { readAlert } from "@/lib/alerts/contract";
import { readAlertDetail } from "@/lib/alerts/service.server";
import { route } from "@/lib/http/route.server";

export const GET = route(readAlert, ({ actor, params, query }) =>
  readAlertDetail(actor, params.alertId, query.tenant),
);
