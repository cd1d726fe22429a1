/**
 * How many points a page's charts ask for. The server reads them before anybody knows how wide a plot will be, and one
 * that is dragged wider must not read them all again: so it is one number for all, at least a point for each pixel
 * column of a plot in two columns or on a phone. Each point keeps the extremes of its bucket.
 */
export const CHART_POINTS = 720;
