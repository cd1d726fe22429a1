import { segmentsOf } from "./paths";

const collator = new Intl.Collator("en", { numeric: true });

/** Natural order of names: "Bench 2" before "Bench 10". Never 0 for names that differ. */
export function compareNames(a: string, b: string): number {
  return collator.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);
}

/** Natural order of paths, level by level: an area stands before what is below it. */
export function comparePaths(a: string, b: string): number {
  const left = segmentsOf(a);
  const right = segmentsOf(b);
  for (let level = 0; level < Math.min(left.length, right.length); level += 1) {
    const order = compareNames(left[level] ?? "", right[level] ?? "");
    if (order !== 0) return order;
  }
  return left.length - right.length;
}
