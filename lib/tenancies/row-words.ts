const ASKED = "HEALTH";

/**
 * How many rows came for a query of Health, and of which indices where others are among them.
 * @param ofIndex how many rows carry a value, by the name of their index
 */
export function rowsInWords(rows: number, ofIndex: ReadonlyMap<string, number>): string {
  const all = `${rows.toLocaleString("en")} rows`;
  const ofHealth = ofIndex.get(ASKED) ?? 0;
  const others = ofIndex.size - (ofIndex.has(ASKED) ? 1 : 0);
  if (others === 0) return all;
  const indices = ofIndex.size === 1 ? "1 index" : `${ofIndex.size} indices`;
  return `${all} of ${indices}, ${ofHealth === 0 ? "none" : ofHealth.toLocaleString("en")} of Health`;
}
