/** The order of charts and of choices among them: what an alert is about first, then light, then the rest. */
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
