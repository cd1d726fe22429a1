import type { Page } from "./pages";

/** The turning of pages (docs/spec/design.md "Wall"). Times are milliseconds of a monotonic clock. */
const PAGE_MS = 15_000;

const PAGE_WITH_HIGH_MS = 30_000;

/** The milliseconds for which a page is shown: set by its board, else 15 s, or 30 s with a HIGH alert on it. */
export function pageDuration(page: Pick<Page, "seconds" | "hasHigh">): number {
  if (page.seconds !== null) return page.seconds * 1_000;
  return page.hasHigh ? PAGE_WITH_HIGH_MS : PAGE_MS;
}

/** The page that is shown, and since when. `id`: null before the first page. */
export type Turn = { id: string | null; since: number };

/**
 * Returns the page to show now. Pages are compared by id, so that a page keeps its time while others change; if the
 * shown page is gone, the round starts again.
 * @param pages in the order in which they turn
 */
export function nextTurn(before: Turn, pages: readonly Page[], now: number): Turn {
  const at = pages.findIndex((page) => page.id === before.id);
  const up = pages[at];
  if (!up) return { id: pages[0]?.id ?? null, since: now };
  if (now - before.since < pageDuration(up)) return before;
  return { id: pages[(at + 1) % pages.length]?.id ?? null, since: now };
}

/** Moves the pages for which `comesFirst` returns true to the front; otherwise keeps their order. */
export function prioritize(pages: readonly Page[], comesFirst: (page: Page) => boolean): Page[] {
  return [...pages.filter(comesFirst), ...pages.filter((page) => !comesFirst(page))];
}

/**
 * A new HIGH alert takes over the screen; several take turns (docs/spec/design.md "Wall"). Times are of a monotonic
 * clock.
 */

/** The duration of a takeover. */
export const TAKEOVER_MS = 60_000;

/** Of several takeovers, each is shown for this long before the next. */
const TAKEOVER_TURN_MS = 10_000;

/** `known`: ids of the HIGH alerts that no longer count as new. `until`: the end of each takeover, by alert. */
export type Takeovers = { known: readonly string[]; until: Readonly<Record<string, number>> };

/** HIGH alerts that are open when a screen starts do not take it over. */
export function initialTakeovers(high: readonly string[]): Takeovers {
  return { known: [...high], until: {} };
}

/**
 * Applies a new list of open HIGH alerts: those that were not known take over the screen, those that were closed or
 * handled leave it.
 * @param high ids of the alerts that are open as HIGH
 * @param waiting those of them that are neither acknowledged nor snoozed
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

/** The alert that has the screen, and its number among several. */
export type ShownTakeover = { alertId: string; number: number; of: number };

/** The takeover to show now; null if there is none. */
export function shownTakeover({ until }: Takeovers, now: number): ShownTakeover | null {
  const running = Object.entries(until).filter(([, end]) => end > now);
  if (running.length === 0) return null;
  const at = Math.floor(now / TAKEOVER_TURN_MS) % running.length;
  const [alertId = ""] = running[at] ?? [];
  return { alertId, number: at + 1, of: running.length };
}
