/** Columns of ChF measurements for charts. Pure: runs on the server and in the browser. */

import type { Stretch } from "@/lib/base/core/stretches";
import { HOUR_MS } from "@/lib/base/core/time";
import type { ColumnSeries } from "@/lib/farm/measurements/contract";
import type { Series } from "@/lib/farm/series/contract";
import { CHF_VALUE_COLUMNS, type ChfValueColumn } from "@/lib/service/contract";
import { isNight } from "./nights";
import { stepLength } from "./plot/rows";

/** Charted by default: the yields in the dark and in the light, and the loss as heat. */
const DEFAULT_COLUMNS: readonly ChfValueColumn[] = ["fv_fm", "fqx_fmx", "npq"];

/** The wanted columns among the available ones in the order of the interface, at least one. */
export function chooseColumns(
  columns: readonly ChfValueColumn[],
  wanted: readonly ChfValueColumn[] | null,
): ChfValueColumn[] {
  const chosen = CHF_VALUE_COLUMNS.filter(
    (column) => columns.includes(column) && (wanted ?? DEFAULT_COLUMNS).includes(column),
  );
  return chosen.length > 0 ? chosen : columns.slice(0, 1);
}

/** A column of an answer as a series, which has no unit and nothing interpolated. */
export function columnSeries({ column, step, points }: ColumnSeries, area: string): Series {
  return {
    index: column,
    unit: null,
    area,
    jobId: null,
    resolution: step.startsWith("PT") ? "hour" : "day",
    step,
    points: points.map((point) => ({ ...point, t: Date.parse(point.t), filled: 0 })),
  };
}

/** The shown part of the plants' day. */
export type Light = "any" | "day" | "night";

/** A longer bucket may contain day and night. */
const MAX_BUCKET_BY_LIGHT = 2 * HOUR_MS;

/** Returns true if the points of a series can be divided into day and night. */
export function isDividedByLight({ step }: Pick<Series, "step">, nights: readonly Stretch[]): boolean {
  return nights.length > 0 && stepLength(step) <= MAX_BUCKET_BY_LIGHT;
}

/** Keeps the points of day or night, by the middle of their bucket. */
export function pointsByLight(series: Series, light: Light, nights: readonly Stretch[]): Series {
  if (light === "any") return series;
  const half = stepLength(series.step) / 2;
  const points = series.points.filter(({ t }) => isNight(t + half, nights) === (light === "night"));
  return { ...series, points };
}
