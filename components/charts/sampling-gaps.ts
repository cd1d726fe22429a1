/**
 * Derives the sampling interval of a series and its unexpected gaps from its points, since ChF devices measure at their
 * own times. Pure; times in epoch milliseconds.
 */

import type { Stretch } from "@/lib/base/core/stretches";
import { DAY_MS } from "@/lib/base/core/time";
import type { Point } from "@/lib/farm/series/contract";
import { isNight } from "./nights";
import { findGaps } from "./plot/rows";

/** Days before and after a missing value by which one is expected at its hour. */
const DAYS_AROUND = 7;
/** Minimum number of these days that need a point nearby. */
const MIN_DAYS = 2;
/** With fewer points the interval is unknown. */
const MIN_POINTS = 4;
/** Points are expected by day, or at night, if at least this share of the samples there has come. */
const MIN_SHARE = 0.3;

/** The sampling of a series that is not measured every hour, as `IndexChart` takes it. */
export function ownSampling(points: readonly Point[], bucket: number, nights: readonly Stretch[]) {
  const step = samplingInterval(points, bucket);
  return { step, gaps: samplingGaps(points, step, nights) };
}

/** The usual interval between points: their median, but at least `step`. */
export function samplingInterval(points: readonly Point[], step: number): number {
  const times = points.map(({ t }) => t);
  if (times.length < MIN_POINTS) return step;
  const lengths = times.slice(1).map((t, index) => t - (times[index] ?? t));
  lengths.sort((a, b) => a - b);
  return Math.max(step, lengths[Math.floor(lengths.length / 2)] ?? step);
}

/**
 * The gaps in which expected points are missing. A point is expected at an hour at which points come on most other days;
 * with too few days to tell, by day or by night if points usually come then.
 * @param interval of the series, by {@link samplingInterval}
 */
export function samplingGaps(
  points: readonly Point[],
  interval: number,
  nights: readonly Stretch[],
): Stretch[] {
  const isExpected = expectation(
    points.map(({ t }) => t),
    interval,
    nights,
  );
  return findGaps(points, interval, 0).flatMap((gap) => missingIn(gap, interval, isExpected));
}

/** From the first missing point to the last; a single one, as at dusk or dawn, is no gap. */
function missingIn({ from, to }: Stretch, interval: number, isExpected: IsExpected): Stretch[] {
  const missing: number[] = [];
  for (let t = from + interval; t < to - interval / 2; t += interval) if (isExpected(t)) missing.push(t);
  const [first, last] = [missing[0], missing.at(-1)];
  const isLonger = missing.some((t, index) => index > 0 && t - (missing[index - 1] ?? 0) <= interval);
  if (first === undefined || last === undefined || !(isLonger || missing.length * interval >= DAY_MS))
    return [];
  return [
    { from: first - interval <= from ? from : first, to: last + 1.5 * interval >= to ? to : last + interval },
  ];
}

type IsExpected = (t: number) => boolean;

function expectation(times: readonly number[], interval: number, nights: readonly Stretch[]): IsExpected {
  const has = (t: number) => times.some((at) => Math.abs(at - t) <= interval / 2);
  if (interval >= DAY_MS) return () => true;
  const byLight = expectationByLight(times, interval, nights);
  return (t) => {
    const days = Array.from({ length: DAYS_AROUND }, (_, n) => (n + 1) * DAY_MS)
      .flatMap((far) => [t - far, t + far])
      .filter((beside) => hasPointsNear(times, beside));
    if (days.length < MIN_DAYS) return byLight(t);
    return days.filter(has).length >= days.length / 2;
  };
}

/** Returns true if there are points within half a day: a day without any shows nothing. */
const hasPointsNear = (times: readonly number[], t: number) =>
  t >= (times[0] ?? 0) && t <= (times.at(-1) ?? 0) && times.some((at) => Math.abs(at - t) <= DAY_MS / 2);

function expectationByLight(
  times: readonly number[],
  interval: number,
  nights: readonly Stretch[],
): IsExpected {
  if (nights.length === 0) return () => true;
  const shares = sharesByLight(times, interval, nights);
  return (t) => (isNight(t, nights) ? shares.night : shares.day) >= MIN_SHARE;
}

/** The shares of samples that came at night and by day, 0 to 1. */
function sharesByLight(times: readonly number[], interval: number, nights: readonly Stretch[]) {
  const [first, last] = [times[0] ?? 0, times.at(-1) ?? 0];
  const expected = { night: 0, day: 0 };
  for (let t = first; t <= last; t += interval) expected[isNight(t, nights) ? "night" : "day"] += 1;
  const nightPoints = times.filter((t) => isNight(t, nights)).length;
  return {
    night: nightPoints / Math.max(expected.night, 1),
    day: (times.length - nightPoints) / Math.max(expected.day, 1),
  };
}

/** The only light in which points come; null where they come in both, or where it is unknown. */
export function samplingLight(
  points: readonly Point[],
  interval: number,
  nights: readonly Stretch[],
): "day" | "night" | null {
  const times = points.map(({ t }) => t);
  if (nights.length === 0 || times.length < MIN_POINTS) return null;
  const isAlone = (one: number, other: number) => one < MIN_SHARE / 2 && other >= MIN_SHARE;
  const { night, day } = sharesByLight(times, interval, nights);
  if (isAlone(night, day)) return "day";
  return isAlone(day, night) ? "night" : null;
}
