/**
 * Chooses the stretch of history to fetch next (docs/spec/product.md "Readings and charts": newest first). Instants are
 * epoch milliseconds, whole hours where they end a stretch. Pure.
 */
import { covers, joined, overlaps, type Stretch, without } from "@/lib/base/core/stretches";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/base/core/time";
import { wholeHour } from "@/lib/service/service-time";
import { OVERLAP_MS, type SyncReason } from "./contract";

/** Longest window: charts fill soon, a failure costs little, and the newest hours wait for one window at most. */
const MAX_WINDOW_MS = 10 * DAY_MS;

const OLDEST_MS = 365 * DAY_MS;
/**
 * Age at which missing rows count as late. Each fetch repeats the newest hours, so rows that come within these are stored
 * anyway; a day later they were left out or come very late.
 */
const LATE_AFTER_MS = OVERLAP_MS + DAY_MS;
/** Reach of a check for late rows: enough to know an area's usual hours, little enough to be cheap. */
const CHECK_BACK_MS = 17 * DAY_MS;
/** Limit of stretches that one check requests again, so that many holes cost the service little. */
const MAX_REFETCHES = 4;
const MAX_REFETCH_MS = 2 * DAY_MS;

export type SyncState = {
  /** When the newest hours are due; null: now. */
  nextTryAt: number | null;
  /** Consecutive failures of the newest hours. */
  newestFailures: number;
  /** Consecutive failures of any kind; nothing is fetched until `heldUntil`. */
  strikes: number;
  heldUntil: number | null;
  /** The newest hours failed last: another window goes before them. */
  yields: boolean;
  lastError: string | null;
};

/** A line of the ledger. */
export type CompleteStretch = Stretch & {
  /** When a part of it was last fetched, and by which query. */
  fetchedAt: number;
  queryId: string | null;
};

/** A stretch that could not be fetched yet. */
export type Trouble = Stretch & { failures: number; nextTryAt: number; lastError: string | null };

/** A request to fetch a complete stretch again; `to` moves down to `from` as it is fetched. */
export type Ask = Stretch & {
  id: string;
  /** An admin requested it, or areas lacked rows in it. */
  reason: "request" | "late";
  /** The end as requested. */
  until: number;
  askedBy: string;
  askedAt: number;
  failures: number;
  nextTryAt: number | null;
  lastError: string | null;
};

/** All state that decides what is fetched next. */
export type SyncBook = {
  state: SyncState;
  /** The ledger: stretches without a hole, oldest first; no two touch. */
  complete: CompleteStretch[];
  troubles: Trouble[];
  /** Open ones. */
  asks: Ask[];
};

export type SyncSettings = { backfillDays: number; everyMinutes: number; dataDelayHours: number };

/** A period to fetch, both ends inclusive. */
export type SyncWindow = Stretch & { purpose: "sync" | "backfill"; why: SyncReason };

/** A fetch that ended. */
export type EndedFetch = Stretch & {
  queryId: string;
  purpose: "sync" | "backfill";
  outcome: "succeeded" | "failed" | "cancelled";
  /** Why it failed, to be shown. */
  message: string | null;
  createdAt: number;
  finishedAt: number;
};

/** An empty book. */
export function emptyBook(): SyncBook {
  return {
    state: {
      nextTryAt: null,
      newestFailures: 0,
      strikes: 0,
      heldUntil: null,
      yields: false,
      lastError: null,
    },
    complete: [],
    troubles: [],
    asks: [],
  };
}

/** The newest instant for which the service has data. */
export function newestAvailable(
  { dataDelayHours }: Pick<SyncSettings, "dataDelayHours">,
  now: number,
): number {
  return wholeHour(now - dataDelayHours * HOUR_MS);
}

/** The oldest instant for which the service has data (docs/spec/service-interface.md "Limits"). */
export function oldestAvailable(now: number): number {
  return wholeHour(now - OLDEST_MS);
}

/** Returns the instant back to which history is wanted. */
export function wantedFrom(settings: SyncSettings, now: number): number {
  return Math.max(wholeHour(now - settings.backfillDays * DAY_MS), oldestAvailable(now));
}

/** The next windows and when they are due, the nearest first: the newest hours, and another one. */
export function comingWindows(
  book: SyncBook,
  settings: SyncSettings,
  now: number,
): (SyncWindow & { at: number })[] {
  const free = Math.max(now, book.state.heldUntil ?? now);
  const dueAt = Math.max(free, book.state.nextTryAt ?? free);
  const hourly = { ...newestWindow(book.complete, newestAvailable(settings, dueAt)), at: dueAt };
  const fill = fillWindow(book, settings, free);
  if (!fill) return [hourly];
  const other = { ...fill, at: free };
  return dueAt <= free && !book.state.yields ? [hourly, other] : [other, hourly];
}

/** The stretches of wanted history that the ledger lacks, without the newest hours, the newest first. */
export function missingStretches(
  complete: readonly Stretch[],
  settings: SyncSettings,
  now: number,
): Stretch[] {
  const wanted = { from: wantedFrom(settings, now), to: newestAvailable(settings, now) - OVERLAP_MS };
  return without([wanted], complete).reverse();
}

/**
 * The window to fetch next, or null (docs/spec/product.md "Readings and charts": newest first). The newest hours come
 * first when they are due; where they failed last, another window goes before they are tried again. Then follow
 * requests of an admin, holes, stretches where areas lacked rows, and the rest of the wanted history.
 * @param now epoch milliseconds
 */
export function nextWindow(book: SyncBook, settings: SyncSettings, now: number): SyncWindow | null {
  const { state } = book;
  if (state.heldUntil !== null && now < state.heldUntil) return null;
  const newest = newestAvailable(settings, now);
  const hourly = isDue(book, settings, newest, now) ? newestWindow(book.complete, newest) : null;
  if (hourly && !state.yields) return hourly;
  return fillWindow(book, settings, now) ?? hourly;
}

/** The window to fetch beside the newest hours, regardless of a pause. */
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
  // Use a shorter data delay at once.
  const behind = newest - (complete.at(-1)?.to ?? newest) > settings.everyMinutes * MINUTE_MS + 2 * HOUR_MS;
  return behind && isHealthy(state);
}

const isHealthy = (state: SyncState) => state.newestFailures === 0 && state.strikes === 0;

function newestWindow(complete: readonly Stretch[], newest: number): SyncWindow {
  const until = Math.min(complete.at(-1)?.to ?? newest, newest);
  // After a long pause fetch the newest hours first and leave the pause as a hole.
  const from = until - OVERLAP_MS < newest - MAX_WINDOW_MS ? newest - OVERLAP_MS : until - OVERLAP_MS;
  return { purpose: "sync", why: "newest", from, to: newest };
}

const isOpen = (nextTryAt: number | null, now: number) => nextTryAt === null || nextTryAt <= now;

function askWindow(asks: readonly Ask[], reason: Ask["reason"], now: number): SyncWindow | null {
  const open = asks.filter((ask) => ask.reason === reason && isOpen(ask.nextTryAt, now));
  const [ask] = open.sort((a, b) => b.to - a.to);
  if (!ask) return null;
  const from = Math.max(ask.from, oldestAvailable(now), ask.to - maxLength(ask.failures));
  return from < ask.to ? toFill({ from, to: ask.to }, reason) : null;
}

/** The newest end of the newest hole that is not waiting after a failure. */
function gapWindow(book: SyncBook, settings: SyncSettings, now: number): SyncWindow | null {
  const waiting = book.troubles.filter(({ nextTryAt }) => nextTryAt > now);
  const holes = missingStretches(book.complete, settings, now);
  const [hole] = without(holes, waiting).reverse();
  if (!hole) return null;
  const from = cutFrom(hole, book.troubles);
  const above = book.complete.some(({ to }) => to === from);
  const oldest = book.complete[0]?.from ?? Number.POSITIVE_INFINITY;
  // The newest rows before the hole may be interpolated.
  return toFill({ from: above ? from - OVERLAP_MS : from, to: hole.to }, hole.to > oldest ? "hole" : "older");
}

/**
 * Returns the start of the window at the end of a hole. A window never mixes stretches that failed before with others,
 * so that its failure tells which. Repeated failures shorten it, so that a faulty part blocks little else.
 */
function cutFrom(hole: Stretch, troubles: readonly Trouble[]): number {
  const newest = { from: hole.to - HOUR_MS, to: hole.to };
  const failed = troubles.find((trouble) => overlaps(trouble, newest));
  if (failed) return Math.max(hole.from, failed.from, hole.to - maxLength(failed.failures));
  const below = troubles.map(({ to }) => to).filter((to) => to < hole.to);
  return Math.max(hole.from, hole.to - MAX_WINDOW_MS, ...below);
}

function maxLength(failures: number): number {
  return Math.max(DAY_MS, wholeHour(MAX_WINDOW_MS / 2 ** Math.max(0, failures - 1)));
}

function toFill(stretch: Stretch, why: SyncReason): SyncWindow {
  return { ...stretch, purpose: "backfill", why };
}

/** The period that is checked for late rows. */
export function lateCheckPeriod(newest: number): Stretch {
  return { from: newest - CHECK_BACK_MS, to: newest - LATE_AFTER_MS };
}

/**
 * Chooses which holes of areas are requested again: those in fetched stretches, and only once, since the service will
 * hardly ever have rows that are missing then. A request covers all areas, so holes that touch are requested together.
 * @param found holes of areas in hours in which they usually have rows
 * @param asked stretches that were requested again before, for any reason
 * @returns the newest first
 */
export function stretchesToRefetch(
  found: readonly Stretch[],
  complete: readonly Stretch[],
  asked: readonly Stretch[],
): Stretch[] {
  const fetched = found.filter((hole) => covers(complete, hole));
  return without(joined(fetched), joined(asked))
    .flatMap((stretch) => parts(stretch))
    .reverse()
    .slice(0, MAX_REFETCHES);
}

function parts({ from, to }: Stretch): Stretch[] {
  if (to - from <= MAX_REFETCH_MS) return [{ from, to }];
  return [{ from, to: from + MAX_REFETCH_MS }, ...parts({ from: from + MAX_REFETCH_MS, to })];
}
