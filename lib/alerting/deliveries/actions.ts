"use server";

import { z } from "zod";
import { action } from "@/lib/web/http/action.server";
import { chosenSchema, deliveryId, replayFilterSchema, setAsideSchema } from "./list";
import * as deliveries from "./service.server";

const foundSchema = z.strictObject({ filter: replayFilterSchema, after: deliveryId.optional() });
const restoredSchema = z.union([
  z.strictObject({ id: deliveryId }),
  z.strictObject({ at: z.iso.datetime().transform((text) => new Date(text)) }),
]);
const tenancySchema = z.strictObject({ tenantId: z.string() });
const carriedIdSchema = z.strictObject({ tenantId: z.string(), carriedId: z.string() });

/** Replays the named deliveries: quarantined ones are applied if understood, rejected ones if a secret fits. */
export const replayChosen = action({ access: "admin", input: chosenSchema }, ({ actor, input }) =>
  deliveries.replayChosen(actor, input.ids),
);

/** Replays one step of the deliveries that a filter finds. */
export const replayFound = action({ access: "admin", input: foundSchema }, ({ actor, input }) =>
  deliveries.replayFound(actor, input.filter, input.after),
);

/** Sets quarantined deliveries aside: those named, or all that a filter finds. */
export const setAside = action({ access: "admin", input: setAsideSchema }, ({ actor, input }) =>
  deliveries.setAside(actor, input),
);

/** Returns deliveries that were set aside to quarantine. */
export const undoSetAside = action({ access: "admin", input: restoredSchema }, ({ actor, input }) =>
  deliveries.undoSetAside(actor, input),
);

/** Admits the rejected requests that a secret of the tenancy now verifies. */
export const admitRejected = action({ access: "admin", input: tenancySchema }, ({ actor, input }) =>
  deliveries.admitRejected(actor, input.tenantId),
);

/** Changes the tenant id of a tenancy to the one that its notifications carry. */
export const adoptCarriedId = action({ access: "admin", input: carriedIdSchema }, ({ actor, input }) =>
  deliveries.adoptCarriedId(actor, input),
);
