import { joined, overlaps, type Stretch, without } from "@/lib/base/core/stretches";
import { MINUTE_MS } from "@/lib/base/core/time";
import type { Ask, CompleteStretch, EndedFetch, SyncBook, SyncState, Trouble } from "./plan";

/** Pauses of all fetching after consecutive failures; the last one repeats. */
const PAUSES_MINUTES = [1, 2, 5, 15];
/** Pauses of a window that failed, while others go on; the last one repeats. */
const WINDOW_PAUSES_MINUTES = [5, 15, 60, 180, 360];
/** Pause of a window that was cancelled: it remains a hole. */
const CANCELLED_MINUTES = 60;
/** Tries at a stretch in which areas lacked rows: it is a guess. */
const LATE_TRIES = 3;

/** When to try again after consecutive failures. */
function pauseAfter(at: number, failures: number, pauses: readonly number[]): number {
  return at + (pauses[Math.min(failures, pauses.length) - 1] ?? 0) * MINUTE_MS;
}

/** The outcome of a request; null while it is open. */
export function askOutcome(ask: Ask, oldest: number): "done" | "given-up" | null {
  if (ask.to <= Math.max(ask.from, oldest)) return "done";
  return ask.reason === "late" && ask.failures >= LATE_TRIES ? "given-up" : null;
}

/** The state while a fetch waits after a failed call: the failure is shown although the fetch goes on. */
export function withPendingFailure(state: SyncState, message: string, nextTryAt: number): SyncState {
  return { ...state, strikes: Math.max(1, state.strikes), lastError: message, nextTryAt };
}

/** The book after a fetch: a success is complete, a failure is tried again while others go on. */
export function settle(book: SyncBook, ended: EndedFetch, everyMinutes: number): SyncBook {
  const asks = book.asks.map((ask) => (servesAsk(ask, ended) ? settleAsk(ask, ended) : ask));
  const state = settleState(book.state, ended, everyMinutes);
  if (ended.outcome !== "succeeded") return { ...book, state, asks, troubles: troublesAfter(book, ended) };
  return {
    state,
    asks,
    complete: addToLedger(book.complete, ended),
    troubles: releaseTroubles(without(book.troubles, [ended]), book.state.strikes, ended.finishedAt),
  };
}

/** Joins touching stretches into one line of the ledger, with the last fetch. */
function addToLedger(ledger: readonly CompleteStretch[], ended: EndedFetch): CompleteStretch[] {
  const touching = (one: Stretch) => one.from <= ended.to && one.to >= ended.from;
  const [whole = ended] = joined([ended, ...ledger.filter(touching)]);
  const line = { ...whole, fetchedAt: ended.finishedAt, queryId: ended.queryId };
  const entered = { from: line.from, to: line.to, fetchedAt: line.fetchedAt, queryId: line.queryId };
  return [...ledger.filter((one) => !touching(one)), entered].sort((a, b) => a.from - b.from);
}

/** After several failures in a row a success shows that the service was at fault: nothing needs to wait. */
function releaseTroubles(troubles: Trouble[], strikes: number, now: number): Trouble[] {
  if (strikes < 2) return troubles;
  return troubles.map((trouble) => ({ ...trouble, nextTryAt: Math.min(trouble.nextTryAt, now) }));
}

function troublesAfter({ troubles, complete }: SyncBook, ended: EndedFetch): Trouble[] {
  // The newest hours have their own pauses.
  if (ended.purpose === "sync") return troubles;
  const before = troubles.filter((trouble) => overlaps(trouble, ended));
  const failed = Math.max(0, ...before.map(({ failures }) => failures));
  const again = nextTry(failed, ended);
  const lacking = without([{ from: ended.from, to: ended.to }], complete);
  const added = lacking.map((stretch) => ({ ...stretch, ...again }));
  return [...without(troubles, [ended]), ...added].sort((a, b) => a.from - b.from);
}

function nextTry(failed: number, { outcome, finishedAt, message }: EndedFetch) {
  if (outcome === "cancelled")
    return { failures: failed, nextTryAt: finishedAt + CANCELLED_MINUTES * MINUTE_MS, lastError: null };
  const failures = failed + 1;
  return {
    failures,
    nextTryAt: pauseAfter(finishedAt, failures, WINDOW_PAUSES_MINUTES),
    lastError: message,
  };
}

/** Returns true if a fetch, made for any reason, covers the newest part that is left of a request. */
function servesAsk(ask: Ask, ended: EndedFetch): boolean {
  return ended.createdAt >= ask.askedAt && ended.from < ask.to && ended.to >= ask.to;
}

function settleAsk(ask: Ask, ended: EndedFetch): Ask {
  if (ended.outcome !== "succeeded") return { ...ask, ...nextTry(ask.failures, ended) };
  const to = Math.max(ask.from, ended.from);
  return { ...ask, to, failures: 0, nextTryAt: null, lastError: null };
}

function settleState(state: SyncState, ended: EndedFetch, everyMinutes: number): SyncState {
  const isNewest = ended.purpose === "sync";
  if (ended.outcome === "failed") return afterFailure(state, ended, isNewest);
  const every = everyMinutes * MINUTE_MS;
  const next = (Math.floor(ended.createdAt / every) + 1) * every;
  if (ended.outcome === "cancelled")
    return { ...state, yields: isNewest, nextTryAt: isNewest ? next : state.nextTryAt };
  if (isNewest) return { ...HEALTHY, nextTryAt: next };
  // The service answers again: clear the recorded failures, unless the newest hours themselves failed.
  return state.newestFailures > 0
    ? { ...state, strikes: 0, heldUntil: null, yields: false }
    : { ...HEALTHY, nextTryAt: state.strikes > 0 ? null : state.nextTryAt };
}

const HEALTHY = { newestFailures: 0, strikes: 0, heldUntil: null, yields: false, lastError: null };

function afterFailure(state: SyncState, ended: EndedFetch, isNewest: boolean): SyncState {
  const { finishedAt, message } = ended;
  const strikes = state.strikes + 1;
  const failed = { ...state, strikes, heldUntil: pauseAfter(finishedAt, strikes, PAUSES_MINUTES) };
  // A single window is listed among the troubles; two in a row are the service's failure.
  const lastError = state.newestFailures > 0 || strikes < 2 ? state.lastError : message;
  if (!isNewest) return { ...failed, yields: false, lastError };
  const newestFailures = state.newestFailures + 1;
  const nextTryAt = pauseAfter(finishedAt, newestFailures, PAUSES_MINUTES);
  return { ...failed, newestFailures, yields: true, lastError: message, nextTryAt };
}
