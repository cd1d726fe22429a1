/** The share of the usual values that came, by day. Days are `YYYY-MM-DD` of the site. Pure. */
import type { Strip } from "./contract";

/** Values of one index on one day; `filled` is the interpolated share of them. */
export type DayCount = { index: number; day: string; count: number; filled: number };

/**
 * The usual number of values on a day: the 90th percentile of days with values. So an index that comes only at night or
 * once a day is measured by its own habit, and a few poor days do not lower the bar.
 */
export function usualCount(counts: readonly number[]): number {
  const sorted = [...counts].sort((a, b) => a - b);
  return sorted[Math.round((sorted.length - 1) * 0.9)] ?? 0;
}

type Shares = Pick<Strip, "measured" | "filled" | "whole" | "measuredShare" | "filledShare" | "missingShare">;

/**
 * The cells of one strip; its indices are pooled by their usual numbers of values.
 * @param isJudged whether missing values of a day count as missing; the totals cover these days only
 */
export function makeStrip(
  counts: readonly DayCount[],
  days: readonly string[],
  isJudged: (day: string, position: number) => boolean,
): Shares {
  const usual = usualByIndex(counts);
  const expected = [...usual.values()].reduce((sum, count) => sum + count, 0);
  const byDay = new Map<string, { measured: number; filled: number }>();
  for (const { index, day, count, filled } of counts) {
    const cell = byDay.get(day) ?? { measured: 0, filled: 0 };
    // A surplus of one index does not make up for another.
    const taken = Math.min(count, usual.get(index) ?? count);
    cell.measured += taken * (1 - filled);
    cell.filled += taken * filled;
    byDay.set(day, cell);
  }
  const cells = days.map((day, position) => {
    const { measured, filled } = byDay.get(day) ?? { measured: 0, filled: 0 };
    const counts = isJudged(day, position);
    if (!counts && !byDay.has(day)) return null;
    const whole = Math.max(expected, 1);
    return { measured: measured / whole, filled: filled / whole, counts };
  });
  return {
    measured: cells.map((cell) => cell && rounded(cell.measured)),
    filled: cells.map((cell) => cell && rounded(cell.filled)),
    whole: cells.map((cell) => cell?.counts ?? false),
    ...totals(cells.filter((cell) => cell !== null).filter(({ counts }) => counts)),
  };
}

function usualByIndex(counts: readonly DayCount[]): Map<number, number> {
  const byIndex = new Map<number, number[]>();
  for (const { index, count } of counts) byIndex.set(index, [...(byIndex.get(index) ?? []), count]);
  return new Map([...byIndex].map(([index, all]) => [index, usualCount(all)]));
}

const rounded = (share: number) => Math.round(share * 1_000) / 1_000;

function totals(cells: readonly { measured: number; filled: number }[]) {
  if (cells.length === 0) return { measuredShare: null, filledShare: null, missingShare: null };
  const mean = (of: (cell: { measured: number; filled: number }) => number) =>
    cells.reduce((sum, cell) => sum + of(cell), 0) / cells.length;
  const measuredShare = rounded(mean(({ measured }) => measured));
  const filledShare = rounded(mean(({ filled }) => filled));
  return { measuredShare, filledShare, missingShare: rounded(Math.max(0, 1 - measuredShare - filledShare)) };
}
