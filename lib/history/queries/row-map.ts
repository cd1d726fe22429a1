/**
 * Maps row numbers to hours, so that any row of a result can be read without those before it. Hours are in UTC, counted
 * from 1970; instants are epoch milliseconds. Pure.
 */
import { HOUR_MS } from "@/lib/base/core/time";

/** A part of a count that takes less time makes the next one longer, one that takes more makes it shorter. */
const SHORT_MS = 500;
const LONG_MS = 2_000;
const GROWTH = 3;

export type RowMap = {
  /** The first hour. */
  first: number;
  /** `starts[n]` is the number of the first row of hour `first + n`; the last entry is the number of rows. */
  starts: number[];
  total: number;
};

/** A range of rows: those of some hours, both ends inclusive, without the first `skip`, at most `limit`. */
export type RowRange = { from: number; to: number; skip: number; limit: number };

/** @param counts rows of each hour from `first` on, hours without any included */
export function makeRowMap(first: number, counts: readonly number[]): RowMap {
  const starts = [0];
  let total = 0;
  for (const count of counts) {
    total += count;
    starts.push(total);
  }
  return { first, starts, total };
}

/** Counts of consecutive hours, as {@link makeRowMap} takes them, from the hours that have rows. */
export function fillHours(hours: readonly { hour: number; rows: number }[]): {
  first: number;
  counts: number[];
} {
  const first = hours[0]?.hour ?? 0;
  const length = hours.length === 0 ? 0 : (hours.at(-1)?.hour ?? first) - first + 1;
  const counts = new Array<number>(length).fill(0);
  for (const { hour, rows } of hours) counts[hour - first] = rows;
  return { first, counts };
}

/** The hour that holds a row: the last one that begins at or before its number. */
function findHour({ starts }: RowMap, row: number): number {
  let low = 0;
  let high = starts.length - 2;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= row) low = middle;
    else high = middle - 1;
  }
  return Math.max(0, low);
}

/** The range that starts with a row; null where there is no such row. */
export function rangeFrom(map: RowMap, row: number, limit: number): RowRange | null {
  if (row < 0 || row >= map.total) return null;
  const begin = findHour(map, row);
  const end = findHour(map, Math.min(row + limit, map.total) - 1);
  return {
    from: (map.first + begin) * HOUR_MS,
    to: (map.first + end + 1) * HOUR_MS - 1,
    skip: row - (map.starts[begin] ?? 0),
    limit: Math.min(limit, map.total - row),
  };
}

/** The number of the first row at or after the hour of an instant. */
export function rowAt({ first, starts, total }: RowMap, at: number): number {
  const hour = Math.floor(at / HOUR_MS) - first;
  if (hour <= 0) return 0;
  return Math.min(starts[Math.min(hour, starts.length - 1)] ?? total, Math.max(0, total - 1));
}

/**
 * Splits a period into consecutive parts of some `size` rows, or a single hour: rows that are stored while they are read
 * are not lost.
 */
export function splitPeriod(
  { first, starts }: RowMap,
  period: { from: number; to: number },
  size: number,
): { from: number; to: number }[] {
  const parts: { from: number; to: number }[] = [];
  let from = period.from;
  let begun = 0;
  for (let hour = 1; hour < starts.length - 1; hour += 1) {
    if ((starts[hour + 1] ?? 0) - begun <= size) continue;
    const end = (first + hour) * HOUR_MS;
    if (end <= from || end > period.to) continue;
    parts.push({ from, to: end - 1 });
    from = end;
    begun = starts[hour] ?? 0;
  }
  return [...parts, { from, to: period.to }];
}

/** The length of the next part of a count, in hours, by the length and duration of the last one. */
export function nextPartHours(hours: number, tookMs: number): number {
  if (tookMs < SHORT_MS) return hours * GROWTH;
  return tookMs > LONG_MS ? Math.max(1, Math.floor(hours / GROWTH)) : hours;
}
