/** Derives the nights of an area from its readings. Pure; times in epoch milliseconds. */

import { splitRuns } from "@/lib/base/core/group-by";
import type { Stretch } from "@/lib/base/core/stretches";
import { HOUR_MS } from "@/lib/base/core/time";
import type { Point, Series } from "@/lib/farm/series/contract";
import { stepLength } from "./plot/rows";

type Sampled = Pick<Series, "index" | "step"> & { points: readonly Pick<Point, "t" | "mean">[] };

const DAY_HOURS = 24;
/** Longer buckets show no nights. */
const MAX_STEP = 6 * HOUR_MS;
/** Darker than this share of an area's own bright light is night: sensors drift, and there is stray light. */
const DARK_SHARE = 0.02;
const MIN_DARK = 1;
/** A missing hour counts as dark only if it was dark on at least this many days. */
const MIN_DAYS = 2;

/**
 * The nights of an area: the hours that are dark by its PPFD or, without PPFD, the hours with Health, which is measured
 * at night only. A missing hour counts as what it is on most other days, so that a gap does not split a night.
 */
export function nightsOf(series: readonly Sampled[]): Stretch[] {
  const ppfd = series.find((one) => one.index === "PPFD" && one.points.length > 0);
  const health = series.find((one) => one.index === "HEALTH" && one.points.length > 0);
  if (ppfd) {
    const dark = darkLevel(ppfd.points);
    return darkStretches(ppfd, (point) => point.mean < dark, false);
  }
  return health ? darkStretches(health, () => true, true) : [];
}

/** The PPFD below which it is dark: a small share of the 95th percentile. */
function darkLevel(points: Sampled["points"]): number {
  const means = points.map((point) => point.mean).sort((a, b) => a - b);
  return Math.max(MIN_DARK, DARK_SHARE * (means[Math.floor(means.length * 0.95)] ?? 0));
}

function darkStretches(
  series: Sampled,
  isDark: (point: { mean: number }) => boolean,
  absentIsLight: boolean,
): Stretch[] {
  const step = stepLength(series.step);
  if (step > MAX_STEP) return [];
  const dark = series.points.filter(isDark).map(({ t }) => t);
  const known = series.points.map(({ t }) => t);
  const all = step === HOUR_MS ? [...dark, ...learnedHours(known, dark, absentIsLight)] : dark;
  all.sort((a, b) => a - b);
  // A single missing bucket does not split a night.
  const runs = splitRuns(all, (before, t) => t - before <= 2 * step);
  return runs.map((run) => ({ from: run[0] ?? 0, to: (run.at(-1) ?? 0) + step }));
}

/** The hours without a point that are dark on most other days. */
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
    return times >= MIN_DAYS && times > (days[hourOf(t)] ?? 0) / 2;
  };
  const came = new Set(known);
  return hours.filter((t) => !came.has(t) && isUsuallyDark(t));
}

/** Returns true if an instant is in one of the nights. */
export const isNight = (t: number, nights: readonly Stretch[]) =>
  nights.some(({ from, to }) => t >= from && t < to);

/** Removes the gaps that are mostly night: PEI is known by light only. */
export function withoutNightGaps(gaps: readonly Stretch[], nights: readonly Stretch[]): Stretch[] {
  return gaps.filter((gap) => {
    const dark = nights.reduce(
      (sum, night) => sum + Math.max(0, Math.min(gap.to, night.to) - Math.max(gap.from, night.from)),
      0,
    );
    return dark < 0.7 * (gap.to - gap.from);
  });
}
