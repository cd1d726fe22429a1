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

/** The resolution that contract.md names for a step. */
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
