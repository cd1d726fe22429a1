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
