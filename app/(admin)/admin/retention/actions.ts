"use server";

import type { z } from "zod";
import { retentionSchema } from "@/lib/farm/retention/contract";
import { saveRetention } from "@/lib/farm/retention/service.server";
import { action } from "@/lib/web/http/action.server";

/** Changes how long what is kept. */
export async function saveRetentionAction(input: z.input<typeof retentionSchema>) {
  return action({ access: "admin", input: retentionSchema }, ({ actor, input: retention }) =>
    saveRetention(actor, retention),
  )(input);
}
