"use server";

import { action } from "@/lib/web/http/action.server";
import { newNoteSchema, oneNoteSchema } from "./contract";
import * as notes from "./service.server";

/** Pins a note to a time of an area: `{tenant, area, at, text}`. */
export const pinNote = action({ access: "grower", input: newNoteSchema }, ({ actor, input }) =>
  notes.pinNote(actor, input),
);

/** Takes a note away: `{tenant, id}`. */
export const takeNoteAway = action({ access: "grower", input: oneNoteSchema }, ({ actor, input }) =>
  notes.deleteNote(actor, input),
);

/** Brings a note back: `{tenant, id}`. */
export const bringNoteBack = action({ access: "grower", input: oneNoteSchema }, ({ actor, input }) =>
  notes.restoreNote(actor, input),
);
