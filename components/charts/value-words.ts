/** The words for a single value. Pure. */
import { formatIndexValue, formatSigned } from "@/lib/base/core/numbers";
import {
  daysBetween,
  formatDayShort,
  siteDay,
  siteDayShort,
  siteTime,
  timeOfDay,
} from "@/lib/base/core/time";
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

type Reading = { index: string; isDifference: boolean };

/** The value of a row; a difference carries its sign. */
export function valueWords(row: Row | null, { index, isDifference }: Reading): string {
  if (!row?.point) return "–";
  const { mean } = row.point;
  return isDifference ? formatSigned(mean) : formatIndexValue(mean, index);
}

/** The origin of a value. @param filled its interpolated share, 0 to 1 */
export function originWords(filled: number): string {
  if (filled === 0) return "measured";
  return filled === 1 ? "interpolated" : "partly interpolated";
}
