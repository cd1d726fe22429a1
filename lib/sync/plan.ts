import type { SyncState, SyncWindow } from "./contract";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Rows may come late and interpolated ones be replaced: the newest hours are fetched again each time. */
const OVERLAP_MS = 48 * HOUR_MS;
/** No window is longer, so that charts fill soon and a failure costs little. */
const LONGEST_MS = 10 * DAY_MS;
const OLDEST_MS = 365 * DAY_MS;
const BACKOFF_MINUTES = [1, 2, 5, 15];

export type SyncSettings = { backfillDays: number; everyMinutes: number; dataDelayHours: number };

const wholeHour = (at: number) => Math.floor(at / HOUR_MS) * HOUR_MS;

/** The newest instant that the service has data for. */
function newestOf(settings: SyncSettings, now: number): number {
  return wholeHour(now - settings.dataDelayHours * HOUR_MS);
}

/**
 * What is to be fetched next, or null (product: newest first). The newest hours come when they are due; then
 * older windows, each ending where the one after it begins, back to `backfillDays`.
 * @param now epoch milliseconds
 */
export function nextWindow(state: SyncState, settings: SyncSettings, now: number): SyncWindow | null {
  const newest = newestOf(settings, now);
  if (isDue(state, settings, newest, now)) return newestWindow(state, newest);
  if (state.failures > 0 || state.completeFrom === null) return null;
  const wanted = wholeHour(Math.max(now - settings.backfillDays * DAY_MS, now - OLDEST_MS));
  const to = Math.min(state.completeFrom, newest);
  if (to <= wanted) return null;
  return { purpose: "backfill", from: Math.max(wanted, to - LONGEST_MS), to };
}

function isDue(state: SyncState, settings: SyncSettings, newest: number, now: number): boolean {
  if (state.nextTryAt !== null && now < state.nextTryAt) {
    // After a long pause the windows up to now follow each other at once.
    const behind = newest - (state.completeUntil ?? newest) > settings.everyMinutes * MINUTE_MS + 2 * HOUR_MS;
    return behind && state.failures === 0;
  }
  return true;
}

function newestWindow(state: SyncState, newest: number): SyncWindow {
  if (state.completeUntil === null) return { purpose: "sync", from: newest - OVERLAP_MS, to: newest };
  const from = Math.min(state.completeUntil, newest) - OVERLAP_MS;
  return { purpose: "sync", from, to: Math.min(newest, from + LONGEST_MS) };
}

/** A fetch that ended; times are epoch milliseconds. */
export type EndedFetch = SyncWindow & {
  succeeded: boolean;
  /** Why it did not, in words for people. */
  message: string | null;
  createdAt: number;
  finishedAt: number;
};

/** The state while a fetch waits after a call that failed: it goes on by itself, and is said all the same. */
export function hold(state: SyncState, message: string, nextTryAt: number): SyncState {
  return { ...state, failures: Math.max(1, state.failures), lastError: message, nextTryAt };
}

/**
 * The state after a fetch. Success extends what is complete; a failure is tried again after 1, 2, 5, then
 * every 15 minutes.
 */
export function settle(state: SyncState, ended: EndedFetch, everyMinutes: number): SyncState {
  if (!ended.succeeded) {
    const minutes = BACKOFF_MINUTES[state.failures] ?? 15;
    return {
      ...state,
      failures: state.failures + 1,
      lastError: ended.message,
      nextTryAt: ended.finishedAt + minutes * MINUTE_MS,
    };
  }
  const healthy = { ...state, failures: 0, lastError: null };
  if (ended.purpose === "backfill") {
    return { ...healthy, completeFrom: Math.min(state.completeFrom ?? ended.from, ended.from) };
  }
  const every = everyMinutes * MINUTE_MS;
  return {
    ...healthy,
    completeUntil: Math.max(state.completeUntil ?? ended.to, ended.to),
    completeFrom: state.completeFrom ?? ended.from,
    nextTryAt: (Math.floor(ended.createdAt / every) + 1) * every,
  };
}
