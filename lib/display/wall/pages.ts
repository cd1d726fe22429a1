import { commonParent, isWithin, parentOf, segmentsOf } from "@/lib/base/core/paths";
import type { Board } from "@/lib/display/screens/boards";
import type { WallAlert, WallArea, WallSnapshot } from "./contract";

/** One page of the playlist. `id` is stable while the page exists; `seconds`: null for the default duration. */
export type Page = { id: string; seconds: number | null; hasHigh: boolean } & (
  | { kind: "alerts"; path: string | null; alerts: WallAlert[]; open: number; number: number; of: number }
  | {
      kind: "areas";
      /** The path that its areas share. */
      place: string | null;
      tiles: WallArea[];
      number: number;
      of: number;
      /** The number of all areas if the tiles are only the worst of them; else null. */
      worstOf: number | null;
    }
  | { kind: "area"; focus: WallSnapshot["focus"][number] }
  | { kind: "now" }
);

export type PageOptions = {
  portrait: boolean;
  /** Compares two areas, the worse first; 0 keeps their order. */
  worst: (one: WallArea, other: WallArea) => number;
  /** Returns true if an alert counts as HIGH, by its severity or its category. */
  isHigh: (alert: WallAlert) => boolean;
};

export const ALERTS_PER_PAGE = { landscape: 4, portrait: 6 };

/** With more pages it would take minutes until the worst alerts are shown again. */
const MAX_ALERT_PAGES = 6;

/** Builds the pages of the boards in their order; areas are in the order of the tree, or worst first by setting. */
export function buildPages(boards: readonly Board[], snapshot: WallSnapshot, options: PageOptions): Page[] {
  return boards.flatMap((board, at) => {
    const ofBoard = makers[board.kind](board, snapshot, options);
    return ofBoard.map((page) => ({ ...page, id: `${at} ${page.id}`, seconds: board.seconds }));
  });
}

type Maker = (board: Board, snapshot: WallSnapshot, options: PageOptions) => Page[];

const makers: Record<Board["kind"], Maker> = {
  alerts: alertPages,
  areas: areaPages,
  area: focusPages,
  now: () => [{ kind: "now", id: "now", seconds: null, hasHigh: false }],
};

function alertPages({ path }: Board, snapshot: WallSnapshot, { portrait, isHigh }: PageOptions): Page[] {
  const list = snapshot.alerts.find((one) => one.path === path);
  const each = portrait ? ALERTS_PER_PAGE.portrait : ALERTS_PER_PAGE.landscape;
  const parts = chunk(list?.items ?? [], each).slice(0, MAX_ALERT_PAGES);
  const all = parts.length === 0 ? [[]] : parts;
  return all.map((alerts, at) => ({
    kind: "alerts",
    id: `alerts ${at}`,
    seconds: null,
    hasHigh: alerts.some(isHigh),
    path,
    alerts,
    open: list?.open ?? 0,
    number: at + 1,
    of: all.length,
  }));
}

function areaPages({ path, order }: Board, snapshot: WallSnapshot, { worst }: PageOptions): Page[] {
  const found = snapshot.boards.find((one) => one.path === path);
  const tiles = found?.tiles ?? [];
  const groups = order === "worst" ? chunk([...tiles].sort(worst), MAX_TILES_PER_PAGE) : groupTiles(tiles);
  return groups.map((group, at) => ({
    kind: "areas",
    id: `areas ${group[0]?.path ?? ""}`,
    seconds: null,
    hasHigh: group.some((tile) => tile.severities.high > 0),
    place: sharedPlace(group) ?? path,
    tiles: group,
    number: at + 1,
    of: groups.length,
    worstOf: found && found.total > tiles.length ? found.total : null,
  }));
}

function focusPages({ path }: Board, snapshot: WallSnapshot): Page[] {
  const focus = snapshot.focus.find((one) => one.path === path);
  if (!focus) return [];
  return [
    {
      kind: "area",
      id: `area ${focus.path}`,
      seconds: null,
      hasHigh: (focus.area?.severities.high ?? 0) > 0,
      focus,
    },
  ];
}

/** Keeps the tiles of one parent together: small neighbouring groups share a page, large ones are split evenly. */
function groupTiles(tiles: readonly WallArea[]): WallArea[][] {
  const pages: WallArea[][] = [];
  for (const family of groupByParent(tiles)) {
    const last = pages.at(-1);
    if (last && last.length + family.length <= MAX_TILES_PER_PAGE) last.push(...family);
    else pages.push(...evenChunks(family, MAX_TILES_PER_PAGE));
  }
  return pages;
}

function groupByParent(tiles: readonly WallArea[]): WallArea[][] {
  const families: WallArea[][] = [];
  for (const tile of tiles) {
    const last = families.at(-1);
    if (last?.[0] && parentOf(last[0].path) === parentOf(tile.path)) last.push(tile);
    else families.push([tile]);
  }
  return families;
}

function evenChunks<T>(items: readonly T[], max: number): T[][] {
  const pages = Math.ceil(items.length / max);
  return chunk(items, Math.ceil(items.length / Math.max(pages, 1)));
}

function chunk<T>(items: readonly T[], size: number): T[][] {
  const chunks: T[][] = [];
  for (let from = 0; from < items.length; from += size) chunks.push(items.slice(from, from + size));
  return chunks;
}

/** The path of the nearest area above all tiles; null if there is none. */
export function sharedPlace(tiles: readonly { path: string }[]): string | null {
  return commonParent(tiles.map(({ path }) => path));
}

/** The names of an area below the place that the page shows as its title. */
export function namesBelow(path: string, place: string | null): string[] {
  const names = segmentsOf(path);
  return place !== null && isWithin(path, place) && path !== place
    ? names.slice(segmentsOf(place).length)
    : names;
}

/** Returns true if a page shows an alert, or an area that contains it. */
export function showsAlert(page: Page, alert: WallAlert): boolean {
  if (page.kind === "alerts") return page.alerts.some(({ alertId }) => alertId === alert.alertId);
  const within = (path: string) => alert.areas.some((area) => isWithin(area.path, path));
  if (page.kind === "areas") return page.tiles.some((tile) => within(tile.path));
  return page.kind === "area" && within(page.focus.path);
}

/** The columns and rows of the tiles of a page (docs/spec/design.md "Wall"). */
export type Grid = { columns: number; rows: number };

/** Maximum number of tiles on a page. */
export const MAX_TILES_PER_PAGE = 12;

const GRIDS: [max: number, columns: number, rows: number][] = [
  [1, 1, 1],
  [2, 2, 1],
  [3, 3, 1],
  [4, 2, 2],
  [6, 3, 2],
  [9, 3, 3],
  [MAX_TILES_PER_PAGE, 4, 3],
];

/** With three columns, a tile on an upright screen would be too narrow for the word of a state. */
const MAX_PORTRAIT_COLUMNS = 2;

/** Chooses the grid for a number of tiles: the fewer, the larger they are. */
export function gridOf(tiles: number, portrait: boolean): Grid {
  if (portrait) {
    const columns = tiles <= 3 ? 1 : MAX_PORTRAIT_COLUMNS;
    return { columns, rows: Math.max(1, Math.ceil(tiles / columns)) };
  }
  const [, columns, rows] = GRIDS.find(([max]) => tiles <= max) ?? [0, 4, 3];
  return { columns, rows };
}

/** Maximum number of tiles of a board: eight pages, two minutes for a round. */
export const MAX_TILES_PER_BOARD = 96;

type Placed = { path: string };

/**
 * Chooses the areas to show as tiles for a path: the lowest level below it that has at most `max` areas, with those
 * that end above it. If even the level right below the path has more, the worst of that level.
 * @param areas all of the tenancy, in the order of the tree
 * @param path null for the whole tenancy
 * @param worst compares two areas, the worse first
 */
export function chooseTiles<T extends Placed>(
  areas: readonly T[],
  path: string | null,
  worst: (one: T, other: T) => number,
  max = MAX_TILES_PER_BOARD,
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
    if (tiles.length <= max) return { tiles, total: tiles.length };
    if (level === highest) return { tiles: worstOf(tiles, worst, max), total: tiles.length };
  }
  return { tiles: [], total: 0 };
}

const levelOf = ({ path }: Placed) => segmentsOf(path).length;

/** The `max` worst tiles, in their original order. */
function worstOf<T>(tiles: T[], worst: (one: T, other: T) => number, max: number): T[] {
  const chosen = new Set([...tiles].sort(worst).slice(0, max));
  return tiles.filter((tile) => chosen.has(tile));
}
