import type { TimeWindow } from "./chart-frame";
import { flagsOf, type PinnedNote } from "./pinned-notes";
import { PLOT_EDGE } from "./plot-room";

/** Small flags at the top of a plot, each on a pole down to its foot: where somebody pinned a note. */
export function NoteFlags(props: {
  notes: readonly PinnedNote[];
  window: TimeWindow;
  width: number;
  height: number;
}) {
  return flagsOf(props.notes, props.window, props.width).map(({ x, notes }) => (
    <g key={notes[0]?.id} data-note={notes.length}>
      <path d={`M${x} 0V${props.height - PLOT_EDGE}`} stroke="var(--text-3)" opacity={0.45} />
      <path d={`M${x} 0h10l-2.5 4 2.5 4h-10z`} fill="var(--text-2)" />
    </g>
  ));
}
