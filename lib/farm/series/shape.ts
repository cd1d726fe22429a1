import { INDEX_FACTS, isIndexName } from "@/lib/base/core/indices";
import { type Aggregate, type Buckets, meanOf } from "./aggregate";
import { bucketStarts, durationOf, type Step } from "./buckets";
import { packTimes, type SeriesColumns } from "./columns";
import type { Series } from "./contract";

/** One index with the step that it was really cut by; the daily integrals may differ from the step of the rest. */
export type Cut = { index: string; step: Step; resolution: Series["resolution"]; buckets: Buckets };

/** What the series of one answer have in common. */
export type Subject = { area: string; jobId: string | null; zone: string };

/** Series as contract.md writes them ("Read API", series): one object a point. */
export function toSeries(cuts: readonly Cut[], subject: Subject): Series[] {
  const startOf = bucketStarts(subject.zone);
  return cuts.map((cut) => ({
    ...headOf(cut, subject),
    points: inOrder(cut).map((bucket) => ({
      t: new Date(startOf(cut.step, bucket.key)).toISOString(),
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
