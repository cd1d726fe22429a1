import { listSpans } from "@/lib/alerting/alerts/chart.server";
import { alertSpans } from "@/lib/alerting/alerts/contract";
import { readRoute } from "@/lib/web/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = readRoute(alertSpans, listSpans);
