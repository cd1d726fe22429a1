import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { ConcurrencyLimit } from "@/lib/base/core/concurrency-limit";
import { AppError } from "@/lib/base/core/errors";
import { processSingleton } from "@/lib/base/core/process-singleton";
import type { Actor } from "@/lib/identity/actor/contract";

/** A quarter of the connection pool, so that one actor leaves connections for the others. */
const AT_ONCE = 3;
/** More than the charts of any page in many windows. */
const MAX_WAITING = 200;

/** More waiting reads than any page makes: then each read is followed by a pause of four times its duration. */
const FLOOD = 24;
const PAUSE_FACTOR = 4;
const MAX_PAUSE_MS = 1_000;

const held = processSingleton<{ actorLimits: Map<string, ConcurrencyLimit> }>();

/**
 * Runs an expensive read of an actor: three at once per process, the rest queue.
 * @param signal of the request; an aborted read leaves the queue
 * @throws AppError `too-many-requests` when 200 wait; the signal's reason; what the read throws
 */
export async function withActorLimit<T>(
  actor: Actor,
  signal: AbortSignal,
  read: () => Promise<T>,
): Promise<T> {
  const waiting = held.actorLimits?.get(keyOf(actor))?.waiting ?? 0;
  if (waiting >= MAX_WAITING)
    throw new AppError(
      "too-many-requests",
      `${waiting} reads of yours wait already. Ask for fewer at a time, or wait a few seconds.`,
    );
  return runLimited(actor, signal, read);
}

/** Produces each part of a file under the actor's limit, so that nothing is held between two parts. */
export async function* limitParts<T>(
  actor: Actor,
  signal: AbortSignal,
  parts: AsyncGenerator<T, void>,
): AsyncGenerator<T, void> {
  try {
    for (;;) {
      const next = await runLimited(actor, signal, () => parts.next());
      if (next.done) return;
      yield next.value;
    }
  } finally {
    await parts.return();
  }
}

async function runLimited<T>(actor: Actor, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  held.actorLimits ??= new Map();
  const all = held.actorLimits;
  const key = keyOf(actor);
  const limit = all.get(key) ?? new ConcurrencyLimit(AT_ONCE);
  all.set(key, limit);
  try {
    return await limit.run(() => pauseAfter(limit, work), signal);
  } finally {
    if (limit.idle && all.get(key) === limit) all.delete(key);
  }
}

async function pauseAfter<T>(limit: ConcurrencyLimit, work: () => Promise<T>): Promise<T> {
  const begun = performance.now();
  try {
    return await work();
  } finally {
    const took = performance.now() - begun;
    if (limit.waiting > FLOOD) await sleep(Math.min(took * PAUSE_FACTOR, MAX_PAUSE_MS));
  }
}

const keyOf = ({ kind, id }: Actor) => `${kind} ${id}`;
