/** The eight indices in the order of the columns of `readings` and of the bits of its masks. */
export const INDICES = [
  "HEALTH",
  "EFFICIENCY",
  "ALPHA",
  "PRODUCTIVITY",
  "PEI",
  "DPI",
  "DLI",
  "PPFD",
] as const;
export type IndexName = (typeof INDICES)[number];

/** Plain facts about an index: docs/spec/product.md "Indices", docs/spec/service-interface.md "Indices". */
export type IndexFacts = {
  label: string;
  unit: string;
  /** Name of its column in `readings`. */
  column: string;
  /** Token of its hue: `--ix-<hue>`. */
  hue: string;
  /** One value a day: never averaged over hours. */
  daily: boolean;
  /** Signed around an ideal of zero. */
  signed: boolean;
  /** The scale of a chart begins at zero. */
  zeroBased: boolean;
  meaning: string;
  /** The service's plans that bring it (docs/spec/service-interface.md "Indices"). */
  plan: "all" | "selected";
};

export const INDEX_FACTS: Record<IndexName, IndexFacts> = {
  HEALTH: {
    label: "Health",
    unit: "Fv/Fm index",
    column: "health",
    hue: "health",
    daily: false,
    signed: false,
    zeroBased: false,
    meaning: "Fv/Fm at night; higher is stronger",
    plan: "all",
  },
  EFFICIENCY: {
    label: "Light-use efficiency",
    unit: "index",
    column: "efficiency",
    hue: "efficiency",
    daily: false,
    signed: false,
    zeroBased: false,
    meaning: "Share of absorbed light used for photochemistry",
    plan: "all",
  },
  ALPHA: {
    label: "Alpha",
    unit: "%",
    column: "alpha",
    hue: "alpha",
    daily: false,
    signed: true,
    zeroBased: false,
    meaning: "Measured minus expected efficiency; zero is as expected",
    plan: "selected",
  },
  PRODUCTIVITY: {
    label: "Productivity",
    unit: "µmol/m²/s",
    column: "productivity",
    hue: "productivity",
    daily: false,
    signed: false,
    zeroBased: true,
    meaning: "Photosynthetic activity; follows growth rate",
    plan: "selected",
  },
  PEI: {
    label: "Plant energy balance",
    unit: "index",
    column: "pei",
    hue: "pei",
    daily: false,
    signed: true,
    zeroBased: false,
    meaning: "0 is ideal; −25 to +25 is nominal",
    plan: "selected",
  },
  DPI: {
    label: "Daily photosynthesis integral",
    unit: "mol/m²/day",
    column: "dpi",
    hue: "dpi",
    daily: true,
    signed: false,
    zeroBased: true,
    meaning: "Photosynthesis of a day; one value a day",
    plan: "selected",
  },
  DLI: {
    label: "Daily light integral",
    unit: "mol/m²/day",
    column: "dli",
    hue: "dli",
    daily: true,
    signed: false,
    zeroBased: true,
    meaning: "Light of a day; one value a day",
    plan: "selected",
  },
  PPFD: {
    label: "PPFD",
    unit: "µmol/m²/s",
    column: "ppfd",
    hue: "ppfd",
    daily: false,
    signed: false,
    zeroBased: true,
    meaning: "Photosynthetic light at leaf level",
    plan: "selected",
  },
};

/** Returns true if a name is one of the eight, compared case-sensitively. */
export function isIndexName(name: string): name is IndexName {
  return (INDICES as readonly string[]).includes(name);
}

/** One line of help: the meaning of an index and its plans; "" for an unknown one. */
export function indexHelp(index: string): string {
  if (!isIndexName(index)) return "";
  const { meaning, plan } = INDEX_FACTS[index];
  return `${meaning}. ${plan === "all" ? "In every plan." : "In selected plans."}`;
}

/** Says that not every plan has an index, with a leading space, for places without a value; "" if every plan has it. */
export function lackWords(index: string): string {
  return isIndexName(index) && INDEX_FACTS[index].plan === "selected"
    ? " Only selected plans include it."
    : "";
}
