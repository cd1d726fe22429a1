import type { TimeWindow } from "@/components/charts/plot/chart-frame";
import type { BandStep } from "@/components/charts/plot/faint-lines";
import { beganAt } from "@/components/ui/alert-words";
import type { Alert } from "@/lib/alerting/alerts/contract";
import type { AlertChart } from "@/lib/alerting/alerts/detail-contract";
import { DAY_MS, HOUR_MS, siteHour } from "@/lib/base/core/time";

/** What is shown after a closing: whether it lasted. */
const AFTER_CLOSING = 12 * HOUR_MS;
/** What is shown before the raise: whether it came slowly. */
const BEFORE_RAISE = DAY_MS;

export const EVIDENCE_RANGES = ["whole", "72h", "7d", "30d"] as const;
export type EvidenceRange = (typeof EVIDENCE_RANGES)[number];
export const EVIDENCE_LABELS: Record<EvidenceRange, string> = {
  whole: "All of it",
  "72h": "72 h",
  "7d": "7 d",
  "30d": "30 d",
};
const LENGTH = { "72h": 72 * HOUR_MS, "7d": 168 * HOUR_MS, "30d": 720 * HOUR_MS };

type Lasting = Pick<Alert, "raisedAt" | "firstEventAt" | "closedAt">;

/** The time that the evidence shows: until now, or until some hours after the closing; "whole" from a day before the raise. */
export function evidenceWindow(range: EvidenceRange, alert: Lasting, now: number): TimeWindow {
  const closed = alert.closedAt === null ? now : Date.parse(alert.closedAt) + AFTER_CLOSING;
  const to = Math.ceil(Math.min(closed, now) / HOUR_MS) * HOUR_MS;
  if (range !== "whole") return { from: to - LENGTH[range], to };
  const raise = Math.floor((Date.parse(beganAt(alert)) - BEFORE_RAISE) / HOUR_MS) * HOUR_MS;
  return { from: Math.min(raise, to - LENGTH["72h"]), to };
}

/** 72 hours, unless the alert has lasted so long that its raise would lie outside. */
export function usualRange(alert: Lasting, now: number): EvidenceRange {
  const { from } = evidenceWindow("72h", alert, now);
  return Date.parse(beganAt(alert)) - AFTER_CLOSING < from ? "whole" : "72h";
}

/** A band as steps over a time: one where it is the same all day, else one for each hour that has it. */
export function bandSteps(
  band: Pick<NonNullable<AlertChart["band"]>, "range" | "hours"> | null,
  { from, to }: TimeWindow,
  zone: string,
): BandStep[] {
  if (!band) return [];
  if (!band.hours) return [{ from, to, ...band.range }];
  const steps: BandStep[] = [];
  for (let at = Math.floor(from / HOUR_MS) * HOUR_MS; at < to; at += HOUR_MS) {
    const range = band.hours[siteHour(new Date(at), zone)];
    // A reading stands at the beginning of its hour: the step lies around it.
    if (range) steps.push({ from: at - HOUR_MS / 2, to: at + HOUR_MS / 2, ...range });
  }
  return steps;
}
