import { segmentsOf } from "@/lib/base/core/paths";

/**
 * An area's page is `/areas/<level>/<level>…`, each level percent-encoded. Browsers and servers drop empty levels and
 * resolve "." and ".." (encoded too), so a mark precedes such a level, and any level that begins with the mark.
 */
const MARK = "~";
const ROOT = "/areas";

const needsMark = (level: string) => /^(?:\.{0,2}$|~)/.test(level);

/** The address of an area's page: `A#Zone 1` is `/areas/A/Zone%201`. */
export function addressOf(path: string): string {
  const levels = segmentsOf(path).map((level) => encodeURIComponent(needsMark(level) ? MARK + level : level));
  return `${ROOT}/${levels.join("/")}`;
}

/** The path of the area at the levels of an address, still encoded; an invalid encoding is taken literally. */
export function pathOfLevels(levels: readonly string[]): string {
  return levels
    .map(decoded)
    .map((level) => (level.startsWith(MARK) ? level.slice(1) : level))
    .join("#");
}

/** The path of the area at an address; null if it is no area's page. */
export function pathOfAddress(address: string): string | null {
  if (!address.startsWith(`${ROOT}/`)) return null;
  return pathOfLevels(address.slice(ROOT.length + 1).split("/"));
}

function decoded(level: string): string {
  try {
    return decodeURIComponent(level);
  } catch {
    return level;
  }
}
