import { readChart } from "@/lib/alerting/alerts/chart.server";
import { alertChart } from "@/lib/alerting/alerts/detail-contract";
import { methods, route } from "@/lib/web/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(alertChart, ({ actor, params, query }) => readChart(actor, params.alertId, query)),
});
