"use server";

import { z } from "zod";
import { replayFilterSchema, setAsideSchema } from "@/lib/alerting/deliveries/log";
import { replayChosen, replayFound } from "@/lib/alerting/deliveries/replay.server";
import { setAside, takeSetAsideBack } from "@/lib/alerting/deliveries/set-aside.server";
import { sendTestNotification } from "@/lib/operations/connecting/test-notification.server";
import { action } from "@/lib/web/http/action.server";

const input = z.strictObject({ tenantId: z.string() });
const id = z.string().regex(/^\d{1,18}$/);
const chosenInput = z.strictObject({ ids: z.array(id).min(1).max(500) });
const backInput = z.union([
  z.strictObject({ id }),
  z.strictObject({ at: z.iso.datetime().transform((text) => new Date(text)) }),
]);
const foundInput = z.strictObject({ filter: replayFilterSchema, after: id.optional() });

/** Sends a test notification to our own address, signed as the service would for a tenancy. */
export async function sendTestAction(values: z.input<typeof input>) {
  return action({ access: "admin", input }, ({ actor, input: { tenantId } }) =>
    sendTestNotification(actor, tenantId),
  )(values);
}

/** Replays deliveries in quarantine, checks refused ones again. */
export async function replayChosenAction(values: z.input<typeof chosenInput>) {
  return action({ access: "admin", input: chosenInput }, ({ actor, input: { ids } }) =>
    replayChosen(actor, ids),
  )(values);
}

/** The same for all that the filter finds, one step of it. */
export async function replayFoundAction(values: z.input<typeof foundInput>) {
  return action({ access: "admin", input: foundInput }, ({ actor, input: { filter, after } }) =>
    replayFound(actor, filter, after),
  )(values);
}

/** Sets deliveries in quarantine aside, those named or all that the filter finds. */
export async function setAsideAction(values: z.input<typeof setAsideSchema>) {
  return action({ access: "admin", input: setAsideSchema }, ({ actor, input: asked }) =>
    setAside(actor, asked),
  )(values);
}

/** Takes it back. */
export async function takeSetAsideBackAction(values: z.input<typeof backInput>) {
  return action({ access: "admin", input: backInput }, ({ actor, input: of }) => takeSetAsideBack(actor, of))(
    values,
  );
}
