/** A new HIGH takes the screen, several take turns: design.md, "Wall". Times of a clock that only runs on. */

/** How long each has the screen. */
export const TAKEOVER_MS = 60_000;
/** Of several, each is shown so long before the next. */
const TURN_MS = 10_000;

/** `known`: the HIGH alerts that are no news any more. `until`: by alert, how long it has the screen. */
export type Takeovers = { known: readonly string[]; until: Readonly<Record<string, number>> };

/** What is open as HIGH when a screen begins is no news. */
export function beginTakeovers(high: readonly string[]): Takeovers {
  return { known: [...high], until: {} };
}

/**
 * Takes a new state of the open HIGH alerts: those that were not known take the screen, those that are no longer
 * open or were acknowledged leave it.
 * @param high the alerts that are open as HIGH
 * @param waiting those of them that nobody has acknowledged
 */
export function takeIn(
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
export type Shown = { alertId: string; number: number; of: number };

/** @returns null where none has the screen */
export function shownTakeover({ until }: Takeovers, now: number): Shown | null {
  const running = Object.entries(until).filter(([, end]) => end > now);
  if (running.length === 0) return null;
  const at = Math.floor(now / TURN_MS) % running.length;
  const [alertId = ""] = running[at] ?? [];
  return { alertId, number: at + 1, of: running.length };
}
