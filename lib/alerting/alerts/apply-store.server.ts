import "server-only";
import { Prisma } from "@/generated/prisma/client";
import type { Transaction } from "@/lib/base/db/transaction.server";
import { changePayload, EVENT_CHANNEL } from "@/lib/base/events/contract";
import { type FoldCarry, type FoldedAlert, foldOn, type Later } from "./fold";

/** An alert by its whole key. */
export type AlertKey = { tenancyId: number; tenantId: string; alertId: string };

/** An alert with its stored state and its new notifications. */
export type AlertUpdate = AlertKey & {
  /** Null where none is stored, or it cannot be folded on from. */
  state: FoldedAlert | null;
  /** The revision of the state that was read: 0 for a new alert. */
  revision: number;
  later: Later;
};

/** Part of a statement: the CTE `saved_alerts`, the rows that it must have, and the payloads to publish. */
export type AlertsWrite = { query: Prisma.Sql; count: number; payloads: string[] };

/**
 * Folds new notifications into alerts (docs/spec/http-contract.md "Notifications"), for the statement that stores
 * both. An alert whose revision moved since it was read is missing in `saved_alerts`: the statement has to compare
 * the count and fail.
 * @param stories one for each alert, each with a state or something new
 */
export function foldAlerts(stories: readonly AlertUpdate[]): AlertsWrite {
  return { query: savedAlerts(stories), count: stories.length, payloads: stories.map(payloadOf) };
}

function savedAlerts(updates: readonly AlertUpdate[]): Prisma.Sql {
  const rows = updates.map(({ tenancyId, state, later, revision }) => ({
    ...foldOn(state, later),
    tenancyId,
    revision: revision + 1,
  }));
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

/** The state of the alert `a` as JSON for `toState`; null where an earlier version stored no `carry`. */
export const stateSql = Prisma.sql`CASE WHEN a.carry IS NOT NULL THEN jsonb_build_object('alertId', a.alert_id,
  'shape', a.shape, 'type', a.type, 'category', a.category, 'severity', a.severity,
  'peakSeverity', a.peak_severity, 'severitySince', a.severity_since, 'rank', a.rank, 'status', a.status,
  'raisedAt', a.raised_at, 'firstEventAt', a.first_event_at, 'lastEventAt', a.last_event_at,
  'closedAt', a.closed_at, 'closeReason', a.close_reason, 'jobId', a.job_id, 'locationId', a.location_id,
  'controlAreaId', a.control_area_id, 'incomplete', a.incomplete, 'notifications', a.notifications,
  'carry', a.carry) END`;

/** Dates as RFC 3339. */
type InJson<T> = {
  [K in keyof T]: T[K] extends FoldCarry
    ? InJson<T[K]>
    : T[K] extends Date | null
      ? Exclude<T[K], Date> | string
      : T[K];
};

export type StateJson = InJson<FoldedAlert>;

/** Parses a state that `stateSql` selected. */
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

/** Tells all processes that alerts changed, when the transaction commits. */
export async function publishAlertChanges(
  tx: Transaction,
  alerts: readonly { tenantId: string; alertId: string }[],
): Promise<void> {
  if (alerts.length === 0) return;
  await tx.$executeRaw`
    SELECT pg_notify(${EVENT_CHANNEL}, payload) FROM unnest(${alerts.map(payloadOf)}::text[]) AS payload`;
}

/**
 * Locks alerts until the transaction ends, in one order everywhere, so that there are no deadlocks. Placing and judging
 * use the key `tenancy:alert`, people's acts `handling:tenancy:alert`.
 */
export async function lockAlerts(tx: Transaction, keys: readonly string[]): Promise<void> {
  await tx.$executeRaw`
    SELECT pg_advisory_xact_lock(k)
    FROM (SELECT DISTINCT hashtextextended(key, 0) AS k FROM unnest(${keys}::text[]) AS key ORDER BY 1) AS sorted`;
}
