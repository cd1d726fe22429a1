import type { Page } from "./pages";

/** How pages turn: docs/spec/design.md "Wall". Times in milliseconds of a clock that only runs on. */
const PAGE_MS = 15_000;

const PAGE_WITH_HIGH_MS = 30_000;

/** How long a page stays: as its board says, else 15 s, or 30 s with a HIGH on it. */
export function pageDuration(page: Pick<Page, "seconds" | "hasHigh">): number {
  if (page.seconds !== null) return page.seconds * 1_000;
  return page.hasHigh ? PAGE_WITH_HIGH_MS : PAGE_MS;
}

/** Which page is up, and since when. `id` null: none yet. */
export type Turn = { id: string | null; since: number };

/**
 * The page that is up. Pages are known by their ids, so that one that stays keeps its time whatever changes around
 * it; where the one that was up is gone, the round begins anew.
 * @param pages in the order in which they turn
 */
export function nextTurn(before: Turn, pages: readonly Page[], now: number): Turn {
  const at = pages.findIndex((page) => page.id === before.id);
  const up = pages[at];
  if (!up) return { id: pages[0]?.id ?? null, since: now };
  if (now - before.since < pageDuration(up)) return before;
  return { id: pages[(at + 1) % pages.length]?.id ?? null, since: now };
}

/** First those that hold a HIGH that nobody has acknowledged; else the order of the boards. */
export function prioritize(pages: readonly Page[], comesFirst: (page: Page) => boolean): Page[] {
  return [...pages.filter(comesFirst), ...pages.filter((page) => !comesFirst(page))];
}

/**
 * A new HIGH takes the screen, several take turns: docs/spec/design.md "Wall". Times of a clock that only runs on.
 */

/** How long each has the screen. */
export const TAKEOVER_MS = 60_000;

/** Of several, each is shown so long before the next. */
const TAKEOVER_TURN_MS = 10_000;

/** `known`: the HIGH alerts that are no news any more. `until`: by alert, how long it has the screen. */
export type Takeovers = { known: readonly string[]; until: Readonly<Record<string, number>> };

/** What is open as HIGH when a screen begins is no news. */
export function initialTakeovers(high: readonly string[]): Takeovers {
  return { known: [...high], until: {} };
}

/**
 * Takes a new state of the open HIGH alerts: those that were not known take the screen, those that are no longer
 * open or were acknowledged leave it.
 * @param high the alerts that are open as HIGH
 * @param waiting those of them that nobody has acknowledged
 */
export function updateTakeovers(
  before: Takeovers,
  high: readonly string[],
  waiting: ReadonlySet<string>,
  now: number,
): Takeovers {
  const known = new Set(before.known);
  const running = high.filter((id) => waiting.has(id) && (before.until[id] ?? 0) > now);
  const fresh = high.filter((id) => waiting.has(id) && !known.has(id));
  const until = Object.fromEntries([
    ...running.map((id) => [id, before.until[id] ?? now]),
    ...fresh.map((id) => [id, now + TAKEOVER_MS]),
  ]);
  return { known: [...high], until };
}

/** Which one has the screen, and that it is one of several. */
export type ShownTakeover = { alertId: string; number: number; of: number };

/** @returns null where none has the screen */
export function shownTakeover({ until }: Takeovers, now: number): ShownTakeover | null {
  const running = Object.entries(until).filter(([, end]) => end > now);
  if (running.length === 0) return null;
  const at = Math.floor(now / TAKEOVER_TURN_MS) % running.length;
  const [alertId = ""] = running[at] ?? [];
  return { alertId, number: at + 1, of: running.length };
}
