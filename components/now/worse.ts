import type { Evidence } from "@/components/alerts/evidence-parts";
import type { Alert } from "@/lib/alerting/alerts/contract";
import { HOUR_MS } from "@/lib/base/core/time";

export type Worse = { alert: Alert; evidence: Evidence; from: number; to: number };

/** Under this share a lower value is no news. */
const LEAST_SHARE = 0.01;

/** A day, and the hours by which a value of a day before may be off: Health is measured at night only. */
const LONGEST_MS = 30 * HOUR_MS;

/** Whether a value is so new that it may stand as that of now. What is older says nothing of "since yesterday". */
export function isOfToday({ at }: { at: string }, now: Date): boolean {
  return now.getTime() - Date.parse(at) <= LONGEST_MS;
}

/** Alerts whose value has fallen since about a day before, the greatest share first; each place and index once. */
export function worseOnes(alerts: Alert[], evidence: ReadonlyMap<string, Evidence>, now: Date): Worse[] {
  const fallen = alerts.flatMap((alert): Worse[] => {
    const own = evidence.get(alert.alertId);
    if (!own?.last || own.dayBefore === null || !isOfToday(own.last, now)) return [];
    return [{ alert, evidence: own, from: own.dayBefore, to: own.last.value }];
  });
  const share = ({ from, to }: Worse) => (from - to) / Math.max(Math.abs(from), 1);
  const seen = new Set<string>();
  return fallen
    .filter((one) => share(one) > LEAST_SHARE)
    .sort((one, other) => share(other) - share(one))
    .filter(({ alert, evidence: { index } }) => {
      const key = `${alert.jobId} ${index}`;
      const isFirst = !seen.has(key);
      seen.add(key);
      return isFirst;
    });
}
