import type { PlainKey } from "./messages";

/** The names of what alerts are about: of alert types, and of the categories of plant alerts. */
export const KIND_WORDS = {
  HEALTH: "alertFacts.kinds.health",
  PRODUCTIVITY: "alertFacts.kinds.productivity",
  PLANT_CRITICAL_ALERT: "alertFacts.kinds.critical",
  PLANT_STRESS_ALERT: "alertFacts.kinds.stress",
  PLANT_LIGHT_ALERT: "alertFacts.kinds.light",
  PLANT_RECOVERY_ALERT: "alertFacts.kinds.recovery",
} as const satisfies Record<string, PlainKey>;

type Kind = keyof typeof KIND_WORDS;

/** The name of what an alert is about: "Health", or "Plant stress" for a plant alert. */
export function kindKey({ type, category }: { type: Kind | null; category: Kind | null }): PlainKey {
  const kind = type ?? category;
  return kind ? KIND_WORDS[kind] : "alertFacts.kinds.other";
}
