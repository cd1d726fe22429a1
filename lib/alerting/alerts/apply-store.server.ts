import "server-only";
import { Prisma } from "@/generated/prisma/client";
import type { Transaction } from "@/lib/base/db/transaction.server";
import { changePayload, EVENT_CHANNEL } from "@/lib/base/events/contract";
import type { FoldCarry, FoldedAlert } from "./fold";

/** An alert by its whole key. */
export type AlertKey = { tenancyId: number; tenantId: string; alertId: string };

/** The state to write, and the revision of the state that it was folded from: 0 for a new alert. */
type AlertWrite = FoldedAlert & Pick<AlertKey, "tenancyId" | "tenantId"> & { readRevision: number };

/** What a statement needs to write alerts: the query `saved_alerts`, how many rows it has to have, whom to tell. */
export type AlertsWrite = { query: Prisma.Sql; count: number; payloads: string[] };

/**
 * The part of a statement that writes the states that alerts folded to. An alert whose state has changed since
 * it was read is left out of `saved_alerts`: the statement has to compare the count and fail.
 */
export function alertsWrite(alerts: readonly AlertWrite[]): AlertsWrite {
  return { query: savedAlerts(alerts), count: alerts.length, payloads: alerts.map(payloadOf) };
}

function savedAlerts(alerts: readonly AlertWrite[]): Prisma.Sql {
  const rows = alerts.map(({ readRevision, ...alert }) => ({ ...alert, revision: readRevision + 1 }));
  return Prisma.sql`saved_alerts AS (
    INSERT INTO alerts AS before (tenancy_id, alert_id, shape, type, category, severity, peak_severity,
      severity_since, rank, status, raised_at, first_event_at, last_event_at, closed_at, close_reason, job_id,
      location_id, control_area_id, incomplete, notifications, revision, carry)
    SELECT a."tenancyId", a."alertId", a.shape, a.type, a.category, a.severity, a."peakSeverity",
      a."severitySince", a.rank, a.status, a."raisedAt", a."firstEventAt", a."lastEventAt", a."closedAt",
      a."closeReason", a."jobId", a."locationId", a."controlAreaId", a.incomplete, a.notifications, a.revision,
      a.carry
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS a("tenancyId" int, "alertId" text,
      shape text, type text, category text, severity text, "peakSeverity" text, "severitySince" timestamptz,
      rank smallint, status text, "raisedAt" timestamptz, "firstEventAt" timestamptz,
      "lastEventAt" timestamptz, "closedAt" timestamptz, "closeReason" text, "jobId" text, "locationId" text,
      "controlAreaId" text, incomplete boolean, notifications int, revision int, carry jsonb)
    ORDER BY a."tenancyId", a."alertId"
    ON CONFLICT (tenancy_id, alert_id) DO UPDATE SET shape = excluded.shape, type = excluded.type,
      category = excluded.category, severity = excluded.severity, peak_severity = excluded.peak_severity,
      severity_since = excluded.severity_since, rank = excluded.rank, status = excluded.status,
      raised_at = excluded.raised_at, first_event_at = excluded.first_event_at,
      last_event_at = excluded.last_event_at, closed_at = excluded.closed_at,
      close_reason = excluded.close_reason, job_id = excluded.job_id, location_id = excluded.location_id,
      control_area_id = excluded.control_area_id, incomplete = excluded.incomplete,
      notifications = excluded.notifications, revision = excluded.revision, carry = excluded.carry
    WHERE before.revision = excluded.revision - 1
    RETURNING 1
  )`;
}

/**
 * The state of the alert `a` as JSON for `toState`: null where there is none, or an earlier version of the program
 * wrote it without what folding on needs.
 */
export const stateSql = Prisma.sql`CASE WHEN a.carry IS NOT NULL THEN jsonb_build_object('alertId', a.alert_id,
  'shape', a.shape, 'type', a.type, 'category', a.category, 'severity', a.severity,
  'peakSeverity', a.peak_severity, 'severitySince', a.severity_since, 'rank', a.rank, 'status', a.status,
  'raisedAt', a.raised_at, 'firstEventAt', a.first_event_at, 'lastEventAt', a.last_event_at,
  'closedAt', a.closed_at, 'closeReason', a.close_reason, 'jobId', a.job_id, 'locationId', a.location_id,
  'controlAreaId', a.control_area_id, 'incomplete', a.incomplete, 'notifications', a.notifications,
  'carry', a.carry) END`;

/** Dates as JSON holds them: RFC 3339. */
type InJson<T> = {
  [K in keyof T]: T[K] extends FoldCarry
    ? InJson<T[K]>
    : T[K] extends Date | null
      ? Exclude<T[K], Date> | string
      : T[K];
};
export type StateJson = InJson<FoldedAlert>;

/** A state as `stateSql` gives it. */
export function toState(json: StateJson): FoldedAlert {
  const { carry } = json;
  return {
    ...json,
    severitySince: toDate(json.severitySince),
    raisedAt: toDate(json.raisedAt),
    firstEventAt: new Date(json.firstEventAt),
    lastEventAt: new Date(json.lastEventAt),
    closedAt: toDate(json.closedAt),
    carry: {
      ...carry,
      raisedEventAt: toDate(carry.raisedEventAt),
      closedEventAt: toDate(carry.closedEventAt),
      reasonEventAt: toDate(carry.reasonEventAt),
      brokenEventAt: toDate(carry.brokenEventAt),
    },
  };
}

const toDate = (text: string | null) => (text === null ? null : new Date(text));

const payloadOf = ({ tenantId, alertId }: { tenantId: string; alertId: string }) =>
  changePayload({ type: "alert", tenantId, id: alertId });

/** Tells every process that alerts changed, when the transaction commits. */
export async function tellAlerts(
  tx: Transaction,
  alerts: readonly { tenantId: string; alertId: string }[],
): Promise<void> {
  if (alerts.length === 0) return;
  await tx.$executeRaw`
    SELECT pg_notify(${EVENT_CHANNEL}, payload) FROM unnest(${alerts.map(payloadOf)}::text[]) AS payload`;
}

/**
 * Takes the alerts for this transaction alone, in one order everywhere. Whoever places
 * alerts does so first.
 */
export async function lockAlerts(tx: Transaction, keys: readonly string[]): Promise<void> {
  await tx.$executeRaw`
    SELECT pg_advisory_xact_lock(k)
    FROM (SELECT DISTINCT hashtextextended(key, 0) AS k FROM unnest(${keys}::text[]) AS key ORDER BY 1) AS sorted`;
}
