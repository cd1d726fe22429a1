import type { Sentence } from "./chart-words";
import { PLOT_LEFT, PLOT_RIGHT } from "./geometry";

/** The focus ring around the plot alone: the focused element, `group/plot`, also holds the labels of the axes. */
export function PlotRing({ top = 0, bottom = 0 }: { top?: number; bottom?: number }) {
  return (
    <span
      aria-hidden="true"
      className="pointer-events-none absolute hidden rounded-1 outline-2 outline-offset-2 outline-focus group-focus-visible/plot:block"
      style={{ left: PLOT_LEFT, right: PLOT_RIGHT, top, bottom }}
    />
  );
}

/** A sentence in the middle of a plot, on a background that hides the lines behind it. */
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
