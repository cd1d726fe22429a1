import { INDEX_FACTS, isIndexName } from "@/lib/base/core/indices";
import type { Period } from "@/lib/base/core/period";
import {
  addDays,
  daysBetween,
  HOUR_MS,
  instantOf,
  siteDay,
  siteHour,
  startOfDay,
} from "@/lib/base/core/time";
import { packTimes, type SeriesColumns } from "./columns";
import type { Series } from "./contract";

/**
 * The buckets of a series. `raw`: an instant each; `hours`: whole UTC hours when 1, else from local
 * midnight by the site's clock; `days`: local days, counted from `first` (`YYYY-MM-DD`).
 */
export type Step =
  | { kind: "raw" }
  | { kind: "hours"; hours: 1 | 2 | 3 | 6 }
  | { kind: "days"; days: number; first: string };

const HOURS = [1, 2, 3, 6] as const;

const EPOCH_DAY = "1970-01-01";
export const ONE_DAY: Step = { kind: "days", days: 1, first: EPOCH_DAY };

/**
 * The shortest step with at most `maxPoints` buckets in a period: 1, 2, 3 or 6 hours, a day, then as many days as it
 * takes. There is no half day: it would show little more than a day, which is rolled up.
 * @param zone IANA name
 */
export function chooseStep(period: Period, zone: string, maxPoints: number): Step {
  for (const hours of HOURS) {
    const step: Step = { kind: "hours", hours };
    if (countBuckets(step, period, zone) <= maxPoints) return step;
  }
  const first = siteDay(period.from, zone);
  const days = daysBetween(first, siteDay(period.to, zone)) + 1;
  return { kind: "days", days: Math.ceil(days / maxPoints), first };
}

/** The number of buckets that a period touches. */
export function countBuckets(step: Step, { from, to }: Period, zone: string): number {
  return bucketKey(step, to, zone) - bucketKey(step, from, zone) + 1;
}

/** The number of the bucket of an instant, equal to that of `bucketKeySql`. */
export function bucketKey(step: Step, at: Date, zone: string): number {
  if (step.kind === "raw") return at.getTime();
  const day = siteDay(at, zone);
  if (step.kind === "days") return Math.floor(daysBetween(step.first, day) / step.days);
  if (step.hours === 1) return Math.floor(at.getTime() / HOUR_MS);
  return daysBetween(EPOCH_DAY, day) * (24 / step.hours) + Math.floor(siteHour(at, zone) / step.hours);
}

/** The start of a bucket; of days, local midnight. */
export function startOfBucket(step: Step, key: number, zone: string): Date {
  if (step.kind === "raw") return new Date(key);
  if (step.kind === "days") return startOfDay(addDays(step.first, key * step.days), zone);
  if (step.hours === 1) return new Date(key * HOUR_MS);
  const perDay = 24 / step.hours;
  const day = Math.floor(key / perDay);
  return instantOf(addDays(EPOCH_DAY, day), zone, (key - day * perDay) * step.hours);
}

/**
 * SQL for the number of a bucket.
 * @param at an expression of type timestamptz
 * @param zone the placeholder of the site's time zone, such as `$3`
 * @param first the placeholder of the first day (type date) of a step in days
 */
export function bucketKeySql(step: Step, at: string, zone: string, first: string): string {
  if (step.kind === "raw") return `round(date_part('epoch', ${at}) * 1000)`;
  const local = `(${at} AT TIME ZONE ${zone})`;
  if (step.kind === "days") return `floor((${local}::date - ${first}::date)::float8 / ${step.days})`;
  const clock = step.hours === 1 ? at : local;
  return `floor(date_part('epoch', ${clock}) / ${step.hours * 3_600})`;
}

/** The resolution that the read API names for a step (docs/spec/http-contract.md "Series and readings"). */
export function resolutionOf(step: Step): "raw" | "hour" | "day" {
  return step.kind === "raw" ? "raw" : step.kind === "hours" ? "hour" : "day";
}

/** ISO 8601 length of a bucket. */
export function durationOf(step: Step): string {
  if (step.kind === "raw") return "PT0S";
  return step.kind === "hours" ? `PT${step.hours}H` : `P${step.days}D`;
}

/** The values of one index in a bucket: `sum` of `count` values, `filled` of them interpolated. */
export type Aggregate = { key: number; sum: number; min: number; max: number; count: number; filled: number };

/** Aggregates of one index by the number of its bucket. */
export type Buckets = Map<number, Aggregate>;

/** Adds an aggregate to its bucket: extremes stay, sums and counts add up. Mutates the bucket's first aggregate. */
export function addTo(buckets: Buckets, added: Aggregate): void {
  const known = buckets.get(added.key);
  if (!known) {
    buckets.set(added.key, added);
    return;
  }
  known.sum += added.sum;
  known.count += added.count;
  known.filled += added.filled;
  known.min = Math.min(known.min, added.min);
  known.max = Math.max(known.max, added.max);
}

/** The mean between the extremes, rounded to the seven digits of `real`, in which readings are stored. */
export function meanOf({ sum, count, min, max }: Aggregate): number {
  const mean = Number((sum / count).toPrecision(7));
  return Math.min(max, Math.max(min, mean));
}

/**
 * Splits a period into whole local days, for the daily roll-up, and the rest at its ends, for the readings. Both ends
 * are inclusive to the millisecond.
 */
export function splitDays(
  { from, to }: Period,
  zone: string,
): { whole: { first: string; last: string } | null; rest: Period[] } {
  const fromDay = siteDay(from, zone);
  const first = startOfDay(fromDay, zone) < from ? addDays(fromDay, 1) : fromDay;
  const afterTo = siteDay(new Date(to.getTime() + 1), zone);
  const last = addDays(afterTo, -1);
  if (first > last) return { whole: null, rest: [{ from, to }] };
  const begin = startOfDay(first, zone);
  const end = startOfDay(afterTo, zone);
  const before = { from, to: new Date(begin.getTime() - 1) };
  const after = { from: end, to };
  return { whole: { first, last }, rest: [before, after].filter((part) => part.from <= part.to) };
}

/** Widens a part of a period to whole local days, within the period. */
export function wholeDaysWithin(part: Period, { from, to }: Period, zone: string): Period {
  const begin = startOfDay(siteDay(part.from, zone), zone);
  const end = startOfDay(addDays(siteDay(part.to, zone), 1), zone).getTime() - 1;
  return { from: begin > from ? begin : from, to: end < to.getTime() ? new Date(end) : to };
}

/** The buckets of one index; the step of the daily integrals may differ from that of the others. */
export type Cut = { index: string; step: Step; resolution: Series["resolution"]; buckets: Buckets };

/** The series of one answer, as columns. */
export function toColumns(
  cuts: readonly Cut[],
  { area, jobId, zone }: { area: string; jobId: string | null; zone: string },
): SeriesColumns[] {
  // Most series of an answer share their buckets, and local time is slow to compute.
  const startsByStep = new Map<string, Map<number, number>>();
  return cuts.map(({ index, step: cut, resolution, buckets }) => {
    const step = durationOf(cut);
    const starts = startsByStep.get(step) ?? new Map<number, number>();
    startsByStep.set(step, starts);
    const startOf = ({ key }: Aggregate) => {
      const start = starts.get(key) ?? startOfBucket(cut, key, zone).getTime();
      starts.set(key, start);
      return start;
    };
    const sorted = [...buckets.values()].sort((a, b) => a.key - b.key);
    return {
      ...{ index, unit: isIndexName(index) ? INDEX_FACTS[index].unit : null },
      ...{ area, jobId, resolution, step },
      t: packTimes(sorted.map(startOf)),
      mean: sorted.map(meanOf),
      min: sorted.map(({ min }) => min),
      max: sorted.map(({ max }) => max),
      count: sorted.map(({ count }) => count),
      filled: sorted.map(({ filled }) => filled),
    };
  });
}
