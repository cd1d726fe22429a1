import "server-only";
import type { Transaction } from "@/lib/db/transaction.server";
import { changePayload, EVENT_CHANNEL } from "@/lib/events/contract";
import type { NotificationFacts } from "./contract";
import type { FoldedAlert } from "./fold";

/** A notification on its way into the store. */
export type NewNotification = NotificationFacts & {
  tenancyId: number;
  tenantId: string;
  notificationKey: string;
  notificationId: string | null;
  meaning: string;
  /** Of the delivery that it came with. */
  deliveryId: string;
  receivedAt: Date;
};

/** An alert by its whole key. */
export type AlertKey = { tenancyId: number; tenantId: string; alertId: string };

/**
 * Adds notifications, in the order of their keys, so that two batches never wait for each other in a circle.
 * @returns how many were new
 */
export function insertNotifications(tx: Transaction, list: readonly NewNotification[]): Promise<number> {
  return tx.$executeRaw`
    INSERT INTO notifications (tenancy_id, notification_key, notification_id, alert_id, shape, event, severity,
      previous_severity, type, category, close_reason, job_id, location_id, control_area_id, "timestamp",
      raised_at, closed_at, meaning, delivery_id, received_at)
    SELECT n."tenancyId", n."notificationKey", n."notificationId", n."alertId", n.shape, n.event, n.severity,
      n."previousSeverity", n.type, n.category, n."closeReason", n."jobId", n."locationId", n."controlAreaId",
      n."timestamp", n."raisedAt", n."closedAt", n.meaning, n."deliveryId", n."receivedAt"
    FROM jsonb_to_recordset(${JSON.stringify(list)}::jsonb) AS n("tenancyId" int, "notificationKey" text,
      "notificationId" text, "alertId" text, shape text, event text, severity text, "previousSeverity" text,
      type text, category text, "closeReason" text, "jobId" text, "locationId" text, "controlAreaId" text,
      "timestamp" timestamptz, "raisedAt" timestamptz, "closedAt" timestamptz, meaning text,
      "deliveryId" bigint, "receivedAt" timestamptz)
    ORDER BY n."tenancyId", n."notificationKey"
    ON CONFLICT DO NOTHING`;
}

/** All notifications of the alerts, in no order. */
export function loadStories(
  tx: Transaction,
  alerts: readonly AlertKey[],
): Promise<(NotificationFacts & { tenancyId: number })[]> {
  return tx.$queryRaw`
    SELECT n.tenancy_id AS "tenancyId", n.alert_id AS "alertId", n.shape, n.event, n.type, n.category,
      n.severity, n.previous_severity AS "previousSeverity", n.close_reason AS "closeReason",
      n.job_id AS "jobId", n.location_id AS "locationId", n.control_area_id AS "controlAreaId",
      n."timestamp", n.raised_at AS "raisedAt", n.closed_at AS "closedAt"
    FROM jsonb_to_recordset(${JSON.stringify(alerts)}::jsonb) AS a("tenancyId" int, "alertId" text)
    JOIN notifications n ON n.tenancy_id = a."tenancyId" AND n.alert_id = a."alertId"`;
}

/** Writes the states that the alerts folded to over those that they had. */
export function saveAlerts(
  tx: Transaction,
  alerts: readonly (FoldedAlert & { tenancyId: number })[],
): Promise<number> {
  return tx.$executeRaw`
    INSERT INTO alerts (tenancy_id, alert_id, shape, type, category, severity, peak_severity, severity_since,
      rank, status, raised_at, first_event_at, last_event_at, closed_at, close_reason, job_id, location_id,
      control_area_id, incomplete, notifications)
    SELECT a."tenancyId", a."alertId", a.shape, a.type, a.category, a.severity, a."peakSeverity",
      a."severitySince", a.rank, a.status, a."raisedAt", a."firstEventAt", a."lastEventAt", a."closedAt",
      a."closeReason", a."jobId", a."locationId", a."controlAreaId", a.incomplete, a.notifications
    FROM jsonb_to_recordset(${JSON.stringify(alerts)}::jsonb) AS a("tenancyId" int, "alertId" text, shape text,
      type text, category text, severity text, "peakSeverity" text, "severitySince" timestamptz, rank smallint,
      status text, "raisedAt" timestamptz, "firstEventAt" timestamptz, "lastEventAt" timestamptz,
      "closedAt" timestamptz, "closeReason" text, "jobId" text, "locationId" text, "controlAreaId" text,
      incomplete boolean, notifications int)
    ON CONFLICT (tenancy_id, alert_id) DO UPDATE SET shape = excluded.shape, type = excluded.type,
      category = excluded.category, severity = excluded.severity, peak_severity = excluded.peak_severity,
      severity_since = excluded.severity_since, rank = excluded.rank, status = excluded.status,
      raised_at = excluded.raised_at, first_event_at = excluded.first_event_at,
      last_event_at = excluded.last_event_at, closed_at = excluded.closed_at,
      close_reason = excluded.close_reason, job_id = excluded.job_id, location_id = excluded.location_id,
      control_area_id = excluded.control_area_id, incomplete = excluded.incomplete,
      notifications = excluded.notifications`;
}

/** Tells every process that the alerts changed, when the transaction commits. */
export async function tellAlerts(
  tx: Transaction,
  alerts: readonly Pick<AlertKey, "tenantId" | "alertId">[],
): Promise<void> {
  const payloads = alerts.map(({ tenantId, alertId }) =>
    changePayload({ type: "alert", tenantId, id: alertId }),
  );
  await tx.$executeRaw`SELECT pg_notify(${EVENT_CHANNEL}, payload) FROM unnest(${payloads}::text[]) AS payload`;
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
