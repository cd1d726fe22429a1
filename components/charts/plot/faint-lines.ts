/** The faint lines of others behind the own line of a chart. Pure; times in epoch milliseconds. */
import type { TimeWindow } from "./chart-frame";
import type { PlotScale } from "./geometry";

/** A line of another subject, identified by its name. */
export type FaintLine = { name: string; points: readonly { t: number; value: number }[] };
/** One part of a band that changes with time. */
export type BandStep = { from: number; to: number; low: number; high: number };

/** The shortest distance between points: a line breaks where more is missing. */
export function samplingStep(lines: readonly FaintLine[]): number {
  let step = Number.POSITIVE_INFINITY;
  for (const { points } of lines)
    for (const [index, point] of points.entries()) {
      const before = points[index - 1];
      if (before && point.t > before.t) step = Math.min(step, point.t - before.t);
    }
  return step;
}

type Scale = Pick<PlotScale, "toX" | "toY">;

/** A line as an SVG path, which breaks where points are missing. */
export function linePath(line: FaintLine, step: number, { toX, toY }: Scale): string {
  let before: number | null = null;
  return line.points
    .map(({ t, value }) => {
      const joins = before !== null && t - before <= 1.6 * step;
      before = t;
      return `${joins ? "L" : "M"}${toX(t).toFixed(1)} ${toY(value).toFixed(1)}`;
    })
    .join("");
}

/** The value of the point nearest to an instant, at most a step away; null without one. */
export function valueAt(line: FaintLine, t: number, step: number): number | null {
  let best: { t: number; value: number } | null = null;
  for (const point of line.points)
    if (Math.abs(point.t - t) <= step && (!best || Math.abs(point.t - t) < Math.abs(best.t - t)))
      best = point;
  return best?.value ?? null;
}

/** The line nearest to a point of the plot, at most `reach` away in value; null without one. */
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

/** Lowest and highest of the faint lines and the band within the window; null without any. */
export function faintExtent(
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
