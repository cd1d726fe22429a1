import { PLOT_LEFT, PLOT_RIGHT } from "./plot-room";

/**
 * The focus of a chart: a ring around its plot alone, since the words of the axes stand within what has the focus,
 * which is the `group/plot` around it.
 */
export function PlotRing({ top = 0, bottom = 0 }: { top?: number; bottom?: number }) {
  return (
    <span
      aria-hidden="true"
      className="pointer-events-none absolute hidden rounded-1 outline-2 outline-offset-2 outline-focus group-focus-visible/plot:block"
      style={{ left: PLOT_LEFT, right: PLOT_RIGHT, top, bottom }}
    />
  );
}
