import type { Evidence } from "@/components/alerts/use-evidence";
import type { Alert } from "@/lib/alerts/contract";

export type Worse = { alert: Alert; evidence: Evidence; from: number; to: number };

/** Under this share a lower value is no news. */
const LEAST_SHARE = 0.01;

/** Alerts whose value has fallen since about a day before, the greatest share first; each place and index once. */
export function worseOnes(alerts: Alert[], evidence: ReadonlyMap<string, Evidence>): Worse[] {
  const fallen = alerts.flatMap((alert): Worse[] => {
    const own = evidence.get(alert.alertId);
    if (!own?.last || own.dayBefore === null) return [];
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
