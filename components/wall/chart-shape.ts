/** The geometry of the charts and small lines of a wall. Pure. */
import { nightsOf } from "@/components/charts/nights";
import { type SparkPoint, sparkShape } from "@/components/charts/spark-shape";
import { INDEX_FACTS, isIndexName } from "@/lib/base/core/indices";
import { HOUR_MS } from "@/lib/base/core/time";
import type { WallLine } from "@/lib/display/wall/contract";

export type Run = { filled: boolean; points: { t: number; v: number }[] };
export type ChartShape = {
  low: number;
  high: number;
  decimals: number;
  runs: Run[];
  last: { t: number; v: number } | null;
};

/** Splits a line into runs at gaps and at changes between measured and interpolated; the scale is in round numbers. */
export function chartShape(
  line: Pick<WallLine, "index" | "t" | "v" | "filled">,
  span: { from: number; to: number },
): ChartShape {
  const filled = new Set(line.filled);
  const points = line.t.map((t, at) => ({ t, v: line.v[at] ?? 0, filled: filled.has(at) }));
  const shown = points.filter(({ t }) => t >= span.from && t <= span.to);
  const runs: Run[] = [];
  for (const [at, point] of shown.entries()) {
    const before = shown[at - 1];
    const run = runs.at(-1);
    const follows = before !== undefined && point.t - before.t <= 1.5 * HOUR_MS;
    if (run && follows && run.filled === point.filled) run.points.push(point);
    // A run of another kind starts at the last point of the run before, so that the line has no gap.
    else runs.push({ filled: point.filled, points: follows && before ? [before, point] : [point] });
  }
  return {
    ...roundScale(
      shown.map(({ v }) => v),
      isIndexName(line.index) && INDEX_FACTS[line.index].zeroBased,
    ),
    runs,
    last: shown.at(-1) ?? null,
  };
}

/** The scale from the lowest value, or zero, to the highest, both rounded outwards to a round step. */
export function roundScale(
  values: readonly number[],
  zeroBased: boolean,
): Pick<ChartShape, "low" | "high" | "decimals"> {
  if (values.length === 0) return { low: 0, high: 1, decimals: 0 };
  const min = zeroBased ? Math.min(0, ...values) : Math.min(...values);
  const max = Math.max(...values);
  const step = roundStep((max - min || Math.abs(max) || 1) / 4);
  const low = Math.floor(min / step + 1e-9) * step;
  const high = Math.max(low + step, Math.ceil(max / step - 1e-9) * step);
  return { low: tidy(low), high: tidy(high), decimals: step < 1 ? 1 : 0 };
}

function roundStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5, 10].find((one) => one * power >= rough) ?? 10;
  return Math.max(0.1, factor * power);
}

const tidy = (value: number) => Number(value.toFixed(6));

/** The nights in a time range by the area's PPFD, else by its Health, which is measured at night. */
export function nightsIn(
  light: WallLine | undefined,
  line: WallLine,
  span: { from: number; to: number },
): { from: number; to: number }[] {
  const series = [light, line].flatMap((one) => {
    if (!one) return [];
    const points = one.t.map((t, at) => ({ t, mean: one.v[at] ?? 0 }));
    return [{ index: one.index, step: "PT1H", points }];
  });
  return nightsOf(series)
    .map(({ from, to }) => ({ from: Math.max(from, span.from), to: Math.min(to, span.to) }))
    .filter(({ from, to }) => to > from);
}

/** The hourly values of a tile as points, from the first hour on. */
export function hourlyPoints(values: readonly (number | null)[]): SparkPoint[] {
  return values.flatMap((value, hour) => (value === null ? [] : [{ t: hour * HOUR_MS, value }]));
}

/** Hourly values as a path. A value between two gaps becomes a line of length 0, which round caps draw as a dot. */
export function sparkPath(
  values: readonly (number | null)[],
  domain: readonly [number, number],
  width: number,
  height: number,
): string {
  const to = (values.length - 1) * HOUR_MS;
  const box = { from: 0, to, width, height, padX: 0, padY: height * 0.08 };
  const { path, dots } = sparkShape(hourlyPoints(values), box, domain);
  return path + dots.map(({ x, y }) => `M${x} ${y}h0`).join("");
}
