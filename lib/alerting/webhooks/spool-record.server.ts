import "server-only";
import { z } from "zod";
import type { Received } from "./batch.server";
import { requestFactsSchema } from "./contract";
import { parseNotification } from "./parse";

const metaSchema = z.object({
  tenancyId: z.int(),
  tenantId: z.string(),
  secretId: z.int(),
  /** ISO 8601. */
  receivedAt: z.string(),
  requestId: z.string().nullable(),
  answeredInMs: z.int(),
  // Records of an earlier version have none.
  request: requestFactsSchema.nullish().transform((facts) => facts ?? null),
});

const peekSchema = metaSchema.pick({ tenancyId: true, receivedAt: true });

/** A signed request as a record of the spool: the length of what is known of it, that as JSON, and its bytes. */
export function toRecord(
  { signer, receivedAt, requestId, request, body }: Omit<Received, "parsed">,
  answeredInMs = Date.now() - receivedAt.getTime(),
): Buffer {
  const meta: z.output<typeof metaSchema> = {
    tenancyId: signer.tenancyId,
    tenantId: signer.tenantId,
    secretId: signer.secretId,
    receivedAt: receivedAt.toISOString(),
    requestId,
    answeredInMs,
    request,
  };
  const json = Buffer.from(JSON.stringify(meta), "utf8");
  const length = Buffer.allocUnsafe(4);
  length.writeUInt32BE(json.length);
  return Buffer.concat([length, json, body]);
}

/**
 * The signed request in a record.
 * @throws Error when the record was not made by `toRecord`
 */
export function fromRecord(record: Buffer): Received {
  const from = 4 + record.readUInt32BE(0);
  const meta = metaSchema.parse(JSON.parse(record.toString("utf8", 4, from)));
  const { tenancyId, tenantId, secretId, requestId, answeredInMs } = meta;
  const body = record.subarray(from);
  return {
    signer: { tenancyId, tenantId, secretId },
    receivedAt: new Date(meta.receivedAt),
    body,
    requestId,
    request: meta.request,
    parsed: parseNotification(body),
    spooled: { answeredInMs },
  };
}

/** Whose a record is and when it was received, without reading its body; undefined where that cannot be told. */
export function peekRecord(record: Buffer): { tenancyId: number; receivedAt: number } | undefined {
  try {
    const meta: unknown = JSON.parse(record.toString("utf8", 4, 4 + record.readUInt32BE(0)));
    const { tenancyId, receivedAt } = peekSchema.parse(meta);
    return { tenancyId, receivedAt: Date.parse(receivedAt) };
  } catch {
    return undefined;
  }
}
