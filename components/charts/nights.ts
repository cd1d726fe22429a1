/** The plants' own nights, learned from what came of them. Pure. */

import { HOUR_MS } from "@/lib/base/core/time";
import type { Series } from "@/lib/farm/series/contract";
import { type Point, type Stretch, stepLength } from "./model";

const DAY_HOURS = 24;
/** Coarser than this, a point says nothing of a night. */
const LONGEST_STEP = 6 * HOUR_MS;
/** Under this share of an area's own bright light it is dark; sensors drift, and a lamp beside it is no day. */
const DARK_SHARE = 0.02;
const DARK_LEAST = 1;
/** On so many days at least an hour has to have been dark before it is taken to be so where nothing came. */
const LEAST_DAYS = 2;

/**
 * The nights of an area: hours that are dark by its own measure of light at leaf level. Where there is no PPFD, the
 * hours that have Health, since it is measured at night only. An hour of which nothing came is as it mostly is on the
 * other days, so that a night with a gap stays a night.
 */
export function nightsOf(series: readonly Series[]): Stretch[] {
  const ppfd = series.find((one) => one.index === "PPFD" && one.points.length > 0);
  const health = series.find((one) => one.index === "HEALTH" && one.points.length > 0);
  if (ppfd) {
    const dark = darkUnder(ppfd.points);
    return stretchesOf(ppfd, (point) => point.mean < dark, false);
  }
  return health ? stretchesOf(health, () => true, true) : [];
}

/** What counts as dark in an area: a small share of what its light comes up to on nearly all days. */
function darkUnder(points: readonly Point[]): number {
  const means = points.map((point) => point.mean).sort((a, b) => a - b);
  return Math.max(DARK_LEAST, DARK_SHARE * (means[Math.floor(means.length * 0.95)] ?? 0));
}

function stretchesOf(series: Series, isDark: (point: Point) => boolean, absentIsLight: boolean): Stretch[] {
  const step = stepLength(series.step);
  if (step > LONGEST_STEP) return [];
  const dark = series.points.filter(isDark).map((point) => Date.parse(point.t));
  const known = series.points.map((point) => Date.parse(point.t));
  const all = step === HOUR_MS ? [...dark, ...learnedHours(known, dark, absentIsLight)] : dark;
  const found: Stretch[] = [];
  for (const from of all.sort((a, b) => a - b)) {
    const last = found.at(-1);
    if (last && from - last.to <= step) last.to = from + step;
    else found.push({ from, to: from + step });
  }
  return found;
}

/** The hours without a value that are dark on most other days. */
function learnedHours(known: readonly number[], dark: readonly number[], absentIsLight: boolean): number[] {
  const [first, last] = [known[0] ?? 0, known.at(-1) ?? -1];
  const hourOf = (t: number) => Math.floor(t / HOUR_MS) % DAY_HOURS;
  const count = (times: readonly number[]) => {
    const counts = new Array<number>(DAY_HOURS).fill(0);
    for (const t of times) counts[hourOf(t)] = (counts[hourOf(t)] ?? 0) + 1;
    return counts;
  };
  const hours: number[] = [];
  for (let t = first; t <= last; t += HOUR_MS) hours.push(t);
  const darkDays = count(dark);
  const days = count(absentIsLight ? hours : known);
  const isUsuallyDark = (t: number) => {
    const times = darkDays[hourOf(t)] ?? 0;
    return times >= LEAST_DAYS && times > (days[hourOf(t)] ?? 0) / 2;
  };
  const came = new Set(known);
  return hours.filter((t) => !came.has(t) && isUsuallyDark(t));
}
