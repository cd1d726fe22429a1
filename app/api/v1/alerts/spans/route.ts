import { listSpans } from "@/lib/alerting/alerts/chart.server";
import { alertSpans } from "@/lib/alerting/alerts/contract";
import { methods, route } from "@/lib/web/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(alertSpans, ({ actor, query }) => listSpans(actor, query)),
});
