/** Room to the left for the ticks of the value axis, and to the right for the last label, in pixels. */
export const PLOT_LEFT = 38;
export const PLOT_RIGHT = 10;
/** Room above and below, so that the first and last tick's words are whole. */
export const PLOT_EDGE = 8;
/** Height of the alerts above a plot, in pixels. */
export const SPANS_HEIGHT = 28;
