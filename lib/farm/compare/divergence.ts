/** Where one line leaves all others, and how far it is from each of them otherwise. Pure. */

import { HOUR_MS } from "@/lib/base/core/time";
import type { Point } from "@/lib/farm/series/contract";

type Other = { letter: string; points: readonly Point[] };

/** A stretch in which the reference lies on one side of all others, further than it does otherwise. */
export type DivergentPeriod = {
  /** The first and the last bucket of it, epoch milliseconds on the axis. */
  from: number;
  to: number;
  side: "above" | "below";
  /** Where it is furthest from the nearest of them: its value, and theirs. */
  furthest: { t: number; value: number; others: { letter: string; value: number }[] };
  /** Whether nothing that can be compared has come after it. */
  lasts: boolean;
};

/** How far the reference is from another on average, over the buckets that both have; positive is above. */
export type AverageGap = { letter: string; mean: number; count: number };

/** Where the reference is furthest from any one of the others: its value, and that one's. */
export type LargestGap = { t: number; value: number; letter: string; theirs: number };

/** Half of the distances are within this share; what is so many times as far is no play of the plants. */
const USUAL_SHARE = 0.75;
const TIMES_AS_FAR = 2.5;
/** Less than this cannot be told from the rounding of what is sent. */
const MIN_GAP = 0.3;
/** Fewer common buckets tell of no habit. */
const MIN_COMMON = 5;
const MIN_LENGTH = 2;
const MAX_SHOWN = 2;
const MAX_BREAK = 36 * HOUR_MS;

/**
 * Where the reference leaves the others. Buckets that only one of them has are passed over.
 * @param step the length of a bucket, milliseconds
 * @returns the widest stretches, newest first; the averages over all that lies outside of them; and where it is
 * furthest from any one, null where nothing can be compared
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
    .map((run) => divergenceOf(run, buckets.at(-1)?.t ?? 0))
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

/** The middle of the distances and how far they usually lie from it. */
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

/** The side on which it lies further from all of them than it usually does; null where it does not. */
function sideOf(here: readonly Here[]): Bucket["side"] {
  const isOn = (sign: 1 | -1) =>
    here.every(
      ({ by, middle, usual, isKnown }) =>
        isKnown && sign * by > 0 && sign * (by - middle) > TIMES_AS_FAR * usual,
    );
  if (isOn(1)) return "above";
  return isOn(-1) ? "below" : null;
}

/** Buckets on one side that follow each other. */
function findRuns(buckets: readonly Bucket[], step: number): Bucket[][] {
  const runs: Bucket[][] = [];
  buckets.forEach((bucket, place) => {
    const before = buckets[place - 1];
    const isNext = before && before.side === bucket.side && bucket.t - before.t <= maxBreak(step);
    if (bucket.side === null) return;
    if (isNext) runs.at(-1)?.push(bucket);
    else runs.push([bucket]);
  });
  return runs.filter(({ length }) => length >= MIN_LENGTH);
}

const maxBreak = (step: number) => Math.max(2 * step, MAX_BREAK);

function divergenceOf(run: readonly Bucket[], newest: number): DivergentPeriod & { width: number } {
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
