import type { TimeWindow } from "./chart-frame";
import { flagsOf, type PinnedNote } from "./pinned-notes";
import { PLOT_EDGE, PLOT_RIGHT } from "./plot-room";
import { endAbove, type TextBox } from "./text-boxes";

const FLAG = 10;

/**
 * Small flags at the top of a plot, each on a pole down to its foot: where somebody pinned a note. What is written in
 * the plot stays clear of the poles.
 */
export function NoteFlags(props: {
  notes: readonly PinnedNote[];
  window: TimeWindow;
  width: number;
  height: number;
  texts: readonly TextBox[];
}) {
  return flagsOf(props.notes, props.window, props.width).map(({ x, notes }) => {
    // At the end of the plot it flies back into it.
    const fly = x + FLAG > props.width - PLOT_RIGHT ? -1 : 1;
    return (
      <g key={notes[0]?.id} data-note={notes.length}>
        <path
          d={`M${x} 0V${endAbove(x, props.texts, props.height - PLOT_EDGE)}`}
          stroke="var(--text-3)"
          opacity={0.45}
        />
        <path
          d={`M${x} 0h${fly * FLAG}l${fly * -2.5} 4 ${fly * 2.5} 4h${fly * -FLAG}z`}
          fill="var(--text-2)"
        />
      </g>
    );
  });
}
