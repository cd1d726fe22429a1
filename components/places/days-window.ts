/** The time between two days that somebody chose. Pure. */
import type { TimeWindow } from "@/components/charts/plot/chart-frame";
import { addDays, DAY_MS, endOfHour, HOUR_MS, startOfDay } from "@/lib/base/core/time";
import type { PlainKey } from "@/lib/base/words/messages";

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
): TimeWindow | { fault: PlainKey } {
  if (!isDay(first) || !isDay(last)) return { fault: "places.days.missing" };
  if (first > last) return { fault: "places.days.order" };
  const from = startOfDay(first, zone).getTime();
  const to = Math.min(startOfDay(addDays(last, 1), zone).getTime(), endOfHour(now));
  if (to - from < HOUR_MS) return { fault: "places.days.future" };
  if (to - from > 366 * DAY_MS) return { fault: "places.days.tooLong" };
  return { from, to };
}

const isDay = (day: string) =>
  /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day)) && day >= "1970-01-02" && day < "2200";
