import { addDays, HOUR_MS, siteDay } from "@/lib/base/core/time";

type Point = { t: string; value: number };

/** The light of the site's yesterday out of values of a day each: their mean, since areas meet in one tile. */
export function lightOfYesterday(points: readonly Point[], zone: string, now: Date): number | null {
  const yesterday = addDays(siteDay(now, zone), -1);
  const values = points.flatMap(({ t, value }) => (siteDay(new Date(t), zone) === yesterday ? [value] : []));
  return values.length === 0 ? null : round(values.reduce((sum, value) => sum + value, 0) / values.length);
}

/** Hourly values as a row of the hours from an instant on, null without one. */
export function hourlyRow(points: readonly Point[], from: string, hours: number): (number | null)[] {
  const row = new Array<number | null>(hours).fill(null);
  const first = Math.ceil(Date.parse(from) / HOUR_MS) * HOUR_MS;
  for (const { t, value } of points) {
    const at = Math.round((Date.parse(t) - first) / HOUR_MS);
    if (at >= 0 && at < hours) row[at] = round(value);
  }
  return row;
}

const round = (value: number) => Math.round(value * 10) / 10;
