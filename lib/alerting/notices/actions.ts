"use server";

import { z } from "zod";
import { action } from "@/lib/web/http/action.server";
import { deviceInputSchema, ruleInputSchema, teamRuleInputSchema } from "./contract";
import * as notices from "./service.server";

const one = z.strictObject({ id: z.int() });

/** Saves this browser as a device of the person. */
export const allowDevice = action({ access: "viewer", input: deviceInputSchema }, ({ actor, input }) =>
  notices.addDevice(actor, input),
);

/** Moves this browser, if it is a device of the person, to its present session. */
export const claimThisDevice = action(
  { access: "viewer", input: z.strictObject({ fingerprint: z.string().length(64) }) },
  ({ actor, input }) => notices.claimDevice(actor, input.fingerprint),
);

/** Deletes a device of the person. */
export const forgetDevice = action({ access: "viewer", input: one }, ({ actor, input }) =>
  notices.removeDevice(actor, input.id),
);

/** Saves a rule of the person. */
export const saveRule = action({ access: "viewer", input: ruleInputSchema }, ({ actor, input }) =>
  notices.saveOwnRule(actor, input),
);

/** Deletes a rule of the person. */
export const deleteRule = action({ access: "viewer", input: one }, ({ actor, input }) =>
  notices.removeRule(actor, input.id),
);

/** Sends a test notice by every channel. */
export const testNotices = action({ access: "viewer", input: z.strictObject({}) }, ({ actor }) =>
  notices.sendTest(actor),
);

const tenantId = z.string().min(1);

/** Saves a rule of a team. */
export const saveTeamRule = action({ access: "admin", input: teamRuleInputSchema }, ({ actor, input }) =>
  notices.changeTeamRule(actor, input),
);

/** Creates the team rule that tells everybody at a tenancy of HIGH alerts. */
export const tellTeamOfHigh = action(
  { access: "admin", input: z.strictObject({ tenantId }) },
  ({ actor, input }) => notices.tellAllOfHigh(actor, input.tenantId),
);

/** Deletes a rule of a team. */
export const deleteTeamRule = action(
  { access: "admin", input: z.strictObject({ tenantId, id: z.int() }) },
  ({ actor, input }) => notices.removeTeamRule(actor, input),
);

/** Mutes a rule of their team for the person, or unmutes it. */
export const muteTeamRule = action(
  { access: "viewer", input: z.strictObject({ tenant: tenantId, id: z.int(), muted: z.boolean() }) },
  ({ actor, input }) => notices.muteTeamRule(actor, input),
);
