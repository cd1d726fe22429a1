"use server";

import type { z } from "zod";
import { firstAdminSchema, setUpFirstAdmin } from "@/lib/auth/service.server";
import { openAction } from "@/lib/http/action.server";

type Input = z.input<typeof firstAdminSchema>;

/** Makes the first admin. Nobody can be signed in yet: the one-time code is the proof. */
export async function setUp(input: Input) {
  return openAction({ input: firstAdminSchema }, setUpFirstAdmin)(input);
}
