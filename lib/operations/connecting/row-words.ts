const ASKED = "HEALTH";

/** `28 rows`. */
export const rowsInWords = (rows: number) => `${rows.toLocaleString("en")} ${rows === 1 ? "row" : "rows"}`;

/**
 * Where rows of other indices came for a query of Health: how many, and of how many indices.
 * @param ofIndex how many rows carry a value, by the name of their index
 */
export function othersInWords(ofIndex: ReadonlyMap<string, number>): string | null {
  const health = ofIndex.get(ASKED) ?? 0;
  const names = [...ofIndex.keys()].filter((name) => name !== ASKED);
  if (names.length === 0) return null;
  const indices = names.length === 1 ? "another index" : `${names.length} other indices`;
  if (health === 0) return `None is of Health, which was asked for: they are of ${indices}`;
  const others = names.reduce((sum, name) => sum + (ofIndex.get(name) ?? 0), 0);
  return `${isOrAre(health)} of Health, ${isOrAre(others)} of ${indices}`;
}

const isOrAre = (count: number) => `${count.toLocaleString("en")} ${count === 1 ? "is" : "are"}`;
