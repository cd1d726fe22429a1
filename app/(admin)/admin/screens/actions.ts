"use server";

import { z } from "zod";
import { action } from "@/lib/http/action.server";
import { newScreenSchema } from "@/lib/screens/contract";
import { createScreen, revokeScreen } from "@/lib/screens/service.server";

const one = z.strictObject({ id: z.int() });

/** Makes a screen; the address with its token is in the answer and nowhere else. */
export async function createScreenAction(input: z.input<typeof newScreenSchema>) {
  return action({ access: "admin", input: newScreenSchema }, (call) => createScreen(call.actor, call.input))(
    input,
  );
}

/** Ends a screen's token. */
export async function revokeScreenAction(input: z.input<typeof one>) {
  return action({ access: "admin", input: one }, (call) => revokeScreen(call.actor, call.input.id))(input);
}
