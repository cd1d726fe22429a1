import { readChart } from "@/lib/alerts/chart.server";
import { alertChart } from "@/lib/alerts/detail-contract";
import { methods, route } from "@/lib/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(alertChart, ({ actor, params, query }) => readChart(actor, params.alertId, query)),
});
