/** The pace at which a series comes by its own habit, and what of its breaks is a gap. Pure. */

import { DAY_MS } from "@/lib/base/core/time";
import { isGap, type Point, type Stretch } from "./model";

/** So many days around a missing value tell whether its hour is one of the series. */
const DAYS_BESIDE = 7;
/** On so many of them at least. */
const LEAST_DAYS = 2;
/** Points from which on a pace of their own can be told. */
const LEAST_POINTS = 4;
/** Under this share of a day's or a night's hours nothing is expected of them. */
const LEAST_SHARE = 0.3;

/** How long it usually is from one point to the next, in milliseconds; `step` is the least. */
export function paceOf(points: readonly Point[], step: number): number {
  const times = points.map((point) => Date.parse(point.t));
  if (times.length < LEAST_POINTS) return step;
  const lengths = times.slice(1).map((t, index) => t - (times[index] ?? t));
  lengths.sort((a, b) => a - b);
  return Math.max(step, lengths[Math.floor(lengths.length / 2)] ?? step);
}

/**
 * Breaks in which values are missing that usually come: at an hour at which none comes on other days nothing is
 * missing. Where there are too few days to tell, the plants' light tells: what comes by day only is missed by day.
 * @param pace of the series, milliseconds
 */
export function missedOf(points: readonly Point[], pace: number, nights: readonly Stretch[]): Stretch[] {
  const times = points.map((point) => Date.parse(point.t));
  const isExpected = habitOf(times, pace, nights);
  const gaps: Stretch[] = [];
  times.slice(1).forEach((to, index) => {
    const from = times[index] ?? to;
    if (isGap(from, to, pace)) gaps.push(...missedBetween(from, to, pace, isExpected));
  });
  return gaps;
}

/** From the first value missed to the last; a single one at an edge of day or night is none. */
function missedBetween(
  from: number,
  to: number,
  pace: number,
  isExpected: (t: number) => boolean,
): Stretch[] {
  const missed: number[] = [];
  for (let t = from + pace; t < to - pace / 2; t += pace) if (isExpected(t)) missed.push(t);
  const [first, last] = [missed[0], missed.at(-1)];
  const isLonger = missed.some((t, index) => index > 0 && t - (missed[index - 1] ?? 0) <= pace);
  if (first === undefined || last === undefined || !(isLonger || missed.length * pace >= DAY_MS)) return [];
  return [{ from: first - pace <= from ? from : first, to: last + 1.5 * pace >= to ? to : last + pace }];
}

type Habit = (t: number) => boolean;

function habitOf(times: readonly number[], pace: number, nights: readonly Stretch[]): Habit {
  const has = (t: number) => times.some((at) => Math.abs(at - t) <= pace / 2);
  if (pace >= DAY_MS) return () => true;
  const byLight = habitOfLight(times, pace, nights);
  return (t) => {
    const days = Array.from({ length: DAYS_BESIDE }, (_, n) => (n + 1) * DAY_MS)
      .flatMap((far) => [t - far, t + far])
      .filter((beside) => isSpoken(times, beside));
    if (days.length < LEAST_DAYS) return byLight(t);
    return days.filter(has).length >= days.length / 2;
  };
}

/** Whether anything came within half a day: a day of silence tells of no habit. */
const isSpoken = (times: readonly number[], t: number) =>
  t >= (times[0] ?? 0) && t <= (times.at(-1) ?? 0) && times.some((at) => Math.abs(at - t) <= DAY_MS / 2);

function habitOfLight(times: readonly number[], pace: number, nights: readonly Stretch[]): Habit {
  if (nights.length === 0) return () => true;
  const shares = sharesByLight(times, pace, nights);
  return (t) => (isNight(t, nights) ? shares.night : shares.day) >= LEAST_SHARE;
}

const isNight = (t: number, nights: readonly Stretch[]) =>
  nights.some((night) => t >= night.from && t < night.to);

/** Of how many hours of night and of day a value came, 0 to 1. */
function sharesByLight(times: readonly number[], pace: number, nights: readonly Stretch[]) {
  const [first, last] = [times[0] ?? 0, times.at(-1) ?? 0];
  const whole = { night: 0, day: 0 };
  for (let t = first; t <= last; t += pace) whole[isNight(t, nights) ? "night" : "day"] += 1;
  const came = times.filter((t) => isNight(t, nights)).length;
  return {
    night: came / Math.max(whole.night, 1),
    day: (times.length - came) / Math.max(whole.day, 1),
  };
}

/** Whether a series comes by day or at night only; null for both, or where it cannot be told. */
export function lightOf(
  points: readonly Point[],
  pace: number,
  nights: readonly Stretch[],
): "by day only" | "at night only" | null {
  const times = points.map((point) => Date.parse(point.t));
  // Some days are needed, and both kinds of hours.
  if (nights.length === 0 || times.length < LEAST_POINTS) return null;
  const isAlone = (one: number, other: number) => one < LEAST_SHARE / 2 && other >= LEAST_SHARE;
  const { night, day } = sharesByLight(times, pace, nights);
  if (isAlone(night, day)) return "by day only";
  return isAlone(day, night) ? "at night only" : null;
}
