import { isWithin } from "./paths";

/**
 * What somebody may see of a tenancy: some control areas, each with all below it; null is everything. Of the areas
 * above them they see the names, on the way down, and nothing else: neither readings nor alerts nor notes of those.
 */
export type Within = readonly string[] | null;

/** Whether all of an area may be seen: it is one of theirs or lies in one, by whole segments. */
export function isOpen(within: Within, path: string): boolean {
  return within === null || within.some((top) => isWithin(path, top));
}

/** Whether an area may be named: it is open, or it leads down to one that is. */
export function isShown(within: Within, path: string): boolean {
  return isOpen(within, path) || (within?.some((top) => isWithin(top, path)) ?? false);
}

/** Without those that lie in another one of them, and each once, in the order given. */
export function outermost(paths: readonly string[]): string[] {
  return [...new Set(paths)].filter(
    (path) => !paths.some((other) => other !== path && isWithin(path, other)),
  );
}
