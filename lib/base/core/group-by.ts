/** Groups items by a key, in order of first appearance; each group keeps its order. */
export function groupBy<K, T>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** Splits a list into runs: an item that does not join the one before begins a new run. */
export function splitRuns<T>(items: readonly T[], joins: (before: T, item: T) => boolean): T[][] {
  const runs: T[][] = [];
  items.forEach((item, place) => {
    const before = items[place - 1];
    if (before !== undefined && joins(before, item)) runs.at(-1)?.push(item);
    else runs.push([item]);
  });
  return runs;
}
