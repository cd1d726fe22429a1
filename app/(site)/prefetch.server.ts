import "server-only";
import { dehydrate, QueryClient, type QueryKey } from "@tanstack/react-query";
import { notFound } from "next/navigation";
import { cache } from "react";
import type { z } from "zod";
import type { CarriedReads } from "@/components/live/page-reads";
import { AppError } from "@/lib/base/core/errors";
import type { Endpoint } from "@/lib/base/request/endpoint";
import { log } from "@/lib/base/request/log.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { HELD_MS, whileOpening } from "@/lib/identity/auth/shared-reads.server";
import { type CallInput, callKey } from "@/lib/web/api/client";
import { parseInput } from "@/lib/web/http/parse";

type Schema = z.ZodType;

/** One clock for all parts of a page. */
export const pageNow = cache((): string => new Date().toISOString());

/**
 * The answers that a page carries for its first paint, under the keys of the browser's reads. They come from the
 * services directly.
 */
export class PagePrefetch {
  readonly #actor: Actor;
  readonly #client = new QueryClient();
  /** Some answer was read before this page was requested. */
  #isHeld = false;

  constructor(actor: Actor) {
    this.#actor = actor;
  }

  /**
   * Adds an endpoint's answer. If what is `required` does not exist, the page ends in "not found"; any other failure is
   * left to the browser's own call, which shows it.
   * @returns the answer; undefined after a failure
   */
  async read<P extends Schema, Q extends Schema, B extends Schema, A extends Schema>(
    endpoint: Endpoint<P, Q, B, A>,
    input: CallInput<P, Q>,
    run: (actor: Actor, query: z.output<Q>) => Promise<z.input<A>>,
    need: "required" | "optional" = "required",
  ): Promise<z.input<A> | undefined> {
    try {
      const query = endpoint.query ? parseInput(endpoint.query, input.query ?? {}) : undefined;
      const { answer, isHeld } = await whileOpening(() => run(this.#actor, query as z.output<Q>));
      if (isHeld) this.#isHeld = true;
      // A held answer is older than what the window may have read itself.
      const updatedAt = Date.now() - (isHeld ? HELD_MS : 0);
      this.#client.setQueryData(callKey(endpoint, input), answer, { updatedAt });
      return answer;
    } catch (error) {
      if (!(error instanceof AppError))
        log.error({ err: error, path: endpoint.path }, "A page's read failed");
      else if (error.code === "not-found" && need === "required") notFound();
      return undefined;
    }
  }

  /** Adds the first page of an infinite list, under the list's own key. */
  async readFirstPage<P extends Schema, Q extends Schema, B extends Schema, A extends Schema>(
    endpoint: Endpoint<P, Q, B, A>,
    input: CallInput<P, Q>,
    pagesKey: QueryKey,
    run: (actor: Actor, query: z.output<Q>) => Promise<z.input<A>>,
  ): Promise<void> {
    const first = await this.read(endpoint, input, run, "optional");
    if (!first) return;
    this.#client.removeQueries({ queryKey: callKey(endpoint, input) });
    this.#client.setQueryData(pagesKey, { pages: [first], pageParams: [null] });
  }

  /** Serializes the answers for `PageReads`. */
  toState(): string {
    return JSON.stringify({ ...dehydrate(this.#client), isHeld: this.#isHeld } satisfies CarriedReads);
  }
}
