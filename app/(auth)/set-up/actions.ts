"use server";

import type { z } from "zod";
import { firstAdminSchema, setUpFirstAdmin } from "@/lib/identity/auth/service.server";
import { openAction } from "@/lib/web/http/action.server";

type Input = z.input<typeof firstAdminSchema>;

/** Makes the first admin. Nobody can be signed in yet: the one-time code is the proof. */
export async function setUp(input: Input) {
  return openAction({ input: firstAdminSchema }, setUpFirstAdmin)(input);
}
