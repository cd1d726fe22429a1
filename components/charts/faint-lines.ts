import type { TimeWindow } from "./chart-frame";

/** A line of something else than the chart's own subject, known by its name. */
export type FaintLine = { name: string; points: readonly { t: number; value: number }[] };
/** A part of a band: from when until when, and how low and high. */
export type BandStep = { from: number; to: number; low: number; high: number };

/** How far apart the points of faint lines are: a line breaks where more is missing. */
export function stepOf(lines: readonly FaintLine[]): number {
  let step = Number.POSITIVE_INFINITY;
  for (const { points } of lines)
    for (const [index, point] of points.entries()) {
      const before = points[index - 1];
      if (before && point.t > before.t) step = Math.min(step, point.t - before.t);
    }
  return step;
}

type Scale = { toX: (t: number) => number; toY: (value: number) => number };

/** A line as a path: it breaks where points are missing. */
export function pathOf(line: FaintLine, step: number, { toX, toY }: Scale): string {
  let before: number | null = null;
  return line.points
    .map(({ t, value }) => {
      const joins = before !== null && t - before <= 1.6 * step;
      before = t;
      return `${joins ? "L" : "M"}${toX(t).toFixed(1)} ${toY(value).toFixed(1)}`;
    })
    .join("");
}

/** The value of a line at an instant: that of its nearest point, no further than a step away. */
export function valueAt(line: FaintLine, t: number, step: number): number | null {
  let best: { t: number; value: number } | null = null;
  for (const point of line.points)
    if (Math.abs(point.t - t) <= step && (!best || Math.abs(point.t - t) < Math.abs(best.t - t)))
      best = point;
  return best?.value ?? null;
}

/** The line that passes nearest to a point of the plot, no further than `reach` in value; null where none does. */
export function lineAt(
  lines: readonly FaintLine[],
  at: { t: number; value: number },
  step: number,
  reach: number,
): FaintLine | null {
  let best: { line: FaintLine; distance: number } | null = null;
  for (const line of lines) {
    const value = valueAt(line, at.t, step);
    const distance = value === null ? Number.POSITIVE_INFINITY : Math.abs(value - at.value);
    if (distance <= reach && (!best || distance < best.distance)) best = { line, distance };
  }
  return best?.line ?? null;
}

/** Lowest and highest of all that is drawn beside the line itself, within the window; null where there is nothing. */
export function besideExtent(
  lines: readonly FaintLine[],
  band: readonly BandStep[],
  { from, to }: TimeWindow,
): [number, number] | null {
  const values = lines.flatMap(({ points }) =>
    points.filter(({ t }) => t >= from && t <= to).map(({ value }) => value),
  );
  for (const step of band) if (step.to > from && step.from < to) values.push(step.low, step.high);
  if (values.length === 0) return null;
  return values.reduce<[number, number]>(
    ([low, high], value) => [Math.min(low, value), Math.max(high, value)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
}
