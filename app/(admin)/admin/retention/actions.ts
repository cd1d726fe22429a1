"use server";

import type { z } from "zod";
import { action } from "@/lib/http/action.server";
import { retentionSchema } from "@/lib/retention/contract";
import { saveRetention } from "@/lib/retention/service.server";

/** Changes how long what is kept. */
export async function saveRetentionAction(input: z.input<typeof retentionSchema>) {
  return action({ access: "admin", input: retentionSchema }, ({ actor, input: retention }) =>
    saveRetention(actor, retention),
  )(input);
}
