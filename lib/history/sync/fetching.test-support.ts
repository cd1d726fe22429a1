// A service that answers at once, for tests of the plan: each fetch is settled in the book.

import type { Ask, EndedFetch, SyncBook, SyncSettings, SyncWindow } from "./plan";
import { nextWindow } from "./plan";
import { askOutcome, settle } from "./settle";

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const NOW = Date.parse("2026-11-20T10:20:00Z");
export const NEWEST = Date.parse("2026-11-20T09:00:00Z");
export const settings: SyncSettings = { backfillDays: 30, everyMinutes: 60, dataDelayHours: 1 };

export type Outcome = EndedFetch["outcome"];

/** The book after a window was fetched at an instant, with the outcome given. */
export function fetched(
  book: SyncBook,
  window: SyncWindow,
  at: number,
  outcome: Outcome = "succeeded",
): SyncBook {
  const message = outcome === "failed" ? "Submit answered 503" : null;
  const { purpose, from, to } = window;
  const fetch = {
    purpose,
    from,
    to,
    outcome,
    message,
    queryId: `Q${at}`,
    createdAt: at,
    finishedAt: at + 5_000,
  };
  const settled = settle(book, fetch, settings.everyMinutes);
  return { ...settled, asks: settled.asks.filter((ask) => askOutcome(ask, 0) === null) };
}

/** The window that is due; it fails where there is none. */
export function due(book: SyncBook, now: number, wanted = settings): SyncWindow {
  const window = nextWindow(book, wanted, now);
  if (!window) throw new Error(`Nothing is due at ${new Date(now).toISOString()}`);
  return window;
}

/** Fetches until nothing is left, as fast as the service can. */
export function fetchAll(
  start: SyncBook,
  now: number,
  wanted = settings,
): { book: SyncBook; windows: SyncWindow[] } {
  const windows: SyncWindow[] = [];
  let book = start;
  for (let window = nextWindow(book, wanted, now); window; window = nextWindow(book, wanted, now)) {
    windows.push(window);
    book = fetched(book, window, now);
    if (windows.length > 100) throw new Error("It never ends");
  }
  return { book, windows };
}

/** A request for a stretch, made just before. */
export const ask = (from: number, to: number, more: Partial<Ask> = {}): Ask => ({
  ...{
    id: "1",
    reason: "request",
    from,
    to,
    until: to,
    askedBy: "Ada",
    askedAt: NOW - 1,
    failures: 0,
    nextTryAt: null,
    lastError: null,
  },
  ...more,
});
