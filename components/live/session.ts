import { readMe } from "@/lib/identity/users/contract";
import { callEndpoint } from "@/lib/web/api/client";
import { type ActionResult, NO_ANSWER } from "@/lib/web/http/action-result";

/**
 * Whether the person that the page was made for is still signed in. What is typed on the page outlives a session that
 * ends: nothing is read any more, the person signs in beside the page, and it goes on.
 */

const CHANNEL = "leafwatch session";

let isOver = false;

let isLeaving = false;

const listeners = new Set<() => void>();

/** Calls back when the session ends or is back; answers how to stop listening. */
export function onSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const isSignedOut = (): boolean => isOver;

function tell(over: boolean): void {
  if (isOver === over || isLeaving) return;
  isOver = over;
  for (const listener of listeners) listener();
}

/** An answer said that nobody is signed in. */
export function sessionEnded(): void {
  tell(true);
}

/**
 * Asks who is signed in: an ended session is told of, one that is back too, and another person gets a page of their
 * own. Without an answer nothing changes.
 * @param userId whom the page was made for
 */
export async function checkSession(userId: number): Promise<void> {
  try {
    const me = await callEndpoint(readMe);
    if (isLeaving) return;
    if (me.userId === userId) tell(false);
    else window.location.reload();
  } catch (error) {
    // 403: without a person the browser is a screen.
    const { status } = error as { status?: number };
    if (status === 401 || status === 403) tell(true);
  }
}

/** Calls back when somebody has signed in in another tab; answers how to stop listening. */
export function onSignedIn(heard: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = heard;
  return () => channel.close();
}

/** Tells the other tabs of this browser that somebody has signed in. */
export function announceSignedIn(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage("signed in");
  channel.close();
}

/** What an action answered, or that it did not; that the session has ended is told to the whole page. */
export async function answered<T>(work: Promise<ActionResult<T>>): Promise<ActionResult<T>> {
  const result = await work.catch((): ActionResult<T> => NO_ANSWER);
  if (!result.ok && result.error.signedOut) sessionEnded();
  return result;
}

/** The page is being left by signing out: that is no news to it. */
export function heedLeaving(): () => void {
  return onLeaving(() => {
    isLeaving = true;
  });
}

const LEAVING = "leafwatch:leaving";

/** Says that the session is about to end: nobody should read any more, as each read would be refused. */
export function announceLeaving(): void {
  window.dispatchEvent(new Event(LEAVING));
}

/** Calls back when the session is about to end; answers how to stop listening. */
export function onLeaving(heard: () => void): () => void {
  window.addEventListener(LEAVING, heard);
  return () => window.removeEventListener(LEAVING, heard);
}
