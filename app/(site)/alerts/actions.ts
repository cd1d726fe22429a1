"use server";

import { noteInputSchema, selectedAlertsSchema } from "@/lib/alerts/contract";
import { acknowledge, undoAcknowledgement, writeNote } from "@/lib/alerts/service.server";
import { action } from "@/lib/http/action.server";

/** Takes alerts in hand: `{tenant, alertIds}`. */
export const acknowledgeAlerts = action(
  { access: "grower", input: selectedAlertsSchema },
  ({ actor, input }) => acknowledge(actor, input),
);

/** Gives alerts back: `{tenant, alertIds}`. */
export const undoAcknowledge = action({ access: "grower", input: selectedAlertsSchema }, ({ actor, input }) =>
  undoAcknowledgement(actor, input),
);

/** Writes a note on an alert: `{tenant, alertId, text}`. */
export const addNote = action({ access: "grower", input: noteInputSchema }, ({ actor, input }) =>
  writeNote(actor, input),
);
