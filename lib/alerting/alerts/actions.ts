"use server";

import { action } from "@/lib/web/http/action.server";
import { correctPlace } from "./correct-place.server";
import { oneAlertSchema, placeInputSchema } from "./detail-contract";
import {
  acknowledgeSchema,
  handOverSchema,
  noteInputSchema,
  selectedAlertsSchema,
  snoozeSchema,
} from "./handling-input";
import { confirmRecovery, denyRecovery, undoRecoveryAnswer } from "./recovery.server";
import {
  acknowledge,
  handOver,
  snooze,
  undoAcknowledgement,
  undoLastAct,
  wake,
  writeNote,
} from "./service.server";
import { undoNote } from "./undo-note.server";

/** Takes alerts in hand: `{tenant, alertIds, owner, note}`, owner and note where they are given. */
export const acknowledgeAlerts = action({ access: "grower", input: acknowledgeSchema }, ({ actor, input }) =>
  acknowledge(actor, input),
);

/** Gives alerts back: `{tenant, alertIds}`. */
export const giveBackAlerts = action({ access: "grower", input: selectedAlertsSchema }, ({ actor, input }) =>
  undoAcknowledgement(actor, input),
);

/** Hands alerts to somebody: `{tenant, alertIds, owner}`. */
export const handOverAlerts = action({ access: "grower", input: handOverSchema }, ({ actor, input }) =>
  handOver(actor, input),
);

/** Puts alerts away: `{tenant, alertIds, until}`, `until` null until they get worse. */
export const snoozeAlerts = action({ access: "grower", input: snoozeSchema }, ({ actor, input }) =>
  snooze(actor, input),
);

/** Ends snoozes: `{tenant, alertIds}`. */
export const wakeAlerts = action({ access: "grower", input: selectedAlertsSchema }, ({ actor, input }) =>
  wake(actor, input),
);

/** Takes back one's own last act: `{tenant, alertIds}`. */
export const undoLast = action({ access: "grower", input: selectedAlertsSchema }, ({ actor, input }) =>
  undoLastAct(actor, input),
);

/** Writes a note on an alert: `{tenant, alertId, text}`. */
export const addNote = action({ access: "grower", input: noteInputSchema }, ({ actor, input }) =>
  writeNote(actor, input),
);

/** Says where an alert is: `{tenant, alertId, paths}`; `paths` null for what the readings say. */
export const placeAlert = action({ access: "grower", input: placeInputSchema }, ({ actor, input }) =>
  correctPlace(actor, input),
);

/** Says that the plants have recovered: `{tenant, alertId}`. */
export const confirmRecovered = action({ access: "grower", input: oneAlertSchema }, ({ actor, input }) =>
  confirmRecovery(actor, input),
);

/** Says that they have not: `{tenant, alertId}`. */
export const denyRecovered = action({ access: "grower", input: oneAlertSchema }, ({ actor, input }) =>
  denyRecovery(actor, input),
);

/** Takes one's own answer back: `{tenant, alertId}`. */
export const undoRecovered = action({ access: "grower", input: oneAlertSchema }, ({ actor, input }) =>
  undoRecoveryAnswer(actor, input),
);

/** Takes one's own last note back: `{tenant, alertId}`. */
export const takeBackNote = action({ access: "grower", input: oneAlertSchema }, ({ actor, input }) =>
  undoNote(actor, input),
);
