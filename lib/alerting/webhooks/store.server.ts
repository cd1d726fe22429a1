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
import { type Candidate, hashBody } from "./judge.server";

/**
 * Runs a statement of the intake, in the transaction if one is given.
 * @throws OutOfReach when the database does not answer or cannot be used; else what it raises
 */
async function run<Row extends object>(sql: Prisma.Sql, tx?: Transaction): Promise<Row[]> {
  if (tx) return tx.$queryRaw<Row[]>(sql);
  try {
    return await getIntakePrisma().$queryRaw<Row[]>(sql);
  } catch (error) {
    throw judgeOutage(error);
  }
}

/** A delivery to store. */
export type NewDelivery = {
  id: string;
  tenancyId: number;
  secretId: number;
  receivedAt: Date;
  outcome: string;
  /** The answer to its sender, if that differs from the outcome. */
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
  /** A test of our own: it changes no alert. */
  test: boolean;
};

/** The stored facts that a delivery is judged by. */
export type Known = {
  /** The id to store the delivery under. */
  id: string;
  /** These bytes were announced as a test of our own. */
  test: boolean;
  sameBytes: boolean;
  /** Hash of the meaning of the stored notification with the same identity. */
  meaning: string | null;
  /** State of its alert; null if there is none, or new notifications cannot be folded into it. */
  state: FoldedAlert | null;
  /** Revision of that state; 0 without one. */
  revision: number;
};

/**
 * Finds what is stored of each delivery, in the order given.
 * @param list `received.own` is the id of a delivery that is replayed, which is not compared with itself
 */
export async function findKnown(
  list: readonly (Pick<Candidate, "tenancyId" | "hash" | "key" | "parsed"> & {
    received: { own?: string };
  })[],
): Promise<Known[]> {
  const wanted = list.map(({ tenancyId, hash, key, parsed, received }, n) => ({
    ...{ n, tenancyId, hash, key, own: received.own, alertId: parsed.understood?.alertId },
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

/** Tells of each notification, in the order given, whether its alert has another one with the same facts. */
export async function findRepeated(
  list: readonly { tenancyId: number; facts: NotificationFacts }[],
): Promise<boolean[]> {
  if (list.length === 0) return [];
  const wanted = list.map(({ tenancyId, facts }, n) => ({ ...facts, n, tenancyId }));
  const rows = await run<{ repeated: boolean }>(Prisma.sql`
    SELECT EXISTS (SELECT FROM notifications n
        WHERE n.tenancy_id = c."tenancyId" AND n.alert_id = c."alertId" AND n."timestamp" = c."timestamp"
          AND (n.shape, n.event, n.type, n.category, n.severity, n.previous_severity, n.close_reason, n.job_id,
            n.location_id, n.control_area_id, n.raised_at, n.closed_at) IS NOT DISTINCT FROM
            (c.shape, c.event, c.type, c.category, c.severity, c."previousSeverity", c."closeReason", c."jobId",
            c."locationId", c."controlAreaId", c."raisedAt", c."closedAt")) AS repeated
    FROM jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) AS c(n int, "tenancyId" int, "alertId" text,
      shape text, event text, type text, category text, severity text, "previousSeverity" text,
      "closeReason" text, "jobId" text, "locationId" text, "controlAreaId" text, "timestamp" timestamptz,
      "raisedAt" timestamptz, "closedAt" timestamptz)
    ORDER BY c.n`);
  return rows.map(({ repeated }) => repeated);
}

/** The part of an alert's history that is folded with the new notifications. */
export type History = Pick<Later, "stored" | "severityBefore">;

/**
 * Finds the history of each alert from an instant on, in the order given.
 * @param list `from` is null for the whole history
 */
export async function findHistories(
  list: readonly { tenancyId: number; alertId: string; from: Date | null }[],
): Promise<History[]> {
  if (list.length === 0) return [];
  const wanted = list.map(({ tenancyId, alertId, from }, n) => ({ n, tenancyId, alertId, from }));
  const rows = await run<{ stored: FactsJson[]; severityBefore: Severity | null }>(Prisma.sql`
    SELECT (SELECT coalesce(jsonb_agg(history), '[]') FROM (
        SELECT DISTINCT n.shape, n.alert_id AS "alertId", n.event, n.type, n.category, n.severity,
          n.previous_severity AS "previousSeverity", n.close_reason AS "closeReason", n.job_id AS "jobId",
          n.location_id AS "locationId", n.control_area_id AS "controlAreaId", n."timestamp",
          n.raised_at AS "raisedAt", n.closed_at AS "closedAt"
        FROM notifications n
        WHERE n.tenancy_id = c."tenancyId" AND n.alert_id = c."alertId"
          AND n."timestamp" >= coalesce(c."from", '-infinity')) AS history) AS stored,
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

/** Tells of each request, in the order given, whether it is stored: the same bytes, received at the same instant. */
export async function findStoredRequests(
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

/** Finds the tenant ids of tenancies by their numbers. A spool may come from another database. */
export async function findTenancies(ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await run<{ id: number; tenantId: string }>(Prisma.sql`
    SELECT id, tenant_id AS "tenantId" FROM tenancies WHERE id = ANY(${ids}::int[])`);
  return new Map(rows.map(({ id, tenantId }) => [id, tenantId]));
}

/** Finds the numbers of tenancies by tenant id, without those that are being deleted. */
export async function findTenancyIds(tenantIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await run<{ id: number; tenantId: string }>(Prisma.sql`
    SELECT id, tenant_id AS "tenantId" FROM tenancies
    WHERE tenant_id = ANY(${tenantIds}::text[]) AND deleting_at IS NULL`);
  return new Map(rows.map(({ id, tenantId }) => [tenantId, id]));
}

/** Finds bodies in quarantine with one of the notification ids, except those of the deliveries `except`. */
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

/** A notification to store: understood and new. */
export type NewNotification = NotificationFacts & {
  tenancyId: number;
  notificationKey: string;
  notificationId: string | null;
  meaning: string;
  deliveryId: string;
  receivedAt: Date;
};

/**
 * Inserts deliveries with their bytes, the notifications among them and the folded states of their alerts, and
 * notifies every process, in one statement: all or nothing. Rows are written in the order of their keys, which
 * rules out deadlocks between two statements.
 * @throws Error on a conflict with another writer of one of the deliveries, notifications or alerts
 */
export async function writeBatch(
  deliveries: readonly NewDelivery[],
  notifications: readonly NewNotification[],
  alerts: AlertsWrite,
  tx?: Transaction,
): Promise<void> {
  const rows = deliveries.map((one) => ({ ...one, body: Buffer.from(one.body).toString("base64") }));
  // Abort the whole statement (division by zero) if an alert's revision moved since we read it.
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

/** Records when secrets were last used, so that an admin sees which of two is still needed. */
export async function recordSecretUse(uses: readonly { secretId: number; at: Date }[]): Promise<void> {
  await getPrisma().$executeRaw`
    UPDATE webhook_secrets s SET last_used_at = greatest(s.last_used_at, u.at)
    FROM (SELECT "secretId", max(at) AS at
      FROM jsonb_to_recordset(${JSON.stringify(uses)}::jsonb) AS u("secretId" int, at timestamptz)
      GROUP BY 1) u
    WHERE s.id = u."secretId"`;
}

const bytesOf = (hash: string) => new Uint8Array(Buffer.from(hash, "hex"));

/**
 * Announces the bytes of a test that we are about to send: a delivery of exactly these bytes, signed for the tenancy,
 * is a test. The announcement is never deleted, because a spool may deliver the test late.
 * @returns the hash of the bytes, hex
 */
export async function announceTest(test: {
  tenancyId: number;
  body: Uint8Array;
  by: string;
}): Promise<string> {
  const { tenancyId, body, by } = test;
  const hash = hashBody(body);
  await getPrisma().testNotification.create({ data: { tenancyId, bodyHash: bytesOf(hash), sentBy: by } });
  return hash;
}

/** Finds the delivery of an announced test by the hash of its bytes; null before it arrives. */
export async function findTestDelivery(tenancyId: number, hash: string): Promise<string | null> {
  const found = await getPrisma().delivery.findFirst({
    where: { tenancyId, bodyHash: bytesOf(hash) },
    select: { id: true },
  });
  return found && String(found.id);
}
