import { memo } from "react";

/** A row of hourly values as a line, broken where there is none; all of a page share one scale. */
export const Spark = memo(function Spark({
  values,
  domain,
  className = "wall-spark",
  width = 100,
  height = 30,
}: {
  values: readonly (number | null)[];
  domain: readonly [number, number];
  className?: string;
  width?: number;
  height?: number;
}) {
  return (
    <svg
      className={className}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={sparkPath(values, domain, width, height)} />
    </svg>
  );
});

/** A single value between two gaps is a dot: a line without a length, which round ends make visible. */
export function sparkPath(
  values: readonly (number | null)[],
  [low, high]: readonly [number, number],
  width: number,
  height: number,
): string {
  const range = high - low || 1;
  const pad = height * 0.08;
  const steps: string[] = [];
  for (const [at, value] of values.entries()) {
    if (value === null) continue;
    const x = ((at / Math.max(1, values.length - 1)) * width).toFixed(1);
    const y = (pad + (1 - (value - low) / range) * (height - 2 * pad)).toFixed(1);
    const follows = at > 0 && values[at - 1] !== null;
    const ends = values[at + 1] === undefined || values[at + 1] === null;
    steps.push(follows ? `L${x} ${y}` : ends ? `M${x} ${y}h0` : `M${x} ${y}`);
  }
  return steps.join("");
}

/** The least and greatest of all values; null without any. */
export function domainOf(rows: readonly (readonly (number | null)[] | null)[]): [number, number] | null {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const row of rows) {
    for (const value of row ?? []) {
      if (value === null) continue;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  }
  return low <= high ? [low, high] : null;
}
