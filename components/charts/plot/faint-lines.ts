/** The faint lines of others behind the own line of a chart. Pure; times in epoch milliseconds. */
import { splitRuns } from "@/lib/base/core/group-by";
import { overlaps } from "@/lib/base/core/stretches";
import type { TimeWindow } from "./chart-frame";
import { nearestBy, type PlotScale, pathThrough } from "./geometry";
import { isGap } from "./rows";

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

/** A line as an SVG path, which breaks where points are missing. */
export function linePath({ points }: FaintLine, step: number, scale: Pick<PlotScale, "toX" | "toY">): string {
  const parts = splitRuns(points, (before, point) => !isGap(before.t, point.t, step));
  return parts.map((part) => pathThrough(part, scale)).join("");
}

/** The value of the point nearest to an instant, at most a step away; null without one. */
export function valueAt(line: FaintLine, t: number, step: number): number | null {
  return nearestBy(line.points, (point) => Math.abs(point.t - t), step)?.value ?? null;
}

/** The line nearest to a point of the plot, at most `reach` away in value; null without one. */
export function lineAt(
  lines: readonly FaintLine[],
  at: { t: number; value: number },
  step: number,
  reach: number,
): FaintLine | null {
  return nearestBy(lines, (line) => Math.abs((valueAt(line, at.t, step) ?? Number.NaN) - at.value), reach);
}

/** The values of the faint lines within the window, and those of the band. */
export function faintValues(
  lines: readonly FaintLine[],
  band: readonly BandStep[],
  window: TimeWindow,
): number[] {
  const points = lines.flatMap((line) => line.points.filter(({ t }) => t >= window.from && t <= window.to));
  const steps = band.filter((step) => overlaps(step, window));
  return [...points.map(({ value }) => value), ...steps.flatMap(({ low, high }) => [low, high])];
}
