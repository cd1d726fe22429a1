/**
 * Numbers and times as the reader's language writes them: docs/spec/design.md "Numbers and times". Their words and signs
 * are messages, not Intl's: a server and a browser of different versions would write two texts. Instants are `Date`s; a day
 * is `YYYY-MM-DD` of the site; a zone is an IANA name.
 */

import { INDEX_FACTS, isIndexName } from "../core/indices";
import {
  clockTime,
  DAY_MS,
  daysBetween,
  HOUR_MS,
  isRepeated,
  MINUTE_MS,
  SECOND_MS,
  siteDay,
} from "../core/time";
import type { Say } from "./messages";

export type Formats = ReturnType<typeof makeFormats>;

/**
 * The formats of a language.
 * @param t says its messages
 */
export const makeFormats = (t: Say) => ({ ...numberFormats(t), ...timeFormats(t) });

const MINUS = "−";

function numberFormats(t: Say) {
  const decimalSign = t("formats.decimalSign");
  const thousandsSign = t("formats.thousandsSign");
  const isGroupedFrom = Number(t("formats.groupedFrom"));

  const fixed = (size: number, decimals: number) => size.toFixed(decimals).replace(".", decimalSign);

  /** A value with as many decimals as the service sends (one), a true minus, no "−0.0". */
  const formatValue = (value: number, decimals = 1): string => {
    const size = Math.abs(value);
    return (value < 0 && Number(size.toFixed(decimals)) !== 0 ? MINUS : "") + fixed(size, decimals);
  };

  /** A value with its sign, for changes, Alpha and the energy balance. Zero has none. */
  const formatSigned = (value: number, decimals = 1): string =>
    (Number(value.toFixed(decimals)) > 0 ? "+" : "") + formatValue(value, decimals);

  /** A value of unknown unit: up to five significant digits, without trailing zeros. */
  const formatFree = (value: number): string => {
    const size = Math.abs(value);
    const text = formatValue(value, size >= 100 ? 1 : size >= 10 ? 2 : 3);
    return text.replace(/0+$/, "").replace(/\D$/, "");
  };

  /** A value of an index, signed where the index is. Unknown indices have no fixed decimals. */
  const formatIndexValue = (value: number, index: string): string => {
    if (!isIndexName(index)) return formatFree(value);
    return INDEX_FACTS[index].signed ? formatSigned(value) : formatValue(value);
  };

  /** A count with a sign between thousands: `61,400`. */
  const formatCount = (count: number): string => {
    const digits = String(Math.trunc(count));
    return Math.abs(count) < isGroupedFrom ? digits : digits.replace(/\B(?=(\d{3})+(?!\d))/g, thousandsSign);
  };

  /** A share from 0 to 1 in whole per cent: `12 %`. Only zero reads as 0, and only all as 100. */
  const formatShare = (share: number): string => {
    const percent = Math.round(share * 100);
    if (percent === 0 && share > 0) return t("numbers.under", { share: "1 %" });
    if (percent === 100 && share < 1) return t("numbers.over", { share: "99 %" });
    return `${percent} %`;
  };

  /** A size in bytes: `812 B`, `4.2 kB`, `1.1 MB`. */
  const formatBytes = (bytes: number): string => {
    if (bytes < 1_000) return `${bytes} B`;
    const units = ["kB", "MB", "GB", "TB"];
    let value = bytes / 1_000;
    let unit = 0;
    while (value >= 999.95 && unit < units.length - 1) {
      value /= 1_000;
      unit += 1;
    }
    return `${fixed(value, 1)} ${units[unit]}`;
  };

  /** `A`, `A and B`, `A, B and C`. */
  const listed = (items: readonly string[]): string => {
    const last = items.at(-1) ?? "";
    return items.length < 2 ? last : t("formats.and", { first: items.slice(0, -1).join(", "), last });
  };

  return { listed, formatValue, formatSigned, formatIndexValue, formatCount, formatShare, formatBytes };
}

function timeFormats(t: Say) {
  const months = t("formats.months").split(" ");
  const weekdays = t("formats.weekdays").split(" ");
  const dateOf = (day: string) => new Date(`${day}T00:00:00Z`);

  /** `14:12`, or `02:30 (second)` in the repeated hour. */
  const timeOfDay = (at: Date, zone: string): string => {
    const time = clockTime(at, zone);
    return isRepeated(at, zone) ? t("time.repeated", { time }) : time;
  };

  /** `2 Sep`, for axes and lists where the year is plain. */
  const formatDayShort = (day: string): string => {
    const date = dateOf(day);
    return t("formats.day", { day: String(date.getUTCDate()), month: months[date.getUTCMonth()] ?? "" });
  };

  /** `2 Sep 2026` of a day `YYYY-MM-DD`. */
  const formatDay = (day: string): string => `${formatDayShort(day)} ${dateOf(day).getUTCFullYear()}`;

  /** `Sep` of a day `YYYY-MM-DD`, and `Jan 2027` where a year begins. */
  const formatMonth = (day: string): string => {
    const date = dateOf(day);
    const month = months[date.getUTCMonth()] ?? "";
    return date.getUTCMonth() === 0 ? `${month} ${date.getUTCFullYear()}` : month;
  };

  /** `Tue` of a day `YYYY-MM-DD`. */
  const weekdayOf = (day: string): string => weekdays[dateOf(day).getUTCDay()] ?? "";

  /** Site time for lines of text: today `14:12`, within 6 days `Tue 21:40`, else `2 Sep 2026`. */
  const siteTime = (at: Date, zone: string, now: Date): string => {
    const day = siteDay(at, zone);
    const daysAway = Math.abs(daysBetween(day, siteDay(now, zone)));
    if (daysAway === 0) return timeOfDay(at, zone);
    if (daysAway <= 6) return `${weekdayOf(day)} ${timeOfDay(at, zone)}`;
    return formatDay(day);
  };

  /** Site time in full, for details and tables: `2 Sep 2026, 14:12`. */
  const siteDateTime = (at: Date, zone: string): string =>
    `${formatDay(siteDay(at, zone))}, ${timeOfDay(at, zone)}`;

  /**
   * Site time beside other times: adds the time to a bare day if another of them is on the same day:
   * `2 Sep 2026, 14:12`.
   * @param among the other times; its own may be one of them
   */
  const siteTimeAmong = (at: Date, among: readonly Date[], zone: string, now: Date): string => {
    const short = siteTime(at, zone, now);
    const day = siteDay(at, zone);
    const isShared = among.some((one) => one.getTime() !== at.getTime() && siteDay(one, zone) === day);
    return isShared && short === formatDay(day) ? siteDateTime(at, zone) : short;
  };

  /** The site day for lines of text, for values of a whole day: `Tue 1 Sep`. */
  const siteDayShort = (at: Date, zone: string): string => {
    const day = siteDay(at, zone);
    return `${weekdayOf(day)} ${formatDayShort(day)}`;
  };

  // The last choice of a message is always called "other".
  const units = { s: SECOND_MS, min: MINUTE_MS, h: HOUR_MS, other: DAY_MS };
  const inUnits = (span: number, unit: keyof typeof units) =>
    t("formats.length", { unit, count: String(Math.floor(span / units[unit])) });
  const inTwo = (span: number, larger: keyof typeof units, smaller: keyof typeof units) => {
    const rest = span % units[larger];
    const whole = inUnits(span, larger);
    return rest < units[smaller] ? whole : `${whole} ${inUnits(rest, smaller)}`;
  };

  /** A length of time in milliseconds as people say it: `40 s`, `30 min`, `7 h 30 min`, `1 d 3 h`. Never negative. */
  const formatDuration = (length: number): string => {
    const span = Math.max(0, length);
    if (span < MINUTE_MS) return inUnits(span, "s");
    if (span < HOUR_MS) return inUnits(span, "min");
    return span < DAY_MS ? inTwo(span, "h", "min") : inTwo(span, "other", "h");
  };

  /** The age of an instant: `30 min ago`. */
  const formatAge = (at: Date, now: Date): string =>
    t("time.ago", { length: formatDuration(now.getTime() - at.getTime()) });

  /** Site time with its age beside it: `14:12, 30 min ago`. */
  const siteTimeWithAge = (at: Date, zone: string, now: Date): string =>
    `${siteTime(at, zone, now)}, ${formatAge(at, now)}`;

  /** The time until an instant: `in 40 s`, or `now` once it has come. */
  const formatUntil = (at: Date, now: Date): string => {
    const left = at.getTime() - now.getTime();
    return left < SECOND_MS ? t("time.now") : t("time.until", { length: formatDuration(left) });
  };

  return {
    ...{
      timeOfDay,
      formatDay,
      formatDayShort,
      formatMonth,
      weekdayOf,
      siteTime,
      siteTimeAmong,
      siteDayShort,
    },
    ...{ siteDateTime, formatDuration, formatAge, siteTimeWithAge, formatUntil },
  };
}
