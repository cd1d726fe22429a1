import { isWithin, parentOf, segmentsOf } from "@/lib/base/core/paths";
import type { Board } from "@/lib/display/screens/boards";
import type { WallAlert, WallArea, WallSnapshot } from "./contract";
import { MOST_TILES } from "./grid";

/** One picture of the playlist. `id` stays the same while the page does; `seconds` null for the design's own. */
export type Page = { id: string; seconds: number | null; hasHigh: boolean } & (
  | { kind: "alerts"; path: string | null; alerts: WallAlert[]; open: number; number: number; of: number }
  | {
      kind: "areas";
      /** The path that its areas share. */
      place: string | null;
      tiles: WallArea[];
      number: number;
      of: number;
      /** How many areas there are, where these are the worst of them; else null. */
      worstOf: number | null;
    }
  | { kind: "area"; focus: WallSnapshot["focus"][number] }
  | { kind: "now" }
);

export type PageOptions = {
  portrait: boolean;
  /** Orders two areas, the worse first; equal ones keep their place. */
  worst: (one: WallArea, other: WallArea) => number;
  /** Whether an alert weighs as HIGH: by its severity, or by its category. */
  isHigh: (alert: WallAlert) => boolean;
};

export const ALERTS_A_PAGE = { landscape: 4, portrait: 6 };
/** More would take minutes until the worst come round again. */
const MOST_ALERT_PAGES = 6;

/** The pages of the boards in their order: areas by place in fixed order, or worst first where it is asked for. */
export function pagesOf(boards: readonly Board[], snapshot: WallSnapshot, options: PageOptions): Page[] {
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
  const each = portrait ? ALERTS_A_PAGE.portrait : ALERTS_A_PAGE.landscape;
  const parts = chunksOf(list?.items ?? [], each).slice(0, MOST_ALERT_PAGES);
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
  const groups = order === "worst" ? chunksOf([...tiles].sort(worst), MOST_TILES) : groupsOf(tiles);
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

/** Tiles of one parent stand together; small neighbours share a page, and many are spread evenly. */
function groupsOf(tiles: readonly WallArea[]): WallArea[][] {
  const pages: WallArea[][] = [];
  for (const family of familiesOf(tiles)) {
    const last = pages.at(-1);
    if (last && last.length + family.length <= MOST_TILES) last.push(...family);
    else pages.push(...evenChunksOf(family, MOST_TILES));
  }
  return pages;
}

function familiesOf(tiles: readonly WallArea[]): WallArea[][] {
  const families: WallArea[][] = [];
  for (const tile of tiles) {
    const last = families.at(-1);
    if (last?.[0] && parentOf(last[0].path) === parentOf(tile.path)) last.push(tile);
    else families.push([tile]);
  }
  return families;
}

function evenChunksOf<T>(items: readonly T[], most: number): T[][] {
  const pages = Math.ceil(items.length / most);
  return chunksOf(items, Math.ceil(items.length / Math.max(pages, 1)));
}

function chunksOf<T>(items: readonly T[], size: number): T[][] {
  const chunks: T[][] = [];
  for (let from = 0; from < items.length; from += size) chunks.push(items.slice(from, from + size));
  return chunks;
}

/** The path of the nearest area that all lie below; null where they share none. */
export function sharedPlace(tiles: readonly { path: string }[]): string | null {
  const [first, ...others] = tiles;
  let place = first ? parentOf(first.path) : null;
  while (place !== null && !others.every(({ path }) => isWithin(path, place ?? "") && path !== place))
    place = parentOf(place);
  return place;
}

/** The names of an area below the place that the page names already. */
export function namesBelow(path: string, place: string | null): string[] {
  const names = segmentsOf(path);
  return place !== null && isWithin(path, place) && path !== place
    ? names.slice(segmentsOf(place).length)
    : names;
}

/** Whether a page shows an alert: itself, or an area that it is in. */
export function showsAlert(page: Page, alert: WallAlert): boolean {
  if (page.kind === "alerts") return page.alerts.some(({ alertId }) => alertId === alert.alertId);
  const within = (path: string) => alert.areas.some((area) => isWithin(area.path, path));
  if (page.kind === "areas") return page.tiles.some((tile) => within(tile.path));
  return page.kind === "area" && within(page.focus.path);
}
