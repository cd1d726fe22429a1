"use server";

import { z } from "zod";
import { action } from "@/lib/web/http/action.server";
import { commandScreenSchema, editScreenSchema, newScreenSchema, pairScreenSchema } from "./contract";
import * as pairing from "./pairing.server";
import * as screens from "./service.server";

/** Turns the browser that shows a code into a screen. */
export const pairScreen = action({ access: "admin", input: pairScreenSchema }, ({ actor, input }) =>
  pairing.pairScreen(actor, input),
);

/** Creates a screen; the address with its token is in the answer and nowhere else. */
export const createScreen = action({ access: "admin", input: newScreenSchema }, ({ actor, input }) =>
  screens.createScreen(actor, input),
);

/** Changes a screen's boards, name and place. */
export const editScreen = action({ access: "admin", input: editScreenSchema }, ({ actor, input }) =>
  screens.editScreen(actor, input),
);

/** Makes a screen reload its page, or show its name. */
export const commandScreen = action({ access: "admin", input: commandScreenSchema }, ({ actor, input }) =>
  screens.commandScreen(actor, input),
);

/** Revokes a screen's token. */
export const revokeScreen = action(
  { access: "admin", input: z.strictObject({ id: z.int() }) },
  ({ actor, input }) => screens.revokeScreen(actor, input.id),
);
