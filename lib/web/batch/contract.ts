import { z } from "zod";
import { endpoint } from "@/lib/base/request/endpoint";
import { repeatable } from "@/lib/web/http/query-schemas";

/** The reads allowed in a batch: those that pages and walls repeat after an event. */
export const BATCHED_PATHS: readonly string[] = [
  "/api/v1/alerts",
  "/api/v1/alerts/counts",
  "/api/v1/alerts/evidence",
  "/api/v1/alerts/spans",
  "/api/v1/alerts/tabs",
  "/api/v1/alerts/{alertId}",
  "/api/v1/areas",
  "/api/v1/areas/overview",
  "/api/v1/areas/tree",
  "/api/v1/freshness",
];

/** Further reads go into another request. */
export const MAX_BATCH_READS = 12;
/** Total length of a batch's addresses; request headers have 16 kB. */
export const MAX_BATCH_URL_LENGTH = 6_000;

const partSchema = z.object({
  status: z.int().meta({ description: "As the call alone is answered; 304 where the tag still holds" }),
  tag: z.string().nullable(),
  body: z.unknown().meta({ description: "The answer or its problem; missing with 304" }),
});

export const readBatch = endpoint({
  method: "GET",
  path: "/api/v1/together",
  summary:
    "Several reads in one answer, each as it is answered alone, with a tag to ask whether it still holds",
  access: "screen",
  query: z.strictObject({
    read: repeatable(z.string().min(1).max(MAX_BATCH_URL_LENGTH), MAX_BATCH_READS).meta({
      description: `Path and query of a read, ${MAX_BATCH_READS} at most: ${BATCHED_PATHS.join(", ")}`,
    }),
    tag: repeatable(z.string().max(100), MAX_BATCH_READS).optional().meta({
      description: "For each read, in its order, the tag that it was answered with last, or nothing",
    }),
  }),
  answer: z.object({ parts: z.array(partSchema) }),
});

export type BatchPart = z.infer<typeof partSchema>;
