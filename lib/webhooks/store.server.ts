import "server-only";
import { getPrisma } from "@/lib/db/prisma.server";
import type { Transaction } from "@/lib/db/transaction.server";

/** A delivery as it is kept. */
export type NewDelivery = {
  id: string;
  tenancyId: number;
  secretId: number;
  receivedAt: Date;
  outcome: string;
  reason: string | null;
  bytes: number;
  body: Uint8Array;
  /** SHA-256 of the body, hex. */
  hash: string;
  notificationId: string | null;
  alertId: string | null;
  requestId: string | null;
  answeredInMs: number;
};

export type Known = { id: string; sameBytes: boolean; meaning: string | null };

/**
 * What is kept already of each delivery, and a new id for each, in the order given.
 * @param list hash of the bytes, hex; `key` of the notification where it is understood
 */
export function findKnown(
  tx: Transaction,
  list: readonly { tenancyId: number; hash: string; key: string | null }[],
): Promise<Known[]> {
  const rows = list.map(({ tenancyId, hash, key }, n) => ({ n, tenancyId, hash, key }));
  return tx.$queryRaw`
    SELECT nextval(pg_get_serial_sequence('deliveries', 'id'))::text AS id,
      EXISTS (SELECT FROM deliveries d
        WHERE d.tenancy_id = c."tenancyId" AND d.body_hash = decode(c.hash, 'hex')) AS "sameBytes",
      (SELECT n.meaning FROM notifications n
        WHERE n.tenancy_id = c."tenancyId" AND n.notification_key = c.key) AS meaning
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS c(n int, "tenancyId" int, hash text, key text)
    ORDER BY c.n`;
}

/** Bodies in quarantine that carry one of the notification ids. */
export function findQuarantined(
  tx: Transaction,
  tenancyIds: readonly number[],
  notificationIds: readonly string[],
): Promise<{ tenancyId: number; body: Uint8Array }[]> {
  return tx.$queryRaw`
    SELECT tenancy_id AS "tenancyId", body FROM deliveries
    WHERE outcome = 'quarantined' AND tenancy_id = ANY(${tenancyIds}::int[])
      AND notification_id = ANY(${notificationIds}::text[])`;
}

/** Adds deliveries with the bytes as they came. */
export async function insertDeliveries(tx: Transaction, list: readonly NewDelivery[]): Promise<void> {
  const rows = list.map((one) => ({ ...one, body: Buffer.from(one.body).toString("base64") }));
  await tx.$executeRaw`
    INSERT INTO deliveries (id, tenancy_id, secret_id, received_at, outcome, reason, bytes, body, body_hash,
      notification_id, alert_id, request_id, answered_in_ms)
    SELECT d.id, d."tenancyId", d."secretId", d."receivedAt", d.outcome, d.reason, d.bytes,
      decode(d.body, 'base64'), decode(d.hash, 'hex'), d."notificationId", d."alertId", d."requestId",
      d."answeredInMs"
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS d(id bigint, "tenancyId" int, "secretId" int,
      "receivedAt" timestamptz, outcome text, reason text, bytes int, body text, hash text,
      "notificationId" text, "alertId" text, "requestId" text, "answeredInMs" int)`;
}

/** Marks secrets as used, so that an admin sees which of two is still needed. */
export async function touchSecrets(secretIds: readonly number[], at: Date): Promise<void> {
  await getPrisma().webhookSecret.updateMany({
    where: { id: { in: [...secretIds] } },
    data: { lastUsedAt: at },
  });
}

/** Adds a request whose signature failed; its body comes sealed. */
export async function insertRejected(rejected: {
  receivedAt: Date;
  reason: string;
  bytes: number;
  sealed: Uint8Array<ArrayBuffer> | null;
  hash: string;
  requestId: string | null;
  answeredInMs: number;
}): Promise<void> {
  const { sealed, hash, ...rest } = rejected;
  const bodyHash = new Uint8Array(Buffer.from(hash, "hex"));
  await getPrisma().delivery.create({ data: { ...rest, outcome: "rejected", body: sealed, bodyHash } });
}

/** Removes all rejected requests but the newest `keep`. */
export async function pruneRejected(keep: number): Promise<void> {
  await getPrisma().$executeRaw`
    DELETE FROM deliveries WHERE outcome = 'rejected' AND id < (
      SELECT id FROM deliveries WHERE outcome = 'rejected' ORDER BY id DESC OFFSET ${keep - 1} LIMIT 1)`;
}
