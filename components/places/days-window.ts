/** The time between two days that somebody chose. Pure. */
import type { TimeWindow } from "@/components/charts/plot/chart-frame";
import { addDays, DAY_MS, endOfHour, HOUR_MS, startOfDay } from "@/lib/base/core/time";

/**
 * The time from the first day of the site to the last, both included; today ends with this hour.
 * @param now epoch milliseconds
 * @returns the fault instead if the days are not usable
 */
export function windowOfDays(
  first: string,
  last: string,
  zone: string,
  now: number,
): TimeWindow | { fault: string } {
  if (!isDay(first) || !isDay(last)) return { fault: "Give both days." };
  if (first > last) return { fault: "The first day is after the last." };
  const from = startOfDay(first, zone).getTime();
  const to = Math.min(startOfDay(addDays(last, 1), zone).getTime(), endOfHour(now));
  if (to - from < HOUR_MS) return { fault: "These days are still to come." };
  if (to - from > 366 * DAY_MS) return { fault: "A year at most: the service keeps no more." };
  return { from, to };
}

const isDay = (day: string) =>
  /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day)) && day >= "1970-01-02" && day < "2200";
