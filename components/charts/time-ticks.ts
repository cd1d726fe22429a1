import {
  DAY_MS,
  formatDayShort,
  HOUR_MS,
  instantOf,
  offsetAt,
  siteDay,
  startOfDay,
  weekdayOf,
} from "@/lib/base/core/time";

const twoDigits = (hour: number) => String(hour).padStart(2, "0");

/** A mark below the plot. Midnights are tall, and carry the date where it has room; hours are short. */
export type TimeTick = {
  t: number;
  label: string;
  midnight: boolean;
  /** Which side of its mark a date stands on: the left one at the end of the axis. */
  side: "left" | "right";
};

/** How much room a label needs, in pixels. */
const HOUR_LABEL = 34;
const DATE_LABEL = 58;
/** A day that is narrower shows no hours. */
const NOON_ROOM = 2 * HOUR_LABEL + 24;
/** The words of a date alone, beside their mark. */
const DATE_WORDS = 46;
/** So many dates, or noons, with words at most. */
const MOST_WORDS = 5;
/** Fewer dates than these tell little of where one is. */
const LEAST_DATES = 3;
/** Marks nearer to each other are a comb: those with words stand alone. */
const MARK_ROOM = 4;
/** So many days from one date to the next. */
const EVERY = [1, 2, 3, 5, 7, 10, 14, 21, 30, 60, 90, 180, 365];

/**
 * Ticks of a time axis in the site's own time: midnights, five at most with their date, and between them 06, 12 and
 * 18 where there is room; a time that is shorter than a day has the hours between those too.
 * @param width of the plot in pixels
 */
export function timeTicks(from: number, to: number, timeZone: string, width: number): TimeTick[] {
  const scale = width / Math.max(to - from, 1);
  const xOf = (t: number) => (t - from) * scale;
  const midnights = midnightsBetween(from, to, timeZone);
  const dated = new Map(datesAmong(midnights, xOf, width).map(({ t, side }) => [t, side]));
  const marked = midnights.filter((t) => dated.has(t) || DAY_MS * scale >= MARK_ROOM);
  const dates = marked.map((t) => ({
    ...{ t, side: dated.get(t) ?? ("right" as const), midnight: true },
    label: dated.has(t) ? dateLabel(t, timeZone, to - from) : "",
  }));
  const perDay = DAY_MS * scale;
  const hours = perDay < NOON_ROOM ? [] : hoursWithRoom(hourTicks(midnights, from, to, timeZone), perDay);
  return [...dates, ...hours].sort((a, b) => a.t - b.t);
}

type Dated = Pick<TimeTick, "t" | "side">;

/**
 * The midnights whose dates have room: as many as five of them at even distances. Where nearly as many end with the
 * last midnight, those: what came last is looked at most.
 */
function datesAmong(midnights: readonly number[], xOf: (t: number) => number, width: number): Dated[] {
  let most: Dated[] = [];
  for (const every of EVERY) {
    const fitting = fittingAt(every, midnights, xOf, width);
    const [first] = fitting.toSorted((a, b) => b.length - a.length);
    if (most.length === 0) most = first ?? [];
    if (most.length === 0) continue;
    const least = Math.max(LEAST_DATES, most.length - 1);
    const toTheEnd = fitting.find((dates) => dates.at(-1)?.t === midnights.at(-1) && dates.length >= least);
    if (toTheEnd) return toTheEnd;
    // Wider apart there are fewer.
    if ((first?.length ?? 0) < least) return most;
  }
  return most;
}

/** The choices of every so manieth midnight that have room. */
function fittingAt(every: number, midnights: readonly number[], xOf: (t: number) => number, width: number) {
  const roomy = midnights.filter((t) => xOf(t) + DATE_WORDS <= width).length;
  // Of all of these every choice would have too many.
  if (Math.floor(roomy / every) > MOST_WORDS) return [];
  return Array.from({ length: Math.min(every, midnights.length) }, (_, phase) =>
    placed(everyFrom(midnights, phase, every), xOf, width),
  ).filter((dates) => dates.length > 0 && dates.length <= MOST_WORDS && haveRoom(dates, xOf));
}

function everyFrom(midnights: readonly number[], first: number, every: number): number[] {
  const found: number[] = [];
  for (let index = first; index < midnights.length; index += every) found.push(midnights[index] ?? 0);
  return found;
}

/** With the side of their words; the last one goes where it would stand at those of the one before. */
function placed(midnights: readonly number[], xOf: (t: number) => number, width: number): Dated[] {
  return midnights.flatMap((t, index): Dated[] => {
    if (xOf(t) + DATE_WORDS <= width) return [{ t, side: "right" }];
    const before = midnights[index - 1];
    const room = xOf(t) - (before === undefined ? 0 : xOf(before) + DATE_WORDS);
    return room >= (before === undefined ? 1 : 2) * DATE_WORDS ? [{ t, side: "left" }] : [];
  });
}

const haveRoom = (dates: readonly Dated[], xOf: (t: number) => number) =>
  dates.every(({ t }, index) => index === 0 || xOf(t) - xOf(dates[index - 1]?.t ?? t) >= DATE_LABEL);

/** 06, 12 and 18, or 12 alone, of many days without words. */
function hoursWithRoom(hours: readonly TimeTick[], perDay: number): TimeTick[] {
  if (perDay >= 4 * HOUR_LABEL) return [...hours];
  const noons = hours.filter(({ label }) => label === "12");
  return noons.length <= MOST_WORDS ? noons : noons.map((noon) => ({ ...noon, label: "" }));
}

/** Which hours of a day are marked: of a short time so many that some of them lie in it. */
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
  // An hour that the clock leaves out would stand where the next one does.
  return ticks.filter(({ t }, place) => ticks.findLastIndex((tick) => tick.t === t) === place);
}

/** Local midnights within the bounds; a day may have 23 or 25 hours. */
export function midnightsBetween(from: number, to: number, timeZone: string): number[] {
  const found: number[] = [];
  const offset = (t: number) => offsetAt(new Date(t), timeZone);
  // The day as the site's clock shows it, and the offsets on either side of it: a day that begins as those around it
  // is sums alone, since a year of them is drawn at every move of a zoom.
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

function dateLabel(t: number, timeZone: string, span: number): string {
  const day = siteDay(new Date(t), timeZone);
  return span <= 15 * DAY_MS ? `${weekdayOf(day)} ${Number(day.slice(-2))}` : formatDayShort(day);
}
