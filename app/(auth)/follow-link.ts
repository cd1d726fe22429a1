"use server";

import type { z } from "zod";
import { openAction } from "@/lib/http/action.server";
import { followLink, newPasswordSchema } from "@/lib/users/links.server";

/** Sets the password that the holder of a link chose. Nobody is signed in here: the link is the proof. */
export async function followLinkAction(input: z.input<typeof newPasswordSchema>) {
  return openAction({ input: newPasswordSchema }, followLink)(input);
}
