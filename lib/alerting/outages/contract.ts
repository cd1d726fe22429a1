import { z } from "zod";
import { DAY_MS } from "@/lib/base/core/time";
import { endpoint } from "@/lib/base/request/endpoint";
import { instant, instantParameter } from "@/lib/web/http/query-schemas";

/** stopped: no process ran; storage: neither database nor spool could store anything. */
export const OUTAGE_CAUSES = ["stopped", "storage"] as const;

/**
 * A time in which no notification could be received. The service does not resend them
 * (docs/spec/service-interface.md "Delivery").
 */
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

type Window = Pick<Outage, "startedAt" | "endedAt">;

/** Filters the outages that overlap the last 24 hours; keeps the order. */
export function outagesOfLastDay<T extends Window>(outages: readonly T[], now: Date): T[] {
  return outages.filter(({ endedAt }) => endedAt === null || now.getTime() - Date.parse(endedAt) < DAY_MS);
}
