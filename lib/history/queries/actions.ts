"use server";

import { z } from "zod";
import { action } from "@/lib/web/http/action.server";
import { newQuerySchema } from "./contract";
import { newSavedSchema, renamedSavedSchema } from "./saved-contract";
import * as saved from "./saved-service.server";
import * as queries from "./service.server";

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

/** Gives the form a name, for everybody of the tenancy; answers its id. */
export const saveQuery = action({ access: "grower", input: newSavedSchema }, ({ actor, input }) =>
  saved.saveQuery(actor, input),
);

/** Gives a saved query another name. */
export const renameSaved = action({ access: "grower", input: renamedSavedSchema }, ({ actor, input }) =>
  saved.renameSaved(actor, input),
);

/** Deletes a saved query; `restoreSaved` takes it back. */
export const deleteSaved = action({ access: "grower", input: one }, ({ actor, input }) =>
  saved.deleteSaved(actor, input.id),
);

/** Takes a deletion back. */
export const restoreSaved = action({ access: "grower", input: one }, ({ actor, input }) =>
  saved.restoreSaved(actor, input.id),
);
