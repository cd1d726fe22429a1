/** The points of a series as the rows that a plot draws. Pure; times in epoch milliseconds. */

import type { Stretch } from "@/lib/base/core/stretches";
import { DAY_MS, HOUR_MS } from "@/lib/base/core/time";
import type { Point } from "@/lib/farm/series/contract";
import { nearestBy } from "./geometry";

/** One row of a plot; its values are null where the line breaks. */
export type Row = {
  t: number;
  measured: number | null;
  filled: number | null;
  /** Lowest and highest. */
  band: [number, number] | null;
  /** The value again for a point without neighbours, which is drawn as a dot. */
  lone: number | null;
  point: Point | null;
  /** Set while its day is running: the value is the mean so far. */
  running?: true;
};

/** The length in milliseconds of an ISO 8601 duration (`PT1H`, `PT6H`, `P1D`, `P7D`); `PT0S` counts as an hour. */
export function stepLength(step: string): number {
  const [, days, hours] = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:0S)?)?$/.exec(step) ?? [];
  return Number(days ?? 0) * DAY_MS + Number(hours ?? 0) * HOUR_MS || HOUR_MS;
}

/**
 * Turns points into rows. A missing bucket breaks the lines; an interpolated part is joined to its measured neighbours,
 * so that the dashed line starts and ends on the solid one.
 * @param step the length of a bucket
 */
export function toRows(points: readonly Point[], step: number): Row[] {
  const rows: Row[] = [];
  points.forEach((point, index) => {
    const before = points[index - 1];
    const after = points[index + 1];
    if (before && isGap(before.t, point.t, step)) rows.push(breakAt((before.t + point.t) / 2));
    rows.push(toRow(point, isJoined(before, point, step) || isJoined(after, point, step)));
  });
  return rows.map((row, index) => (isLone(rows, index) ? { ...row, lone: row.point?.mean ?? null } : row));
}

const isLone = (rows: readonly Row[], index: number) => !rows[index - 1]?.point && !rows[index + 1]?.point;

const isFilled = (point: Point) => point.filled >= 0.5;
/** Returns true if buckets are missing between two consecutive points. */
export const isGap = (before: number, after: number, step: number) => after - before > 1.6 * step;
const breakAt = (t: number): Row => ({
  t,
  measured: null,
  filled: null,
  band: null,
  lone: null,
  point: null,
});

function toRow(point: Point, touchesFilled: boolean): Row {
  const filled = isFilled(point);
  return {
    t: point.t,
    measured: filled ? null : point.mean,
    filled: filled || touchesFilled ? point.mean : null,
    band: [point.min, point.max],
    lone: null,
    point,
  };
}

const isJoined = (beside: Point | undefined, point: Point, step: number) =>
  beside !== undefined && isFilled(beside) && Math.abs(beside.t - point.t) <= 1.6 * step;

/**
 * Separates a day that is still running from the line: its mean so far is not that of a whole day, and the line would
 * fall or rise for no reason.
 * @param until the newest published hour
 */
export function separateRunningDay(rows: readonly Row[], step: number, until: number): Row[] {
  const last = rows.at(-1);
  if (step < DAY_MS || !last?.point || last.t + step <= until + HOUR_MS) return [...rows];
  const before = rows.at(-2);
  const breaks = before ? [breakAt((before.t + last.t) / 2)] : [];
  return [...rows.slice(0, -1), ...breaks, { ...last, lone: last.point.mean, running: true }];
}

/** Shorter gaps are not shown, in milliseconds: Health is measured at night only. */
export const minGapLength = (index: string, step: number) =>
  index === "HEALTH" && step < DAY_MS ? 20 * HOUR_MS : 2 * step;

/** The gaps between points that are at least `minLength` long. */
export function findGaps(points: readonly Point[], step: number, minLength: number): Stretch[] {
  const gaps: Stretch[] = [];
  points.slice(1).forEach(({ t: to }, index) => {
    const from = points[index]?.t ?? to;
    if (isGap(from, to, step) && to - from >= minLength) gaps.push({ from, to });
  });
  return gaps;
}

/** The lowest and the highest value of each row. */
export const rowValues = (rows: readonly Row[]): number[] => rows.flatMap(({ band }) => band ?? []);

/** The row with a value nearest to an instant, at most `reach` away. */
export function nearestRow(rows: readonly Row[], t: number, reach: number): Row | null {
  return nearestBy(rows, (row) => (row.point ? Math.abs(row.t - t) : Number.NaN), reach);
}

/** The values of rows as unbroken parts of a line. */
export function unbroken<V>(rows: readonly Row[], pick: (row: Row) => V | null): { t: number; value: V }[][] {
  const parts: { t: number; value: V }[][] = [];
  let part: { t: number; value: V }[] = [];
  for (const row of rows) {
    const value = pick(row);
    if (value === null) part = [];
    else if (part.push({ t: row.t, value }) === 1) parts.push(part);
  }
  return parts;
}
