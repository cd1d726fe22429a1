"use server";

import { action } from "@/lib/web/http/action.server";
import { newNoteSchema, oneNoteSchema } from "./contract";
import * as notes from "./service.server";

/** Pins a note to a time of an area: `{tenant, area, at, text}`. */
export const pinNote = action({ access: "grower", input: newNoteSchema }, ({ actor, input }) =>
  notes.pinNote(actor, input),
);

/** Deletes a note: `{tenant, id}`. */
export const deleteNote = action({ access: "grower", input: oneNoteSchema }, ({ actor, input }) =>
  notes.deleteNote(actor, input),
);

/** Restores a note: `{tenant, id}`. */
export const restoreNote = action({ access: "grower", input: oneNoteSchema }, ({ actor, input }) =>
  notes.restoreNote(actor, input),
);
