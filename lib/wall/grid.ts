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

/** Fewer tiles are larger; a screen that stands upright has the same grid turned. */
export function gridOf(tiles: number, portrait: boolean): Grid {
  const [, columns, rows] = GRIDS.find(([most]) => tiles <= most) ?? [0, 4, 3];
  return portrait ? { columns: rows, rows: columns } : { columns, rows };
}
