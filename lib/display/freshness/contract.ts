import { z } from "zod";
import { endpoint } from "@/lib/base/request/endpoint";
import { instant, tenantParameter } from "@/lib/web/http/query-schemas";

/** Why an empty list of open alerts may not be believed (docs/spec/product.md "Quiet"). */
export const DOUBTS = [
  ...(["unread", "blind", "disk-full", "silent", "not-connected", "not-stored"] as const),
  ...(["nothing-received", "quarantine", "missing", "readings-stopped", "no-reading"] as const),
] as const;
export type Doubt = (typeof DOUBTS)[number];

/** The facts that judge.ts judges by a clock (docs/spec/product.md "Freshness and quiet"). */
export const freshnessSchema = z.object({
  tenantId: z.string(),
  name: z.string(),
  timeZone: z.string(),
  now: instant.meta({ description: "The server's clock" }),
  notifications: z.object({
    connected: z.boolean().meta({ description: "There is a webhook secret" }),
    lastAt: instant.nullable().meta({
      description: "When one last came that a secret fits, understood or not; our own tests are none",
    }),
    endpointAnsweredAt: instant.nullable().meta({ description: "When our own address last answered" }),
    diskFullSince: instant.nullable().meta({
      description:
        "Since when the disk is full: notifications are stored only as long as a small reserve lasts. Null while there is room",
    }),
    accepted24h: z.int(),
    quarantined24h: z.int(),
    rejected24h: z.int(),
    lastRejectedAt: instant.nullable().meta({ description: "When a signature last failed, whoever sent it" }),
  }),
  readings: z.object({
    connected: z.boolean().meta({ description: "There is a service address, a client and a secret" }),
    syncEnabled: z.boolean(),
    until: instant.nullable().meta({ description: "The newest reading" }),
    delayHours: z.int(),
    everyMinutes: z.int(),
    lastSuccessAt: instant.nullable(),
    nextTryAt: instant.nullable(),
    failures: z.int(),
    lastError: z.string().nullable(),
    backfill: z.object({ from: instant, until: instant, wanted: instant }).nullable().meta({
      description: "While old history is being fetched: complete from–until, and how far back it goes",
    }),
  }),
});
export type Freshness = z.infer<typeof freshnessSchema>;

export const readFreshness = endpoint({
  method: "GET",
  path: "/api/v1/freshness",
  summary: "How old each source is",
  access: "viewer",
  query: z.strictObject({ tenant: tenantParameter }),
  answer: freshnessSchema,
});
