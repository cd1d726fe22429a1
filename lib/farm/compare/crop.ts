/** Growth jobs lined up by day of crop. Pure; days are the site's days, zones IANA names. */

import { addDays, DAY_MS, daysBetween, HOUR_MS, siteDay, startOfDay } from "@/lib/base/core/time";
import type { Point } from "@/lib/farm/series/contract";

/**
 * What the day of a job's first reading is called: everywhere the same (docs/spec/http-contract.md "Areas and jobs").
 */
const FIRST_DAY = 0;

/** The day of crop of an instant: the site's days since the first reading, however long each of them was. */
export function dayOfCrop(at: Date, firstAt: Date, zone: string): number {
  return FIRST_DAY + daysBetween(siteDay(firstAt, zone), siteDay(at, zone));
}

/** The local midnight at which a day of crop begins. */
export function startOfCropDay(day: number, firstAt: Date, zone: string): Date {
  return startOfDay(addDays(siteDay(firstAt, zone), day - FIRST_DAY), zone);
}

/** Where a day of crop stands on an axis of days of 24 hours each, epoch milliseconds. */
export const cropTime = (day: number): number => day * DAY_MS;

/** The day of crop at a place of that axis. */
export const cropDay = (time: number): number => Math.round(time / DAY_MS);

/** Where an instant stands on that axis: a day of 23 or 25 hours is as wide as any other. */
export function cropTimeOf(at: Date, firstAt: Date, zone: string): number {
  const day = dayOfCrop(at, firstAt, zone);
  const begin = startOfCropDay(day, firstAt, zone).getTime();
  const length = startOfCropDay(day + 1, firstAt, zone).getTime() - begin;
  return cropTime(day) + ((at.getTime() - begin) / length) * DAY_MS;
}

/** Daily points of a job moved to its days of crop, in order; `t` is then of the axis of `cropTime`. */
export function onDaysOfCrop(points: readonly Point[], firstAt: Date, zone: string): Point[] {
  return points.map((point) => ({
    ...point,
    t: cropTime(dayOfCrop(new Date(point.t), firstAt, zone)),
  }));
}

/** The lowest and the highest of all that several lines have at each time, in order. */
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

/** The clock changes twice a year: more are not looked through. */
const MAX_DAYS = 1_100;

/**
 * The site's days that do not have 24 hours.
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
