import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import type { ActorKind } from "@/lib/base/core/access";
import { processSingleton } from "@/lib/base/core/process-singleton";

/** What is known of the request that is being answered. */
export type RequestContext = {
  /** Tells its lines of the log from others. */
  id: string;
  /** What kind of actor was found; null while nobody was. */
  actor: ActorKind | null;
  /** Whether its answer has gone: what it left running speaks for itself from then on. */
  over: boolean;
  /** What was read for it, by name. */
  reads: Map<string, { at: number; answer: Promise<unknown> }>;
};

/** A stream is one request for weeks: what it has read is old after so long. */
const KNOWN_MS = 1_000;

const held = processSingleton<{ requests: AsyncLocalStorage<RequestContext> }>();

function storage(): AsyncLocalStorage<RequestContext> {
  held.requests ??= new AsyncLocalStorage();
  return held.requests;
}

/** The request that the running code works for; undefined outside of any. */
export function requestContext(): RequestContext | undefined {
  const context = storage().getStore();
  return context?.over ? undefined : context;
}

/** Makes all that follows in this turn, and what it begins, work for a request. */
export function enterRequest(context: RequestContext): void {
  storage().enterWith(context);
}

/**
 * Reads once what all parts of a request begin with; outside of any, each time. An action forgets it when it is over.
 * @throws what the read throws, to each of them
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

/** What the request has read is old: it has changed something. */
export function forgetReadsOfRequest(): void {
  requestContext()?.reads.clear();
}

/** Notes who sends the request, for its line in the log. */
export function noteActor(kind: ActorKind): void {
  const context = requestContext();
  if (context) context.actor = kind;
}
