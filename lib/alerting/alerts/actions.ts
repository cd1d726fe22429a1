"use server";

import { action } from "@/lib/web/http/action.server";
import { oneAlertSchema, placeInputSchema } from "./detail-contract";
import { actOnSitesSchema, notesInputSchema } from "./handling";
import { actOnSites, undoNote, writeNotes } from "./handling.server";
import { correctPlace } from "./place.server";
import { confirmRecovery, denyRecovery, undoRecoveryAnswer } from "./recovery.server";

/** Acknowledges, releases, assigns, snoozes alerts, or undoes that: `{act, sites: [{tenant, alertIds}], …}`. */
export const handleAlerts = action({ access: "grower", input: actOnSitesSchema }, ({ actor, input }) =>
  actOnSites(actor, input),
);

/** Adds a note to each of the alerts: `{sites: [{tenant, alertIds}], text}`. */
export const addNotes = action({ access: "grower", input: notesInputSchema }, ({ actor, input }) =>
  writeNotes(actor, input),
);

/** Corrects where an alert is: `{tenant, alertId, paths}`; `paths` null: inferred from readings. */
export const placeAlert = action({ access: "grower", input: placeInputSchema }, ({ actor, input }) =>
  correctPlace(actor, input),
);

/** Confirms a probable recovery: `{tenant, alertId}`. */
export const confirmRecovered = action({ access: "grower", input: oneAlertSchema }, ({ actor, input }) =>
  confirmRecovery(actor, input),
);

/** Denies a probable recovery: `{tenant, alertId}`. */
export const denyRecovered = action({ access: "grower", input: oneAlertSchema }, ({ actor, input }) =>
  denyRecovery(actor, input),
);

/** Undoes the actor's own answer about a recovery: `{tenant, alertId}`. */
export const withdrawRecoveryAnswer = action(
  { access: "grower", input: oneAlertSchema },
  ({ actor, input }) => undoRecoveryAnswer(actor, input),
);

/** Deletes the actor's own last note: `{tenant, alertId}`. */
export const removeLastNote = action({ access: "grower", input: oneAlertSchema }, ({ actor, input }) =>
  undoNote(actor, input),
);
