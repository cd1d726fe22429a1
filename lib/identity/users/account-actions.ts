"use server";

import { z } from "zod";
import { currentEnrolment } from "@/lib/identity/auth/guard.server";
import { firstAdminSchema, setUpFirstAdmin } from "@/lib/identity/auth/service.server";
import { action, openAction } from "@/lib/web/http/action.server";
import {
  beginRequiredSecondFactor,
  beginSecondFactor,
  changePassword,
  codeSchema,
  confirmSecondFactor,
  currentPasswordSchema,
  endOtherSessions,
  endOwnSession,
  ownNameSchema,
  ownPasswordSchema,
  ownSessionSchema,
  removalSchema,
  removeOwnSecondFactor,
  renameSelf,
  requireEnrolment,
} from "./account-service.server";
import * as links from "./links.server";

/** Changes the person's own name. */
export const rename = action({ access: "viewer", input: ownNameSchema }, ({ actor, input }) =>
  renameSelf(actor, input),
);

/** Changes the person's own password. */
export const newPassword = action({ access: "viewer", input: ownPasswordSchema }, ({ actor, input }) =>
  changePassword(actor, input),
);

/** Makes the key for the person's app. */
export const beginCodes = action({ access: "viewer", input: currentPasswordSchema }, ({ actor, input }) =>
  beginSecondFactor(actor, input),
);

/** Turns the second factor on; answers the recovery codes. */
export const confirmCodes = action({ access: "viewer", input: codeSchema }, ({ actor, input }) =>
  confirmSecondFactor(actor, input),
);

/** Turns the second factor off. */
export const endCodes = action({ access: "viewer", input: removalSchema }, ({ actor, input }) =>
  removeOwnSecondFactor(actor, input),
);

/** Ends one of the person's own sessions. */
export const endSession = action({ access: "viewer", input: ownSessionSchema }, ({ actor, input }) =>
  endOwnSession(actor, input),
);

/** Ends all other sessions of the person. */
export const endOthers = action({ access: "viewer", input: z.strictObject({}) }, ({ actor }) =>
  endOtherSessions(actor),
);

/** Creates the first admin. Nobody can be signed in yet: the one-time code is the proof. */
export const setUp = openAction({ input: firstAdminSchema }, setUpFirstAdmin);

/** Sets the password that the holder of a link chose. Nobody is signed in here: the link is the proof. */
export const followLink = openAction({ input: links.newPasswordSchema }, links.followLink);

/** Makes the key for the app of a person who has to set up two factors; the session of this browser is the proof. */
export const beginRequiredCodes = openAction({ input: z.strictObject({}) }, async () =>
  beginRequiredSecondFactor(await currentEnrolment()),
);

/** Turns the required second factor on; answers the recovery codes. */
export const confirmRequiredCodes = openAction({ input: codeSchema }, async (input) =>
  confirmSecondFactor(requireEnrolment(await currentEnrolment()), input),
);
