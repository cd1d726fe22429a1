import "server-only";
import { heldByProcess } from "@/lib/core/held";
import { SharedRead } from "@/lib/core/shared-read";
import type { Actor } from "./contract";
import { Crowd } from "./crowd";
import { rightsOf } from "./rules";

/** A crowd is read for so often; its page with two reads in turn is still there within half a second. */
const APART_MS = 150;
/** What nobody has asked for so long is forgotten. */
const FORGET_MS = 10_000;

type Entry = { shared: SharedRead<unknown>; crowd: Crowd; read: () => Promise<unknown>; askedAt: number };

const held = heldByProcess<{ reads: Map<string, Entry>; readsSweptAt: number }>();

/**
 * Reads once for all who ask the same with the same rights at the same time, in pages and calls alike. Nobody gets
 * what was read before they asked: in calm times each asks for themselves, in a storm they share. It must depend on
 * nothing else: not on who the actor is.
 * @param name of the read; `query` and the rights tell its askers apart
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
  // The newest asker's: whatever it holds of its own, such as the time, is of now.
  Object.assign(entry, { read, askedAt: now });
  entry.shared.apart = entry.crowd.add(`${actor.kind} ${actor.id}`, now) ? APART_MS : 0;
  reads.set(key, entry);
  return entry.shared.get(0) as Promise<T>;
}

function newEntry(): Entry {
  const entry: Entry = {
    shared: new SharedRead<unknown>(() => entry.read()),
    crowd: new Crowd(),
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
