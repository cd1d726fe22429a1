/**
 * Site time, by Intl alone: the same in the browser and on the server. Instants are `Date`s; a day is
 * `YYYY-MM-DD` of the site; a zone is an IANA name. How times read is docs/spec/design.md "Numbers and times".
 */

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
const QUARTER_MS = 15 * MINUTE_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

const WEEKDAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"] as const;
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"] as const;

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(zone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(zone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      calendar: "gregory",
      numberingSystem: "latn",
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
    });
    formatters.set(zone, formatter);
  }
  return formatter;
}

/** Returns true if Intl knows this IANA name of a zone (`Europe/Amsterdam`); offsets such as `+02:00` are not names. */
export function isTimeZone(zone: string): boolean {
  if (!/^[A-Za-z]/.test(zone)) return false;
  try {
    formatterOf(zone);
    return true;
  } catch {
    return false;
  }
}

/**
 * Offset of the site's clock from UTC at an instant, in milliseconds.
 * @throws RangeError for an unknown zone or an invalid date
 */
export function offsetAt(at: Date, zone: string): number {
  const quarter = Math.floor(at.getTime() / QUARTER_MS);
  if (!(quarter >= ALIGNED_SINCE)) return readOffset(at, zone);
  const known = offsetsOf(zone);
  const offset = known.get(quarter) ?? readOffset(at, zone);
  known.set(quarter, offset);
  return offset;
}

/** Since then every zone has changed its clock on a quarter of an hour, so an offset holds for a whole quarter. */
const ALIGNED_SINCE = Date.UTC(2000, 0, 1) / QUARTER_MS;
const MAX_OFFSETS = 20_000;
const offsets = new Map<string, Map<number, number>>();

/** Offsets are cached: Intl takes microseconds per call, and each chart needs the days of a year. */
function offsetsOf(zone: string): Map<number, number> {
  const known = offsets.get(zone);
  if (known && known.size < MAX_OFFSETS) return known;
  const empty = new Map<number, number>();
  offsets.set(zone, empty);
  return empty;
}

function readOffset(at: Date, zone: string): number {
  const fields: Record<string, number> = {};
  for (const { type, value } of formatterOf(zone).formatToParts(at)) fields[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = fields;
  const wholeSeconds = Math.floor(at.getTime() / SECOND_MS) * SECOND_MS;
  return Date.UTC(year, month - 1, day, hour, minute, second) - wholeSeconds;
}

/** The site's clock as a date whose UTC fields are the local ones. */
function wallClock(at: Date, zone: string): Date {
  return new Date(at.getTime() + offsetAt(at, zone));
}

const two = (value: number) => String(value).padStart(2, "0");

/** The site's day of an instant, `YYYY-MM-DD`. */
export function siteDay(at: Date, zone: string): string {
  return wallClock(at, zone).toISOString().slice(0, 10);
}

/** The site's hour of the day of an instant, 0 to 23. */
export function siteHour(at: Date, zone: string): number {
  return wallClock(at, zone).getUTCHours();
}

/**
 * The instant at which the site's clock first shows a time. Where a change of the clock leaves it out, the
 * instant of the change.
 * @param hour 0 to 23, and 24 for the end of the day
 */
export function instantOf(day: string, zone: string, hour = 0, minute = 0): Date {
  const wall = Date.parse(`${day}T00:00:00Z`) + hour * HOUR_MS + minute * MINUTE_MS;
  const before = offsetAt(new Date(wall - DAY_MS), zone);
  const after = offsetAt(new Date(wall + DAY_MS), zone);
  const fits = [wall - Math.max(before, after), wall - Math.min(before, after)].find(
    (candidate) => candidate + offsetAt(new Date(candidate), zone) === wall,
  );
  return new Date(fits ?? wall - before);
}

/** Rounds an instant up to a whole hour; epoch milliseconds. */
export const endOfHour = (at: number) => Math.ceil(at / HOUR_MS) * HOUR_MS;

/** Local midnight of a day: its first instant. */
export function startOfDay(day: string, zone: string): Date {
  return instantOf(day, zone);
}

/** Returns the day `days` days later, or earlier if negative. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Days from one day to another; negative when the second is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);
}

/** Returns true in the repeated hour after the clock is put back, when the site's clock shows a time again. */
export function isRepeated(at: Date, zone: string): boolean {
  const before = offsetAt(new Date(at.getTime() - 3 * HOUR_MS), zone);
  const putBack = before - offsetAt(at, zone);
  return putBack > 0 && offsetAt(new Date(at.getTime() - putBack), zone) === before;
}

/** The site's clock, `14:12`. */
export function clockTime(at: Date, zone: string): string {
  return wallClock(at, zone).toISOString().slice(11, 16);
}

/** `14:12`, or `02:30 (second)` in the repeated hour. */
export function timeOfDay(at: Date, zone: string): string {
  const text = clockTime(at, zone);
  return isRepeated(at, zone) ? `${text} (second)` : text;
}

/** `2 Sep 2026` of a day `YYYY-MM-DD`. */
export function formatDay(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

/** `2 Sep`, for axes and lists where the year is plain. */
export function formatDayShort(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`;
}

/** `Tue` of a day `YYYY-MM-DD`. */
export function weekdayOf(day: string): string {
  return WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? "";
}

/** Site time for lines of text: today `14:12`, within 6 days `Tue 21:40`, else `2 Sep 2026`. */
export function siteTime(at: Date, zone: string, now: Date): string {
  const day = siteDay(at, zone);
  const daysAway = Math.abs(daysBetween(day, siteDay(now, zone)));
  if (daysAway === 0) return timeOfDay(at, zone);
  if (daysAway <= 6) return `${weekdayOf(day)} ${timeOfDay(at, zone)}`;
  return formatDay(day);
}

/**
 * Site time beside other times: adds the time to a bare day if another of them is on the same day:
 * `2 Sep 2026, 14:12`.
 * @param among the other times; its own may be one of them
 */
export function siteTimeAmong(at: Date, among: readonly Date[], zone: string, now: Date): string {
  const short = siteTime(at, zone, now);
  const day = siteDay(at, zone);
  const isShared = among.some((one) => one.getTime() !== at.getTime() && siteDay(one, zone) === day);
  return isShared && short === formatDay(day) ? siteDateTime(at, zone) : short;
}

/** Site time in full, for details and tables: `2 Sep 2026, 14:12`. */
export function siteDateTime(at: Date, zone: string): string {
  return `${formatDay(siteDay(at, zone))}, ${timeOfDay(at, zone)}`;
}

/** RFC 3339 in UTC without needless milliseconds: `2026-05-03T21:00:00Z`. */
export function utcInstant(at: Date): string {
  return at.toISOString().replace(".000Z", "Z");
}

/** RFC 3339 in site time with its offset: `2026-05-03T23:00:00+02:00`. For exports. */
export function siteInstant(at: Date, zone: string): string {
  return withOffset(at, offsetAt(at, zone));
}

/** The same for many instants: clocks change on quarters of an hour, so that each is looked up once. */
export function siteInstants(zone: string): (at: Date) => string {
  const offsets = new Map<number, number>();
  return (at) => {
    const quarter = Math.floor(at.getTime() / (15 * MINUTE_MS));
    const offset = offsets.get(quarter) ?? offsetAt(at, zone);
    offsets.set(quarter, offset);
    return withOffset(at, offset);
  };
}

function withOffset(at: Date, offset: number): string {
  const minutes = Math.round(Math.abs(offset) / MINUTE_MS);
  const sign = offset < 0 ? "-" : "+";
  const wall = utcInstant(new Date(at.getTime() + offset)).slice(0, -1);
  return `${wall}${sign}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** A length of time in milliseconds as people say it: `40 s`, `30 min`, `7 h 30 min`, `1 d 3 h`. Never negative. */
export function formatDuration(length: number): string {
  const span = Math.max(0, length);
  if (span < MINUTE_MS) return `${Math.floor(span / SECOND_MS)} s`;
  if (span < HOUR_MS) return `${Math.floor(span / MINUTE_MS)} min`;
  if (span < DAY_MS) return inTwo(span, HOUR_MS, "h", MINUTE_MS, "min");
  return inTwo(span, DAY_MS, "d", HOUR_MS, "h");
}

function inTwo(span: number, large: number, largeName: string, small: number, smallName: string): string {
  const rest = Math.floor((span % large) / small);
  const whole = `${Math.floor(span / large)} ${largeName}`;
  return rest === 0 ? whole : `${whole} ${rest} ${smallName}`;
}

/** The age of an instant: `30 min ago`. */
export function formatAge(at: Date, now: Date): string {
  return `${formatDuration(now.getTime() - at.getTime())} ago`;
}

/** The time until an instant: `in 40 s`, or `now` once it has come. */
export function formatUntil(at: Date, now: Date): string {
  const left = at.getTime() - now.getTime();
  return left < SECOND_MS ? "now" : `in ${formatDuration(left)}`;
}
