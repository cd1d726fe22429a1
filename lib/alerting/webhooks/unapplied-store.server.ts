import "server-only";
import type { AlertsWrite } from "@/lib/alerting/alerts/service.server";
import { getPrisma } from "@/lib/base/db/prisma.server";
import { type Transaction, transaction } from "@/lib/base/db/transaction.server";
import type { RequestFacts } from "./contract";
import { type NewDelivery, type NewNotification, writeBatch } from "./store.server";

/** A delivery that is kept without having been applied: in quarantine under its signer, or refused and sealed. */
export type Unsettled = { id: string; receivedAt: Date; requestId: string | null } & (
  | { outcome: "quarantined"; tenancyId: number; tenantId: string; secretId: number; body: Uint8Array }
  | { outcome: "rejected"; body: Uint8Array | null; hash: string }
);

/** Those of the deliveries that are in quarantine or refused still, in the order in which they came. */
export function findUnsettled(ids: readonly string[]): Promise<Unsettled[]> {
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
 * Ids of deliveries with an outcome, in the order in which they came.
 * @param after only those behind this id
 * @param days only those of the last days; all where it is left out
 */
export async function listUnsettled(page: {
  outcome: Unsettled["outcome"];
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
 * Writes what became of deliveries that are kept already, the notifications among them and the states that
 * their alerts fold to: all or nothing. What the sender was answered stays known.
 * @throws Error when another writer was quicker with one of them
 */
export async function settleBatch(
  by: string,
  deliveries: readonly NewDelivery[],
  notifications: readonly NewNotification[],
  alerts: AlertsWrite,
): Promise<void> {
  await transaction(async (tx) => {
    await updateSettled(tx, by, deliveries);
    await writeBatch([], notifications, alerts, tx);
  });
}

async function updateSettled(tx: Transaction, by: string, deliveries: readonly NewDelivery[]): Promise<void> {
  const rows = deliveries.map((one) => ({ ...one, body: Buffer.from(one.body).toString("base64") }));
  // Dividing by zero is how a statement takes itself back: one of them is settled already.
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
}

/** Notes that refused requests were checked again, and that none of the secrets fitted. */
export async function noteChecked(ids: readonly string[], by: string): Promise<void> {
  await getPrisma().$executeRaw`
    UPDATE deliveries SET settled_at = now(), settled_by = ${by}
    WHERE id = ANY(${ids}::text[]::bigint[]) AND outcome = 'rejected'`;
}

/** Marks secrets as used by what came in then; an earlier use never hides a later one. */
export async function noteUse(uses: readonly { secretId: number; at: Date }[]): Promise<void> {
  await getPrisma().$executeRaw`
    UPDATE webhook_secrets s SET last_used_at = greatest(s.last_used_at, u.at)
    FROM (SELECT "secretId", max(at) AS at
      FROM jsonb_to_recordset(${JSON.stringify(uses)}::jsonb) AS u("secretId" int, at timestamptz)
      GROUP BY 1) u
    WHERE s.id = u."secretId"`;
}

const UPGRADE_KEY = "quarantine-replayed-by";

/** The build of the program that last tried the quarantine by itself; null when none has. */
export async function readUpgrade(): Promise<unknown> {
  return (await getPrisma().setting.findUnique({ where: { key: UPGRADE_KEY } }))?.value ?? null;
}

/** Notes that a build of the program has tried the quarantine. */
export async function writeUpgrade(build: string): Promise<void> {
  await getPrisma().setting.upsert({
    where: { key: UPGRADE_KEY },
    create: { key: UPGRADE_KEY, value: build },
    update: { value: build },
  });
}

/** What is kept together of refused requests, by the number that stands in the database: each kind has its own room. */
export const REFUSED_KINDS = { ours: 0, signed: 1, unsigned: 2 } as const;

export type RefusedKind = keyof typeof REFUSED_KINDS;

/** How many refused requests of a kind are kept, and how many bytes of them. */
export type Room = { count: number; bytes: number };

/** Adds a refused request; its body comes sealed, or not at all. */
export async function insertRejected(rejected: {
  kind: RefusedKind;
  network: string;
  receivedAt: Date;
  reason: string;
  bytes: number;
  sealed: Uint8Array<ArrayBuffer> | null;
  /** SHA-256 of the bytes, hex; null where they were not read. */
  hash: string | null;
  requestId: string | null;
  answeredInMs: number;
  request: RequestFacts;
}): Promise<void> {
  const { kind, network, sealed, hash, ...rest } = rejected;
  const refusedHash = hash === null ? null : new Uint8Array(Buffer.from(hash, "hex"));
  const own = { outcome: "rejected", body: sealed, refusedHash };
  await getPrisma().delivery.create({
    data: { ...rest, ...own, refusedKind: REFUSED_KINDS[kind], refusedNetwork: network },
  });
}

/**
 * Removes refused requests that are too old, and of each kind what has no room any more. The newest of each network
 * come before the second newest of any, and so on, so that one network cannot push out another's.
 */
export async function pruneRejected(days: number, rooms: Readonly<Record<RefusedKind, Room>>): Promise<void> {
  const kinds = Object.values(REFUSED_KINDS);
  const names = Object.keys(REFUSED_KINDS) as RefusedKind[];
  await getPrisma().$executeRaw`
    DELETE FROM deliveries d
    USING (
      SELECT id, kind, received_at, row_number() OVER room AS place, sum(size) OVER room AS bytes
      FROM (
        SELECT id, received_at, octet_length(body) AS size, coalesce(refused_kind, ${REFUSED_KINDS.signed}) AS kind,
          row_number() OVER (PARTITION BY refused_kind, refused_network ORDER BY id DESC) AS nth
        FROM deliveries WHERE outcome = 'rejected') AS n
      WINDOW room AS (PARTITION BY kind ORDER BY nth, id DESC)) AS r
    JOIN unnest(${kinds}::int[], ${names.map((name) => rooms[name].count)}::int[],
      ${names.map((name) => rooms[name].bytes)}::int[]) AS room (kind, count, bytes) ON room.kind = r.kind
    WHERE d.id = r.id AND (r.place > room.count OR r.bytes > room.bytes
      OR r.received_at < now() - make_interval(days => ${days}::int))`;
}

/** The tenant ids of all tenancies. */
export async function listTenantIds(): Promise<string[]> {
  const rows = await getPrisma().tenancy.findMany({ select: { tenantId: true } });
  return rows.map(({ tenantId }) => tenantId);
}
