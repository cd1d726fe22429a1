"use server";

import { z } from "zod";
import { action } from "@/lib/http/action.server";
import { fetchNow } from "@/lib/sync/service.server";
import { pauseHistory, syncPauseSchema } from "@/lib/tenancies/health.server";

const tenancy = z.strictObject({ tenantId: z.string() });

/** Fetches a tenancy's newest hours now. */
export async function fetchNowAction(input: z.input<typeof tenancy>) {
  return action({ access: "admin", input: tenancy }, ({ actor, input: { tenantId } }) =>
    fetchNow(actor, tenantId),
  )(input);
}

/** Pauses or resumes the fetching of one type. */
export async function pauseHistoryAction(input: z.input<typeof syncPauseSchema>) {
  return action({ access: "admin", input: syncPauseSchema }, ({ actor, input: change }) =>
    pauseHistory(actor, change),
  )(input);
}
