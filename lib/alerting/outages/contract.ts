import { z } from "zod";
import { endpoint } from "@/lib/base/request/endpoint";
import { instant, instantParameter } from "@/lib/web/http/query-schemas";

/** stopped: no process ran; storage: neither database nor spool could keep anything. */
export const OUTAGE_CAUSES = ["stopped", "storage"] as const;

/** A time in which no notification could be received: the service sends none again (service-interface 4.2). */
export const outageSchema = z.object({
  startedAt: instant,
  endedAt: instant.nullable().meta({ description: "Null while it goes on" }),
  cause: z.enum(OUTAGE_CAUSES).meta({
    description: "stopped: Leafwatch was not running; storage: nothing could be stored",
  }),
});
export type Outage = z.infer<typeof outageSchema>;

export const listOutages = endpoint({
  method: "GET",
  path: "/api/v1/outages",
  summary:
    "Times in which no notification could be received, of all tenancies alike, newest first, 500 at most: alerts of them may be missing",
  access: "screen",
  query: z.strictObject({
    from: instantParameter.optional(),
    to: instantParameter.optional(),
  }),
  answer: z.object({ items: z.array(outageSchema) }),
});
