/** Where words stand within a plot, which thin lines leave clear. Pure. */
import { formatDuration } from "@/lib/base/core/time";
import type { Stretch } from "./model";

/** From `left` to `right`, from `top` down, in pixels of the plot. */
export type TextBox = { left: number; right: number; top: number };

/** Between words and a line. */
const CLEAR = 3;

/** Where a line that comes from above at `x` ends: at the foot, or above the words in its way. */
export function endAbove(x: number, texts: readonly TextBox[], foot: number): number {
  const inTheWay = texts.filter(({ left, right }) => x > left - CLEAR && x < right + CLEAR);
  return Math.min(foot, ...inTheWay.map(({ top }) => top));
}

/** A sentence in the middle of a plot leaves this much above it. */
const ABOVE_SENTENCE = 20;

/** The room of a sentence that stands between two places of a plot, however many lines it takes. */
export const sentenceBox = (left: number, right: number): TextBox => ({ left, right, top: ABOVE_SENTENCE });

const LETTER = 6.2;
/** How far above its bracket the words of a gap reach. */
const WORDS_ABOVE = 20;

export type Bracket = { from: number; to: number; gap: Stretch; words: string | null };

/** The brackets of gaps in pixels: each with its length where there is room, in words before alone. */
export function bracketsOf(gaps: readonly Stretch[], toX: (t: number) => number): Bracket[] {
  return gaps.map((gap) => {
    const [from, to] = [toX(gap.from), toX(gap.to)];
    const ways = [gapWords(gap), formatDuration(gap.to - gap.from)];
    return { from, to, gap, words: ways.find((words) => widthOf(words) <= to - from) ?? null };
  });
}

/** `no data 1 d 3 h`. */
export const gapWords = ({ from, to }: Stretch) => `no data ${formatDuration(to - from)}`;

const widthOf = (words: string) => words.length * LETTER;

/** Where the words of brackets stand. */
export function bracketTexts(brackets: readonly Bracket[], foot: number): TextBox[] {
  return brackets.flatMap(({ from, to, words }) => {
    if (words === null) return [];
    const [middle, half] = [(from + to) / 2, widthOf(words) / 2];
    return [{ left: middle - half, right: middle + half, top: foot - WORDS_ABOVE }];
  });
}
