"use server";

import { correctPlace } from "@/lib/alerting/alerts/correct-place.server";
import { oneAlertSchema, placeInputSchema } from "@/lib/alerting/alerts/detail-contract";
import { confirmRecovery, denyRecovery, undoRecoveryAnswer } from "@/lib/alerting/alerts/recovery.server";
import { undoNote } from "@/lib/alerting/alerts/undo-note.server";
import { action } from "@/lib/web/http/action.server";

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
