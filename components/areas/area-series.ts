import { createLoader, parseAsBoolean, parseAsInteger, parseAsStringLiteral } from "nuqs/server";
import type { TimeWindow } from "@/components/charts/chart-frame";
import { CHART_POINTS } from "@/components/charts/point-budget";
import { INDICES } from "@/lib/base/core/indices";
import { HOUR_MS, utcInstant } from "@/lib/base/core/time";
import type { SeriesInput } from "@/lib/farm/series/columns";
import { customWindow, RANGES, type Range, wholeDays, windowOf } from "./range";

/** What the address says about the charts of an area. */
export const CHART_VIEW = {
  range: parseAsStringLiteral(RANGES).withDefault("72h"),
  by: parseAsStringLiteral(["hour", "day"]).withDefault("hour"),
  from: parseAsInteger,
  to: parseAsInteger,
  filled: parseAsBoolean.withDefault(true),
  show: parseAsStringLiteral(["indices", "chf"]).withDefault("indices"),
};

/** The element that the charts stand in. */
export const CHARTS_ID = "charts";

export const loadChartView = createLoader(CHART_VIEW);

type ChartView = { range: Range; by: "hour" | "day"; from: number | null; to: number | null };

/**
 * The time that is shown: the same on the server and in the browser for the whole hour.
 * @param now epoch milliseconds
 */
export function windowShown({ range, by, from, to }: ChartView, zone: string, now: number): TimeWindow {
  const hour = Math.ceil(now / HOUR_MS) * HOUR_MS;
  const chosen = customWindow(from, to) ?? windowOf(range, hour);
  return by === "day" ? wholeDays(chosen, zone, hour) : chosen;
}

/** The ends of a time as the calls take them. */
export function spanOf({ from, to }: TimeWindow): { from: string; to: string } {
  return { from: utcInstant(new Date(from)), to: utcInstant(new Date(to)) };
}

/**
 * What the charts of an area ask for.
 * @param filled whether interpolated values are among them
 */
export function areaSeriesInput(
  tenant: string,
  area: string,
  by: ChartView["by"],
  window: TimeWindow,
  filled: boolean,
): SeriesInput {
  const cut = by === "day" ? { resolution: "day" as const } : { maxPoints: String(CHART_POINTS) };
  const measured = filled ? {} : { includeFilled: "false" as const };
  return { tenant, area, index: [...INDICES], ...spanOf(window), ...cut, ...measured };
}
