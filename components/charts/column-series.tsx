/** Columns of fluorescence as the charts draw them. */

import { HOUR_MS } from "@/lib/base/core/time";
import type { ColumnSeries } from "@/lib/farm/measurements/contract";
import type { Series } from "@/lib/farm/series/contract";
import { CHF_COLUMNS, CHF_VALUE_COLUMNS, type ChfValueColumn } from "@/lib/service/contract";
import { type Stretch, stepLength } from "./model";
import { lightOf, paceOf } from "./pace";

/** What is looked at first: the yields in the dark and in the light, and what is given off as heat. */
const FIRST: readonly ChfValueColumn[] = ["fv_fm", "fqx_fmx", "npq"];

/** Those of the columns on offer that are wanted, in the order of the interface; never none. */
export function chosenAmong(
  columns: readonly ChfValueColumn[],
  wanted: readonly ChfValueColumn[] | null,
): ChfValueColumn[] {
  const chosen = CHF_VALUE_COLUMNS.filter(
    (column) => columns.includes(column) && (wanted ?? FIRST).includes(column),
  );
  return chosen.length > 0 ? chosen : columns.slice(0, 1);
}

/** A column as a series: nothing of it is interpolated, and it has no unit. */
export function asSeries({ column, step, points }: ColumnSeries, area: string): Series {
  return {
    index: column,
    unit: null,
    area,
    jobId: null,
    resolution: step.startsWith("PT") ? "hour" : "day",
    step,
    points: points.map((point) => ({ ...point, filled: 0 })),
  };
}

/** Which part of the plants' day is shown. */
export type Light = "any" | "day" | "night";

/** A bucket longer than this may hold day and night. */
const LONGEST_TOLD = 2 * HOUR_MS;

/** Whether the points of a series can be told by day and night. */
export function tellsLight({ step }: Pick<Series, "step">, nights: readonly Stretch[]): boolean {
  return nights.length > 0 && stepLength(step) <= LONGEST_TOLD;
}

/** The points of the plants' day or night: a point belongs where the middle of its time lies. */
export function pointsByLight(series: Series, light: Light, nights: readonly Stretch[]): Series {
  if (light === "any") return series;
  const half = stepLength(series.step) / 2;
  const isNight = (t: number) => nights.some(({ from, to }) => t >= from && t < to);
  const points = series.points.filter(({ t }) => isNight(Date.parse(t) + half) === (light === "night"));
  return { ...series, points };
}

const MEANINGS: Record<string, string> = CHF_COLUMNS;

/** Under a chart: what its column means, and whether it comes by day or at night only; room for two lines of it. */
export function ColumnNote({
  column,
  series,
  nights,
}: {
  column: string;
  /** Undefined until it has come. */
  series: Pick<Series, "step" | "points"> | undefined;
  nights: readonly Stretch[];
}) {
  const light = series && lightOf(series.points, paceOf(series.points, stepLength(series.step)), nights);
  return (
    <p className="mt-1 min-h-[2lh] text-xs text-ink-3">
      {[MEANINGS[column], light].filter(Boolean).join("; ")}
    </p>
  );
}
