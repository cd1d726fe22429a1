/**
 * Episodes: an alert closed as REPLACED and its successor. The service names no successor, so it is inferred on reading
 * and never stored.
 */

/** The longest time between the close of a replaced alert and the beginning of its successor. */
export const REPLACED_WITHIN_MINUTES = 15;

/** Two alerts of one job and kind that may be one episode. Times in epoch milliseconds. */
export type Pair = { earlierId: string; laterId: string; since: number; closedAt: number; begins: number };

export type Links = { replacedBy: Map<string, string>; continues: Map<string, Pair> };

/**
 * Links each replaced alert to the one that begins nearest to its close. An alert that replaced several continues the
 * nearest of them. Equal distances are decided by alert id.
 * @param candidates all pairs of every alert in question, and all pairs of those
 */
export function linkEpisodes(candidates: readonly Pair[]): Links {
  const successors = nearestPairs(candidates, ({ earlierId, laterId }) => [earlierId, laterId]);
  const predecessors = nearestPairs(successors, ({ laterId, earlierId }) => [laterId, earlierId]);
  return {
    replacedBy: new Map(successors.map((pair) => [pair.earlierId, pair.laterId])),
    continues: new Map(predecessors.map((pair) => [pair.laterId, pair])),
  };
}

const distance = ({ closedAt, begins }: Pair) => Math.abs(begins - closedAt);

/** The nearest pair of each key; `keyOf` returns the key and the tie-breaker. */
function nearestPairs(pairs: readonly Pair[], keyOf: (pair: Pair) => [key: string, tie: string]): Pair[] {
  const best = new Map<string, Pair>();
  for (const pair of pairs) {
    const [key, tie] = keyOf(pair);
    const known = best.get(key);
    const nearer = known ? distance(pair) - distance(known) : -1;
    if (nearer < 0 || (nearer === 0 && known && tie < keyOf(known)[1])) best.set(key, pair);
  }
  return [...best.values()];
}
