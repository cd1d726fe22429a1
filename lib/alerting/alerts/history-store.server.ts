import "server-only";
import { Prisma } from "@/generated/prisma/client";
import { rowsToText } from "@/lib/base/core/rows-to-text";
import { getPrisma } from "@/lib/base/db/prisma.server";
import { seenAlert } from "@/lib/base/db/sql-fragments.server";
import type { Transaction } from "@/lib/base/db/transaction.server";
import type { AnswerOf } from "@/lib/base/request/endpoint";
import type { Scope } from "@/lib/farm/tenancies/contract";
import type { AlertKey } from "./apply-store.server";
import type { AlertAct, AlertAction, AlertDetail, NotificationFacts } from "./contract";
import type { rawNotifications } from "./detail-contract";
import { type HandledAlert, type Handling, type LastAct, UNDOABLE_ACTS } from "./handling";

/** The history of alerts: notifications, people's acts, what they decided, and notes. */

type NotificationLine = AlertDetail["notifications"][number];

/** The notifications of an alert in the order of the fold. */
export async function listNotifications(tenancyId: number, alertId: string): Promise<NotificationLine[]> {
  const rows = await getPrisma().$queryRaw<object[]>`
    SELECT notification_id AS "notificationId", event, severity, previous_severity AS "previousSeverity",
      close_reason AS "closeReason", "timestamp", received_at AS "receivedAt"
    FROM notifications WHERE tenancy_id = ${tenancyId} AND alert_id = ${alertId}
    ORDER BY "timestamp", array_position(ARRAY['RAISED', 'SEVERITY_INCREASED', 'CLOSED'], event),
      array_position(ARRAY['LOW', 'MEDIUM', 'HIGH'], severity), notification_key`;
  return rowsToText(rows) as NotificationLine[];
}

export type RawNotification = Omit<AnswerOf<typeof rawNotifications>["items"][number], "body"> & {
  body: Uint8Array | null;
};

/** The notifications of an alert with the bodies of their deliveries, by the sender's time. */
export async function listRawNotifications(tenancyId: number, alertId: string): Promise<RawNotification[]> {
  const rows = await getPrisma().$queryRaw<object[]>`
    SELECT n.notification_id AS "notificationId", n.event, n."timestamp", n.received_at AS "receivedAt",
      d.request_id AS "requestId", d.body
    FROM notifications n LEFT JOIN deliveries d ON d.id = n.delivery_id AND d.tenancy_id = n.tenancy_id
    WHERE n.tenancy_id = ${tenancyId} AND n.alert_id = ${alertId}
    ORDER BY n."timestamp", n.received_at, n.notification_key`;
  return rowsToText(rows) as RawNotification[];
}

export type SeverityEvent = Pick<NotificationFacts, "alertId" | "event" | "severity" | "timestamp">;

/** Event, severity and time of the notifications of several alerts, unordered. */
export async function listSeverityEvents(
  tenancyId: number,
  alertIds: readonly string[],
): Promise<SeverityEvent[]> {
  const rows = await getPrisma().notification.findMany({
    where: { tenancyId, alertId: { in: [...alertIds] } },
    select: { alertId: true, event: true, severity: true, timestamp: true },
  });
  return rows as SeverityEvent[];
}

/** The acts of people on an alert, oldest first. */
export async function listActions(tenancyId: number, alertId: string): Promise<AlertAction[]> {
  const rows = await getPrisma().alertAction.findMany({
    where: { tenancyId, alertId },
    select: { id: true, at: true, actor: true, action: true, detail: true },
    orderBy: { id: "asc" },
  });
  return rowsToText(rows) as AlertAction[];
}

/** The newest act of some kinds on an alert; null where there is none. */
export function findLastAction(tx: Transaction, { tenancyId, alertId }: AlertKey, actions: AlertAct[]) {
  return tx.alertAction.findFirst({
    where: { tenancyId, alertId, action: { in: actions } },
    orderBy: { id: "desc" },
  });
}

/** The newest undoable act on each of the alerts. */
export function findLastActs(
  tx: Transaction,
  tenancyId: number,
  alertIds: readonly string[],
): Promise<LastAct[]> {
  return tx.$queryRaw`
    SELECT DISTINCT ON (alert_id) alert_id AS "alertId", actor_id AS "actorId", action, detail
    FROM alert_actions
    WHERE tenancy_id = ${tenancyId} AND alert_id = ANY(${alertIds}::text[])
      AND action = ANY(${UNDOABLE_ACTS}::text[])
    ORDER BY alert_id, id DESC`;
}

export type ActDetail = Prisma.InputJsonObject;

/** Adds one act on each of the alerts to their history. */
export async function insertActions(
  tx: Transaction,
  act: {
    tenancyId: number;
    alertIds: readonly string[];
    actor: string;
    actorId: number | null;
    action: AlertAct;
    detail: (alertId: string) => ActDetail;
  },
): Promise<void> {
  const { alertIds, detail, ...rest } = act;
  await tx.alertAction.createMany({
    data: alertIds.map((alertId) => ({ ...rest, alertId, detail: detail(alertId) })),
  });
}

/** Deletes an act that was undone; the audit log keeps both. */
export async function deleteAction(tx: Transaction, tenancyId: number, id: bigint): Promise<void> {
  await tx.alertAction.delete({ where: { tenancyId_id: { tenancyId, id } } });
}

/** The alerts in scope among some ids with their handlings, by alert id. */
export async function findHandled(
  tx: Transaction,
  scope: Scope,
  alertIds: readonly string[],
): Promise<HandledAlert[]> {
  const rows = await tx.$queryRaw<object[]>`
    SELECT a.alert_id AS "alertId", a.status, a.rank::int AS rank, h.acknowledged_at AS "acknowledgedAt",
      h.acknowledged_by AS "acknowledgedBy", h.acknowledged_rank::int AS "acknowledgedRank", h.owner,
      h.snoozed_at AS "snoozedAt", h.snoozed_by AS "snoozedBy", h.snoozed_until AS "snoozedUntil",
      h.snoozed_rank::int AS "snoozedRank"
    FROM alerts a LEFT JOIN alert_handlings h ON h.tenancy_id = a.tenancy_id AND h.alert_id = a.alert_id
    WHERE a.tenancy_id = ${scope.id} AND a.alert_id = ANY(${alertIds}::text[])
      AND ${seenAlert(scope, Prisma.sql`a.alert_id`)}
    ORDER BY a.alert_id`;
  const alerts = rowsToText(rows) as (Omit<HandledAlert, "handling"> & Handling)[];
  return alerts.map(({ alertId, status, rank, ...handling }) => ({ alertId, status, rank, handling }));
}

/** Writes handlings and leaves answers about a recovery, in the same rows, as they are. */
export async function saveHandlings(
  tx: Transaction,
  tenancyId: number,
  rows: readonly (Handling & { alertId: string })[],
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO alert_handlings (tenancy_id, alert_id, acknowledged_at, acknowledged_by, acknowledged_rank,
      owner, snoozed_at, snoozed_by, snoozed_until, snoozed_rank)
    SELECT ${tenancyId}, n."alertId", n."acknowledgedAt", n."acknowledgedBy", n."acknowledgedRank", n.owner,
      n."snoozedAt", n."snoozedBy", n."snoozedUntil", n."snoozedRank"
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS n("alertId" text,
      "acknowledgedAt" timestamptz, "acknowledgedBy" text, "acknowledgedRank" smallint, owner text,
      "snoozedAt" timestamptz, "snoozedBy" text, "snoozedUntil" timestamptz, "snoozedRank" smallint)
    ON CONFLICT (tenancy_id, alert_id) DO UPDATE SET acknowledged_at = excluded.acknowledged_at,
      acknowledged_by = excluded.acknowledged_by, acknowledged_rank = excluded.acknowledged_rank,
      owner = excluded.owner, snoozed_at = excluded.snoozed_at, snoozed_by = excluded.snoozed_by,
      snoozed_until = excluded.snoozed_until, snoozed_rank = excluded.snoozed_rank`;
}

/** The notes on an alert, oldest first. */
export async function listNotes(tenancyId: number, alertId: string): Promise<AlertDetail["notes"]> {
  const notes = await getPrisma().alertNote.findMany({
    where: { tenancyId, alertId },
    select: { id: true, author: true, text: true, createdAt: true },
    orderBy: { id: "asc" },
  });
  return rowsToText(notes);
}

/** Adds a note to each of the alerts. */
export async function insertNotes(
  tx: Transaction,
  note: {
    tenancyId: number;
    alertIds: readonly string[];
    author: string;
    authorId: number | null;
    text: string;
  },
): Promise<void> {
  const { alertIds, ...rest } = note;
  await tx.alertNote.createMany({ data: alertIds.map((alertId) => ({ ...rest, alertId })) });
}

/**
 * Deletes an author's newest note on an alert, if it was written since an instant.
 * @returns true if there was one
 */
export async function deleteLastNote(
  tx: Transaction,
  note: AlertKey & { authorId: number },
  since: Date,
): Promise<boolean> {
  const last = await tx.alertNote.findFirst({
    where: { ...note, createdAt: { gte: since } },
    orderBy: { id: "desc" },
    select: { tenancyId: true, id: true },
  });
  if (last) await tx.alertNote.delete({ where: { tenancyId_id: last } });
  return last !== null;
}
