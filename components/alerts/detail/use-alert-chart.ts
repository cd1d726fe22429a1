"use client";
import { indexOfAlert } from "@/components/areas/alert-spans-of";
import type { TimeWindow } from "@/components/charts/chart-frame";
import { useEndpoint } from "@/components/live/use-endpoint";
import { useTenant } from "@/components/shell/site-context";
import { useClock } from "@/components/ui/clock";
import type { Alert } from "@/lib/alerts/contract";
import { alertChart } from "@/lib/alerts/detail-contract";
import { utcInstant } from "@/lib/core/time";
import { evidenceWindow, usualRange } from "./evidence-window";

/** What stands below the index that an alert is about until somebody chooses others. */
export const BESIDE = ["EFFICIENCY", "PPFD"];

/** Lines, bars, band and the areas beside an alert, in one request. */
export function useAlertChart(alert: Pick<Alert, "alertId" | "areas">, indices: string[], time: TimeWindow) {
  const tenant = useTenant();
  // PPFD tells the plants' nights, whether it is shown or not. In one order, so that equal requests are one.
  const index = [...new Set([...indices, "PPFD"])].sort();
  const span = { from: utcInstant(new Date(time.from)), to: utcInstant(new Date(time.to)) };
  return useEndpoint(
    alertChart,
    { params: { alertId: alert.alertId }, query: { tenant, index, ...span } },
    { enabled: tenant !== undefined && alert.areas.length > 0 },
  );
}

/** Where the index of an alert lay before it: undefined until that is read, null where too little is known. */
export function useEarlierBand(alert: Alert) {
  const { now } = useClock();
  const time = evidenceWindow(usualRange(alert, now.getTime()), alert, now.getTime());
  return useAlertChart(alert, [indexOfAlert(alert), ...BESIDE], time).data?.band;
}
