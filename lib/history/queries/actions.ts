"use server";

import { z } from "zod";
import { action } from "@/lib/web/http/action.server";
import { newQuerySchema, newSavedSchema, renamedSavedSchema } from "./contract";
import * as saved from "./saved-service.server";
import * as queries from "./service.server";

const one = z.strictObject({ id: z.string().min(1) });

/** Accepts a query; returns its id, by which the page follows it. */
export const submitQuery = action({ access: "grower", input: newQuerySchema }, ({ actor, input }) =>
  queries.submitQuery(actor, input),
);

/** Cancels a query that is not over. */
export const cancelQuery = action({ access: "grower", input: one }, ({ actor, input }) =>
  queries.cancelQuery(actor, input.id),
);

/** Accepts the same query again; returns the new id. */
export const runAgain = action({ access: "grower", input: one }, ({ actor, input }) =>
  queries.runAgain(actor, input.id),
);

/** Saves a form under a name, for everybody of the tenancy; returns its id. */
export const saveQuery = action({ access: "grower", input: newSavedSchema }, ({ actor, input }) =>
  saved.saveQuery(actor, input),
);

/** Renames a saved query. */
export const renameSaved = action({ access: "grower", input: renamedSavedSchema }, ({ actor, input }) =>
  saved.renameSaved(actor, input),
);

/** Deletes a saved query; `restoreSaved` undoes it. */
export const deleteSaved = action({ access: "grower", input: one }, ({ actor, input }) =>
  saved.deleteSaved(actor, input.id),
);

/** Restores a deleted saved query. */
export const restoreSaved = action({ access: "grower", input: one }, ({ actor, input }) =>
  saved.restoreSaved(actor, input.id),
);
