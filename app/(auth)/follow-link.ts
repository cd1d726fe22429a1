"use server";

import type { z } from "zod";
import { followLink, newPasswordSchema } from "@/lib/identity/users/links.server";
import { openAction } from "@/lib/web/http/action.server";

/** Sets the password that the holder of a link chose. Nobody is signed in here: the link is the proof. */
export async function followLinkAction(input: z.input<typeof newPasswordSchema>) {
  return openAction({ input: newPasswordSchema }, followLink)(input);
}
