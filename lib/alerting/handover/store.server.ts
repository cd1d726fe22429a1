import "server-only";
import { Prisma } from "@/generated/prisma/client";
import type { AlertAct } from "@/lib/alerting/alerts/contract";
import type { Severity } from "@/lib/base/core/severity";
import { getPrisma } from "@/lib/base/db/prisma.server";
import { seenAlert } from "@/lib/base/db/sql-fragments.server";
import type { Scope } from "@/lib/farm/tenancies/contract";
import type { HandoverCounts } from "./contract";

/** The events of notifications of alerts since an instant, by the sender's time. */
export function listNotificationsSince(
  tenancyId: number,
  alertIds: readonly string[],
  from: Date,
): Promise<{ alertId: string; event: string; severity: Severity | null; at: Date }[]> {
  return getPrisma().$queryRaw`
    SELECT alert_id AS "alertId", event, severity, "timestamp" AS at FROM notifications
    WHERE tenancy_id = ${tenancyId} AND alert_id = ANY(${alertIds}::text[])
      AND "timestamp" >= ${from.toISOString()}::timestamptz
    ORDER BY "timestamp", array_position(ARRAY['LOW', 'MEDIUM', 'HIGH'], severity)`;
}

/** The acts of people on alerts since an instant, oldest first. */
export function listActsSince(tenancyId: number, alertIds: readonly string[], from: Date) {
  return getPrisma().alertAction.findMany({
    where: { tenancyId, alertId: { in: [...alertIds] }, at: { gte: from } },
    orderBy: { id: "asc" },
  });
}

/** All notes on alerts, oldest first. */
export function listNotesOfAlerts(tenancyId: number, alertIds: readonly string[]) {
  return getPrisma().alertNote.findMany({
    where: { tenancyId, alertId: { in: [...alertIds] } },
    orderBy: { id: "asc" },
  });
}

/** Counts the alerts that opened, rose, were acknowledged, noted, snoozed and closed since an instant, and are open now. */
export async function countSince(scope: Scope, from: Date): Promise<HandoverCounts> {
  const since = from.toISOString();
  const tenancyId = scope.id;
  const seen = seenAlert(scope, Prisma.sql`alert_id`);
  // What was undone is not counted.
  const newestOf = (done: AlertAct, undone: AlertAct) => Prisma.sql`
    SELECT DISTINCT ON (alert_id) alert_id, action FROM alert_actions
    WHERE tenancy_id = ${tenancyId} AND ${seen} AND action IN (${done}, ${undone})
      AND at >= ${since}::timestamptz
    ORDER BY alert_id, id DESC`;
  const [row] = await getPrisma().$queryRaw<HandoverCounts[]>`
    SELECT
      (SELECT count(*)::int FROM alerts WHERE tenancy_id = ${tenancyId} AND ${seen}
        AND coalesce(raised_at, first_event_at) >= ${since}::timestamptz) AS opened,
      (SELECT count(DISTINCT alert_id)::int FROM notifications WHERE tenancy_id = ${tenancyId} AND ${seen}
        AND event = 'SEVERITY_INCREASED' AND "timestamp" >= ${since}::timestamptz) AS rose,
      (SELECT count(*)::int FROM (
        SELECT alert_id FROM (${newestOf("acknowledged", "acknowledgement-undone")}) AS acts
        WHERE action = 'acknowledged'
        UNION SELECT alert_id FROM alert_handlings WHERE tenancy_id = ${tenancyId} AND ${seen}
          AND acknowledged_at >= ${since}::timestamptz) AS taken) AS taken,
      (SELECT count(DISTINCT alert_id)::int FROM alert_notes WHERE tenancy_id = ${tenancyId} AND ${seen}
        AND created_at >= ${since}::timestamptz) AS noted,
      (SELECT count(*)::int FROM (${newestOf("snoozed", "woken")}) AS acts WHERE action = 'snoozed') AS snoozed,
      (SELECT count(*)::int FROM alerts WHERE tenancy_id = ${tenancyId} AND ${seen} AND status = 'closed'
        AND closed_at >= ${since}::timestamptz) AS closed,
      (SELECT count(*)::int FROM alerts WHERE tenancy_id = ${tenancyId} AND ${seen} AND status = 'open') AS open`;
  if (!row) throw new Error("A statement without FROM returns one row");
  return row;
}

/** The visits of a person to Now; null before the first. */
export function findVisit(tenancyId: number, userId: number) {
  return getPrisma().nowVisit.findUnique({ where: { tenancyId_userId: { tenancyId, userId } } });
}

/** Stores that a person looks at Now; `beforeAt` as `endOfLastVisit` gives it. */
export async function storeVisit(
  tenancyId: number,
  userId: number,
  visit: { seenAt: Date; beforeAt: Date | null },
): Promise<void> {
  await getPrisma().nowVisit.upsert({
    where: { tenancyId_userId: { tenancyId, userId } },
    create: { tenancyId, userId, ...visit },
    update: visit,
  });
}
