/** The words for a single value. Pure. */
import { daysBetween, siteDay } from "@/lib/base/core/time";
import type { Words } from "@/lib/base/words/words";
import type { Point } from "@/lib/farm/series/contract";
import type { Row } from "./plot/rows";

/**
 * The time of a value: its day for a daily value, else site time, of another week with its date (`22 Oct 07:00`). The
 * range above the charts has the year.
 */
export function formatWhen(
  { t, siteDayShort, siteTime, formatDayShort, timeOfDay }: Words,
  row: Pick<Row, "t" | "running">,
  daily: boolean,
  zone: string,
  now: Date,
): string {
  const at = new Date(row.t);
  if (daily) {
    const wholeDay = siteDayShort(at, zone);
    return row.running ? t("charts.soFar", { day: wholeDay }) : wholeDay;
  }
  const day = siteDay(at, zone);
  if (Math.abs(daysBetween(day, siteDay(now, zone))) <= 6) return siteTime(at, zone, now);
  return `${formatDayShort(day)} ${timeOfDay(at, zone)}`;
}

type Reading = { index: string; isDifference?: boolean };

const format = (
  { formatSigned, formatIndexValue }: Words,
  value: number,
  { index, isDifference }: Reading,
) => (isDifference ? formatSigned(value) : formatIndexValue(value, index));

/** The mean of a point; a difference carries its sign. */
export function valueWords(words: Words, point: Point | null | undefined, reading: Reading): string {
  return point ? format(words, point.mean, reading) : "–";
}

/** `70.1 to 80.2, 12 readings, measured`; of a single reading its origin alone. */
export function spreadWords(words: Words, { min, max, count, filled }: Point, reading: Reading): string {
  const origin = originWords(words, filled);
  if (count === 1) return origin;
  const range = { low: format(words, min, reading), high: format(words, max, reading) };
  return words.t("charts.spread", { ...range, count, origin });
}

/** The origin of a value. @param filled its interpolated share, 0 to 1 */
export function originWords({ t }: Words, filled: number): string {
  if (filled === 0) return t("charts.origin.measured");
  return filled === 1 ? t("charts.origin.interpolated") : t("charts.origin.partly");
}
