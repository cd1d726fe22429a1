"use server";

import { z } from "zod";
import { fetchNow } from "@/lib/history/sync/service.server";
import { pauseHistory, syncPauseSchema } from "@/lib/operations/connecting/health.server";
import {
  dropRefetch,
  dropRefetchSchema,
  refetchSchema,
  requestRefetch,
  stopFetch,
  stopFetchSchema,
} from "@/lib/operations/connecting/refetch.server";
import { action } from "@/lib/web/http/action.server";

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

/** Has a period fetched again. */
export async function refetchAction(input: z.input<typeof refetchSchema>) {
  return action({ access: "admin", input: refetchSchema }, ({ actor, input: wish }) =>
    requestRefetch(actor, wish),
  )(input);
}

/** Takes that back. */
export async function dropRefetchAction(input: z.input<typeof dropRefetchSchema>) {
  return action({ access: "admin", input: dropRefetchSchema }, ({ actor, input: wish }) =>
    dropRefetch(actor, wish),
  )(input);
}

/** Stops the fetch that is on its way. */
export async function stopFetchAction(input: z.input<typeof stopFetchSchema>) {
  return action({ access: "admin", input: stopFetchSchema }, ({ actor, input: fetch }) =>
    stopFetch(actor, fetch),
  )(input);
}
