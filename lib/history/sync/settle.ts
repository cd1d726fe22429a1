import { joined, overlaps, type Stretch, without } from "@/lib/base/core/stretches";
import { MINUTE_MS } from "@/lib/base/core/time";
import type { Ask, CompleteStretch, EndedFetch, SyncBook, SyncState, Trouble } from "./plan";

/** After so many failures in a row nothing is asked of the service for so long; the last one stays. */
const PAUSES_MINUTES = [1, 2, 5, 15];
/** A window that failed leaves the others to go on, and is tried again after so long. */
const WINDOW_PAUSES_MINUTES = [5, 15, 60, 180, 360];
/** Somebody did not want it now; it is a hole all the same. */
const CANCELLED_MINUTES = 60;
/** So often a place is looked at again where areas lacked rows: it is a guess, no hole. */
const LATE_TRIES = 3;

/** When something is tried again that failed so many times, the last one included. */
function pauseAfter(at: number, failures: number, pauses: readonly number[]): number {
  return at + (pauses[Math.min(failures, pauses.length) - 1] ?? 0) * MINUTE_MS;
}

/** Whether nothing is left of it to fetch, or it is not worth another try. */
export function outcomeOf(ask: Ask, oldest: number): "done" | "given-up" | null {
  if (ask.to <= Math.max(ask.from, oldest)) return "done";
  return ask.reason === "late" && ask.failures >= LATE_TRIES ? "given-up" : null;
}

/** The state while a fetch waits after a call that failed: it goes on by itself, and is said all the same. */
export function hold(state: SyncState, message: string, nextTryAt: number): SyncState {
  return { ...state, strikes: Math.max(1, state.strikes), lastError: message, nextTryAt };
}

/** The book after a fetch: what succeeded is complete, what did not is tried again while others go on. */
export function settle(book: SyncBook, ended: EndedFetch, everyMinutes: number): SyncBook {
  const asks = book.asks.map((ask) => (isOf(ask, ended) ? settleAsk(ask, ended) : ask));
  const state = settleState(book.state, ended, everyMinutes);
  if (ended.outcome !== "succeeded") return { ...book, state, asks, troubles: troublesAfter(book, ended) };
  return {
    state,
    asks,
    complete: enter(book.complete, ended),
    troubles: relieved(without(book.troubles, [ended]), book.state.strikes, ended.finishedAt),
  };
}

/** One line of the ledger for what touches; it says what was fetched last. */
function enter(ledger: readonly CompleteStretch[], ended: EndedFetch): CompleteStretch[] {
  const touching = (one: Stretch) => one.from <= ended.to && one.to >= ended.from;
  const [whole = ended] = joined([ended, ...ledger.filter(touching)]);
  const line = { ...whole, fetchedAt: ended.finishedAt, queryId: ended.queryId };
  const entered = { from: line.from, to: line.to, fetchedAt: line.fetchedAt, queryId: line.queryId };
  return [...ledger.filter((one) => !touching(one)), entered].sort((a, b) => a.from - b.from);
}

/** Several in a row failed and now one did not: it was the service, and nothing needs to wait. */
function relieved(troubles: Trouble[], strikes: number, now: number): Trouble[] {
  if (strikes < 2) return troubles;
  return troubles.map((trouble) => ({ ...trouble, nextTryAt: Math.min(trouble.nextTryAt, now) }));
}

function troublesAfter({ troubles, complete }: SyncBook, ended: EndedFetch): Trouble[] {
  // The newest hours have pauses of their own.
  if (ended.purpose === "sync") return troubles;
  const before = troubles.filter((trouble) => overlaps(trouble, ended));
  const failed = Math.max(0, ...before.map(({ failures }) => failures));
  const again = tryAgain(failed, ended);
  const lacking = without([{ from: ended.from, to: ended.to }], complete);
  const added = lacking.map((stretch) => ({ ...stretch, ...again }));
  return [...without(troubles, [ended]), ...added].sort((a, b) => a.from - b.from);
}

function tryAgain(failed: number, { outcome, finishedAt, message }: EndedFetch) {
  if (outcome === "cancelled")
    return { failures: failed, nextTryAt: finishedAt + CANCELLED_MINUTES * MINUTE_MS, lastError: null };
  const failures = failed + 1;
  return {
    failures,
    nextTryAt: pauseAfter(finishedAt, failures, WINDOW_PAUSES_MINUTES),
    lastError: message,
  };
}

/** Every fetch of the newest part that is left counts for it, whatever it was made for. */
function isOf(ask: Ask, ended: EndedFetch): boolean {
  return ended.createdAt >= ask.askedAt && ended.from < ask.to && ended.to >= ask.to;
}

function settleAsk(ask: Ask, ended: EndedFetch): Ask {
  if (ended.outcome !== "succeeded") return { ...ask, ...tryAgain(ask.failures, ended) };
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
  if (isNewest) return { ...WELL, nextTryAt: next };
  // It answers again: what was said while this one waited is over, unless the newest hours failed themselves.
  return state.newestFailures > 0
    ? { ...state, strikes: 0, heldUntil: null, yields: false }
    : { ...WELL, nextTryAt: state.strikes > 0 ? null : state.nextTryAt };
}

const WELL = { newestFailures: 0, strikes: 0, heldUntil: null, yields: false, lastError: null };

function afterFailure(state: SyncState, ended: EndedFetch, isNewest: boolean): SyncState {
  const { finishedAt, message } = ended;
  const strikes = state.strikes + 1;
  const failed = { ...state, strikes, heldUntil: pauseAfter(finishedAt, strikes, PAUSES_MINUTES) };
  // One window alone is listed among the troubles; two in a row are the service's.
  const lastError = state.newestFailures > 0 || strikes < 2 ? state.lastError : message;
  if (!isNewest) return { ...failed, yields: false, lastError };
  const newestFailures = state.newestFailures + 1;
  const nextTryAt = pauseAfter(finishedAt, newestFailures, PAUSES_MINUTES);
  return { ...failed, newestFailures, yields: true, lastError: message, nextTryAt };
}
