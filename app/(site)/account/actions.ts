"use server";

import { z } from "zod";
import { action } from "@/lib/http/action.server";
import {
  changePassword,
  endOtherSessions,
  endOwnSession,
  ownNameSchema,
  ownPasswordSchema,
  ownSessionSchema,
  renameSelf,
} from "@/lib/users/account-service.server";

/** Changes the person's own name. */
export const rename = action({ access: "viewer", input: ownNameSchema }, ({ actor, input }) =>
  renameSelf(actor, input),
);

/** Changes the person's own password. */
export const newPassword = action({ access: "viewer", input: ownPasswordSchema }, ({ actor, input }) =>
  changePassword(actor, input),
);

/** Ends one of the person's own sessions. */
export const endSession = action({ access: "viewer", input: ownSessionSchema }, ({ actor, input }) =>
  endOwnSession(actor, input),
);

/** Ends all of the person's sessions but this one. */
export const endOthers = action({ access: "viewer", input: z.strictObject({}) }, ({ actor }) =>
  endOtherSessions(actor),
);
