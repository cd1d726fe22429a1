import { commonPath, parentOf, segmentsOf } from "@/lib/base/core/paths";
import { addDays, HOUR_MS, instantOf, MINUTE_MS, siteDay, weekdayOf } from "@/lib/base/core/time";

/** Until this long after a change the handover is about the shift that ended. */
const MIN_AGE_MS = 2 * HOUR_MS;
const STEP_MS = 600_000;

export const SINCE = ["shift", "8h", "12h", "24h", "friday"] as const;
export type Since = (typeof SINCE)[number];

type Shifts = { timeZone: string; shiftTimes: readonly string[] };

/**
 * The instant that a choice means now (docs/spec/http-contract.md "Shifts"). Choices in hours step by ten minutes, so that
 * an open page does not read again at each tick of its clock.
 * @param site its IANA zone, and when its shifts begin, ascending
 */
export function resolveSince(since: Since, site: Shifts, now: Date): Date {
  if (since === "shift") return lastShiftChange(site, now, () => true);
  if (since === "friday") {
    const shiftTimes = site.shiftTimes.slice(-1);
    return lastShiftChange({ ...site, shiftTimes }, now, (day) => weekdayOf(day) === "Fri");
  }
  const hours = { "8h": 8, "12h": 12, "24h": 24 }[since];
  return new Date(Math.floor((now.getTime() - hours * HOUR_MS) / STEP_MS) * STEP_MS);
}

/** The last beginning of a shift, on days that `isDay` accepts, that passed at least two hours ago. */
function lastShiftChange({ timeZone, shiftTimes }: Shifts, now: Date, isDay: (day: string) => boolean): Date {
  const latest = now.getTime() - MIN_AGE_MS;
  const today = siteDay(now, timeZone);
  for (let back = 0; back <= 8; back += 1) {
    const day = addDays(today, -back);
    if (!isDay(day)) continue;
    const past = shiftTimes
      .map((time) => instantOf(day, timeZone, Number(time.slice(0, 2)), Number(time.slice(3))))
      .filter((at) => at.getTime() <= latest);
    const last = past.at(-1);
    if (last) return last;
  }
  return new Date(latest);
}

/** Who comes back within this time goes on with the same visit: other pages were looked at in between. */
const SAME_VISIT_MS = 30 * MINUTE_MS;

/**
 * When the visit to Now before the present one ended: what came later is new.
 * @param visit the last look and what was new to it; null before the first
 * @returns null during the first visit
 */
export function endOfLastVisit(
  visit: { seenAt: Date; beforeAt: Date | null } | null,
  now: Date,
): Date | null {
  if (!visit) return null;
  return now.getTime() - visit.seenAt.getTime() > SAME_VISIT_MS ? visit.seenAt : visit.beforeAt;
}

type Placed = { areas: readonly { path: string }[] };
export type AreaGroup<T> = { path: string | null; alerts: T[] };

/**
 * Groups alerts by the area that their place lies in. Groups keep the order of their first alerts, so that the worst comes
 * first; alerts without a place come last.
 */
export function groupByArea<T extends Placed>(alerts: readonly T[]): AreaGroup<T>[] {
  const groups = new Map<string | null, AreaGroup<T>>();
  for (const alert of alerts) {
    const path = areaAbove(alert.areas.map((area) => area.path));
    const group = groups.get(path) ?? { path, alerts: [] };
    group.alerts.push(alert);
    groups.set(path, group);
  }
  return [...groups.values()].sort((one, other) => Number(one.path === null) - Number(other.path === null));
}

function areaAbove(paths: readonly string[]): string | null {
  const [first, ...others] = paths;
  if (first === undefined) return null;
  if (others.length === 0) return parentOf(first) ?? first;
  return commonPath(paths) ?? segmentsOf(first)[0] ?? null;
}
