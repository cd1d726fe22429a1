import { z } from "zod";
import { requestFactsSchema } from "@/lib/alerting/webhooks/contract";
import { endpoint } from "@/lib/base/request/endpoint";
import {
  cursorParameter,
  instant,
  limitParameter,
  pageOf,
  tenantParameter,
} from "@/lib/web/http/query-schemas";

export const OUTCOMES = ["accepted", "duplicate", "quarantined", "spooled", "rejected"] as const;

export const deliverySchema = z.object({
  id: z.string(),
  receivedAt: instant,
  outcome: z.enum(OUTCOMES),
  tenantId: z.string().nullable(),
  notificationId: z.string().nullable(),
  alertId: z.string().nullable(),
  requestId: z.string().nullable(),
  bytes: z.int(),
  reason: z.string().nullable(),
  answered: z.enum(OUTCOMES).nullable().meta({
    description: "What the sender was answered, where the outcome has changed since; else null",
  }),
  settledAt: instant.nullable().meta({ description: "When it was replayed or checked again, last" }),
  settledBy: z.string().nullable(),
  setAside: z
    .object({ at: instant, by: z.string(), reason: z.string() })
    .nullable()
    .meta({ description: "Of one in quarantine that an admin has set aside: it waits for nobody any more" }),
  test: z.boolean().meta({
    description: "Sent by an admin from here to try the way: it made no alert and counts nowhere",
  }),
});

export type Delivery = z.infer<typeof deliverySchema>;

export const listDeliveries = endpoint({
  method: "GET",
  path: "/api/v1/deliveries",
  summary: "Requests that reached the webhook address, newest first",
  access: "admin",
  query: z.strictObject({
    tenant: tenantParameter,
    outcome: z.enum(OUTCOMES).optional(),
    limit: limitParameter,
    cursor: cursorParameter,
  }),
  answer: pageOf(deliverySchema),
});

export const deliveryDetailSchema = deliverySchema.extend({
  body: z.string().nullable().meta({ description: "Text; bytes that are no UTF-8 as `base64:` and base64" }),
  answeredInMs: z.int().nullable(),
  request: requestFactsSchema.nullable().meta({
    description: "What is kept of the request besides its bytes; null for one kept by an earlier version",
  }),
  signatureHeaders: z.array(z.string()).nullable().meta({
    description: "Of a rejected one: the names of the headers that carried something like a signature",
  }),
});
export type DeliveryDetail = z.infer<typeof deliveryDetailSchema>;

export const readDelivery = endpoint({
  method: "GET",
  path: "/api/v1/deliveries/{id}",
  summary: "One delivery with the bytes as they came",
  access: "admin",
  params: z.object({ id: z.string() }),
  answer: deliveryDetailSchema,
});
