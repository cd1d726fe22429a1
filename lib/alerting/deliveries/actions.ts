"use server";

import { z } from "zod";
import { action } from "@/lib/web/http/action.server";
import { replayFilterSchema, setAsideSchema } from "./log";
import * as arrival from "./service.server";
import * as replay from "./service.server";
import * as aside from "./service.server";

const id = z.string().regex(/^\d{1,18}$/);
const chosenSchema = z.strictObject({ ids: z.array(id).min(1).max(500) });
const foundSchema = z.strictObject({ filter: replayFilterSchema, after: id.optional() });
const restoredSchema = z.union([
  z.strictObject({ id }),
  z.strictObject({ at: z.iso.datetime().transform((text) => new Date(text)) }),
]);
const tenancySchema = z.strictObject({ tenantId: z.string() });
const carriedIdSchema = z.strictObject({ tenantId: z.string(), carriedId: z.string() });

/** Replays the named deliveries in quarantine; checks rejected ones again. */
export const replayChosen = action({ access: "admin", input: chosenSchema }, ({ actor, input }) =>
  replay.replayChosen(actor, input.ids),
);

/** Replays one step of the deliveries that a filter finds. */
export const replayFound = action({ access: "admin", input: foundSchema }, ({ actor, input }) =>
  replay.replayFound(actor, input.filter, input.after),
);

/** Sets deliveries in quarantine aside: those named, or all that a filter finds. */
export const setAside = action({ access: "admin", input: setAsideSchema }, ({ actor, input }) =>
  aside.setAside(actor, input),
);

/** Returns deliveries that were set aside to quarantine. */
export const undoSetAside = action({ access: "admin", input: restoredSchema }, ({ actor, input }) =>
  aside.undoSetAside(actor, input),
);

/** Admits the rejected requests that a secret of the tenancy now verifies. */
export const admitRejected = action({ access: "admin", input: tenancySchema }, ({ actor, input }) =>
  replay.admitRejected(actor, input.tenantId),
);

/** Gives a tenancy the id that its notifications carry. */
export const adoptCarriedId = action({ access: "admin", input: carriedIdSchema }, ({ actor, input }) =>
  arrival.adoptCarriedId(actor, input),
);
