import { createSerializer, parseAsArrayOf, parseAsString } from "nuqs/server";
import { listQueries, type QueryPurpose } from "@/lib/history/queries/contract";
import type { CallInput } from "@/lib/web/api/client";

type Query = NonNullable<typeof listQueries.query>;
type Params = NonNullable<typeof listQueries.params>;

/** Input of the call for a tenancy's queries of one purpose. */
export function queriesInput(tenant: string | undefined, purpose: QueryPurpose) {
  return { query: { tenant, purpose, limit: 50 } } satisfies CallInput<Params, Query>;
}

/** Cache key of the pages of a list; events invalidate by its first part. */
export function queriesKey(input: ReturnType<typeof queriesInput>) {
  return [listQueries.path, "pages", input.query] as const;
}

const search = createSerializer({ areas: parseAsArrayOf(parseAsString) });

/** The address of a new query about some areas: the form, filled in. */
export const queryAddress = (areas: string[]): string => search("/queries", { areas });
