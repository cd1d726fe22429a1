import {
  daysBetween,
  formatDayShort,
  siteDay,
  siteDayShort,
  siteTime,
  timeOfDay,
} from "@/lib/base/core/time";
import type { Row } from "./model";

/**
 * When a value was: site time, and of what belongs to a whole day the day. An hour of long ago keeps its hour
 * (`22 Oct 07:00`): the line above the charts has the year.
 */
export function whenOf(row: Pick<Row, "t" | "running">, daily: boolean, zone: string, now: Date): string {
  const at = new Date(row.t);
  if (daily) return row.running ? `${siteDayShort(at, zone)} so far` : siteDayShort(at, zone);
  const day = siteDay(at, zone);
  if (Math.abs(daysBetween(day, siteDay(now, zone))) <= 6) return siteTime(at, zone, now);
  return `${formatDayShort(day)} ${timeOfDay(at, zone)}`;
}
