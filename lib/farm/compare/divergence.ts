/** Finds where one line diverges from all others, and its average difference from each of them otherwise. Pure. */

import { splitRuns } from "@/lib/base/core/group-by";
import { HOUR_MS } from "@/lib/base/core/time";
import type { Point } from "@/lib/farm/series/contract";

type Other = { letter: string; points: readonly Point[] };

/** A period in which the reference is on one side of all others, further away than usual. */
export type DivergentPeriod = {
  /** Its first and last bucket, on the axis. */
  from: number;
  to: number;
  side: "above" | "below";
  /** The bucket with the largest distance to the nearest other line: the reference's value, and the others'. */
  furthest: { t: number; value: number; others: { letter: string; value: number }[] };
  /** True if it lasts until the newest bucket that can be compared. */
  lasts: boolean;
};

/** The average difference from another line, over the buckets of both; positive is above. */
export type AverageGap = { letter: string; mean: number; count: number };

/** The bucket with the largest distance between the reference and any other line: both values. */
export type LargestGap = { t: number; value: number; letter: string; theirs: number };

/** This share of the deviations counts as usual; {@link TIMES_AS_FAR} that is more than natural variation. */
const USUAL_SHARE = 0.75;
const TIMES_AS_FAR = 2.5;
/** Smaller differences may be rounding. */
const MIN_GAP = 0.3;
/** Fewer common buckets do not show what is usual. */
const MIN_COMMON = 5;
const MIN_LENGTH = 2;
const MAX_SHOWN = 2;
const MAX_BREAK = 36 * HOUR_MS;

/**
 * Finds where the reference diverges from the others. Buckets without a counterpart are skipped.
 * @param step the length of a bucket, milliseconds
 * @returns `away`: the widest periods, newest first; `apart`: the averages outside of them; `furthest`: null where
 *   nothing can be compared
 */
export function findDivergence(reference: readonly Point[], others: readonly Other[], step: number) {
  const known = others.map(({ letter, points }) => {
    const byTime = new Map(points.map(({ t, mean }) => [t, mean]));
    const apart = reference.flatMap(({ t, mean }) => {
      const value = byTime.get(t);
      return value === undefined ? [] : [mean - value];
    });
    return { letter, byTime, apart, ...habitOf(apart) };
  });
  const buckets = reference.flatMap((point) => {
    const { t } = point;
    const here = known.flatMap((one) => {
      const value = one.byTime.get(t);
      return value === undefined ? [] : [{ ...one, value, by: point.mean - value }];
    });
    return here.length === 0 ? [] : [{ t, value: point.mean, here, side: sideOf(here) }];
  });
  const away = findRuns(buckets, step)
    .map((run) => toDivergentPeriod(run, buckets.at(-1)?.t ?? 0))
    .sort((a, b) => b.width - a.width)
    .slice(0, MAX_SHOWN)
    .map(({ width: _, ...one }) => one)
    .sort((a, b) => b.from - a.from);
  const rest = buckets.filter(({ t }) => away.every(({ from, to }) => t < from || t > to));
  return {
    away,
    apart: known.flatMap(({ letter }) => averageGap(letter, rest)),
    furthest: largestGap(buckets),
  };
}

type Here = { letter: string; value: number; by: number; middle: number; usual: number; isKnown: boolean };
type Bucket = { t: number; value: number; here: Here[]; side: DivergentPeriod["side"] | null };

/** The median of the differences and the usual deviation from it. */
function habitOf(apart: readonly number[]) {
  const middle = quantile(apart, 0.5);
  const usual = quantile(
    apart.map((by) => Math.abs(by - middle)),
    USUAL_SHARE,
  );
  return { middle, usual: Math.max(usual, MIN_GAP), isKnown: apart.length >= MIN_COMMON };
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** The side on which it is further from all others than usual; null without one. */
function sideOf(here: readonly Here[]): Bucket["side"] {
  const isOn = (sign: 1 | -1) =>
    here.every(
      ({ by, middle, usual, isKnown }) =>
        isKnown && sign * by > 0 && sign * (by - middle) > TIMES_AS_FAR * usual,
    );
  if (isOn(1)) return "above";
  return isOn(-1) ? "below" : null;
}

/** Consecutive buckets on one side. */
function findRuns(buckets: readonly Bucket[], step: number): Bucket[][] {
  const maxBreak = Math.max(2 * step, MAX_BREAK);
  const runs = splitRuns(buckets, (before, { t, side }) => before.side === side && t - before.t <= maxBreak);
  return runs.filter((run) => run[0]?.side !== null && run.length >= MIN_LENGTH);
}

function toDivergentPeriod(run: readonly Bucket[], newest: number): DivergentPeriod & { width: number } {
  const nearest = ({ here }: Bucket) => Math.min(...here.map(({ by }) => Math.abs(by)));
  const [first, ...more] = run as [Bucket, ...Bucket[]];
  const furthest = more.reduce((best, one) => (nearest(one) > nearest(best) ? one : best), first);
  const last = more.at(-1) ?? first;
  return {
    from: first.t,
    to: last.t,
    side: first.side ?? "above",
    furthest: {
      t: furthest.t,
      value: furthest.value,
      others: furthest.here.map(({ letter, value }) => ({ letter, value })),
    },
    lasts: last.t === newest,
    width: run.reduce((sum, one) => sum + nearest(one), 0),
  };
}

function largestGap(buckets: readonly Bucket[]): LargestGap | null {
  const all = buckets.flatMap(({ t, value, here }) =>
    here.map(({ letter, value: theirs, by }) => ({ t, value, letter, theirs, far: Math.abs(by) })),
  );
  const [first, ...more] = all;
  if (!first) return null;
  const { far: _, ...found } = more.reduce((best, one) => (one.far > best.far ? one : best), first);
  return found;
}

function averageGap(letter: string, buckets: readonly Bucket[]): AverageGap[] {
  const all = buckets.flatMap(({ here }) => here.filter((one) => one.letter === letter).map(({ by }) => by));
  if (all.length === 0) return [];
  return [{ letter, mean: all.reduce((sum, by) => sum + by, 0) / all.length, count: all.length }];
}
