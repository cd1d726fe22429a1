"use server";

import { z } from "zod";
import {
  commandScreenSchema,
  editScreenSchema,
  newScreenSchema,
  pairScreenSchema,
} from "@/lib/display/screens/contract";
import { pairScreen } from "@/lib/display/screens/pairing.server";
import { commandScreen, createScreen, editScreen, revokeScreen } from "@/lib/display/screens/service.server";
import { action } from "@/lib/web/http/action.server";

const one = z.strictObject({ id: z.int() });

/** Makes the browser that shows a code a screen. */
export async function pairScreenAction(input: z.input<typeof pairScreenSchema>) {
  return action({ access: "admin", input: pairScreenSchema }, (call) => pairScreen(call.actor, call.input))(
    input,
  );
}

/** Makes a screen; the address with its token is in the answer and nowhere else. */
export async function createScreenAction(input: z.input<typeof newScreenSchema>) {
  return action({ access: "admin", input: newScreenSchema }, (call) => createScreen(call.actor, call.input))(
    input,
  );
}

/** Changes what a screen shows, is called and where it hangs. */
export async function editScreenAction(input: z.input<typeof editScreenSchema>) {
  return action({ access: "admin", input: editScreenSchema }, (call) => editScreen(call.actor, call.input))(
    input,
  );
}

/** Tells a screen to read its page anew, or to show its name. */
export async function commandScreenAction(input: z.input<typeof commandScreenSchema>) {
  return action({ access: "admin", input: commandScreenSchema }, (call) =>
    commandScreen(call.actor, call.input),
  )(input);
}

/** Ends a screen's token. */
export async function revokeScreenAction(input: z.input<typeof one>) {
  return action({ access: "admin", input: one }, (call) => revokeScreen(call.actor, call.input.id))(input);
}
