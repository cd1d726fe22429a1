import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import type { Actor } from "@/lib/auth/contract";
import { heldByProcess } from "@/lib/core/held";

/** What is known of the request that is being answered. */
export type RequestContext = {
  /** Tells its lines of the log from others. */
  id: string;
  /** What kind of actor was found; null while nobody was. */
  actor: Actor["kind"] | null;
  /** Whether its answer has gone: what it left running speaks for itself from then on. */
  over: boolean;
};

const held = heldByProcess<{ requests: AsyncLocalStorage<RequestContext> }>();

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

/** Notes who sends the request, for its line in the log. */
export function noteActor(kind: Actor["kind"]): void {
  const context = requestContext();
  if (context) context.actor = kind;
}
