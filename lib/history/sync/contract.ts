import { z } from "zod";
import { HOUR_MS } from "@/lib/base/core/time";
import { endpoint } from "@/lib/base/request/endpoint";
import { SYNC_TYPES } from "@/lib/farm/tenancies/contract";
import { QUERY_STATUSES } from "@/lib/history/queries/contract";
import { instant, tenantParameter } from "@/lib/web/http/query-schemas";

/** The newest hours are fetched again each time: rows come late, and measured ones replace interpolated ones. */
export const OVERLAP_MS = 48 * HOUR_MS;

const stretch = { from: instant, to: instant };

/** Why a window is fetched; `newest` for the newest hours, `older` for history that was never fetched. */
export const SYNC_REASONS = ["newest", "request", "hole", "late", "older"] as const;
export type SyncReason = (typeof SYNC_REASONS)[number];

export const syncTypeSchema = z.object({
  type: z.enum(SYNC_TYPES),
  paused: z.boolean(),
  wanted: z.object(stretch).meta({ description: "How far back history is to reach, until the newest data" }),
  complete: z
    .array(z.object({ ...stretch, fetchedAt: instant, queryId: z.string().nullable() }))
    .meta({ description: "The ledger: stretches without a hole, oldest first" }),
  troubles: z
    .array(z.object({ ...stretch, failures: z.int(), nextTryAt: instant, lastError: z.string().nullable() }))
    .meta({ description: "Stretches that could not be fetched, or were cancelled (no failures)" }),
  asks: z
    .array(
      z.object({
        ...stretch,
        id: z.string(),
        reason: z.enum(["request", "late"]),
        remainingTo: instant.meta({ description: "What lies after it has been fetched again" }),
        askedBy: z.string(),
        askedAt: instant,
        failures: z.int(),
        nextTryAt: instant.nullable(),
        lastError: z.string().nullable(),
      }),
    )
    .meta({ description: "Stretches that are fetched again: an admin asked, or areas had no rows in them" }),
  active: z
    .object({
      ...stretch,
      id: z.string(),
      status: z.enum(QUERY_STATUSES),
      reason: z.enum(SYNC_REASONS),
      rows: z.int(),
      bytes: z.int(),
      startedAt: instant,
      lastError: z.string().nullable(),
    })
    .nullable()
    .meta({ description: "The fetch that is on its way" }),
  coming: z
    .array(z.object({ ...stretch, reason: z.enum(SYNC_REASONS), at: instant }))
    .meta({ description: "What comes next, the nearest first; empty while paused" }),
});
export type SyncTypeView = z.infer<typeof syncTypeSchema>;

export const readSync = endpoint({
  method: "GET",
  path: "/api/v1/sync",
  summary: "How the fetching of history stands: the ledger, what runs, what comes next and what waits",
  access: "admin",
  query: z.strictObject({ tenant: tenantParameter }),
  answer: z.object({
    enabled: z.boolean(),
    connected: z.boolean(),
    types: z.array(syncTypeSchema),
  }),
});
