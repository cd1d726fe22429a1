/** How far the history of one type is fetched. Times are epoch milliseconds, whole hours where they are ends. */
import type { Stretch } from "@/lib/base/core/stretches";

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
