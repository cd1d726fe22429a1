import type { Period } from "@/lib/base/core/period";
import { addDays, siteDay, startOfDay } from "@/lib/base/core/time";

/** A period in whole local days, for the daily roll-up, and what is left at its ends, for the readings. */
export type DaySplit = { whole: { first: string; last: string } | null; rest: Period[] };

/** Splits a period. Both ends are inclusive to the millisecond. */
export function splitDays({ from, to }: Period, zone: string): DaySplit {
  const fromDay = siteDay(from, zone);
  const first = startOfDay(fromDay, zone) < from ? addDays(fromDay, 1) : fromDay;
  const afterTo = siteDay(new Date(to.getTime() + 1), zone);
  const last = addDays(afterTo, -1);
  if (first > last) return { whole: null, rest: [{ from, to }] };
  const begin = startOfDay(first, zone);
  const end = startOfDay(afterTo, zone);
  const before = { from, to: new Date(begin.getTime() - 1) };
  const after = { from: end, to };
  return { whole: { first, last }, rest: [before, after].filter((part) => part.from <= part.to) };
}

/** A part of a period, widened to whole local days as far as the period goes. */
export function wholeDaysWithin(part: Period, { from, to }: Period, zone: string): Period {
  const begin = startOfDay(siteDay(part.from, zone), zone);
  const end = startOfDay(addDays(siteDay(part.to, zone), 1), zone).getTime() - 1;
  return { from: begin > from ? begin : from, to: end < to.getTime() ? new Date(end) : to };
}
