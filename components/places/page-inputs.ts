/** The settings of an area page in its address, and the reads of the page; the same on the server and in the browser. */
import {
  createLoader,
  parseAsBoolean,
  parseAsInteger,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs/server";
import type { TimeWindow } from "@/components/charts/plot/chart-frame";
import { INDICES } from "@/lib/base/core/indices";
import { DAY_MS, endOfHour, HOUR_MS, instantOf, siteDay, startOfDay, utcInstant } from "@/lib/base/core/time";
import type { SeriesInput } from "@/lib/farm/series/columns";
import { CHART_POINTS } from "@/lib/farm/series/contract";
import { windowOfDays } from "./days-window";

/** The id of the element around the charts. */
export const CHARTS_ID = "charts";

/** The presets of the charts, with their lengths. */
const LENGTHS = {
  "24h": 24 * HOUR_MS,
  "72h": 72 * HOUR_MS,
  "7d": 7 * DAY_MS,
  "30d": 30 * DAY_MS,
  "1y": 365 * DAY_MS,
};
type Range = keyof typeof LENGTHS;
export const RANGES = Object.keys(LENGTHS) as Range[];

/** The settings of the charts of an area in the address. */
export const CHART_VIEW = {
  range: parseAsStringLiteral(RANGES).withDefault("72h"),
  /** Chosen days of the site, `YYYY-MM-DD`, instead of a preset. */
  first: parseAsString,
  last: parseAsString,
  by: parseAsStringLiteral(["hour", "day"]).withDefault("hour"),
  /** A part of either, epoch milliseconds. */
  from: parseAsInteger,
  to: parseAsInteger,
  filled: parseAsBoolean.withDefault(true),
  show: parseAsStringLiteral(["indices", "chf"]).withDefault("indices"),
};

export const loadChartView = createLoader(CHART_VIEW);

type ChartView = {
  range: Range;
  first: string | null;
  last: string | null;
  by: "hour" | "day";
  from: number | null;
  to: number | null;
};

/**
 * The time shown; the same on the server and in the browser within an hour.
 * @param now epoch milliseconds
 */
export function windowShown(view: ChartView, zone: string, now: number): TimeWindow {
  const hour = endOfHour(now);
  const chosen =
    customWindow(view.from, view.to) ?? daysShown(view, zone, hour) ?? windowOf(view.range, hour);
  return view.by === "day" ? wholeDays(chosen, zone, hour) : chosen;
}

/** The time of the chosen days; null if there are none, or if they are not usable. */
export function daysShown(
  { first, last }: Pick<ChartView, "first" | "last">,
  zone: string,
  now: number,
): TimeWindow | null {
  const window = windowOfDays(first ?? "", last ?? "", zone, now);
  return "fault" in window ? null : window;
}

/** The time of a preset, ending at the next whole hour. */
export function windowOf(range: Range, now: number): TimeWindow {
  const to = endOfHour(now);
  return { from: to - LENGTHS[range], to };
}

/** The time window of an address; null if it has none, or one of less than an hour. */
export function customWindow(from: number | null, to: number | null): TimeWindow | null {
  return from !== null && to !== null && to - from >= HOUR_MS ? { from, to } : null;
}

/**
 * Widens a time to whole site days, because the mean of part of a day is not that day's mean. Today ends with this hour.
 * @param now epoch milliseconds
 */
export function wholeDays({ from, to }: TimeWindow, zone: string, now: number): TimeWindow {
  const dayOf = (at: number) => siteDay(new Date(at), zone);
  const end = instantOf(dayOf(to - 1), zone, 24).getTime();
  return {
    from: startOfDay(dayOf(from), zone).getTime(),
    to: Math.max(to, Math.min(end, endOfHour(now))),
  };
}

/** The ends of a time as RFC 3339 UTC. */
export function spanOf({ from, to }: TimeWindow): { from: string; to: string } {
  return { from: utcInstant(new Date(from)), to: utcInstant(new Date(to)) };
}

/**
 * The read of the series of an area's charts.
 * @param filled whether interpolated values are included
 */
export function areaSeriesInput(
  tenant: string | undefined,
  area: string,
  by: ChartView["by"],
  window: TimeWindow,
  filled: boolean,
): SeriesInput {
  const cut = by === "day" ? { resolution: "day" as const } : { maxPoints: String(CHART_POINTS) };
  const measured = filled ? {} : { includeFilled: "false" as const };
  return { tenant, area, index: [...INDICES], ...spanOf(window), ...cut, ...measured };
}

/** The read of the areas around a page; a null path is the first level. */
export function aroundInput(tenant: string | undefined, path: string | null) {
  return { query: { tenant, around: path ?? "" } };
}

/** The read of the open alerts beside the charts of an area. */
export function openAlertsInput(tenant: string | undefined, path: string) {
  return { query: { tenant, area: path, status: "open", order: "worst", limit: "50" } } as const;
}

/** The path of the only root; null if there are none or several. */
export function onlyRoot(items: readonly { path: string; parent: string | null }[]): string | null {
  const roots = items.filter((item) => item.parent === null);
  return roots.length === 1 ? (roots[0]?.path ?? null) : null;
}
