import { overlaps, type Stretch, without } from "@/lib/base/core/stretches";
import type { Ask, SyncBook, SyncSettings, SyncState, SyncWindow, Trouble, Why } from "./state";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Rows may come late and interpolated ones be replaced: the newest hours are fetched again each time. */
export const OVERLAP_MS = 48 * HOUR_MS;
/** No window is longer, so that charts fill soon, a failure costs little, and the newest hours wait for one at most. */
const LONGEST_MS = 10 * DAY_MS;
const OLDEST_MS = 365 * DAY_MS;

export const wholeHour = (at: number) => Math.floor(at / HOUR_MS) * HOUR_MS;

/** The newest instant that the service has data for. */
export function newestOf({ dataDelayHours }: Pick<SyncSettings, "dataDelayHours">, now: number): number {
  return wholeHour(now - dataDelayHours * HOUR_MS);
}

/** The oldest instant that the service has data for (service-interface 8). */
export function oldestOf(now: number): number {
  return wholeHour(now - OLDEST_MS);
}

/** How far back history is to reach. */
export function wantedFrom(settings: SyncSettings, now: number): number {
  return Math.max(wholeHour(now - settings.backfillDays * DAY_MS), oldestOf(now));
}

/** What comes next and when, the nearest first: the newest hours, and what is to be fetched beside them. */
export function comingWindows(
  book: SyncBook,
  settings: SyncSettings,
  now: number,
): (SyncWindow & { at: number })[] {
  const free = Math.max(now, book.state.heldUntil ?? now);
  const dueAt = Math.max(free, book.state.nextTryAt ?? free);
  const hourly = { ...newestWindow(book.complete, newestOf(settings, dueAt)), at: dueAt };
  const fill = fillWindow(book, settings, free);
  if (!fill) return [hourly];
  const other = { ...fill, at: free };
  return dueAt <= free && !book.state.yields ? [hourly, other] : [other, hourly];
}

/** What the ledger lacks of the wanted history before the newest hours, the newest first. */
export function holesOf(complete: readonly Stretch[], settings: SyncSettings, now: number): Stretch[] {
  const wanted = { from: wantedFrom(settings, now), to: newestOf(settings, now) - OVERLAP_MS };
  return without([wanted], complete).reverse();
}

/**
 * What is to be fetched next, or null (product: newest first). The newest hours come when they are due, however
 * much else there is; where they failed last, something else has its turn before they are tried again. Then what
 * an admin asked for; holes; places where areas lacked rows; and the rest of the wanted history.
 * @param now epoch milliseconds
 */
export function nextWindow(book: SyncBook, settings: SyncSettings, now: number): SyncWindow | null {
  const { state } = book;
  if (state.heldUntil !== null && now < state.heldUntil) return null;
  const newest = newestOf(settings, now);
  const hourly = isDue(book, settings, newest, now) ? newestWindow(book.complete, newest) : null;
  if (hourly && !state.yields) return hourly;
  return fillWindow(book, settings, now) ?? hourly;
}

/** What is fetched as soon as the newest hours leave room for it, whether or not a pause holds it up. */
export function fillWindow(book: SyncBook, settings: SyncSettings, now: number): SyncWindow | null {
  const hole = gapWindow(book, settings, now);
  const ordered = [
    askWindow(book.asks, "request", now),
    hole?.why === "hole" ? hole : null,
    askWindow(book.asks, "late", now),
    hole,
  ];
  return ordered.find((window) => window !== null) ?? null;
}

function isDue({ state, complete }: SyncBook, settings: SyncSettings, newest: number, now: number): boolean {
  if (state.nextTryAt === null || now >= state.nextTryAt) return true;
  // A delay that became shorter is used at once.
  const behind = newest - (complete.at(-1)?.to ?? newest) > settings.everyMinutes * MINUTE_MS + 2 * HOUR_MS;
  return behind && isWell(state);
}

const isWell = (state: SyncState) => state.newestFailures === 0 && state.strikes === 0;

function newestWindow(complete: readonly Stretch[], newest: number): SyncWindow {
  const until = Math.min(complete.at(-1)?.to ?? newest, newest);
  // After a long pause the newest hours come first, and the pause is a hole.
  const from = until - OVERLAP_MS < newest - LONGEST_MS ? newest - OVERLAP_MS : until - OVERLAP_MS;
  return { purpose: "sync", why: "newest", from, to: newest };
}

const isOpen = (nextTryAt: number | null, now: number) => nextTryAt === null || nextTryAt <= now;

function askWindow(asks: readonly Ask[], reason: Ask["reason"], now: number): SyncWindow | null {
  const open = asks.filter((ask) => ask.reason === reason && isOpen(ask.nextTryAt, now));
  const [ask] = open.sort((a, b) => b.to - a.to);
  if (!ask) return null;
  const from = Math.max(ask.from, oldestOf(now), ask.to - longest(ask.failures));
  return from < ask.to ? toFill({ from, to: ask.to }, reason) : null;
}

/** The newest end of the newest hole that does not wait after a failure. */
function gapWindow(book: SyncBook, settings: SyncSettings, now: number): SyncWindow | null {
  const waiting = book.troubles.filter(({ nextTryAt }) => nextTryAt > now);
  const holes = holesOf(book.complete, settings, now);
  const [hole] = without(holes, waiting).reverse();
  if (!hole) return null;
  const from = cutFrom(hole, book.troubles);
  const above = book.complete.some(({ to }) => to === from);
  const oldest = book.complete[0]?.from ?? Number.POSITIVE_INFINITY;
  // What was newest before the hole may have been interpolated in part.
  return toFill({ from: above ? from - OVERLAP_MS : from, to: hole.to }, hole.to > oldest ? "hole" : "older");
}

/**
 * A window holds either what failed before or what did not, so that a failure says which. What fails again and
 * again is asked for in smaller parts: what is at fault, or too much at once, keeps little else away.
 */
function cutFrom(hole: Stretch, troubles: readonly Trouble[]): number {
  const newest = { from: hole.to - HOUR_MS, to: hole.to };
  const failed = troubles.find((trouble) => overlaps(trouble, newest));
  if (failed) return Math.max(hole.from, failed.from, hole.to - longest(failed.failures));
  const below = troubles.map(({ to }) => to).filter((to) => to < hole.to);
  return Math.max(hole.from, hole.to - LONGEST_MS, ...below);
}

function longest(failures: number): number {
  return Math.max(DAY_MS, wholeHour(LONGEST_MS / 2 ** Math.max(0, failures - 1)));
}

function toFill(stretch: Stretch, why: Why): SyncWindow {
  return { ...stretch, purpose: "backfill", why };
}
