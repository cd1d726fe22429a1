import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { processSingleton } from "@/lib/base/core/process-singleton";

/** How often something may happen for one key, by name. */
export type Rate = { name: string; limit: number; windowMs: number };

/** `since`: milliseconds of a clock that only runs on. */
type Window = { since: number; count: number };

const MOST_KEYS = 5_000;

const held = processSingleton<{ rates: Map<string, Map<string, Window>> }>();

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
  // The oldest makes room: whoever floods us with keys must not fill the memory.
  const [oldest] = windows.keys();
  if (windows.size > MOST_KEYS && oldest !== undefined) windows.delete(oldest);
  return fresh;
}

/** Whether a key has some of its rate left; counts nothing. Each process has its own counters. */
export function hasRate(rate: Rate, key: string): boolean {
  return windowOf(rate, key).count < rate.limit;
}

/** Counts one use of a key, and answers whether it was within its rate. */
export function takeRate(rate: Rate, key: string): boolean {
  const window = windowOf(rate, key);
  window.count += 1;
  return window.count <= rate.limit;
}

const HELD_MS = 1_000;

/** Each held request keeps a socket: further ones are answered at once. */
const MAX_HELD = 1_000;

const heldBack = processSingleton<{ heldBack: number }>();

/** Waits one to two seconds before a refusal: a flood has a limited number of connections, so each one should wait. */
export async function holdBack(): Promise<void> {
  const count = heldBack.heldBack ?? 0;
  if (count >= MAX_HELD) return;
  heldBack.heldBack = count + 1;
  // Random, so that they do not come back in one burst.
  await sleep(HELD_MS * (1 + Math.random()));
  heldBack.heldBack = (heldBack.heldBack ?? 1) - 1;
}
