import type { TimeWindow } from "./chart-frame";
import { FLAG, flagsOf, flightOf, type PinnedNote } from "./pinned-notes";
import { PLOT_EDGE } from "./plot-room";
import { endAbove, type TextBox } from "./text-boxes";

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
  return flagsOf(props.notes, props.window, props.width).map(({ x, notes }, at, flags) => {
    const fly = flightOf(x, flags[at - 1]?.x, props.width);
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
