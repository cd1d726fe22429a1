/** What a plot says where it has nothing to draw. Pure. */
import type { Row, Stretch } from "./model";
import { PLOT_LEFT, PLOT_RIGHT } from "./plot-room";

/** A sentence in the middle of a plot, or of its part from the left edge to `until`, in pixels. */
export type Sentence = { words: string; until?: number };

/** Less room than this has no sentence, in pixels. */
const LEAST_ROOM = 120;

type Before = Stretch & { first: Row };

/**
 * The time shown before the first value; null where it is no longer than what is usual between two values.
 * @param half half the length of a bar, which begins before its middle, in milliseconds; 0 of a line
 * @param least in milliseconds
 */
export function timeBefore(
  rows: readonly Row[],
  window: Stretch,
  half: number,
  least: number,
): Before | null {
  const first = rows.find(({ point }) => point);
  if (!first || first.t - half - window.from < least) return null;
  return { from: window.from, to: first.t - half, first };
}

/**
 * Why there is nothing to draw, in the whole plot or before its first value; undefined where there is.
 * @param view `isRead`: whether the answer has come; `empty`: the words of a plot without a value; `hasOthers`: whether
 *   lines of others are drawn in it, which words before the first value would cross
 */
export function sentenceOf(
  drawn: { rows: readonly Row[]; last: Row | null; isOutside: boolean; before: Before | null },
  view: {
    window: Stretch;
    width: number;
    isRead: boolean;
    empty: string;
    hasOthers: boolean;
    when: (row: Row) => string;
  },
): Sentence | undefined {
  const { last, before } = drawn;
  const { window, when } = view;
  if (drawn.rows.length === 0) return view.isRead ? { words: view.empty } : undefined;
  if (last && drawn.isOutside)
    return { words: `One value a day: the last, of ${when(last)}, lies before this time.` };
  if (!before || view.hasOthers) return undefined;
  const room =
    ((before.to - before.from) / (window.to - window.from)) * (view.width - PLOT_LEFT - PLOT_RIGHT);
  if (room < LEAST_ROOM) return undefined;
  return { words: `No value in this time before ${when(before.first)}.`, until: PLOT_LEFT + room };
}
