import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { processSingleton } from "@/lib/base/core/process-singleton";

/** A named rate limit, counted per key. */
export type Rate = { name: string; limit: number; windowMs: number };

/** `since`: monotonic milliseconds. */
type Window = { since: number; count: number };

const MAX_KEYS = 5_000;

const HELD_MS = 1_000;
/** Each held request keeps a socket: further ones are answered at once. */
const MAX_HELD = 1_000;

const held = processSingleton<{ rates: Map<string, Map<string, Window>>; heldBack: number }>();

function windowOf({ name, windowMs }: Rate, key: string): Window {
  held.rates ??= new Map();
  const windows = held.rates.get(name) ?? new Map<string, Window>();
  held.rates.set(name, windows);
  const known = windows.get(key);
  const now = performance.now();
  if (known && now - known.since < windowMs) return known;
  const fresh = { since: now, count: 0 };
  windows.delete(key);
  windows.set(key, fresh);
  // Drop the oldest: a flood of keys must not fill the memory.
  const [oldest] = windows.keys();
  if (windows.size > MAX_KEYS && oldest !== undefined) windows.delete(oldest);
  return fresh;
}

/** Returns true if a key is still below its limit, without counting. Counters are per process. */
export function hasRate(rate: Rate, key: string): boolean {
  return windowOf(rate, key).count < rate.limit;
}

/** Counts one use of a key. @returns whether it was within the limit */
export function takeRate(rate: Rate, key: string): boolean {
  const window = windowOf(rate, key);
  window.count += 1;
  return window.count <= rate.limit;
}

/** Waits one to two seconds before a refusal: a flood has a limited number of connections, so each one should wait. */
export async function holdBack(): Promise<void> {
  const count = held.heldBack ?? 0;
  if (count >= MAX_HELD) return;
  held.heldBack = count + 1;
  // Random, so that they do not come back in one burst.
  await sleep(HELD_MS * (1 + Math.random()));
  held.heldBack = (held.heldBack ?? 1) - 1;
}
