import "server-only";
import type { Transaction } from "@/lib/db/transaction.server";
import { changePayload, EVENT_CHANNEL } from "@/lib/events/contract";
import type { FoldedAlert } from "./fold";

/** An alert by its whole key. */
export type AlertKey = { tenancyId: number; tenantId: string; alertId: string };

/**
 * Writes the states that alerts folded to over those that they had, and tells every process when the
 * transaction commits.
 */
export async function saveAlerts(
  tx: Transaction,
  alerts: readonly (FoldedAlert & Pick<AlertKey, "tenancyId" | "tenantId">)[],
): Promise<void> {
  await tx.$executeRaw`
    WITH saved AS (
      INSERT INTO alerts (tenancy_id, alert_id, shape, type, category, severity, peak_severity, severity_since,
        rank, status, raised_at, first_event_at, last_event_at, closed_at, close_reason, job_id, location_id,
        control_area_id, incomplete, notifications)
      SELECT a."tenancyId", a."alertId", a.shape, a.type, a.category, a.severity, a."peakSeverity",
        a."severitySince", a.rank, a.status, a."raisedAt", a."firstEventAt", a."lastEventAt", a."closedAt",
        a."closeReason", a."jobId", a."locationId", a."controlAreaId", a.incomplete, a.notifications
      FROM jsonb_to_recordset(${JSON.stringify(alerts)}::jsonb) AS a("tenancyId" int, "alertId" text,
        shape text, type text, category text, severity text, "peakSeverity" text, "severitySince" timestamptz,
        rank smallint, status text, "raisedAt" timestamptz, "firstEventAt" timestamptz,
        "lastEventAt" timestamptz, "closedAt" timestamptz, "closeReason" text, "jobId" text, "locationId" text,
        "controlAreaId" text, incomplete boolean, notifications int)
      ON CONFLICT (tenancy_id, alert_id) DO UPDATE SET shape = excluded.shape, type = excluded.type,
        category = excluded.category, severity = excluded.severity, peak_severity = excluded.peak_severity,
        severity_since = excluded.severity_since, rank = excluded.rank, status = excluded.status,
        raised_at = excluded.raised_at, first_event_at = excluded.first_event_at,
        last_event_at = excluded.last_event_at, closed_at = excluded.closed_at,
        close_reason = excluded.close_reason, job_id = excluded.job_id, location_id = excluded.location_id,
        control_area_id = excluded.control_area_id, incomplete = excluded.incomplete,
        notifications = excluded.notifications
    )
    SELECT pg_notify(${EVENT_CHANNEL}, payload) FROM unnest(${alerts.map(payloadOf)}::text[]) AS payload`;
}

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
 * Takes the alerts for this transaction alone, in one order everywhere. Whoever changes an alert's state or
 * places does so first.
 */
export async function lockAlerts(tx: Transaction, keys: readonly string[]): Promise<void> {
  await tx.$executeRaw`
    SELECT pg_advisory_xact_lock(k)
    FROM (SELECT DISTINCT hashtextextended(key, 0) AS k FROM unnest(${keys}::text[]) AS key ORDER BY 1) AS sorted`;
}
