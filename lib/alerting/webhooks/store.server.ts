import "server-only";
import { Prisma } from "@/generated/prisma/client";
import { EVENTS, type NotificationFacts } from "@/lib/alerting/alerts/contract";
import {
  type AlertsWrite,
  type FoldedAlert,
  type Later,
  type StateJson,
  stateSql,
  toState,
} from "@/lib/alerting/alerts/service.server";
import { SEVERITIES, type Severity } from "@/lib/base/core/severity";
import { judgeOutage } from "@/lib/base/db/error-code.server";
import { getIntakePrisma, getPrisma } from "@/lib/base/db/prisma.server";
import type { Transaction } from "@/lib/base/db/transaction.server";
import { EVENT_CHANNEL } from "@/lib/base/events/contract";
import type { RequestFacts } from "./contract";
import { bodyHash } from "./judge.server";

/**
 * Runs a statement of the intake, in a transaction where there is one.
 * @throws OutOfReach when the database does not answer or is not usable; what it raises otherwise
 */
async function run<Row extends object>(sql: Prisma.Sql, tx?: Transaction): Promise<Row[]> {
  if (tx) return tx.$queryRaw<Row[]>(sql);
  try {
    return await getIntakePrisma().$queryRaw<Row[]>(sql);
  } catch (error) {
    throw judgeOutage(error);
  }
}

/** A delivery as it is kept. */
export type NewDelivery = {
  id: string;
  tenancyId: number;
  secretId: number;
  receivedAt: Date;
  outcome: string;
  /** What its sender was answered, where that is not the outcome. */
  answered: string | null;
  reason: string | null;
  bytes: number;
  body: Uint8Array;
  /** SHA-256 of the body, hex; null for a duplicate. */
  hash: string | null;
  notificationId: string | null;
  alertId: string | null;
  requestId: string | null;
  answeredInMs: number;
  request: RequestFacts | null;
  /** Announced by us: it changes no alert. */
  test: boolean;
};

/** What is kept already of a delivery, and of its alert. */
export type Known = {
  /** For the delivery to be stored under. */
  id: string;
  /** We announced these bytes as a test of our own. */
  test: boolean;
  sameBytes: boolean;
  /** Of the notification with the same identity. */
  meaning: string | null;
  /** Of its alert; null where there is none, or it cannot be folded on from. */
  state: FoldedAlert | null;
  /** Of the alert's state; 0 where there is none. */
  revision: number;
};

/** A delivery as `findKnown` looks for it. */
type Wanted = {
  tenancyId: number;
  hash: string;
  key: string | null;
  own: string | null;
  facts: NotificationFacts | null;
};

/**
 * What is kept already of each delivery, in the order given.
 * @param list hash of the bytes, hex; `key` and `facts` of the notification where it is understood; `own` is
 *   the id of a delivery that is kept already, which is not compared with itself
 */
export async function findKnown(list: readonly Wanted[]): Promise<Known[]> {
  const wanted = list.map(({ tenancyId, hash, key, own, facts }, n) => ({
    ...{ n, tenancyId, hash, key, own, alertId: facts?.alertId ?? null },
  }));
  const rows = await run<Omit<Known, "state"> & { state: StateJson | null }>(Prisma.sql`
    SELECT coalesce(c.own, nextval(pg_get_serial_sequence('deliveries', 'id')))::text AS id,
      EXISTS (SELECT FROM test_notifications t
        WHERE t.tenancy_id = c."tenancyId" AND t.body_hash = decode(c.hash, 'hex')) AS test,
      EXISTS (SELECT FROM deliveries d
        WHERE d.tenancy_id = c."tenancyId" AND d.body_hash = decode(c.hash, 'hex')
          AND d.id IS DISTINCT FROM c.own) AS "sameBytes",
      (SELECT n.meaning FROM notifications n
        WHERE n.tenancy_id = c."tenancyId" AND n.notification_key = c.key) AS meaning,
      ${stateSql} AS state, coalesce(a.revision, 0) AS revision
    FROM jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
        AS c(n int, "tenancyId" int, hash text, key text, "alertId" text, own bigint)
      LEFT JOIN alerts a ON a.tenancy_id = c."tenancyId" AND a.alert_id = c."alertId"
    ORDER BY c.n`);
  return rows.map((row) => ({ ...row, state: row.state && toState(row.state) }));
}

/** Whether another notification of its alert says the same, in the order given: such a one changes nothing of the alert. */
export async function findTold(
  list: readonly { tenancyId: number; facts: NotificationFacts }[],
): Promise<boolean[]> {
  if (list.length === 0) return [];
  const wanted = list.map(({ tenancyId, facts }, n) => ({ ...facts, n, tenancyId }));
  const rows = await run<{ told: boolean }>(Prisma.sql`
    SELECT EXISTS (SELECT FROM notifications n
        WHERE n.tenancy_id = c."tenancyId" AND n.alert_id = c."alertId" AND n."timestamp" = c."timestamp"
          AND (n.shape, n.event, n.type, n.category, n.severity, n.previous_severity, n.close_reason, n.job_id,
            n.location_id, n.control_area_id, n.raised_at, n.closed_at) IS NOT DISTINCT FROM
            (c.shape, c.event, c.type, c.category, c.severity, c."previousSeverity", c."closeReason", c."jobId",
            c."locationId", c."controlAreaId", c."raisedAt", c."closedAt")) AS told
    FROM jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) AS c(n int, "tenancyId" int, "alertId" text,
      shape text, event text, type text, category text, severity text, "previousSeverity" text,
      "closeReason" text, "jobId" text, "locationId" text, "controlAreaId" text, "timestamp" timestamptz,
      "raisedAt" timestamptz, "closedAt" timestamptz)
    ORDER BY c.n`);
  return rows.map(({ told }) => told);
}

/** The part of an alert's story that is folded with what is new. */
export type Stored = Pick<Later, "stored" | "severityBefore">;

/**
 * What is kept of each alert, in the order given, from an instant on; each is read once.
 * @param list `from` is null for the whole story
 */
export async function findStored(
  list: readonly { tenancyId: number; alertId: string; from: Date | null }[],
): Promise<Stored[]> {
  if (list.length === 0) return [];
  const wanted = list.map(({ tenancyId, alertId, from }, n) => ({ n, tenancyId, alertId, from }));
  const rows = await run<{ stored: FactsJson[]; severityBefore: Severity | null }>(Prisma.sql`
    SELECT (SELECT coalesce(jsonb_agg(told), '[]') FROM (
        SELECT DISTINCT n.shape, n.alert_id AS "alertId", n.event, n.type, n.category, n.severity,
          n.previous_severity AS "previousSeverity", n.close_reason AS "closeReason", n.job_id AS "jobId",
          n.location_id AS "locationId", n.control_area_id AS "controlAreaId", n."timestamp",
          n.raised_at AS "raisedAt", n.closed_at AS "closedAt"
        FROM notifications n
        WHERE n.tenancy_id = c."tenancyId" AND n.alert_id = c."alertId"
          AND n."timestamp" >= coalesce(c."from", '-infinity')) AS told) AS stored,
      (SELECT n.severity FROM notifications n
        WHERE n.tenancy_id = c."tenancyId" AND n.alert_id = c."alertId" AND n."timestamp" < c."from"
          AND n.severity IS NOT NULL
        ORDER BY n."timestamp" DESC, array_position(${[...EVENTS]}::text[], n.event) DESC,
          array_position(${[...SEVERITIES]}::text[], n.severity) DESC LIMIT 1) AS "severityBefore"
    FROM jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
      AS c(n int, "tenancyId" int, "alertId" text, "from" timestamptz)
    ORDER BY c.n`);
  return rows.map(({ stored, severityBefore }) => ({ stored: stored.map(toFacts), severityBefore }));
}

type Times = "timestamp" | "raisedAt" | "closedAt";

type FactsJson = Omit<NotificationFacts, Times> & {
  timestamp: string;
  raisedAt: string | null;
  closedAt: string | null;
};

function toFacts(row: FactsJson): NotificationFacts {
  return {
    ...row,
    timestamp: new Date(row.timestamp),
    raisedAt: row.raisedAt === null ? null : new Date(row.raisedAt),
    closedAt: row.closedAt === null ? null : new Date(row.closedAt),
  };
}

/**
 * Whether each request, in the order given, is kept already itself: the same bytes, received in the same instant.
 */
export async function findKept(
  list: readonly { tenancyId: number; hash: string; receivedAt: Date }[],
): Promise<boolean[]> {
  const wanted = list.map(({ tenancyId, hash, receivedAt }, n) => ({ n, tenancyId, hash, receivedAt }));
  const rows = await run<{ kept: boolean }>(Prisma.sql`
    SELECT EXISTS (SELECT FROM deliveries d WHERE d.tenancy_id = c."tenancyId"
        AND d.body_hash = decode(c.hash, 'hex') AND d.received_at = c."receivedAt")
      OR EXISTS (SELECT FROM deliveries d WHERE d.outcome = 'duplicate' AND d.answered = 'spooled'
        AND d.tenancy_id = c."tenancyId" AND d.received_at = c."receivedAt"
        AND sha256(d.body) = decode(c.hash, 'hex')) AS kept
    FROM jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
      AS c(n int, "tenancyId" int, hash text, "receivedAt" timestamptz)
    ORDER BY c.n`);
  return rows.map(({ kept }) => kept);
}

/** Which of these tenancies there are, under the same number: a spool may have come from another database. */
export async function findTenancies(ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await run<{ id: number; tenantId: string }>(Prisma.sql`
    SELECT id, tenant_id AS "tenantId" FROM tenancies WHERE id = ANY(${ids}::int[])`);
  return new Map(rows.map(({ id, tenantId }) => [id, tenantId]));
}

/** The numbers of tenancies, by the service's tenant id; without those that are being deleted. */
export async function findTenancyIds(tenantIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await run<{ id: number; tenantId: string }>(Prisma.sql`
    SELECT id, tenant_id AS "tenantId" FROM tenancies
    WHERE tenant_id = ANY(${tenantIds}::text[]) AND deleting_at IS NULL`);
  return new Map(rows.map(({ id, tenantId }) => [tenantId, id]));
}

/** Bodies in quarantine that carry one of the notification ids, those of the deliveries `except` left out. */
export function findQuarantined(
  tenancyIds: readonly number[],
  notificationIds: readonly string[],
  except: readonly string[],
): Promise<{ tenancyId: number; body: Uint8Array }[]> {
  return run(Prisma.sql`
    SELECT tenancy_id AS "tenancyId", body FROM deliveries
    WHERE outcome = 'quarantined' AND tenancy_id = ANY(${tenancyIds}::int[])
      AND notification_id = ANY(${notificationIds}::text[]) AND id <> ALL(${except}::text[]::bigint[])`);
}

/** What was understood of a delivery and is new. */
export type NewNotification = NotificationFacts & {
  tenancyId: number;
  notificationKey: string;
  notificationId: string | null;
  meaning: string;
  deliveryId: string;
  receivedAt: Date;
};

/**
 * Adds deliveries with the bytes as they came, the notifications among them and the states that their alerts
 * fold to, and tells every process: all in one statement, so that all or nothing is done. Rows are written in
 * the order of their keys, so that two statements never wait for each other in a circle.
 * @throws Error when another writer was quicker with one of the deliveries, notifications or alerts
 */
export async function writeBatch(
  deliveries: readonly NewDelivery[],
  notifications: readonly NewNotification[],
  alerts: AlertsWrite,
  tx?: Transaction,
): Promise<void> {
  const rows = deliveries.map((one) => ({ ...one, body: Buffer.from(one.body).toString("base64") }));
  // Without a lock, what was read may be old by now. Dividing by zero is how a single statement takes itself back.
  await run(
    Prisma.sql`
    WITH kept AS (
      INSERT INTO deliveries (id, tenancy_id, secret_id, received_at, outcome, answered, reason, bytes, body,
        body_hash, notification_id, alert_id, request_id, answered_in_ms, request, test)
      SELECT d.id, d."tenancyId", d."secretId", d."receivedAt", d.outcome, d.answered, d.reason, d.bytes,
        decode(d.body, 'base64'), decode(d.hash, 'hex'), d."notificationId", d."alertId", d."requestId",
        d."answeredInMs", d.request, d.test
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS d(id bigint, "tenancyId" int, "secretId" int,
        "receivedAt" timestamptz, outcome text, answered text, reason text, bytes int, body text, hash text,
        "notificationId" text, "alertId" text, "requestId" text, "answeredInMs" int,
        request jsonb, test boolean)
      ORDER BY d."tenancyId", d.hash
    ), added AS (
      INSERT INTO notifications (tenancy_id, notification_key, notification_id, alert_id, shape, event, severity,
        previous_severity, type, category, close_reason, job_id, location_id, control_area_id, "timestamp",
        raised_at, closed_at, meaning, delivery_id, received_at)
      SELECT n."tenancyId", n."notificationKey", n."notificationId", n."alertId", n.shape, n.event, n.severity,
        n."previousSeverity", n.type, n.category, n."closeReason", n."jobId", n."locationId", n."controlAreaId",
        n."timestamp", n."raisedAt", n."closedAt", n.meaning, n."deliveryId", n."receivedAt"
      FROM jsonb_to_recordset(${JSON.stringify(notifications)}::jsonb) AS n("tenancyId" int,
        "notificationKey" text, "notificationId" text, "alertId" text, shape text, event text, severity text,
        "previousSeverity" text, type text, category text, "closeReason" text, "jobId" text, "locationId" text,
        "controlAreaId" text, "timestamp" timestamptz, "raisedAt" timestamptz, "closedAt" timestamptz,
        meaning text, "deliveryId" bigint, "receivedAt" timestamptz)
      ORDER BY n."tenancyId", n."notificationKey"
    ), ${alerts.query}
    SELECT 1 / ((SELECT count(*) FROM saved_alerts) = ${alerts.count})::int,
      (SELECT count(pg_notify(${EVENT_CHANNEL}, payload)) FROM unnest(${alerts.payloads}::text[]) AS payload)`,
    tx,
  );
}

/** Marks secrets as used, so that an admin sees which of two is still needed. */
export async function touchSecrets(secretIds: readonly number[], at: Date): Promise<void> {
  await getPrisma().webhookSecret.updateMany({
    where: { id: { in: [...secretIds] } },
    data: { lastUsedAt: at },
  });
}

const bytesOf = (hash: string) => new Uint8Array(Buffer.from(hash, "hex"));

/**
 * Announces bytes that we are about to send to ourselves: what comes in with exactly them, signed for the tenancy,
 * is a test. Kept for good, because a spool may bring them in late.
 * @returns the hash that stands for them, hex
 */
export async function announceTest(test: {
  tenancyId: number;
  body: Uint8Array;
  by: string;
}): Promise<string> {
  const { tenancyId, body, by } = test;
  const hash = bodyHash(body);
  await getPrisma().testNotification.create({ data: { tenancyId, bodyHash: bytesOf(hash), sentBy: by } });
  return hash;
}

/** The delivery that an announced test made, by the hash of its bytes; null while there is none. */
export async function findTestDelivery(tenancyId: number, hash: string): Promise<string | null> {
  const found = await getPrisma().delivery.findFirst({
    where: { tenancyId, bodyHash: bytesOf(hash) },
    select: { id: true },
  });
  return found && String(found.id);
}
