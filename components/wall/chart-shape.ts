import { nightsOf } from "@/components/charts/nights";
import type { WallLine } from "@/lib/display/wall/contract";

/** The geometry of a wall's chart: pure. */

export type Run = { filled: boolean; points: { t: number; v: number }[] };
export type ChartShape = {
  low: number;
  high: number;
  decimals: number;
  runs: Run[];
  last: { t: number; v: number } | null;
};

const HOUR = 3_600_000;

/** The line in runs without a gap, apart where it is interpolated; the scale in round numbers. */
export function chartShape(
  line: Pick<WallLine, "t" | "v" | "filled">,
  span: { from: number; to: number },
  zeroBased: boolean,
): ChartShape {
  const filled = new Set(line.filled);
  const points = line.t.map((t, at) => ({ t, v: line.v[at] ?? 0, filled: filled.has(at) }));
  const shown = points.filter(({ t }) => t >= span.from && t <= span.to);
  const runs: Run[] = [];
  for (const [at, point] of shown.entries()) {
    const before = shown[at - 1];
    const run = runs.at(-1);
    const follows = before !== undefined && point.t - before.t <= 1.5 * HOUR;
    if (run && follows && run.filled === point.filled) run.points.push(point);
    // A change of kind begins where the last run ended, so that the line has no hole.
    else runs.push({ filled: point.filled, points: follows && before ? [before, point] : [point] });
  }
  return {
    ...scaleOf(
      shown.map(({ v }) => v),
      zeroBased,
    ),
    runs,
    last: shown.at(-1) ?? null,
  };
}

/** From zero or the least value to the greatest, both rounded outwards to a round step. */
export function scaleOf(
  values: readonly number[],
  zeroBased: boolean,
): Pick<ChartShape, "low" | "high" | "decimals"> {
  if (values.length === 0) return { low: 0, high: 1, decimals: 0 };
  const least = zeroBased ? Math.min(0, ...values) : Math.min(...values);
  const most = Math.max(...values);
  const step = roundStep((most - least || Math.abs(most) || 1) / 4);
  const low = Math.floor(least / step + 1e-9) * step;
  const high = Math.max(low + step, Math.ceil(most / step - 1e-9) * step);
  return { low: tidy(low), high: tidy(high), decimals: step < 1 ? 1 : 0 };
}

function roundStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5, 10].find((one) => one * power >= rough) ?? 10;
  return Math.max(0.1, factor * power);
}

const tidy = (value: number) => Number(value.toFixed(6));

/** The nights by the area's own light, else by its Health, which is measured at night. */
export function nightsIn(
  light: WallLine | undefined,
  line: WallLine,
  span: { from: number; to: number },
): { from: number; to: number }[] {
  const series = [light, line].flatMap((one) =>
    one
      ? [
          {
            index: one.index,
            unit: one.unit,
            area: "",
            jobId: null,
            resolution: "hour" as const,
            step: "PT1H",
            points: one.t.map((t, at) => {
              const mean = one.v[at] ?? 0;
              return { t: new Date(t).toISOString(), mean, min: mean, max: mean, count: 1, filled: 0 };
            }),
          },
        ]
      : [],
  );
  return nightsOf(series)
    .map(({ from, to }) => ({ from: Math.max(from, span.from), to: Math.min(to, span.to) }))
    .filter(({ from, to }) => to > from);
}
