import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import type { ActorKind } from "@/lib/base/core/access";
import { processSingleton } from "@/lib/base/core/process-singleton";

/** The context of the request being answered. */
export type RequestContext = {
  /** For its log lines. */
  id: string;
  /** The kind of actor; null before authentication. */
  actor: ActorKind | null;
  /** True once its answer was sent; work that continues is no longer logged under it. */
  over: boolean;
  /** Cached reads, by name. */
  reads: Map<string, { at: number; answer: Promise<unknown> }>;
};

/** An event stream is one request for weeks, so cached reads expire. */
const KNOWN_MS = 1_000;

const held = processSingleton<{ requests: AsyncLocalStorage<RequestContext> }>();

function storage(): AsyncLocalStorage<RequestContext> {
  held.requests ??= new AsyncLocalStorage();
  return held.requests;
}

/** The current request; undefined outside of one. */
export function requestContext(): RequestContext | undefined {
  const context = storage().getStore();
  return context?.over ? undefined : context;
}

/** Makes a request the current one for the rest of this turn and everything it starts. */
export function enterRequest(context: RequestContext): void {
  storage().enterWith(context);
}

/**
 * Caches a read for the current request; without one, reads each time. Actions clear the cache when they end.
 * @throws what the read throws
 */
export function onceARequest<T>(name: string, read: () => Promise<T>): Promise<T> {
  const reads = requestContext()?.reads;
  const now = performance.now();
  const known = reads?.get(name);
  if (known && now - known.at < KNOWN_MS) return known.answer as Promise<T>;
  const answer = read();
  reads?.set(name, { at: now, answer });
  return answer;
}

/** Clears the cached reads after the request has changed something. */
export function forgetReadsOfRequest(): void {
  requestContext()?.reads.clear();
}

/** Sets the kind of actor for the request's log line. */
export function noteActor(kind: ActorKind): void {
  const context = requestContext();
  if (context) context.actor = kind;
}
