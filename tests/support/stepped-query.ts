// Leads a query through its life step by step: the waits between the steps are told, not waited for.

import { advance } from "@/lib/history/queries/advance.server";
import type { NewQuery, QueryError } from "@/lib/history/queries/contract";
import { submitQuery } from "@/lib/history/queries/service.server";
import type { QueryRecord } from "@/lib/history/queries/store.server";
import { grower } from "./connected-tenancy";

export type SteppedQuery = {
  query: QueryRecord;
  /** Milliseconds that the query would have waited before each further step. */
  waits: number[];
  /** What had gone wrong when it decided to wait. */
  errors: QueryError[];
  /**
   * For each of those, between how many milliseconds the pause was: reckoned from the end of the step, of which a busy
   * machine takes what the storing lasted, and from its beginning, which adds what the call lasted.
   */
  pauses: { least: number; most: number }[];
};

/** Some 35 until a deadline of five minutes, and one more for each millisecond that storing the last one takes. */
const MAX_STEPS = 100;

/** Submits a query and takes every step at once; `skip` is told of each wait, for clocks that are set. */
export async function stepThrough(
  input: NewQuery,
  skip: (ms: number) => void | Promise<void> = () => undefined,
): Promise<SteppedQuery> {
  const { id } = await submitQuery(grower, input);
  const waits: number[] = [];
  const errors: QueryError[] = [];
  const pauses: SteppedQuery["pauses"] = [];
  for (let step = 0; step < MAX_STEPS; step++) {
    const began = Date.now();
    const outcome = await advance(id, {});
    if (outcome?.kind !== "again") {
      if (!outcome) throw new Error(`There is no query ${id}`);
      return { query: outcome.query, waits, errors, pauses };
    }
    const wait = Math.max(0, outcome.at - Date.now());
    waits.push(wait);
    if (outcome.error) {
      errors.push(outcome.error);
      pauses.push({ least: wait, most: outcome.at - began });
    }
    await skip(wait + 1);
  }
  throw new Error(`The query ${id} is not over after ${MAX_STEPS} steps`);
}
