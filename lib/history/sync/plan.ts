import { covers, joined, overlaps, type Stretch, without } from "@/lib/base/core/stretches";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/base/core/time";

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

/** How far the history of one type is fetched. Times are epoch milliseconds, whole hours where they are ends. */

export type SyncState = {
  /** When the newest hours are due. */
  nextTryAt: number | null;
  /** Tries at the newest hours that failed in a row. */
  newestFailures: number;
  /** Fetches of any kind that failed in a row; nothing is fetched until `heldUntil`. */
  strikes: number;
  heldUntil: number | null;
  /** The newest hours failed last: another window has its turn before them. */
  yields: boolean;
  lastError: string | null;
};

/** A part of the ledger. */
export type CompleteStretch = Stretch & {
  /** When a part of it was fetched last, and by which query. */
  fetchedAt: number;
  queryId: string | null;
};

/** A stretch that could not be fetched, until it can. */
export type Trouble = Stretch & { failures: number; nextTryAt: number; lastError: string | null };

/** A stretch to be fetched again although it is complete; `to` comes down to `from` as that is done. */
export type Ask = Stretch & {
  id: string;
  /** An admin asked, or areas had no rows in it. */
  reason: "request" | "late";
  askedAt: number;
  failures: number;
  nextTryAt: number | null;
  lastError: string | null;
};

/** All that decides on what is fetched next. */
export type SyncBook = {
  state: SyncState;
  /** The ledger: stretches without a hole, oldest first; two never touch. */
  complete: CompleteStretch[];
  troubles: Trouble[];
  /** Those that are not over. */
  asks: Ask[];
};

export type SyncSettings = { backfillDays: number; everyMinutes: number; dataDelayHours: number };

/** Why a window is fetched. */
export type Why = "newest" | "request" | "hole" | "late" | "older";

/** A period to fetch, both ends in it. */
export type SyncWindow = Stretch & { purpose: "sync" | "backfill"; why: Why };

/** A fetch that ended. */
export type EndedFetch = Stretch & {
  queryId: string;
  purpose: "sync" | "backfill";
  outcome: "succeeded" | "failed" | "cancelled";
  /** Why it failed, in words for people. */
  message: string | null;
  createdAt: number;
  finishedAt: number;
};

/** A book in which nothing stands. */
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

/**
 * How long rows are waited for. The hourly fetches ask for the last 48 hours each time, so that what comes within
 * these is stored anyway; a day later what is still away has been left out, or comes very late.
 */
const LATE_AFTER_MS = 3 * DAY_MS;

/** How far back it is looked: far enough to know an area's habit, near enough to cost little. */
const LOOK_BACK_MS = 17 * DAY_MS;

/** A look every six hours asks for no more than this, so that many holes cost the service little. */
const MOST_LATE = 4;

const LONGEST_LATE_MS = 2 * DAY_MS;

/** The period in which areas are looked at that lack rows. */
export function lateSpan(newest: number): Stretch {
  return { from: newest - LOOK_BACK_MS, to: newest - LATE_AFTER_MS };
}

/**
 * Which of the times in which areas lacked rows are asked for again: those that were fetched, and only once, since
 * what the service still does not have then it will hardly ever have. Areas whose holes touch are asked for
 * together, all areas at a time: once asked, a time is done with for every area.
 * @param found between which rows an area has none where it usually does
 * @param asked what was asked for again before, for whatever reason
 * @returns the newest first
 */
export function toAskAgain(
  found: readonly Stretch[],
  complete: readonly Stretch[],
  asked: readonly Stretch[],
): Stretch[] {
  const fetched = found.filter((hole) => covers(complete, hole));
  return without(joined(fetched), joined(asked))
    .flatMap((stretch) => parts(stretch))
    .reverse()
    .slice(0, MOST_LATE);
}

function parts({ from, to }: Stretch): Stretch[] {
  if (to - from <= LONGEST_LATE_MS) return [{ from, to }];
  return [{ from, to: from + LONGEST_LATE_MS }, ...parts({ from: from + LONGEST_LATE_MS, to })];
}
