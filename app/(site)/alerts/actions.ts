"use server";

import {
  acknowledgeSchema,
  handOverSchema,
  noteInputSchema,
  selectedAlertsSchema,
  snoozeSchema,
} from "@/lib/alerting/alerts/handling-input";
import {
  acknowledge,
  handOver,
  snooze,
  undoAcknowledgement,
  undoLastAct,
  wake,
  writeNote,
} from "@/lib/alerting/alerts/service.server";
import { action } from "@/lib/web/http/action.server";

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
