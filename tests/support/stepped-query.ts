// Runs a query step by step; the waits between steps are recorded instead of waited for.

import { advance } from "@/lib/history/queries/advance.server";
import type { NewQuery, QueryError } from "@/lib/history/queries/contract";
import { submitQuery } from "@/lib/history/queries/service.server";
import type { QueryRecord } from "@/lib/history/queries/store.server";
import { grower } from "./connected-tenancy";

export type SteppedQuery = {
  query: QueryRecord;
  /** Wait in milliseconds before each further step. */
  waits: number[];
  /** The error before each wait. */
  errors: QueryError[];
  /**
   * Bounds of each pause in milliseconds: counted from the end of the step, so shorter by the time
   * of storing, and counted from its beginning, so longer by the time of the call.
   */
  pauses: { least: number; most: number }[];
};

/** About 35 until a deadline of five minutes, and one more for each millisecond of storing the last one. */
const MAX_STEPS = 100;

/** Submits a query and runs every step at once; `skip` receives each wait, for tests that set clocks. */
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
