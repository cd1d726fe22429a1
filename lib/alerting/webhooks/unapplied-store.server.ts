import "server-only";
import type { Prisma } from "@/generated/prisma/client";
import type { AlertsWrite } from "@/lib/alerting/alerts/service.server";
import { getPrisma } from "@/lib/base/db/prisma.server";
import { transaction } from "@/lib/base/db/transaction.server";
import { type NewDelivery, type NewNotification, writeBatch } from "./store.server";

/** A stored delivery that was not applied: quarantined under its signer, or rejected and sealed. */
export type Unapplied = { id: string; receivedAt: Date; requestId: string | null } & (
  | { outcome: "quarantined"; tenancyId: number; tenantId: string; secretId: number; body: Uint8Array }
  | { outcome: "rejected"; body: Uint8Array | null; hash: string }
);

/** Finds those of the deliveries that are still quarantined or rejected, in the order of arrival. */
export function findUnapplied(ids: readonly string[]): Promise<Unapplied[]> {
  return getPrisma().$queryRaw`
    SELECT d.id::text, d.received_at AS "receivedAt", d.request_id AS "requestId", d.outcome, d.body,
      coalesce(encode(d.refused_hash, 'hex'), '') AS hash,
      d.tenancy_id AS "tenancyId", t.tenant_id AS "tenantId", d.secret_id AS "secretId"
    FROM deliveries d LEFT JOIN tenancies t ON t.id = d.tenancy_id
    WHERE d.id = ANY(${ids}::text[]::bigint[])
      AND (d.outcome = 'rejected' OR d.outcome = 'quarantined' AND d.secret_id IS NOT NULL)
    ORDER BY d.id`;
}

/**
 * Lists ids of deliveries with an outcome, in the order of arrival, a page at a time.
 * @param days only those of the last days; all without it
 */
export async function listUnapplied(page: {
  outcome: Unapplied["outcome"];
  after: string;
  take: number;
  days?: number;
  tenancyId?: number;
}): Promise<string[]> {
  const rows = await getPrisma().$queryRaw<{ id: string }[]>`
    SELECT id::text FROM deliveries
    WHERE outcome = ${page.outcome} AND id > ${page.after}::text::bigint
      AND received_at > now() - make_interval(days => ${page.days ?? 100_000}::int)
      AND (${page.tenancyId ?? null}::int IS NULL OR tenancy_id = ${page.tenancyId ?? null}::int)
    ORDER BY deliveries.id LIMIT ${page.take}`;
  return rows.map(({ id }) => id);
}

/**
 * Writes the outcomes of replayed deliveries, the notifications among them and the folded states of their alerts: all
 * or nothing. The answer to the sender stays recorded.
 * @throws Error on a conflict with another writer
 */
export async function writeReplayed(
  by: string,
  deliveries: readonly NewDelivery[],
  notifications: readonly NewNotification[],
  alerts: AlertsWrite,
): Promise<void> {
  const rows = deliveries.map((one) => ({ ...one, body: Buffer.from(one.body).toString("base64") }));
  await transaction(async (tx) => {
    // Abort the statement (division by zero) if one of them was applied since we read it.
    await tx.$executeRaw`
    WITH settled AS (
      UPDATE deliveries d SET tenancy_id = s."tenancyId", secret_id = s."secretId", outcome = s.outcome,
        reason = s.reason, body = decode(s.body, 'base64'), body_hash = decode(s.hash, 'hex'), refused_hash = NULL,
        notification_id = s."notificationId", alert_id = s."alertId", test = s.test,
        answered = coalesce(d.answered, CASE WHEN d.outcome <> s.outcome THEN d.outcome END),
        settled_at = now(), settled_by = ${by}
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS s(id bigint, "tenancyId" int, "secretId" int,
        outcome text, reason text, body text, hash text, "notificationId" text, "alertId" text, test boolean)
      WHERE d.id = s.id AND d.outcome IN ('quarantined', 'rejected')
      RETURNING d.id
    )
    SELECT 1 / ((SELECT count(*) FROM settled) = ${rows.length})::int`;
    await writeBatch([], notifications, alerts, tx);
  });
}

/** Records that rejected requests were checked again and no secret fitted. */
export async function markChecked(ids: readonly string[], by: string): Promise<void> {
  await getPrisma().$executeRaw`
    UPDATE deliveries SET settled_at = now(), settled_by = ${by}
    WHERE id = ANY(${ids}::text[]::bigint[]) AND outcome = 'rejected'`;
}

const REPLAYED_BUILD_KEY = "quarantine-replayed-by";

/** Reads which build of the program replayed the quarantine last; null for none. */
export async function readReplayedBuild(): Promise<unknown> {
  return (await getPrisma().setting.findUnique({ where: { key: REPLAYED_BUILD_KEY } }))?.value ?? null;
}

/** Records that a build of the program has replayed the quarantine. */
export async function saveReplayedBuild(build: string): Promise<void> {
  await getPrisma().setting.upsert({
    where: { key: REPLAYED_BUILD_KEY },
    create: { key: REPLAYED_BUILD_KEY, value: build },
    update: { value: build },
  });
}

/** Kinds of rejected requests, by their number in the database; each kind has its own limits. */
export const REJECTED_KINDS = { ours: 0, signed: 1, unsigned: 2 } as const;

export type RejectedKind = keyof typeof REJECTED_KINDS;

/** The most rejected requests of a kind that are kept, and their bytes. */
export type Capacity = { count: number; bytes: number };

/** Inserts a rejected request; its body is sealed, or left out. */
export async function insertRejected(
  kind: RejectedKind,
  rejected: Omit<Prisma.DeliveryUncheckedCreateInput, "outcome" | "refusedKind">,
): Promise<void> {
  await getPrisma().delivery.create({
    data: { ...rejected, outcome: "rejected", refusedKind: REJECTED_KINDS[kind] },
  });
}

/**
 * Deletes rejected requests that are too old or over the limits of their kind. The newest of each network are kept
 * before the second newest of any, and so on, so that one network cannot push out another's.
 */
export async function pruneRejected(
  days: number,
  capacities: Readonly<Record<RejectedKind, Capacity>>,
): Promise<void> {
  const kinds = Object.values(REJECTED_KINDS);
  const names = Object.keys(REJECTED_KINDS) as RejectedKind[];
  await getPrisma().$executeRaw`
    DELETE FROM deliveries d
    USING (
      SELECT id, kind, received_at, row_number() OVER room AS place, sum(size) OVER room AS bytes
      FROM (
        SELECT id, received_at, octet_length(body) AS size, coalesce(refused_kind, ${REJECTED_KINDS.signed}) AS kind,
          row_number() OVER (PARTITION BY refused_kind, refused_network ORDER BY id DESC) AS nth
        FROM deliveries WHERE outcome = 'rejected') AS n
      WINDOW room AS (PARTITION BY kind ORDER BY nth, id DESC)) AS r
    JOIN unnest(${kinds}::int[], ${names.map((name) => capacities[name].count)}::int[],
      ${names.map((name) => capacities[name].bytes)}::int[]) AS room (kind, count, bytes) ON room.kind = r.kind
    WHERE d.id = r.id AND (r.place > room.count OR r.bytes > room.bytes
      OR r.received_at < now() - make_interval(days => ${days}::int))`;
}

/** Lists the tenant ids of all tenancies. */
export async function listTenantIds(): Promise<string[]> {
  const rows = await getPrisma().tenancy.findMany({ select: { tenantId: true } });
  return rows.map(({ tenantId }) => tenantId);
}
