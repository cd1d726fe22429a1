"use server";

import { action } from "@/lib/web/http/action.server";
import { oneAlertSchema, placeInputSchema } from "./detail-contract";
import {
  acknowledgeSchema,
  actOnSitesSchema,
  assignSchema,
  noteInputSchema,
  notesInputSchema,
  selectedAlertsSchema,
  snoozeSchema,
} from "./handling";
import {
  acknowledge,
  actOnSites,
  assign,
  release,
  snooze,
  undoLastAct,
  undoNote,
  unsnooze,
  writeNote,
  writeNotes,
} from "./handling.server";
import { correctPlace } from "./place.server";
import { confirmRecovery, denyRecovery, undoRecoveryAnswer } from "./recovery.server";

/** Acknowledges alerts: `{tenant, alertIds, owner?, note?}`. */
export const acknowledgeAlerts = action({ access: "grower", input: acknowledgeSchema }, ({ actor, input }) =>
  acknowledge(actor, input),
);

/** Releases alerts: `{tenant, alertIds}`. */
export const releaseAlerts = action({ access: "grower", input: selectedAlertsSchema }, ({ actor, input }) =>
  release(actor, input),
);

/** Assigns alerts: `{tenant, alertIds, owner}`. */
export const assignAlerts = action({ access: "grower", input: assignSchema }, ({ actor, input }) =>
  assign(actor, input),
);

/** Snoozes alerts: `{tenant, alertIds, until}`; `until` null: until they get worse. */
export const snoozeAlerts = action({ access: "grower", input: snoozeSchema }, ({ actor, input }) =>
  snooze(actor, input),
);

/** Ends snoozes: `{tenant, alertIds}`. */
export const unsnoozeAlerts = action({ access: "grower", input: selectedAlertsSchema }, ({ actor, input }) =>
  unsnooze(actor, input),
);

/** Undoes the actor's own last act: `{tenant, alertIds}`. */
export const undoLast = action({ access: "grower", input: selectedAlertsSchema }, ({ actor, input }) =>
  undoLastAct(actor, input),
);

/** Does one act on alerts of several sites: `{act, sites: [{tenant, alertIds}], …}`. */
export const handleAlertsOfSites = action({ access: "grower", input: actOnSitesSchema }, ({ actor, input }) =>
  actOnSites(actor, input),
);

/** Adds a note to an alert: `{tenant, alertId, text}`. */
export const addNote = action({ access: "grower", input: noteInputSchema }, ({ actor, input }) =>
  writeNote(actor, input),
);

/** Adds a note to each of several alerts: `{tenant, alertIds, text}`. */
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
