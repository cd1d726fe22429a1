/** Where notes stand above a plot, and which of them the cursor is near. Pure. */
import { PLOT_LEFT, PLOT_RIGHT } from "./plot-room";

type Window = { from: number; to: number };

/** What somebody pinned to a time, in words: "sprayed, R. Bakker". */
export type PinnedNote = { id: string; t: number; words: string };

/** Flags closer than this would hide each other: one stands for all, in pixels. */
const APART = 12;
/** How long a flag is, in pixels. */
export const FLAG = 10;
/** So near the cursor has to be, in pixels. */
const REACH = 8;

const perPixel = ({ from, to }: Window, width: number) =>
  (to - from) / Math.max(width - PLOT_LEFT - PLOT_RIGHT, 1);

/** Which way a flag flies: at the end of the plot back into it, unless the one before is in its way. */
export function flightOf(x: number, before: number | undefined, width: number): 1 | -1 {
  const isAtEnd = x + FLAG > width - PLOT_RIGHT;
  return isAtEnd && (before === undefined || x - before > 2 * FLAG + 2) ? -1 : 1;
}

/** The flags within the window, in pixels from the left; one may stand for several notes. */
export function flagsOf(
  notes: readonly PinnedNote[],
  window: Window,
  width: number,
): { x: number; notes: PinnedNote[] }[] {
  const scale = perPixel(window, width);
  const flags: { x: number; notes: PinnedNote[] }[] = [];
  const inside = notes.filter(({ t }) => t >= window.from && t <= window.to).sort((a, b) => a.t - b.t);
  for (const note of inside) {
    const x = PLOT_LEFT + (note.t - window.from) / scale;
    const last = flags.at(-1);
    if (last && x - last.x < APART) last.notes.push(note);
    else flags.push({ x, notes: [note] });
  }
  return flags;
}

/** The notes of the flags that an instant is near, oldest first. */
export function notesNear(
  notes: readonly PinnedNote[],
  t: number,
  window: Window,
  width: number,
): PinnedNote[] {
  const x = PLOT_LEFT + (t - window.from) / perPixel(window, width);
  const near = flagsOf(notes, window, width)
    .map((flag) => ({ ...flag, far: Math.abs(flag.x - x) }))
    .filter(({ far }) => far <= REACH)
    .sort((a, b) => a.far - b.far);
  return near[0]?.notes ?? [];
}

/** "sprayed, R. Bakker; and 2 more"; null without any. */
export function noteWords(notes: readonly PinnedNote[]): string | null {
  const [first, ...others] = notes;
  if (!first) return null;
  return others.length === 0 ? first.words : `${first.words}; and ${others.length} more`;
}
