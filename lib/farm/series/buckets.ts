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
 * How long the buckets of a series are. `hours`: whole UTC hours when 1, else cut from local midnight by the
 * site's clock; `days`: local days, counted from `first`.
 */
export type Step =
  | { kind: "raw" }
  | { kind: "hours"; hours: 1 | 2 | 3 | 6 }
  | { kind: "days"; days: number; first: string };

const HOURS = [1, 2, 3, 6] as const;

const EPOCH_DAY = "1970-01-01";

/**
 * The finest step with at most `maxPoints` buckets in a period, whatever lies in it: hour, 2, 3 and 6 hours, day,
 * then as many days as it takes. No halves of days: they would say little more than days, which are rolled up.
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

/** How many buckets a period touches. */
export function countBuckets(step: Step, { from, to }: Period, zone: string): number {
  return keyOf(step, to, zone) - keyOf(step, from, zone) + 1;
}

/** The number of the bucket that an instant lies in: the same that `bucketKeySql` gives in the database. */
export function keyOf(step: Step, at: Date, zone: string): number {
  if (step.kind === "raw") return at.getTime();
  const day = siteDay(at, zone);
  if (step.kind === "days") return Math.floor(daysBetween(step.first, day) / step.days);
  if (step.hours === 1) return Math.floor(at.getTime() / HOUR_MS);
  return daysBetween(EPOCH_DAY, day) * (24 / step.hours) + Math.floor(siteHour(at, zone) / step.hours);
}

/** The instant at which a bucket begins; for days local midnight. */
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

/** The instant at which each bucket begins, in epoch milliseconds; several series of one answer share the buckets. */
export function bucketStarts(zone: string): (step: Step, key: number) => number {
  const known = new Map<string, Map<number, number>>();
  return (step, key) => {
    const name = durationOf(step);
    const starts = known.get(name) ?? new Map<number, number>();
    known.set(name, starts);
    const start = starts.get(key) ?? startOfBucket(step, key, zone).getTime();
    starts.set(key, start);
    return start;
  };
}

/** ISO 8601 length of a bucket. */
export function durationOf(step: Step): string {
  if (step.kind === "raw") return "PT0S";
  return step.kind === "hours" ? `PT${step.hours}H` : `P${step.days}D`;
}

/** What a bucket holds of one index; `sum` over `count` values, `filled` of which are interpolated. */
export type Aggregate = { key: number; sum: number; min: number; max: number; count: number; filled: number };

/** Aggregates of one index by the number of its bucket. */
export type Buckets = Map<number, Aggregate>;

/** Adds an aggregate to its bucket: extremes stay, sums and counts add up. The first of a bucket is kept and changed. */
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

/**
 * The mean without what single precision adds: readings are stored as `real`, which keeps seven digits. It
 * never leaves the extremes.
 */
export function meanOf({ sum, count, min, max }: Aggregate): number {
  const mean = Number((sum / count).toPrecision(7));
  return Math.min(max, Math.max(min, mean));
}

/** A period in whole local days, for the daily roll-up, and what is left at its ends, for the readings. */
export type DaySplit = { whole: { first: string; last: string } | null; rest: Period[] };

/** Splits a period. Both ends are inclusive to the millisecond. */
export function splitDays({ from, to }: Period, zone: string): DaySplit {
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

/** A part of a period, widened to whole local days as far as the period goes. */
export function wholeDaysWithin(part: Period, { from, to }: Period, zone: string): Period {
  const begin = startOfDay(siteDay(part.from, zone), zone);
  const end = startOfDay(addDays(siteDay(part.to, zone), 1), zone).getTime() - 1;
  return { from: begin > from ? begin : from, to: end < to.getTime() ? new Date(end) : to };
}

/** One index with the step that it was really cut by; the daily integrals may differ from the step of the rest. */
export type Cut = { index: string; step: Step; resolution: Series["resolution"]; buckets: Buckets };

/** What the series of one answer have in common. */
export type Subject = { area: string; jobId: string | null; zone: string };

/** Series with one object a point. */
export function toSeries(cuts: readonly Cut[], subject: Subject): Series[] {
  const startOf = bucketStarts(subject.zone);
  return cuts.map((cut) => ({
    ...headOf(cut, subject),
    points: inOrder(cut).map((bucket) => ({
      t: startOf(cut.step, bucket.key),
      mean: meanOf(bucket),
      min: bucket.min,
      max: bucket.max,
      count: bucket.count,
      filled: bucket.filled / bucket.count,
    })),
  }));
}

/** The same as columns, for our own charts. */
export function toColumns(cuts: readonly Cut[], subject: Subject): SeriesColumns[] {
  const startOf = bucketStarts(subject.zone);
  return cuts.map((cut) => {
    const buckets = inOrder(cut);
    return {
      ...headOf(cut, subject),
      t: packTimes(buckets.map((bucket) => startOf(cut.step, bucket.key))),
      mean: buckets.map(meanOf),
      min: buckets.map((bucket) => bucket.min),
      max: buckets.map((bucket) => bucket.max),
      count: buckets.map((bucket) => bucket.count),
      filled: buckets.map((bucket) => bucket.filled),
    };
  });
}

const inOrder = ({ buckets }: Cut): Aggregate[] => [...buckets.values()].sort((a, b) => a.key - b.key);

function headOf({ index, step, resolution }: Cut, { area, jobId }: Subject) {
  const unit = isIndexName(index) ? INDEX_FACTS[index].unit : null;
  return { index, unit, area, jobId, resolution, step: durationOf(step) };
}
