import { comparePaths } from "@/lib/base/core/natural-order";
import { isWithin, parentOf } from "@/lib/base/core/paths";

/** More faint lines than this cannot be told apart. */
const MOST = 24;

/** The parents of the areas that an alert is in; null is above the roots. */
export function parentsOf(places: readonly string[]): (string | null)[] {
  return [...new Set(places.map(parentOf))];
}

/**
 * The areas to compare an alert's own with: those beside them, in the order of the tree. What lies within one of
 * its areas, or holds one, is no other area.
 * @param children all areas with the same parents
 */
export function siblingsOf<A extends { path: string }>(
  places: readonly string[],
  children: readonly A[],
): A[] {
  return children
    .filter(({ path }) => !places.some((place) => isWithin(path, place) || isWithin(place, path)))
    .sort((a, b) => comparePaths(a.path, b.path))
    .slice(0, MOST);
}

/** What several areas are called together: themselves when one, else what they all lie in, else the first. */
export function pooledName(places: readonly string[]): string | null {
  const [first, ...others] = places;
  if (first === undefined) return null;
  let shared: string | null = others.length === 0 ? first : parentOf(first);
  while (shared !== null && !others.every((path) => isWithin(path, shared ?? ""))) shared = parentOf(shared);
  return shared ?? first;
}
