import { isWithin, parentOf, segmentsOf } from "@/lib/base/core/paths";

/** So many tiles a board: eight pages, two minutes for a round. */
export const MOST_OF_BOARD = 96;

type Placed = { path: string };

/**
 * The areas that stand as tiles for a path: what lies lowest below it, as long as they are few enough to be seen in
 * a round; else the level above, and so on. Where a level right below it is too many already, the worst of it.
 * @param areas all of the tenancy, in the order of the tree
 * @param path null for the whole tenancy
 * @param worst orders two of them, the worse first
 */
export function tilesOf<T extends Placed>(
  areas: readonly T[],
  path: string | null,
  worst: (one: T, other: T) => number,
  most = MOST_OF_BOARD,
): { tiles: T[]; total: number } {
  const below = areas.filter((area) => path === null || (area.path !== path && isWithin(area.path, path)));
  if (below.length === 0) {
    const own = areas.filter((area) => area.path === path);
    return { tiles: own, total: own.length };
  }
  const parents = new Set(below.map((area) => parentOf(area.path)));
  const lowest = Math.max(...below.map(levelOf));
  const highest = Math.min(...below.map(levelOf));
  for (let level = lowest; level >= highest; level--) {
    const tiles = below.filter(
      (area) => levelOf(area) === level || (levelOf(area) < level && !parents.has(area.path)),
    );
    if (tiles.length <= most) return { tiles, total: tiles.length };
    if (level === highest) return { tiles: worstOf(tiles, worst, most), total: tiles.length };
  }
  return { tiles: [], total: 0 };
}

const levelOf = ({ path }: Placed) => segmentsOf(path).length;

/** The worst, in the order that they came in. */
function worstOf<T>(tiles: T[], worst: (one: T, other: T) => number, most: number): T[] {
  const chosen = new Set([...tiles].sort(worst).slice(0, most));
  return tiles.filter((tile) => chosen.has(tile));
}
