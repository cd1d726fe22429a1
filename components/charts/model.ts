import { DAY_MS, HOUR_MS } from "@/lib/base/core/time";
import type { Series } from "@/lib/farm/series/contract";

export type Point = Series["points"][number];

/** One row of the plot: null where a line breaks. `band` is lowest and highest. */
export type Row = {
  t: number;
  measured: number | null;
  filled: number | null;
  band: [number, number] | null;
  /** The value again where no line reaches the point: it is drawn as a dot. */
  lone: number | null;
  point: Point | null;
  /** Its day is not over: the value is the mean so far. */
  running?: true;
};

export type Stretch = { from: number; to: number };

/** The length of a bucket in milliseconds from its ISO 8601 form (`PT1H`, `PT6H`, `P1D`, `P7D`; `PT0S` counts as an hour). */
export function stepLength(step: string): number {
  const [, days, hours] = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:0S)?)?$/.exec(step) ?? [];
  return Number(days ?? 0) * DAY_MS + Number(hours ?? 0) * HOUR_MS || HOUR_MS;
}

/**
 * Points as rows of a plot. A missing bucket breaks the lines; an interpolated stretch is joined to its
 * measured neighbours, so that the dashed line starts and ends on the solid one.
 */
export function toRows(points: readonly Point[], step: number): Row[] {
  const rows: Row[] = [];
  const times = timesOf(points);
  points.forEach((point, index) => {
    const t = times[index] ?? 0;
    const before = times[index - 1];
    if (before !== undefined && isGap(before, t, step)) rows.push(breakAt((before + t) / 2));
    rows.push(rowOf(point, t, isJoined(points, times, index, step)));
  });
  return rows.map((row, index) => (isLone(rows, index) ? { ...row, lone: row.point?.mean ?? null } : row));
}

const isLone = (rows: readonly Row[], index: number) => !rows[index - 1]?.point && !rows[index + 1]?.point;

const isFilled = (point: Point) => point.filled >= 0.5;
/** Whether nothing came between two points that follow each other. */
export const isGap = (before: number, after: number, step: number) => after - before > 1.6 * step;
const breakAt = (t: number): Row => ({
  t,
  measured: null,
  filled: null,
  band: null,
  lone: null,
  point: null,
});

function rowOf(point: Point, t: number, touchesFilled: boolean): Row {
  const filled = isFilled(point);
  return {
    t,
    measured: filled ? null : point.mean,
    filled: filled || touchesFilled ? point.mean : null,
    band: [point.min, point.max],
    lone: null,
    point,
  };
}

function isJoined(points: readonly Point[], times: readonly number[], index: number, step: number): boolean {
  const touches = (other: number) => {
    const [point, here, there] = [points[other], times[index], times[other]];
    if (!point || here === undefined || there === undefined) return false;
    return isFilled(point) && Math.abs(there - here) <= 1.6 * step;
  };
  return touches(index - 1) || touches(index + 1);
}

const readTimes = new WeakMap<readonly Point[], readonly number[]>();

/** The instants of points in milliseconds: read once, since a chart asks for them several times. */
export function timesOf(points: readonly Point[]): readonly number[] {
  const known = readTimes.get(points);
  if (known) return known;
  const times = points.map(({ t }) => Date.parse(t));
  readTimes.set(points, times);
  return times;
}

/**
 * A day that is not over is a point of its own: its mean so far is none of a whole day, and a line to it would
 * fall or rise for no reason of the plants.
 * @param until the newest hour that has come, in milliseconds
 */
export function apartWhileRunning(rows: readonly Row[], step: number, until: number): Row[] {
  const last = rows.at(-1);
  if (step < DAY_MS || !last?.point || last.t + step <= until + HOUR_MS) return [...rows];
  const before = rows.at(-2);
  const parted = before ? [breakAt((before.t + last.t) / 2)] : [];
  return [...rows.slice(0, -1), ...parted, { ...last, lone: last.point.mean, running: true }];
}

/** Where the lines break: stretches of more than one missing bucket, at least `least` milliseconds long. */
export function gapsOf(points: readonly Point[], step: number, least: number): Stretch[] {
  const gaps: Stretch[] = [];
  const times = timesOf(points);
  for (let index = 1; index < times.length; index++) {
    const [from = 0, to = 0] = [times[index - 1], times[index]];
    if (isGap(from, to, step) && to - from >= least) gaps.push({ from, to });
  }
  return gaps;
}

/** Gaps that are no silence: the energy balance is known by light only. */
export function withoutNights(gaps: readonly Stretch[], nights: readonly Stretch[]): Stretch[] {
  return gaps.filter((gap) => {
    const dark = nights.reduce(
      (sum, night) => sum + Math.max(0, Math.min(gap.to, night.to) - Math.max(gap.from, night.from)),
      0,
    );
    return dark < 0.7 * (gap.to - gap.from);
  });
}

/**
 * Three to five round ticks that lie within the bounds, and the domain that they need.
 * @param least the least that is told apart: values as close as this draw no mountains
 */
export function niceScale(
  low: number,
  high: number,
  zeroBased: boolean,
  least = 0.5,
): { domain: [number, number]; ticks: number[] } {
  const from = zeroBased ? Math.min(0, low) : low;
  const span = Math.max(high - from, Math.abs(high) * 0.02, least);
  const step = roundStep(span / 4);
  const bottom = zeroBased && from === 0 ? 0 : Math.floor((from - span * 0.04) / step) * step;
  const top = Math.max(Math.ceil((high + span * 0.04) / step) * step, bottom + 2 * step);
  const count = Math.round((top - bottom) / step);
  const between = (count > 4 ? 2 : 1) * step;
  // Of every second step those that are round, so that zero is one wherever it is in view.
  const lowest = Math.ceil(bottom / between - 1e-6) * between;
  const ticks = Array.from({ length: Math.floor((top - lowest) / between + 1e-6) + 1 }, (_, index) =>
    round(lowest + index * between),
  );
  return { domain: [round(bottom), round(top)], ticks };
}

const round = (value: number) => Math.round(value * 1e6) / 1e6;

function roundStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  // Steps of 0.025 would need three decimals, which the axis has no room for.
  const factors = power < 0.099 ? [1, 2, 5, 10] : [1, 2, 2.5, 5, 10];
  const nearest = factors.find((factor) => factor * power >= rough * 0.999) ?? 10;
  return nearest * power;
}

/** Lowest and highest of the rows; null when there is none. */
export function extentOf(rows: readonly Row[]): [number, number] | null {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const row of rows) {
    if (!row.band) continue;
    low = Math.min(low, row.band[0]);
    high = Math.max(high, row.band[1]);
  }
  return low <= high ? [low, high] : null;
}

/** The row nearest to an instant, no further than `reach` away. */
export function nearestRow(rows: readonly Row[], t: number, reach: number): Row | null {
  let best: Row | null = null;
  for (const row of rows) {
    if (!row.point) continue;
    if (Math.abs(row.t - t) <= reach && (!best || Math.abs(row.t - t) < Math.abs(best.t - t))) best = row;
  }
  return best;
}
