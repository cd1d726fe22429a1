import "server-only";
import { dehydrate, QueryClient } from "@tanstack/react-query";
import { notFound } from "next/navigation";
import { cache } from "react";
import type { z } from "zod";
import type { CarriedReads } from "@/components/live/page-reads";
import { AppError } from "@/lib/base/core/errors";
import type { Endpoint } from "@/lib/base/request/endpoint";
import { log } from "@/lib/base/request/log.server";
import { HELD_MS, whileOpening } from "@/lib/identity/auth/shared-reads.server";
import { type CallInput, callKey } from "@/lib/web/api/client";
import { parseInput } from "@/lib/web/http/parse";

type Schema = z.ZodType;

/** Those with an answer that was read before the page was asked for. */
const withHeld = new WeakSet<QueryClient>();

/** The answers that a page takes along, so that its first paint has data. */
export function pageCache(): QueryClient {
  return new QueryClient();
}

/** What a page takes along, for `PageReads`. */
export function readsOf(client: QueryClient): string {
  return JSON.stringify({ ...dehydrate(client), isHeld: withHeld.has(client) } satisfies CarriedReads);
}

/** One clock for all parts of a page. */
export const pageNow = cache((): string => new Date().toISOString());

/**
 * Puts an endpoint's answer into the page under the key that the browser will ask for, by calling the service
 * directly. What does not exist ends in "not found" unless it is to be left as well; any other failure is left to
 * the browser's own call, which shows it.
 */
export async function prefetch<P extends Schema, Q extends Schema, B extends Schema, A extends Schema>(
  client: QueryClient,
  endpoint: Endpoint<P, Q, B, A>,
  input: CallInput<P, Q>,
  run: (query: z.output<Q>) => Promise<z.input<A>>,
  { missing = "not-found" }: { missing?: "not-found" | "leave" } = {},
): Promise<z.input<A> | undefined> {
  try {
    const query = endpoint.query ? parseInput(endpoint.query, input.query ?? {}) : undefined;
    const { answer, isHeld } = await whileOpening(() => run(query as z.output<Q>));
    if (isHeld) withHeld.add(client);
    // What the window has read itself meanwhile is newer.
    client.setQueryData(callKey(endpoint, input), answer, { updatedAt: Date.now() - (isHeld ? HELD_MS : 0) });
    return answer;
  } catch (error) {
    if (error instanceof AppError && error.code === "not-found" && missing === "not-found") notFound();
    if (!(error instanceof AppError)) log.error({ err: error, path: endpoint.path }, "A page's read failed");
    return undefined;
  }
}
