/** The layout of a plot in pixels, its scales, and its zoom. Pure; times in epoch milliseconds. */

import { INDEX_FACTS, isIndexName } from "@/lib/base/core/indices";
import { HOUR_MS } from "@/lib/base/core/time";
import type { Words } from "@/lib/base/words/words";
import type { TimeLimits, TimeWindow } from "./chart-frame";

/** Room to the left for the ticks of the value axis, and to the right for the last label. */
export const PLOT_LEFT = 38;
export const PLOT_RIGHT = 10;
/** Room above and below, so that the first and the last tick label are whole. */
export const PLOT_EDGE = 8;
/** The heights of the alerts above a plot and of the axis below. */
export const ALERTS_HEIGHT = 28;
export const TIME_AXIS_HEIGHT = 38;

/** The width between the left and the right margin, at least one pixel. */
export const plotWidth = (width: number) => Math.max(width - PLOT_LEFT - PLOT_RIGHT, 1);

/** Maps an instant to its pixel, also outside the window. */
export function timeScale({ from, to }: TimeWindow, width: number): (t: number) => number {
  const scale = plotWidth(width) / (to - from);
  return (t) => PLOT_LEFT + (t - from) * scale;
}

/** The edges of a plot, and its maps of instants and values to pixels. */
export function plotScale(
  window: TimeWindow,
  [low, high]: readonly [number, number],
  width: number,
  height: number,
) {
  const [top, bottom] = [PLOT_EDGE, height - PLOT_EDGE];
  return {
    ...{ left: PLOT_LEFT, right: width - PLOT_RIGHT, top, bottom },
    toX: timeScale(window, width),
    toY: (value: number) => top + ((high - value) / (high - low)) * (bottom - top),
  };
}
export type PlotScale = ReturnType<typeof plotScale>;

/** The SVG path of an unbroken line, in tenths of a pixel. */
export function pathThrough(
  points: readonly { t: number; value: number }[],
  { toX, toY }: Pick<PlotScale, "toX" | "toY">,
): string {
  return `M${points.map(({ t, value }) => `${toX(t).toFixed(1)} ${toY(value).toFixed(1)}`).join("L")}`;
}

/** The item with the smallest distance, at most `reach`; the first of equal ones, null without any. */
export function nearestBy<T>(
  items: readonly T[],
  distance: (item: T) => number,
  reach = Number.POSITIVE_INFINITY,
): T | null {
  let best: { item: T; far: number } | null = null;
  for (const item of items) {
    const far = distance(item);
    if (far <= reach && (!best || far < best.far)) best = { item, far };
  }
  return best?.item ?? null;
}

/** Limits an instant or value to its bounds. */
export const clamp = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high);

/** Returns true if values of an index carry their sign and zero has its line. */
export const isSignedIndex = (index: string) => isIndexName(index) && INDEX_FACTS[index].signed;

/** Formats the ticks of an axis with as many decimals as they need: steps of 0.25 need two. */
export function tickFormat(
  { formatSigned, formatValue }: Words,
  ticks: readonly number[],
  isSigned: boolean,
): (value: number) => string {
  const fits = (decimals: number) =>
    ticks.every((tick) => Math.abs(tick - Number(tick.toFixed(decimals))) < 1e-9);
  const decimals = [0, 1].find(fits) ?? 2;
  return (value) => (isSigned ? formatSigned : formatValue)(value, decimals);
}

type Extent = [number, number];

/** Lowest and highest; null without values. */
export function extentOf(values: readonly number[]): Extent | null {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return low <= high ? [low, high] : null;
}

/** Smallest spans of the axis: indices have one decimal, ChF yields are ratios with two. */
const MIN_INDEX_SPAN = 0.5;
const MIN_OTHER_SPAN = 0.04;

/** The scale for values of an index, or for differences of them. Signed values include zero. */
export function scaleFor(index: string, values: readonly number[], isDifference = false) {
  const facts = isIndexName(index) ? INDEX_FACTS[index] : undefined;
  const [low, high] = extentOf(values) ?? (isDifference ? [-5, 5] : emptyExtent(index));
  if (isDifference || facts?.signed) return niceScale(Math.min(low, 0), Math.max(high, 0), false);
  return niceScale(low, high, facts?.zeroBased ?? false, facts ? MIN_INDEX_SPAN : MIN_OTHER_SPAN);
}

/** Keeps the axes of a plot without values. */
function emptyExtent(index: string): Extent {
  if (!isIndexName(index)) return [0, 1];
  if (INDEX_FACTS[index].signed) return [-25, 25];
  return INDEX_FACTS[index].zeroBased ? [0, 20] : [50, 90];
}

/**
 * Two to five round ticks within the bounds, and the domain that they need.
 * @param minSpan the smallest span of a domain, so that values that hardly differ do not look like mountains
 */
export function niceScale(
  low: number,
  high: number,
  zeroBased: boolean,
  minSpan = MIN_INDEX_SPAN,
): { domain: Extent; ticks: number[] } {
  const from = zeroBased ? Math.min(0, low) : low;
  const span = Math.max(high - from, Math.abs(high) * 0.02, minSpan);
  const step = roundStep(span / 4);
  const bottom = zeroBased && from === 0 ? 0 : Math.floor((from - span * 0.04) / step) * step;
  const top = Math.max(Math.ceil((high + span * 0.04) / step) * step, bottom + 2 * step);
  const count = Math.round((top - bottom) / step);
  const between = (count > 4 ? 2 : 1) * step;
  // Multiples of the distance between ticks, so that zero in view is one of them.
  const lowest = Math.ceil(bottom / between - 1e-6) * between;
  const ticks = Array.from({ length: Math.floor((top - lowest) / between + 1e-6) + 1 }, (_, index) =>
    round(lowest + index * between),
  );
  return { domain: [round(bottom), round(top)], ticks };
}

const round = (value: number) => Math.round(value * 1e6) / 1e6;

function roundStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  // Steps of 0.025 would need three decimals, which the axis has no room for.
  const factors = power < 0.099 ? [1, 2, 5, 10] : [1, 2, 2.5, 5, 10];
  const nearest = factors.find((factor) => factor * power >= rough * 0.999) ?? 10;
  return nearest * power;
}

const MIN_WINDOW = 2 * HOUR_MS;
const MAX_WINDOW = 366 * 24 * HOUR_MS;

/**
 * Zooms a window while one instant stays in place.
 * @param factor above 1 shows more time, below 1 less
 */
export function zoomAt(window: TimeWindow, at: number, factor: number, limits: TimeLimits): TimeWindow {
  const length = window.to - window.from;
  const next = clamp(length * factor, MIN_WINDOW, MAX_WINDOW);
  const share = length > 0 ? (at - window.from) / length : 0.5;
  const from = at - share * next;
  return limited({ from, to: from + next }, limits);
}

/** Moves a window by some milliseconds, not beyond its limits. */
export function panBy(window: TimeWindow, by: number, limits: TimeLimits): TimeWindow {
  return limited({ from: window.from + by, to: window.to + by }, limits);
}

/** Limits the length and the ends of a window; the length is kept where it can be. */
function limited(
  window: TimeWindow,
  { earliest = Number.NEGATIVE_INFINITY, latest }: TimeLimits,
): TimeWindow {
  const longest = Math.min(MAX_WINDOW, latest - earliest);
  const length = clamp(window.to - window.from, Math.min(MIN_WINDOW, longest), longest);
  const to = Math.min(Math.max(window.from, earliest) + length, latest);
  return { from: to - length, to };
}

/** The zoom factor of a wheel event: a notch of a mouse is about a sixth, a pinch follows the fingers. */
export function wheelFactor(deltaY: number, deltaMode: number): number {
  const pixels = deltaMode === 1 ? deltaY * 16 : deltaY;
  return Math.exp(clamp(pixels, -120, 120) * 0.0015);
}
