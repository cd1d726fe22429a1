import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import { processSingleton } from "@/lib/base/core/process-singleton";
import { SharedRead } from "@/lib/base/core/shared-read";
import { forgetReadsOfRequest } from "@/lib/base/request/request-context.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { rightsOf } from "@/lib/identity/actor/rules";
import { BurstDetector } from "./burst-detector";

/** Between the starts of two reads in a burst, whose callers mostly refresh pages that are open already. */
const APART_MS = 1_000;
/** A page opened in a burst takes an answer up to this old instead of waiting; its window reads again soon after. */
export const HELD_MS = 2_000;
/** Reads without a caller for this long are dropped. */
const FORGET_MS = 10_000;

type Entry = {
  shared: SharedRead<unknown>;
  burst: BurstDetector;
  read: () => Promise<unknown>;
  askedAt: number;
};
type Opening = { takesHeld: boolean };

const held = processSingleton<{
  reads: Map<string, Entry>;
  readsSweptAt: number;
  opening: AsyncLocalStorage<Opening>;
}>();

/**
 * Shares a read among all pages and calls that ask the same with the same rights at the same time: an event makes
 * hundreds of windows read at once (docs/decisions.md, 2026-11-22). A call never gets an answer read before it asked; a
 * page that is being opened in a burst may (`whileOpening`).
 * @param name of the read; with `query` and the rights it is the key, so the read must not depend on who the actor is
 */
export function sharedRead<T>(
  name: string,
  actor: Actor,
  query: unknown,
  read: () => Promise<T>,
): Promise<T> {
  held.reads ??= new Map();
  const reads = held.reads;
  const now = performance.now();
  sweep(reads, now);
  const key = JSON.stringify([name, rightsOf(actor), query]);
  const entry = reads.get(key) ?? newEntry();
  // The newest caller's read: its own values, such as the time, are current.
  Object.assign(entry, { read, askedAt: now });
  const inBurst = entry.burst.add(`${actor.kind} ${actor.id}`, now);
  entry.shared.apart = inBurst ? APART_MS : 0;
  reads.set(key, entry);
  const opening = held.opening?.getStore();
  if (opening && inBurst) opening.takesHeld = true;
  return entry.shared.get(opening && inBurst ? HELD_MS : 0, inBurst) as Promise<T>;
}

/**
 * Reads for a page that is being opened, which does not wait for the next read of a burst.
 * @returns the answer; `isHeld`: it may be up to two seconds older than the call, and the window has to read again
 */
export async function whileOpening<T>(read: () => Promise<T>): Promise<{ answer: T; isHeld: boolean }> {
  held.opening ??= new AsyncLocalStorage();
  const opening: Opening = { takesHeld: false };
  const answer = await held.opening.run(opening, read);
  return { answer, isHeld: opening.takesHeld };
}

/** Drops answers after a change, so that a page that is opened from now on shows it. */
export function forgetHeldReads(): void {
  forgetReadsOfRequest();
  for (const { shared } of held.reads?.values() ?? []) shared.invalidate();
}

function newEntry(): Entry {
  const entry: Entry = {
    shared: new SharedRead<unknown>(() => entry.read()),
    burst: new BurstDetector(),
    read: () => Promise.reject(new Error("Nobody has asked yet.")),
    askedAt: 0,
  };
  return entry;
}

function sweep(reads: Map<string, Entry>, now: number): void {
  if (now - (held.readsSweptAt ?? 0) < FORGET_MS) return;
  held.readsSweptAt = now;
  for (const [key, { askedAt }] of reads) if (now - askedAt > FORGET_MS) reads.delete(key);
}
