import { readChart } from "@/lib/alerts/chart.server";
import { alertChart } from "@/lib/alerts/detail-contract";
import { route } from "@/lib/http/route.server";

export const GET = route(alertChart, ({ actor, params, query }) => readChart(actor, params.alertId, query));
