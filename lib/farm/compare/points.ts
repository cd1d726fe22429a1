/** Combines the points of several series by their times. Pure. */

import { groupBy } from "@/lib/base/core/group-by";
import { segmentsOf } from "@/lib/base/core/paths";
import type { Point } from "@/lib/farm/series/contract";

/** Drops the digits that floating point adds to a difference. */
const exact = (value: number) => Number(value.toFixed(6));

/**
 * Subtracts the mean of the reference from means and extremes at the same time; times without a counterpart are left
 * out. The interpolated share is the larger one.
 */
export function differenceTo(points: readonly Point[], reference: readonly Point[]): Point[] {
  const means = new Map(reference.map((point) => [point.t, point]));
  return points.flatMap((point) => {
    const other = means.get(point.t);
    if (!other) return [];
    return [
      {
        t: point.t,
        mean: exact(point.mean - other.mean),
        min: exact(point.min - other.mean),
        max: exact(point.max - other.mean),
        count: point.count,
        filled: Math.max(point.filled, other.filled),
      },
    ];
  });
}

/** Pools series with the same buckets: points at the same time become one. */
export function poolPoints(parts: readonly (readonly Point[])[]): Point[] {
  if (parts.length === 1) return [...(parts[0] ?? [])];
  const found = new Map<number, Point>();
  for (const point of parts.flat()) {
    const before = found.get(point.t);
    found.set(point.t, before ? pooled(before, point) : point);
  }
  return [...found.values()].sort((a, b) => a.t - b.t);
}

function pooled(one: Point, other: Point): Point {
  const count = one.count + other.count;
  return {
    t: one.t,
    mean: (one.mean * one.count + other.mean * other.count) / count,
    min: Math.min(one.min, other.min),
    max: Math.max(one.max, other.max),
    count,
    filled: (one.filled * one.count + other.filled * other.count) / count,
  };
}

/**
 * The fewest areas that cover the paths: for each site the deepest area that its paths share. Read with a job's name, it
 * gives the same values as all of them together.
 */
export function coveringAreas(paths: readonly string[]): string[] {
  const bySite = groupBy(paths.map(segmentsOf), ([site]) => site ?? "");
  return [...bySite.values()].map((own) => sharedSegments(own).join("#"));
}

function sharedSegments(paths: readonly (readonly string[])[]): readonly string[] {
  const [first = [], ...rest] = paths;
  const end = first.findIndex((name, depth) => rest.some((path) => path[depth] !== name));
  return end < 0 ? first : first.slice(0, end);
}
