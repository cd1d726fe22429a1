"use server";

import { z } from "zod";
import { action } from "@/lib/http/action.server";
import { newQuerySchema } from "@/lib/queries/contract";
import * as queries from "@/lib/queries/service.server";

const one = z.strictObject({ id: z.string().min(1) });

/** Takes a query in; answers its id, where the page follows it. */
export const submitQuery = action({ access: "grower", input: newQuerySchema }, ({ actor, input }) =>
  queries.submitQuery(actor, input),
);

/** Cancels a query that is not over. */
export const cancelQuery = action({ access: "grower", input: one }, ({ actor, input }) =>
  queries.cancelQuery(actor, input.id),
);

/** Takes the same query in once more; answers the new id. */
export const runAgain = action({ access: "grower", input: one }, ({ actor, input }) =>
  queries.runAgain(actor, input.id),
);
