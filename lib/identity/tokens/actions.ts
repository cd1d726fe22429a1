"use server";

import { z } from "zod";
import { action } from "@/lib/web/http/action.server";
import { newTokenSchema } from "./contract";
import * as tokens from "./service.server";

/** Creates an API token; its text is in the answer and nowhere else. */
export const createToken = action({ access: "admin", input: newTokenSchema }, ({ actor, input }) =>
  tokens.createToken(actor, input),
);

/** Revokes an API token. */
export const revokeToken = action(
  { access: "admin", input: z.strictObject({ id: z.int() }) },
  ({ actor, input }) => tokens.revokeToken(actor, input.id),
);
