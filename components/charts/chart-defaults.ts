/** The order of the indices in charts and menus: what alerts are about first, then light. */
export const CHART_ORDER = [
  "HEALTH",
  "EFFICIENCY",
  "PRODUCTIVITY",
  "PEI",
  "PPFD",
  "ALPHA",
  "DLI",
  "DPI",
] as const;

/**
 * Points that every chart reads. The server reads them before the width of a plot is known, and a resized plot must not
 * read again, so that it is one number: at least a point per pixel column of a plot in two columns or on a phone. Each
 * point keeps the extremes of its bucket.
 */
export const CHART_POINTS = 720;
