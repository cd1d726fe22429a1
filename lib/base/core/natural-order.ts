import { segmentsOf } from "./paths";

const collator = new Intl.Collator("en", { numeric: true });

/** Natural order of names: "Bench 2" before "Bench 10". Never 0 for names that differ. */
export function compareNames(a: string, b: string): number {
  return collator.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);
}

/** Natural order of paths, level by level: an area comes before those below it. */
export function comparePaths(a: string, b: string): number {
  const left = segmentsOf(a);
  const right = segmentsOf(b);
  for (let level = 0; level < Math.min(left.length, right.length); level += 1) {
    const order = compareNames(left[level] ?? "", right[level] ?? "");
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

/**
 * Sorts items by `comparePaths`. Names repeat from house to house, so each distinct name is compared only once.
 */
export function inPathOrder<T extends { path: string }>(items: readonly T[]): T[] {
  const split = items.map((item) => ({ item, names: segmentsOf(item.path) }));
  const names = [...new Set(split.flatMap((one) => one.names))].sort(compareNames);
  const places = new Map(names.map((name, place) => [name, place]));
  return split
    .map(({ item, names }) => ({ item, key: names.map((name) => places.get(name) ?? 0) }))
    .sort((a, b) => compareKeys(a.key, b.key))
    .map(({ item }) => item);
}

function compareKeys(a: readonly number[], b: readonly number[]): number {
  for (let level = 0; level < Math.min(a.length, b.length); level += 1) {
    const order = (a[level] ?? 0) - (b[level] ?? 0);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}
