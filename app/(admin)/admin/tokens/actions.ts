"use server";

import { z } from "zod";
import { newTokenSchema } from "@/lib/identity/tokens/contract";
import { createToken, revokeToken } from "@/lib/identity/tokens/service.server";
import { action } from "@/lib/web/http/action.server";

const one = z.strictObject({ id: z.int() });

/** Makes an API token; its text is in the answer and nowhere else. */
export async function createTokenAction(input: z.input<typeof newTokenSchema>) {
  return action({ access: "admin", input: newTokenSchema }, (call) => createToken(call.actor, call.input))(
    input,
  );
}

/** Ends an API token. */
export async function revokeTokenAction(input: z.input<typeof one>) {
  return action({ access: "admin", input: one }, (call) => revokeToken(call.actor, call.input.id))(input);
}
