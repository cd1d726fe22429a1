/** How many columns and rows the tiles of a page stand in: design.md, "Wall". */
export type Grid = { columns: number; rows: number };

/** At most so many tiles a page. */
export const MOST_TILES = 12;

const GRIDS: [most: number, columns: number, rows: number][] = [
  [1, 1, 1],
  [2, 2, 1],
  [3, 3, 1],
  [4, 2, 2],
  [6, 3, 2],
  [9, 3, 3],
  [MOST_TILES, 4, 3],
];

/** Three columns of a screen that stands upright would not hold the word of a state. */
const MOST_COLUMNS_UPRIGHT = 2;

/** Fewer tiles are larger. */
export function gridOf(tiles: number, portrait: boolean): Grid {
  if (portrait) {
    const columns = tiles <= 3 ? 1 : MOST_COLUMNS_UPRIGHT;
    return { columns, rows: Math.max(1, Math.ceil(tiles / columns)) };
  }
  const [, columns, rows] = GRIDS.find(([most]) => tiles <= most) ?? [0, 4, 3];
  return { columns, rows };
}
