import type { TimeWindow } from "@/components/charts/chart-frame";
import { addDays, DAY_MS, HOUR_MS, instantOf, siteDay, startOfDay } from "@/lib/base/core/time";

export const RANGES = ["24h", "72h", "7d", "30d", "1y"] as const;
export type Range = (typeof RANGES)[number];
export const RANGE_LABELS: Record<Range, string> = {
  "24h": "24 h",
  "72h": "72 h",
  "7d": "7 d",
  "30d": "30 d",
  "1y": "1 y",
};
const LENGTH: Record<Range, number> = {
  "24h": DAY_MS,
  "72h": 72 * HOUR_MS,
  "7d": 168 * HOUR_MS,
  "30d": 720 * HOUR_MS,
  "1y": 8_760 * HOUR_MS,
};

/** The time that a preset shows: until the next whole hour, so that every page agrees on it for an hour. */
export function windowOf(range: Range, now: number): TimeWindow {
  const to = Math.ceil(now / HOUR_MS) * HOUR_MS;
  return { from: to - LENGTH[range], to };
}

/**
 * The same in whole days of the site, for daily values: the mean of a part of a day is none of the day. The day
 * that is not over ends now.
 * @param now epoch milliseconds
 */
export function wholeDays({ from, to }: TimeWindow, zone: string, now: number): TimeWindow {
  const dayOf = (at: number) => siteDay(new Date(at), zone);
  const end = instantOf(dayOf(to - 1), zone, 24).getTime();
  return {
    from: startOfDay(dayOf(from), zone).getTime(),
    to: Math.max(to, Math.min(end, Math.ceil(now / HOUR_MS) * HOUR_MS)),
  };
}

/** What of an address is a time window; null where it is none. */
export function customWindow(from: number | null, to: number | null): TimeWindow | null {
  return from !== null && to !== null && to - from >= HOUR_MS ? { from, to } : null;
}

/**
 * Whole days of the site as a time window, both in it; what is still to come is cut off at the end of this hour.
 * @param now epoch milliseconds
 * @returns what is wrong, where it is none
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
  const to = Math.min(startOfDay(addDays(last, 1), zone).getTime(), Math.ceil(now / HOUR_MS) * HOUR_MS);
  if (to - from < HOUR_MS) return { fault: "These days are still to come." };
  if (to - from > 366 * DAY_MS) return { fault: "A year at most: the service keeps no more." };
  return { from, to };
}

const isDay = (day: string) =>
  /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day)) && day >= "1970-01-02" && day < "2200";
