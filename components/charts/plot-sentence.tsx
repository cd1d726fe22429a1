import { PLOT_LEFT, PLOT_RIGHT } from "./plot-room";
import type { Sentence } from "./sentences";

/** The words on the ground of the panel: no line and no shade of the plot runs through them. */
export function PlotSentence({ words, until }: Sentence) {
  return (
    <p
      className="pointer-events-none absolute inset-y-0 grid place-items-center text-center text-sm text-balance text-ink-3"
      style={
        until === undefined
          ? { left: PLOT_LEFT, right: PLOT_RIGHT }
          : { left: PLOT_LEFT, width: until - PLOT_LEFT }
      }
    >
      <span className="rounded-1 bg-surface px-2 py-0.5">{words}</span>
    </p>
  );
}
