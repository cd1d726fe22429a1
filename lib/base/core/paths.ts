/**
 * A control-area path is `level1#level2#…` (docs/spec/service-interface.md "Control areas and growth jobs"). "#" is
 * never shown: "›" is.
 */
const SEPARATOR = "#";

/** The names along a path, root first, including empty levels that the service sent. */
export function segmentsOf(path: string): string[] {
  return path.split(SEPARATOR);
}

/** The path and all its ancestors, root first. */
export function withAncestors(path: string): string[] {
  const found: string[] = [];
  for (let cut = path.indexOf(SEPARATOR); cut >= 0; cut = path.indexOf(SEPARATOR, cut + 1))
    found.push(path.slice(0, cut));
  return [...found, path];
}

/** The path of the parent, null for a root. */
export function parentOf(path: string): string | null {
  const cut = path.lastIndexOf(SEPARATOR);
  return cut < 0 ? null : path.slice(0, cut);
}

/** The last name of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf(SEPARATOR) + 1);
}

/** The last two names of a path, because names repeat from house to house: `Zone B › Bench 14`. */
export function nameWithParent(path: string): string {
  return segmentsOf(path).slice(-2).join(" › ");
}

/** Returns true if `path` is `ancestor` or below it, by whole segments: `A#Zone 10` is not within `A#Zone 1`. */
export function isWithin(path: string, ancestor: string): boolean {
  return path === ancestor || path.startsWith(ancestor + SEPARATOR);
}

/** The deepest area at or above all the paths; null if they share no root, or there are none. */
export function commonPath(paths: readonly string[]): string | null {
  const [first, ...others] = paths;
  let shared = first ?? null;
  while (shared !== null && !others.every((path) => isWithin(path, shared ?? ""))) shared = parentOf(shared);
  return shared;
}

/** The deepest area strictly above all the paths; null if there is none. */
export function commonParent(paths: readonly string[]): string | null {
  const parents = paths.map(parentOf);
  return parents.every((parent) => parent !== null) ? commonPath(parents) : null;
}

/** A path as people read it: `Westland › Glasshouse 1`. */
export function displayPath(path: string): string {
  return segmentsOf(path).join(" › ");
}
