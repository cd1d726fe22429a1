/** The ticks of a time axis, in site time or days of crop. Pure; times in epoch milliseconds. */
import { DAY_MS, HOUR_MS, instantOf, offsetAt, siteDay, startOfDay } from "@/lib/base/core/time";
import type { Words } from "@/lib/base/words/words";
import { cropTime } from "@/lib/farm/compare/crop";
import type { TimeWindow } from "./chart-frame";

const twoDigits = (hour: number) => String(hour).padStart(2, "0");

/** A mark below the plot: a tall midnight, with its date where that fits, or a short hour. */
export type TimeTick = {
  t: number;
  label: string;
  midnight: boolean;
  /** The side of the date at its mark: left at the end of the axis. */
  side: "left" | "right";
};

/** The room of a label with its distance, in pixels. */
const HOUR_LABEL = 34;
const DATE_LABEL = 58;
/** Narrower days show no hours. */
const MIN_DAY_WITH_HOURS = 2 * HOUR_LABEL + 24;
/** The width of a date alone. */
const DATE_TEXT = 46;
/** The width of a month's name without a year. */
const MONTH_TEXT = 26;
/** Labelled dates, or labelled noons. */
const MAX_LABELS = 5;
/** Fewer dates do not orient a reader. */
const MIN_DATES = 3;
/** Closer marks would look like a comb: then only labelled ones are drawn. */
const MIN_MARK_DISTANCE = 4;
/** Days between labelled dates. */
const DATE_STEPS = [1, 2, 3, 5, 7, 10, 14, 21, 30, 60, 90, 180, 365];
/** A longer window is read by its months. */
const MAX_DATED_WINDOW = 100 * DAY_MS;
/** Months between labelled ones, counted from January. */
const MONTH_STEPS = [1, 2, 3, 6, 12];

/**
 * Months of a long window; else midnights, at most five with their date, and between them 06, 12 and 18 where they fit; a window shorter than a day has
 * more hours.
 * @param width of the plot in pixels
 */
export function timeTicks(
  words: Words,
  from: number,
  to: number,
  timeZone: string,
  width: number,
): TimeTick[] {
  const scale = width / Math.max(to - from, 1);
  const perDay = DAY_MS * scale;
  const xOf = (t: number) => (t - from) * scale;
  if (to - from > MAX_DATED_WINDOW) return monthTicks(words, from, to, timeZone, xOf);
  const midnights = midnightsBetween(from, to, timeZone);
  const dated = new Map(chooseDates(midnights, xOf, width).map(({ t, side }) => [t, side]));
  const dates = midnights.flatMap((t): TimeTick[] => {
    const side = dated.get(t);
    if (side) return [{ t, side, midnight: true, label: dateLabel(words, t, timeZone, to - from) }];
    return perDay < MIN_MARK_DISTANCE ? [] : [{ t, side: "right", midnight: true, label: "" }];
  });
  const hours =
    perDay < MIN_DAY_WITH_HOURS ? [] : hoursWithRoom(hourTicks(midnights, from, to, timeZone), perDay);
  return [...dates, ...hours].sort((a, b) => a.t - b.t);
}

/** The first midnight of each month, with its name where there is room. */
function monthTicks(
  { formatMonth }: Words,
  from: number,
  to: number,
  timeZone: string,
  xOf: (t: number) => number,
): TimeTick[] {
  const [year = 0, month = 0] = siteDay(new Date(from), timeZone).split("-").map(Number);
  const step = MONTH_STEPS.find((months) => xOf(from + months * 28 * DAY_MS) >= DATE_LABEL) ?? 12;
  const ticks: TimeTick[] = [];
  for (let next = month - 1; ; next++) {
    const day = new Date(Date.UTC(year, next, 1)).toISOString().slice(0, 10);
    const t = startOfDay(day, timeZone).getTime();
    if (t > to) return ticks;
    if (t < from) continue;
    const name = formatMonth(day);
    const isMonth = !/\d/.test(name);
    const fits = xOf(t) + (isMonth ? MONTH_TEXT : DATE_TEXT) <= xOf(to);
    // A year beside its month would run into the name before.
    const isNamed = next % step === 0 && (fits || isMonth);
    ticks.push({ t, side: fits ? "right" : "left", midnight: true, label: isNamed ? name : "" });
  }
}

type Dated = Pick<TimeTick, "t" | "side">;

/**
 * The midnights with a date: at most five at even distances. A choice that ends with the last midnight is preferred if it
 * has nearly as many, since the newest days are looked at most.
 */
function chooseDates(midnights: readonly number[], xOf: (t: number) => number, width: number): Dated[] {
  let most: Dated[] = [];
  for (const every of DATE_STEPS) {
    const choices = choicesEvery(every, midnights, xOf, width);
    const [first] = choices.toSorted((a, b) => b.length - a.length);
    if (most.length === 0) most = first ?? [];
    if (most.length === 0) continue;
    const least = Math.max(MIN_DATES, most.length - 1);
    const toTheEnd = choices.find((dates) => dates.at(-1)?.t === midnights.at(-1) && dates.length >= least);
    if (toTheEnd) return toTheEnd;
    // Larger steps give fewer dates.
    if ((first?.length ?? 0) < least) return most;
  }
  return most;
}

/** The choices of every n-th midnight whose dates fit. */
function choicesEvery(
  every: number,
  midnights: readonly number[],
  xOf: (t: number) => number,
  width: number,
) {
  const labelled = midnights.filter((t) => xOf(t) + DATE_TEXT <= width).length;
  // Every choice would have too many dates.
  if (Math.floor(labelled / every) > MAX_LABELS) return [];
  return Array.from({ length: Math.min(every, midnights.length) }, (_, phase) =>
    placed(everyNth(midnights, every, phase), xOf, width),
  ).filter((dates) => dates.length > 0 && dates.length <= MAX_LABELS && haveRoom(dates, xOf));
}

/** Visits its result alone: a year has up to 365 phases, and a filter would visit every midnight for each of them. */
function everyNth(midnights: readonly number[], every: number, phase: number): number[] {
  const found: number[] = [];
  for (let place = phase; place < midnights.length; place += every) found.push(midnights[place] ?? 0);
  return found;
}

/** Adds the side of each date; one that would collide with the date before is dropped. */
function placed(midnights: readonly number[], xOf: (t: number) => number, width: number): Dated[] {
  return midnights.flatMap((t, index): Dated[] => {
    if (xOf(t) + DATE_TEXT <= width) return [{ t, side: "right" }];
    const before = midnights[index - 1];
    const room = xOf(t) - (before === undefined ? 0 : xOf(before) + DATE_TEXT);
    return room >= (before === undefined ? 1 : 2) * DATE_TEXT ? [{ t, side: "left" }] : [];
  });
}

const haveRoom = (dates: readonly Dated[], xOf: (t: number) => number) =>
  dates.every(({ t }, index) => index === 0 || xOf(t) - xOf(dates[index - 1]?.t ?? t) >= DATE_LABEL);

/** 06, 12 and 18, or only 12, without labels for many days. */
function hoursWithRoom(hours: readonly TimeTick[], perDay: number): TimeTick[] {
  if (perDay >= 4 * HOUR_LABEL) return [...hours];
  const noons = hours.filter(({ label }) => label === "12");
  return noons.length <= MAX_LABELS ? noons : noons.map((noon) => ({ ...noon, label: "" }));
}

/** The hours that are marked: the shorter the window, the more. */
function hoursMarked(span: number): number[] {
  const every = span <= 6 * HOUR_MS ? 1 : span <= 12 * HOUR_MS ? 2 : span < 18 * HOUR_MS ? 3 : 6;
  return Array.from({ length: 24 / every - 1 }, (_, place) => (place + 1) * every);
}

function hourTicks(midnights: number[], from: number, to: number, timeZone: string): TimeTick[] {
  const days = [from, ...midnights].map((t) => siteDay(new Date(t), timeZone));
  const ticks = [...new Set(days)].flatMap((day) =>
    hoursMarked(to - from)
      .map((hour) => ({
        ...{ t: instantOf(day, timeZone, hour).getTime(), label: twoDigits(hour) },
        ...{ midnight: false, side: "right" as const },
      }))
      .filter((tick) => tick.t >= from && tick.t <= to),
  );
  // An hour that the clock skips has the instant of the next one.
  return ticks.filter(({ t }, place) => ticks.findLastIndex((tick) => tick.t === t) === place);
}

/** Site midnights within the bounds; a day may have 23 or 25 hours. */
export function midnightsBetween(from: number, to: number, timeZone: string): number[] {
  const found: number[] = [];
  const offset = (t: number) => offsetAt(new Date(t), timeZone);
  // `wall` is midnight by the site's clock. Where the offset does not change, the midnight is plain arithmetic: a year
  // of them is computed at every move of a zoom.
  let wall = Math.floor((from + offset(from)) / DAY_MS) * DAY_MS;
  let [before, here] = [offset(wall - DAY_MS), offset(wall)];
  for (;;) {
    const after = offset(wall + DAY_MS);
    const day = () => new Date(wall).toISOString().slice(0, 10);
    const midnight = before === after ? wall - before : startOfDay(day(), timeZone).getTime();
    if (midnight > to) return found;
    if (midnight >= from) found.push(midnight);
    [before, here, wall] = [here, after, wall + DAY_MS];
  }
}

function dateLabel({ weekdayOf, formatDayShort }: Words, t: number, timeZone: string, span: number): string {
  const day = siteDay(new Date(t), timeZone);
  return span <= 15 * DAY_MS ? `${weekdayOf(day)} ${Number(day.slice(-2))}` : formatDayShort(day);
}

/** Days between ticks: steps that weeks divide, or that divide a week. */
const CROP_STEPS = [1, 2, 7, 14, 28, 56, 112, 364];

/** The days of crop with a tick: round ones, at most five. @param window in crop time */
export function cropTicks(window: TimeWindow): TimeTick[] {
  const [first, last] = [Math.ceil(window.from / cropTime(1)), Math.floor(window.to / cropTime(1))];
  const daysEvery = (step: number) => {
    const begin = Math.ceil(first / step) * step;
    const count = Math.max(0, Math.floor((last - begin) / step) + 1);
    return Array.from({ length: count }, (_, n) => begin + n * step);
  };
  const step = CROP_STEPS.find((one) => daysEvery(one).length <= MAX_LABELS) ?? Math.ceil((last - first) / 4);
  return daysEvery(step).map((day) => ({
    ...{ t: cropTime(day), label: String(day), midnight: false, side: "right" },
  }));
}
