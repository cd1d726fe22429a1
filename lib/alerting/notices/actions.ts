"use server";

import { z } from "zod";
import { action } from "@/lib/web/http/action.server";
import { deviceInputSchema, ruleInputSchema } from "./contract";
import { addDevice, claimDevice, removeDevice, removeRule, saveOwnRule, sendTest } from "./service.server";

const one = z.strictObject({ id: z.int() });

/** Saves this browser as a device of the person. */
export const allowDevice = action({ access: "viewer", input: deviceInputSchema }, ({ actor, input }) =>
  addDevice(actor, input),
);

/** Moves this browser, if it is a device of the person, to its present session. */
export const claimThisDevice = action(
  { access: "viewer", input: z.strictObject({ fingerprint: z.string().length(64) }) },
  ({ actor, input }) => claimDevice(actor, input.fingerprint),
);

/** Deletes a device of the person. */
export const forgetDevice = action({ access: "viewer", input: one }, ({ actor, input }) =>
  removeDevice(actor, input.id),
);

/** Saves a rule of the person. */
export const saveRule = action({ access: "viewer", input: ruleInputSchema }, ({ actor, input }) =>
  saveOwnRule(actor, input),
);

/** Deletes a rule of the person. */
export const deleteRule = action({ access: "viewer", input: one }, ({ actor, input }) =>
  removeRule(actor, input.id),
);

/** Sends a test notice by every channel. */
export const testNotices = action({ access: "viewer", input: z.strictObject({}) }, ({ actor }) =>
  sendTest(actor),
);
