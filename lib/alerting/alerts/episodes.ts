/**
 * Episodes: an alert that closed as REPLACED and the one that took its place. The service names no successor,
 * so it is inferred when it is read, and nothing of it is stored.
 */

/** How far from the closing of a replaced alert its successor may begin. */
export const REPLACED_WITHIN_MINUTES = 15;

/** Two alerts of one job and kind that could be one episode. Times in epoch milliseconds. */
export type Pair = { earlierId: string; laterId: string; since: number; closedAt: number; begins: number };

export type Links = { replacedBy: Map<string, string>; continues: Map<string, Pair> };

/**
 * Which alert goes on with which: each replaced one with the nearest that begins around its closing; where
 * several were replaced by the same one, it continues the nearest of these. Equal distances go by alert id.
 * @param candidates for every alert in question all that it could be paired with, and all of theirs
 */
export function linkEpisodes(candidates: readonly Pair[]): Links {
  const successors = nearestOf(candidates, ({ earlierId, laterId }) => [earlierId, laterId]);
  const predecessors = nearestOf(successors, ({ laterId, earlierId }) => [laterId, earlierId]);
  return {
    replacedBy: new Map(successors.map((pair) => [pair.earlierId, pair.laterId])),
    continues: new Map(predecessors.map((pair) => [pair.laterId, pair])),
  };
}

const distance = ({ closedAt, begins }: Pair) => Math.abs(begins - closedAt);

/** One pair for each key, the nearest; `keyOf` gives the key and what decides at equal distance. */
function nearestOf(pairs: readonly Pair[], keyOf: (pair: Pair) => [key: string, tie: string]): Pair[] {
  const best = new Map<string, Pair>();
  for (const pair of pairs) {
    const [key, tie] = keyOf(pair);
    const known = best.get(key);
    const nearer = known ? distance(pair) - distance(known) : -1;
    if (nearer < 0 || (nearer === 0 && known && tie < keyOf(known)[1])) best.set(key, pair);
  }
  return [...best.values()];
}
