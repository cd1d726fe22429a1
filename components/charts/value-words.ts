/** The words for a single value. Pure. */
import { formatCount, formatIndexValue, formatSigned } from "@/lib/base/core/numbers";
import {
  daysBetween,
  formatDayShort,
  siteDay,
  siteDayShort,
  siteTime,
  timeOfDay,
} from "@/lib/base/core/time";
import type { Point } from "@/lib/farm/series/contract";
import type { Row } from "./plot/rows";

/**
 * The time of a value: its day for a daily value, else site time, of another week with its date (`22 Oct 07:00`). The
 * range above the charts has the year.
 */
export function formatWhen(row: Pick<Row, "t" | "running">, daily: boolean, zone: string, now: Date): string {
  const at = new Date(row.t);
  if (daily) return row.running ? `${siteDayShort(at, zone)} so far` : siteDayShort(at, zone);
  const day = siteDay(at, zone);
  if (Math.abs(daysBetween(day, siteDay(now, zone))) <= 6) return siteTime(at, zone, now);
  return `${formatDayShort(day)} ${timeOfDay(at, zone)}`;
}

type Reading = { index: string; isDifference?: boolean };

const format = (value: number, { index, isDifference }: Reading) =>
  isDifference ? formatSigned(value) : formatIndexValue(value, index);

/** The mean of a point; a difference carries its sign. */
export function valueWords(point: Point | null | undefined, reading: Reading): string {
  return point ? format(point.mean, reading) : "–";
}

/** `70.1 to 80.2, 12 readings, measured`; of a single reading its origin alone. */
export function spreadWords({ min, max, count, filled }: Point, reading: Reading): string {
  const origin = originWords(filled);
  if (count === 1) return origin;
  return `${format(min, reading)} to ${format(max, reading)}, ${formatCount(count)} readings, ${origin}`;
}

/** The origin of a value. @param filled its interpolated share, 0 to 1 */
export function originWords(filled: number): string {
  if (filled === 0) return "measured";
  return filled === 1 ? "interpolated" : "partly interpolated";
}
