/**
 * A control-area path is `level1#level2#…` (docs/spec/service-interface.md "Control areas and growth jobs"). "#" is
 * never shown: "›" is.
 */
const SEPARATOR = "#";

/** The names along a path, root first. Empty levels are kept: they are as the service sent them. */
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

/** The last name of a path with the one that it lies in, since names repeat from house to house: `Zone B › Bench 14`. */
export function nameWithParent(path: string): string {
  return segmentsOf(path).slice(-2).join(" › ");
}

/** Whether `path` is `ancestor` or lies below it, by whole segments: `A#Zone 1` does not hold `A#Zone 10`. */
export function isWithin(path: string, ancestor: string): boolean {
  return path === ancestor || path.startsWith(ancestor + SEPARATOR);
}

/** A path as people read it: `Westland › Glasshouse 1`. */
export function displayPath(path: string): string {
  return segmentsOf(path).join(" › ");
}
