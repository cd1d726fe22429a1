"use client";
import { indexOfAlert } from "@/components/alerts/alert-spans";
import { useEvidence } from "@/components/alerts/evidence-parts";
import type { TimeWindow } from "@/components/charts/plot/chart-frame";
import { useTenant } from "@/components/live/site-context";
import { useEndpoint } from "@/components/live/use-endpoint";
import { useClock } from "@/components/ui/time";
import type { Alert } from "@/lib/alerting/alerts/contract";
import { alertChart } from "@/lib/alerting/alerts/detail-contract";
import { isInBand } from "@/lib/alerting/alerts/recovery";
import { utcInstant } from "@/lib/base/core/time";
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

/** What the page of an alert shows first in its charts; undefined until that is read. */
export function useUsualChart(alert: Alert) {
  const { now } = useClock();
  const time = evidenceWindow(usualRange(alert, now.getTime()), alert, now.getTime());
  return useAlertChart(alert, [indexOfAlert(alert), ...BESIDE], time).data;
}

/** Whether the last value of an alert lies where it usually lay before. False while that is not known. */
export function useIsBack(alert: Alert): boolean {
  const { zone } = useClock();
  const last = useEvidence(alert.alertId)?.last;
  const band = useUsualChart(alert)?.band;
  if (!last || !band || alert.category === "PLANT_RECOVERY_ALERT") return false;
  return isInBand(band, { at: new Date(last.at), value: last.value }, zone) === true;
}
