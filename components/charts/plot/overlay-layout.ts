/** Places alerts, notes, gaps and texts in a plot. Pure; in pixels of the plot. */
import { SEVERITY_LEVELS, type SeverityLevel } from "@/components/ui/severity";
import type { Stretch } from "@/lib/base/core/stretches";
import type { Words } from "@/lib/base/words/words";
import type { PinnedNote, TimeWindow } from "./chart-frame";
import { nearestBy, PLOT_RIGHT, timeScale } from "./geometry";

/** One severity of an alert over a time; `to` null: it lasts. */
export type SpanStep = { level: SeverityLevel; word: string; from: number; to: number | null };
export type AlertSpan = { alertId: string; steps: SpanStep[] };

export const ALERT_COLOURS: Record<SeverityLevel, string> = {
  high: "var(--high)",
  medium: "var(--medium)",
  low: "var(--low)",
  plain: "var(--control)",
};

/** 0 is the worst. */
export const severityRank = (step: { level: SeverityLevel }) => SEVERITY_LEVELS.indexOf(step.level);

export type PlacedStep = SpanStep & { alertId: string; key: string; x: number; width: number };

/** Sorts by severity, so that the worse are drawn over the others. */
export const worstLast = <S extends { level: SeverityLevel }>(steps: readonly S[]): S[] =>
  steps.toSorted((a, b) => severityRank(b) - severityRank(a));

/** Places the steps of alerts within the window, in pixels. */
export function placeSteps(spans: readonly AlertSpan[], window: TimeWindow, width: number): PlacedStep[] {
  const toX = timeScale(window, width);
  return spans.flatMap((span) =>
    span.steps
      .filter((step) => step.from < window.to && (step.to ?? window.to) > window.from)
      .map((step) => {
        const x = toX(Math.max(step.from, window.from));
        const end = toX(Math.min(step.to ?? window.to, window.to));
        const key = `${span.alertId}-${step.from}-${step.level}`;
        return { ...step, alertId: span.alertId, key, x, width: Math.max(end - x, 3) };
      }),
  );
}

/** Onsets closer than this share one line, in pixels. */
const ONSETS_APART = 8;

/** The steps that begin within the window; of those too close for a line each, the worst. */
export function onsetsIn(steps: readonly PlacedStep[], window: TimeWindow): PlacedStep[] {
  const onsets: { at: number; step: PlacedStep }[] = [];
  const begun = steps.filter((step) => step.from >= window.from).sort((a, b) => a.x - b.x);
  for (const step of begun) {
    const last = onsets.at(-1);
    if (!last || step.x - last.at >= ONSETS_APART) onsets.push({ at: step.x, step });
    else if (severityRank(step) < severityRank(last.step)) last.step = step;
  }
  return onsets.map(({ step }) => step);
}

/** Flags closer than this become one, in pixels. */
const FLAGS_APART = 12;
/** The length of a flag, in pixels. */
export const FLAG = 10;
/** The reach of a flag for the cursor, in pixels. */
const FLAG_REACH = 8;

/** 1 to the right; -1 to the left at the end of the plot, unless the flag before is in the way. */
export function flagDirection(x: number, before: number | undefined, width: number): 1 | -1 {
  const isAtEnd = x + FLAG > width - PLOT_RIGHT;
  return isAtEnd && (before === undefined || x - before > 2 * FLAG + 2) ? -1 : 1;
}

/** Places the flags within the window, in pixels; one flag may hold several notes. */
export function placeFlags(
  notes: readonly PinnedNote[],
  window: TimeWindow,
  width: number,
): { x: number; notes: PinnedNote[] }[] {
  const toX = timeScale(window, width);
  const flags: { x: number; notes: PinnedNote[] }[] = [];
  const inside = notes.filter(({ t }) => t >= window.from && t <= window.to).sort((a, b) => a.t - b.t);
  for (const note of inside) {
    const x = toX(note.t);
    const last = flags.at(-1);
    if (last && x - last.x < FLAGS_APART) last.notes.push(note);
    else flags.push({ x, notes: [note] });
  }
  return flags;
}

/** The notes of the flag nearest to an instant, oldest first. */
export function notesNear(
  notes: readonly PinnedNote[],
  t: number,
  window: TimeWindow,
  width: number,
): PinnedNote[] {
  const x = timeScale(window, width)(t);
  const flags = placeFlags(notes, window, width);
  return nearestBy(flags, (flag) => Math.abs(flag.x - x), FLAG_REACH)?.notes ?? [];
}

/** "sprayed, R. Bakker; and 2 more"; null without any. */
export function noteWords({ t }: Words, notes: readonly PinnedNote[]): string | null {
  const [first, ...others] = notes;
  if (!first) return null;
  const { words: note } = first;
  return others.length === 0 ? note : t("charts.moreNotes", { note, count: others.length });
}

/** The room of a text, from `top` to the foot of the plot, in pixels. */
export type TextBox = { left: number; right: number; top: number };

/** Between a text and a line. */
const CLEAR = 3;

/** The end of a vertical line from above: the foot, or the top of a text in its way. */
export function endAbove(x: number, texts: readonly TextBox[], foot: number): number {
  const inTheWay = texts.filter(({ left, right }) => x > left - CLEAR && x < right + CLEAR);
  return Math.min(foot, ...inTheWay.map(({ top }) => top));
}

/** The room above a sentence in the middle of a plot. */
const ABOVE_SENTENCE = 20;

/** The room of a sentence between two x positions, for any number of lines. */
export const sentenceBox = (left: number, right: number): TextBox => ({ left, right, top: ABOVE_SENTENCE });

const LETTER = 6.2;
/** The height of the text of a gap above its bracket. */
const TEXT_ABOVE = 20;

export type Bracket = { from: number; to: number; gap: Stretch; words: string | null };

/** Places the brackets of gaps, each with the longest text that fits, else null. */
export function placeBrackets(words: Words, gaps: readonly Stretch[], toX: (t: number) => number): Bracket[] {
  return gaps.map((gap) => {
    const [from, to] = [toX(gap.from), toX(gap.to)];
    const variants = [gapWords(words, gap), words.formatDuration(gap.to - gap.from)];
    return { from, to, gap, words: variants.find((text) => textWidth(text) <= to - from) ?? null };
  });
}

/** `no data for 1 d 3 h`. */
export const gapWords = ({ t, formatDuration }: Words, { from, to }: Stretch) =>
  t("charts.noData", { length: formatDuration(to - from) });

const textWidth = (words: string) => words.length * LETTER;

/** The room of the texts of brackets. */
export function bracketTexts(brackets: readonly Bracket[], foot: number): TextBox[] {
  return brackets.flatMap(({ from, to, words }) => {
    if (words === null) return [];
    const [middle, half] = [(from + to) / 2, textWidth(words) / 2];
    return [{ left: middle - half, right: middle + half, top: foot - TEXT_ABOVE }];
  });
}

/** The bar of an hour in a month is a few pixels wide, its link is not. */
const MIN_LINK = 24;

/**
 * The places of links over bars, in pixels: at least 24 wide, and none over another. What lies under worse ones is cut to its
 * widest free part, and left out where that is too narrow to hit.
 * @param bars the worst last
 */
export function placeLinks<B extends { left: number; length: number }>(
  bars: readonly B[],
  plotWidth: number,
): (B & { width: number })[] {
  const taken: { left: number; right: number }[] = [];
  return bars.toReversed().flatMap((bar) => {
    const wanted = Math.max(bar.length, MIN_LINK);
    const from = Math.max(0, Math.min(bar.left - (wanted - bar.length) / 2, plotWidth - wanted));
    let free = [{ left: from, right: from + wanted }];
    for (const { left, right } of taken)
      free = free.flatMap((part) =>
        [
          { left: part.left, right: Math.min(part.right, left) },
          { left: Math.max(part.left, right), right: part.right },
        ].filter((one) => one.right > one.left),
      );
    const [widest] = free.toSorted((a, b) => b.right - b.left - (a.right - a.left));
    if (!widest || widest.right - widest.left < MIN_LINK) return [];
    taken.push(widest);
    return [{ ...bar, left: widest.left, width: widest.right - widest.left }];
  });
}
