import { addDays, HOUR_MS, siteDay, siteHour } from "@/lib/base/core/time";

/** Names that do not fit drop their parents first, then are cut in the middle (docs/spec/design.md "Wall"). */

const SEPARATOR = ", ";

const ELLIPSIS = "…";

/** Joins a name with its parents, from the root down: `Glasshouse 2, Zone B`. */
export const joinNames = (names: readonly string[]) => names.join(SEPARATOR);

/**
 * The longest form of a name that fits.
 * @param names its parents from the root down, and the name itself last
 * @param measure returns the width of a text, in the unit of `room`
 * @param others names from which it must stay distinguishable
 */
export function fitName(
  names: readonly string[],
  room: number,
  measure: (text: string) => number,
  others: readonly string[] = [],
): string {
  for (let from = 0; from < names.length; from++) {
    const text = joinNames(names.slice(from));
    if (measure(text) <= room) return text;
  }
  return shortenMiddle(names.at(-1) ?? "", room, measure, others);
}

/**
 * Cuts letters out of the middle, never the first or the last; if the middle distinguishes the name from others, the
 * cut is beside it.
 */
export function shortenMiddle(
  name: string,
  room: number,
  measure: (text: string) => number,
  others: readonly string[] = [],
): string {
  if (measure(name) <= room) return name;
  const letters = [...name];
  const own = ownPart(letters, others);
  const cut = (kept: number) => {
    const head = headOf(kept, letters.length, own);
    return `${letters.slice(0, head).join("").trimEnd()}${ELLIPSIS}${letters
      .slice(letters.length - (kept - head))
      .join("")
      .trimStart()}`;
  };
  let [fits, tooMany] = [2, letters.length];
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (measure(cut(middle)) <= room) fits = middle;
    else tooMany = middle;
  }
  return letters.length <= 2 ? name : cut(fits);
}

/** The number of letters before the cut. */
function headOf(kept: number, length: number, own: { from: number; to: number }): number {
  const even = Math.ceil(kept / 2);
  const isCut = even < own.to && length - (kept - even) > own.from;
  if (!isCut) return even;
  if (own.to < kept) return own.to;
  return length - own.from < kept ? kept - (length - own.from) : even;
}

/** The range of letters between the beginning and the end that a name shares with the others. */
function ownPart(letters: readonly string[], others: readonly string[]): { from: number; to: number } {
  let [from, to] = [letters.length, 0];
  for (const other of others.map((text) => [...text])) {
    if (other.join("") === letters.join("")) continue;
    let start = 0;
    while (start < letters.length && letters[start] === other[start]) start += 1;
    let end = 0;
    const max = Math.min(letters.length, other.length) - start;
    while (end < max && letters[letters.length - 1 - end] === other[other.length - 1 - end]) end += 1;
    from = Math.min(from, start);
    to = Math.max(to, letters.length - end);
  }
  return from < to ? { from, to } : { from: letters.length, to: 0 };
}

/** A name without its e-mail address, which is not for a hall; if it is only an address, the part before the @. */
export function screenName(name: string | null): string | null {
  const plain = name?.replace(/^(\S+)@\S+$/, "$1").replace(/\s*[<(]?\S+@[^\s>)]+[>)]?/g, "");
  return plain || name;
}

const NIGHT_BEGINS = 22;

const NIGHT_ENDS = 6;

/** Returns true while a wall is dimmed: from 22:00 to 06:00 in site time. */
export function isNight(at: Date, zone: string): boolean {
  const hour = siteHour(at, zone);
  return hour >= NIGHT_BEGINS || hour < NIGHT_ENDS;
}

/** The whole picture moves against burn-in: 4 px every two minutes, on a path of 9 steps. */

const SHIFT_EVERY_MS = 120_000;

const SHIFT_PIXELS = 4;

/** Neighbouring steps, and the ninth and the first, differ by at most one in each direction. */
const SHIFT_PATH = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [-1, -1],
  [0, -1],
  [1, -1],
] as const;

/** The offset of the picture, in pixels. @param now monotonic milliseconds */
export function shiftAt(now: number): { x: number; y: number } {
  const [x, y] = SHIFT_PATH[Math.floor(now / SHIFT_EVERY_MS) % SHIFT_PATH.length] ?? [0, 0];
  return { x: x * SHIFT_PIXELS, y: y * SHIFT_PIXELS };
}

type Point = { t: string; value: number };

/** The mean of the daily values of the site's yesterday, since a tile may have several areas; null without a value. */
export function lightOfYesterday(points: readonly Point[], zone: string, now: Date): number | null {
  const yesterday = addDays(siteDay(now, zone), -1);
  const values = points.flatMap(({ t, value }) => (siteDay(new Date(t), zone) === yesterday ? [value] : []));
  return values.length === 0 ? null : round(values.reduce((sum, value) => sum + value, 0) / values.length);
}

/** Places hourly values in a row of hours from an instant on; null for an hour without a value. */
export function hourlyRow(points: readonly Point[], from: string, hours: number): (number | null)[] {
  const row = new Array<number | null>(hours).fill(null);
  const first = Math.ceil(Date.parse(from) / HOUR_MS) * HOUR_MS;
  for (const { t, value } of points) {
    const at = Math.round((Date.parse(t) - first) / HOUR_MS);
    if (at >= 0 && at < hours) row[at] = round(value);
  }
  return row;
}

const round = (value: number) => Math.round(value * 10) / 10;
