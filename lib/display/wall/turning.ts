import type { Page } from "./pages";

/** How pages turn: design.md, "Wall". Times in milliseconds of a clock that only runs on. */
const STAY = 15_000;
const STAY_WITH_HIGH = 30_000;

/** How long a page stays: as its board says, else 15 s, or 30 s with a HIGH on it. */
export function stayOf(page: Pick<Page, "seconds" | "hasHigh">): number {
  if (page.seconds !== null) return page.seconds * 1_000;
  return page.hasHigh ? STAY_WITH_HIGH : STAY;
}

/** Which page is up, and since when. `id` null: none yet. */
export type Turn = { id: string | null; since: number };

/**
 * The page that is up. Pages are known by their ids, so that one that stays keeps its time whatever changes around
 * it; where the one that was up is gone, the round begins anew.
 * @param pages in the order in which they turn
 */
export function turn(before: Turn, pages: readonly Page[], now: number): Turn {
  const at = pages.findIndex((page) => page.id === before.id);
  const up = pages[at];
  if (!up) return { id: pages[0]?.id ?? null, since: now };
  if (now - before.since < stayOf(up)) return before;
  return { id: pages[(at + 1) % pages.length]?.id ?? null, since: now };
}

/** First those that hold a HIGH that nobody has acknowledged; else the order of the boards. */
export function inTurn(pages: readonly Page[], comesFirst: (page: Page) => boolean): Page[] {
  return [...pages.filter(comesFirst), ...pages.filter((page) => !comesFirst(page))];
}
