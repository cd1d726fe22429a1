/** The texts of the chart of one index. Pure; times in epoch milliseconds. */
import { indexLabel } from "@/components/ui/index-mark";
import { formatIndexValue } from "@/lib/base/core/numbers";
import type { Stretch } from "@/lib/base/core/stretches";
import { formatDuration, HOUR_MS } from "@/lib/base/core/time";
import { extentOf, PLOT_LEFT, plotWidth } from "./geometry";
import { type Row, rowValues } from "./rows";

const HALF_AN_HOUR = HOUR_MS / 2;

/** The gap at an instant, unless a point is within half an hour. */
export function gapAt(gaps: readonly Stretch[], t: number, row: Row | null): Stretch | null {
  if (row && Math.abs(row.t - t) < HALF_AN_HOUR) return null;
  return gaps.find((gap) => t > gap.from && t < gap.to) ?? null;
}

type When = (row: Row) => string;

/** The value under the cursor in words; within a gap its length. */
export function describeValue(
  row: Row | null,
  index: string,
  unit: string | null,
  when: When,
  gap: Stretch | null,
): string {
  if (gap) return `no data for ${formatDuration(gap.to - gap.from)}`;
  if (!row?.point) return "no value here";
  return `${when(row)}: ${formatIndexValue(row.point.mean, index)} ${unit ?? ""}`;
}

/** A chart in one sentence, for screen readers. */
export function chartSummary(index: string, unit: string | null, rows: Row[], when: When): string {
  const label = indexLabel(index);
  const extent = extentOf(rowValues(rows));
  const last = rows.findLast((row) => row.point);
  if (!extent || !last?.point) return `${label}: no value in this time.`;
  const [low, high] = extent.map((value) => formatIndexValue(value, index));
  return `${label}: last ${formatIndexValue(last.point.mean, index)} ${unit ?? ""}, ${when(last)}, lowest ${low}, highest ${high}.`;
}

/** A sentence in the middle of a plot, or of its part from the left edge to `until`, in pixels. */
export type Sentence = { words: string; until?: number };

/** In pixels. */
export const MIN_SENTENCE_ROOM = 120;

type Before = Stretch & { first: Row };

/**
 * The part of the window before the first value; null where it is shorter than `minLength`.
 * @param half half the length of a bar in milliseconds, 0 for a line
 * @param minLength in milliseconds
 */
export function timeBeforeFirst(
  rows: readonly Row[],
  window: Stretch,
  half: number,
  minLength: number,
): Before | null {
  const first = rows.find(({ point }) => point);
  if (!first || first.t - half - window.from < minLength) return null;
  return { from: window.from, to: first.t - half, first };
}

/**
 * The reason why nothing is drawn in the plot, or before its first value; undefined where something is.
 * @param plot `last`: the last row with a value, which `isOutside` the window or not; `isRead`: the answer has come;
 *   `empty`: the sentence of a plot without values; `hasOthers`: it has lines of others, which a sentence before the
 *   first value would cross
 */
export function plotSentence(plot: {
  rows: readonly Row[];
  last: Row | null;
  isOutside: boolean;
  before: Before | null;
  window: Stretch;
  width: number;
  isRead: boolean;
  empty: string;
  hasOthers: boolean;
  when: When;
}): Sentence | undefined {
  const { last, before, window, when } = plot;
  if (plot.rows.length === 0) return plot.isRead ? { words: plot.empty } : undefined;
  if (last && plot.isOutside)
    return { words: `One value a day: the last, of ${when(last)}, lies before this time.` };
  if (!before || plot.hasOthers) return undefined;
  const room = ((before.to - before.from) / (window.to - window.from)) * plotWidth(plot.width);
  if (room < MIN_SENTENCE_ROOM) return undefined;
  return { words: `No value in this time before ${when(before.first)}.`, until: PLOT_LEFT + room };
}
