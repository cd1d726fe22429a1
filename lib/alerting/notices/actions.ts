"use server";

import { z } from "zod";
import { action } from "@/lib/web/http/action.server";
import { deviceInputSchema, ruleInputSchema } from "./contract";
import { addDevice, claimDevice, removeDevice, removeRule, saveOwnRule, sendTest } from "./service.server";

const one = z.strictObject({ id: z.int() });

/** Keeps this browser as a device of the person. */
export const allowDevice = action({ access: "viewer", input: deviceInputSchema }, ({ actor, input }) =>
  addDevice(actor, input),
);

/** Hangs this browser, where it is a device of the person, on the session that it is signed in with. */
export const claimThisDevice = action(
  { access: "viewer", input: z.strictObject({ fingerprint: z.string().length(64) }) },
  ({ actor, input }) => claimDevice(actor, input.fingerprint),
);

/** Takes one of the person's devices away. */
export const forgetDevice = action({ access: "viewer", input: one }, ({ actor, input }) =>
  removeDevice(actor, input.id),
);

/** Makes or changes a rule of the person. */
export const saveRule = action({ access: "viewer", input: ruleInputSchema }, ({ actor, input }) =>
  saveOwnRule(actor, input),
);

/** Takes one of the person's rules away. */
export const deleteRule = action({ access: "viewer", input: one }, ({ actor, input }) =>
  removeRule(actor, input.id),
);

/** Sends a test all the way; answers what became of each. */
export const testNotices = action({ access: "viewer", input: z.strictObject({}) }, ({ actor }) =>
  sendTest(actor),
);
