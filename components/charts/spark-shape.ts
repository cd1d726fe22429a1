/** The geometry of a sparkline. Pure; times in epoch milliseconds. Apart from the component, so that walls load less. */
import { splitRuns } from "@/lib/base/core/group-by";
import { HOUR_MS } from "@/lib/base/core/time";

export type SparkPoint = { t: number; value: number };
export type Domain = readonly [low: number, high: number];

/** Points of an answer. */
export function sparkPoints(points: readonly { t: string; value: number }[]): SparkPoint[] {
  return points.map(({ t, value }) => ({ t: Date.parse(t), value }));
}

/** The lowest and highest value of several lines, for a grid with one scale; null without any. */
export function sparkDomain(lines: readonly (readonly SparkPoint[])[]): Domain | null {
  const values = lines.flat().map((point) => point.value);
  return values.length === 0 ? null : [Math.min(...values), Math.max(...values)];
}

/** A longer silence breaks the line. */
const MAX_GAP = 1.5 * HOUR_MS;

type Box = { from: number; to: number; width: number; height: number; padX: number; padY: number };

/**
 * Places hourly points in a box, in pixels.
 * @param box `from` and `to` in epoch milliseconds; the paddings are left free on either side
 * @returns `path`: the line, broken at gaps; `dots`: points between two gaps; `end`: the newest point
 */
export function sparkShape(
  points: readonly SparkPoint[],
  { from, to, width, height, padX, padY }: Box,
  domain = sparkDomain([points]),
) {
  if (!domain) return { path: "", dots: [], end: null };
  const [low, high] = domain;
  const place = ({ t, value }: SparkPoint) => ({
    x: round(padX + ((t - from) / Math.max(1, to - from)) * (width - 2 * padX)),
    y: round(high === low ? height / 2 : padY + ((high - value) / (high - low)) * (height - 2 * padY)),
  });
  const runs = splitRuns(points, (before, point) => point.t - before.t <= MAX_GAP).map((run) =>
    run.map(place),
  );
  const lines = runs.filter((run) => run.length > 1);
  return {
    path: lines.map((run) => `M${run.map(({ x, y }) => `${x} ${y}`).join("L")}`).join(""),
    dots: runs.filter((run) => run.length === 1).flat(),
    end: runs.at(-1)?.at(-1) ?? null,
  };
}

const round = (value: number) => Math.round(value * 10) / 10;
