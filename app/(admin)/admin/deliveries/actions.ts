"use server";

import { z } from "zod";
import { action } from "@/lib/http/action.server";
import { sendTest } from "@/lib/tenancies/own-address.server";

const input = z.strictObject({ tenantId: z.string() });

/** Sends the last accepted notification of a tenancy to our own address once more. */
export async function sendTestAction(values: z.input<typeof input>) {
  return action({ access: "admin", input }, ({ actor, input: { tenantId } }) => sendTest(actor, tenantId))(
    values,
  );
}
