import { listQueries, type QueryPurpose } from "@/lib/history/queries/contract";
import type { CallInput } from "@/lib/web/api/client";

type Query = NonNullable<typeof listQueries.query>;
type Params = NonNullable<typeof listQueries.params>;

/** The call for the queries of a tenancy that were made for one purpose. */
export function queriesInput(tenant: string | undefined, purpose: QueryPurpose) {
  return { query: { tenant, purpose, limit: 50 } } satisfies CallInput<Params, Query>;
}

/** Where the pages of a list are cached; the first part is what events mark as old. */
export function queriesKey(input: ReturnType<typeof queriesInput>) {
  return [listQueries.path, "pages", input.query] as const;
}
