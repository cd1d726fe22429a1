"use client";
import { useEvidence } from "@/components/alerts/evidence-parts";
import type { TimeWindow } from "@/components/charts/plot/chart-frame";
import { useTenantEndpoint } from "@/components/live/use-endpoint";
import { useClock } from "@/components/ui/time";
import type { Alert } from "@/lib/alerting/alerts/contract";
import { alertChart } from "@/lib/alerting/alerts/detail-contract";
import { evidenceIndex } from "@/lib/alerting/alerts/evidence";
import { isInBand } from "@/lib/alerting/alerts/recovery";
import { utcInstant } from "@/lib/base/core/time";
import { evidenceWindow, usualRange } from "./evidence-window";

/** The indices shown below the alert's own until others are chosen. */
export const BESIDE = ["EFFICIENCY", "PPFD"];

/** Lines, bars, band and sibling areas of an alert, in one request. */
export function useAlertChart(alert: Pick<Alert, "alertId" | "areas">, indices: string[], time: TimeWindow) {
  // PPFD tells day from night, shown or not. Sorted, so that equal requests are one.
  const index = [...new Set([...indices, "PPFD"])].sort();
  const span = { from: utcInstant(new Date(time.from)), to: utcInstant(new Date(time.to)) };
  return useTenantEndpoint(
    alertChart,
    { params: { alertId: alert.alertId }, query: { index, ...span } },
    { enabled: alert.areas.length > 0 },
  );
}

/** The charts that the page of an alert shows first; undefined until they are read. */
export function useUsualChart(alert: Alert) {
  const { now } = useClock();
  const time = evidenceWindow(usualRange(alert, now.getTime()), alert, now.getTime());
  return useAlertChart(alert, [evidenceIndex(alert), ...BESIDE], time).data;
}

/** True if the last value of an alert's index lies in its earlier band. False until that is known. */
export function useIsBack(alert: Alert): boolean {
  const { zone } = useClock();
  const last = useEvidence(alert.alertId)?.last;
  const band = useUsualChart(alert)?.band;
  if (!last || !band || alert.category === "PLANT_RECOVERY_ALERT") return false;
  return isInBand(band, { at: new Date(last.at), value: last.value }, zone) === true;
}
