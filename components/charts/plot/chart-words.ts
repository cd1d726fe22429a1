/** The texts of the chart of one index. Pure; times in epoch milliseconds. */
import { indexLabel } from "@/components/ui/index-mark";
import type { Stretch } from "@/lib/base/core/stretches";
import { HOUR_MS } from "@/lib/base/core/time";
import type { Words } from "@/lib/base/words/words";
import { extentOf, PLOT_LEFT, plotWidth } from "./geometry";
import { gapWords } from "./overlay-layout";
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
  words: Words,
  row: Row | null,
  index: string,
  unit: string | null,
  when: When,
  gap: Stretch | null,
): string {
  if (gap) return gapWords(words, gap);
  if (!row?.point) return words.t("charts.noValueHere");
  const value = words.formatIndexValue(row.point.mean, index);
  return words.t("charts.value", { time: when(row), value, unit: unit ?? "" });
}

/** A chart in one sentence, for screen readers. */
export function chartSummary(
  { t, formatIndexValue }: Words,
  index: string,
  unit: string | null,
  rows: Row[],
  when: When,
): string {
  const label = indexLabel(index);
  const extent = extentOf(rowValues(rows));
  const last = rows.findLast((row) => row.point);
  if (!extent || !last?.point) return t("charts.summaryOfNone", { index: label });
  const [low, high] = extent;
  return t("charts.summary", {
    ...{ index: label, value: formatIndexValue(last.point.mean, index), unit: unit ?? "", time: when(last) },
    ...{ low: formatIndexValue(low, index), high: formatIndexValue(high, index) },
  });
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
export function plotSentence(
  { t }: Words,
  plot: {
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
  },
): Sentence | undefined {
  const { last, before, window, when } = plot;
  if (plot.rows.length === 0) return plot.isRead ? { words: plot.empty } : undefined;
  if (last && plot.isOutside) return { words: t("charts.lastBefore", { time: when(last) }) };
  if (!before || plot.hasOthers) return undefined;
  const room = ((before.to - before.from) / (window.to - window.from)) * plotWidth(plot.width);
  if (room < MIN_SENTENCE_ROOM) return undefined;
  return { words: t("charts.before", { time: when(before.first) }), until: PLOT_LEFT + room };
}
