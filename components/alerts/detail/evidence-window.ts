import type { TimeWindow } from "@/components/charts/plot/chart-frame";
import type { BandStep } from "@/components/charts/plot/faint-lines";
import { beganAt } from "@/components/ui/alert-words";
import type { Alert } from "@/lib/alerting/alerts/contract";
import type { AlertChart } from "@/lib/alerting/alerts/detail-contract";
import { DAY_MS, HOUR_MS, siteHour } from "@/lib/base/core/time";
import type { Words } from "@/lib/base/words/words";

/** Shown after the close, to see if the recovery lasts. */
const AFTER_CLOSE_MS = 12 * HOUR_MS;
/** Shown before the raise, to see if the fall was slow. */
const BEFORE_RAISE_MS = DAY_MS;

export const EVIDENCE_RANGES = ["whole", "72h", "7d", "30d"] as const;
export type EvidenceRange = (typeof EVIDENCE_RANGES)[number];
const LENGTH = { "72h": 72 * HOUR_MS, "7d": 168 * HOUR_MS, "30d": 720 * HOUR_MS };

/** "72 h", "7 d", or all of the alert. */
export function rangeLabel({ t, formatDuration }: Words, range: EvidenceRange): string {
  if (range === "whole") return t("alerts.evidence.whole");
  return range === "72h" ? t("formats.length", { count: "72", unit: "h" }) : formatDuration(LENGTH[range]);
}

type AlertTimes = Pick<Alert, "raisedAt" | "firstEventAt" | "closedAt">;

/**
 * The time window of the evidence, in whole hours of epoch milliseconds: until now, or 12 hours after the close. "whole"
 * begins a day before the raise and has at least 72 hours.
 */
export function evidenceWindow(range: EvidenceRange, alert: AlertTimes, now: number): TimeWindow {
  const closed = alert.closedAt === null ? now : Date.parse(alert.closedAt) + AFTER_CLOSE_MS;
  const to = Math.ceil(Math.min(closed, now) / HOUR_MS) * HOUR_MS;
  if (range !== "whole") return { from: to - LENGTH[range], to };
  const raise = Math.floor((Date.parse(beganAt(alert)) - BEFORE_RAISE_MS) / HOUR_MS) * HOUR_MS;
  return { from: Math.min(raise, to - LENGTH["72h"]), to };
}

/** 72 hours, or "whole" for an alert raised before these. */
export function usualRange(alert: AlertTimes, now: number): EvidenceRange {
  const { from } = evidenceWindow("72h", alert, now);
  return Date.parse(beganAt(alert)) - AFTER_CLOSE_MS < from ? "whole" : "72h";
}

/** A band as steps of a time window: one step for a band without a daily course, else one for each hour that has a range. */
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
    // A reading has the time at which its hour begins, so the step is centred on it.
    if (range) steps.push({ from: at - HOUR_MS / 2, to: at + HOUR_MS / 2, ...range });
  }
  return steps;
}
