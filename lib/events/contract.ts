import { z } from "zod";
import { endpoint } from "@/lib/http/endpoint";

/** The channel on which processes tell each other what changed. Payloads are small: readers fetch again. */
export const EVENT_CHANNEL = "leafwatch";

export const changeSchema = z.object({
  type: z.enum(["alert", "query", "sync"]),
  tenantId: z.string(),
  id: z.string(),
});
export type Change = z.infer<typeof changeSchema>;

/** The payload for `pg_notify(EVENT_CHANNEL, …)` in the transaction that makes the change. */
export function changePayload(change: Change): string {
  return JSON.stringify(change);
}

export const readEvents = endpoint({
  method: "GET",
  path: "/api/v1/events",
  summary:
    "Server-sent events `alert`, `query` and `sync` of the tenancies that one may see; a `heartbeat` every 15 s",
  access: "screen",
  contentType: "text/event-stream",
});
