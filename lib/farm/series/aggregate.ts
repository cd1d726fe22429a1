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
