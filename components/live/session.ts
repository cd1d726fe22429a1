import { readMe } from "@/lib/identity/users/contract";
import { callEndpoint } from "@/lib/web/api/client";
import { type ActionResult, NO_ANSWER, NOT_SENT } from "@/lib/web/http/action-result";

/**
 * Tracks whether the page's person is still signed in. The page outlives its session, so that nothing typed is lost:
 * reads stop, the person signs in in another tab, and the page goes on.
 */

const CHANNEL = "leafwatch session";

let isOver = false;
let isLeaving = false;
const listeners = new Set<() => void>();

/** Listens for the end and the return of the session, and for a sign-out. @returns stops listening */
export function onSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const isSignedOut = (): boolean => isOver;

/** Returns true once the person has signed out on this page, which then ignores the end of its session. */
export const isSigningOut = (): boolean => isLeaving;

/** Call before a sign-out: reads stop, since each would be refused. */
export function announceLeaving(): void {
  isLeaving = true;
  for (const listener of listeners) listener();
}

function setOver(over: boolean): void {
  if (isOver === over || isLeaving) return;
  isOver = over;
  for (const listener of listeners) listener();
}

/** Call when an answer said that nobody is signed in. */
export function sessionEnded(): void {
  setOver(true);
}

/**
 * Reads who is signed in, and reloads the page if it is another person. Without an answer nothing changes.
 * @param userId the page's person
 */
export async function checkSession(userId: number): Promise<void> {
  try {
    const me = await callEndpoint(readMe);
    if (isLeaving) return;
    if (me.userId === userId) setOver(false);
    else window.location.reload();
  } catch (error) {
    // 403: without a person, the browser counts as a screen.
    const { status } = error as { status?: number };
    if (status === 401 || status === 403) setOver(true);
  }
}

/** Listens for a sign-in in another tab. @returns stops listening */
export function onSignedIn(heard: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = heard;
  return () => channel.close();
}

/** Tells the other tabs of this browser of a sign-in. */
export function announceSignedIn(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage("signed in");
  channel.close();
}

/** The result of an action just begun, `NO_ANSWER` included; an ended session is noticed by the whole page. */
export async function answered<T>(work: Promise<ActionResult<T>>): Promise<ActionResult<T>> {
  const failed = globalThis.navigator?.onLine === false ? NOT_SENT : NO_ANSWER;
  const result = await work.catch((): ActionResult<T> => failed);
  if (!result.ok && result.error.signedOut) sessionEnded();
  return result;
}
