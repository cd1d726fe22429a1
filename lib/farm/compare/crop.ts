/** Growth jobs lined up by day of crop. Pure; days are the site's days, zones IANA names. */

import { addDays, DAY_MS, daysBetween, HOUR_MS, siteDay, startOfDay } from "@/lib/base/core/time";
import type { Point } from "@/lib/farm/series/contract";

/**
 * The day of crop of an instant, 0 for the day of the first reading (docs/spec/http-contract.md "Areas and jobs"): the
 * site's days between, however long each of them was.
 */
export function dayOfCrop(at: Date, firstAt: Date, zone: string): number {
  return daysBetween(siteDay(firstAt, zone), siteDay(at, zone));
}

/** The local midnight at which a day of crop begins. */
export function startOfCropDay(day: number, firstAt: Date, zone: string): Date {
  return startOfDay(addDays(siteDay(firstAt, zone), day), zone);
}

/** The position of a day of crop on an axis of days of 24 hours, in milliseconds: crop time. */
export const cropTime = (day: number): number => day * DAY_MS;

/** The day of crop at a crop time. */
export const cropDay = (time: number): number => Math.round(time / DAY_MS);

/** The crop time of an instant: a day of 23 or 25 hours is as wide as any other. */
export function toCropTime(at: Date, firstAt: Date, zone: string): number {
  const day = dayOfCrop(at, firstAt, zone);
  const begin = startOfCropDay(day, firstAt, zone).getTime();
  const length = startOfCropDay(day + 1, firstAt, zone).getTime() - begin;
  return cropTime(day) + ((at.getTime() - begin) / length) * DAY_MS;
}

/** Moves the daily points of a job to its days of crop, in order; `t` is then crop time. */
export function onDaysOfCrop(points: readonly Point[], firstAt: Date, zone: string): Point[] {
  return points.map((point) => ({
    ...point,
    t: cropTime(dayOfCrop(new Date(point.t), firstAt, zone)),
  }));
}

/** The lowest and the highest value of several lines at each time, in order. */
export function rangeOf(lines: readonly (readonly Point[])[]): { t: number; low: number; high: number }[] {
  const found = new Map<number, { t: number; low: number; high: number }>();
  for (const point of lines.flat()) {
    const { t } = point;
    const at = found.get(t) ?? { t, low: point.min, high: point.max };
    at.low = Math.min(at.low, point.min);
    at.high = Math.max(at.high, point.max);
    found.set(t, at);
  }
  return [...found.values()].sort((a, b) => a.t - b.t);
}

/** Longer periods are not searched. */
const MAX_DAYS = 1_100;

/**
 * Lists the site's days that do not have 24 hours.
 * @param from epoch milliseconds
 * @param to epoch milliseconds
 * @returns the days, `YYYY-MM-DD`, in order, with their hours
 */
export function clockChangeDays(from: number, to: number, zone: string): { day: string; hours: number }[] {
  const found: { day: string; hours: number }[] = [];
  let day = siteDay(new Date(from), zone);
  let begin = startOfDay(day, zone).getTime();
  for (let count = 0; begin <= to && count < MAX_DAYS; count++) {
    const next = addDays(day, 1);
    const end = startOfDay(next, zone).getTime();
    if (end - begin !== DAY_MS) found.push({ day, hours: (end - begin) / HOUR_MS });
    [day, begin] = [next, end];
  }
  return found;
}
