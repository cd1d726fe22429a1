import "server-only";
import { Prisma } from "@/generated/prisma/client";
import type { Severity } from "@/lib/base/core/severity";
import { getPrisma } from "@/lib/base/db/prisma.server";
import { seenAlert } from "@/lib/base/db/sql-fragments.server";
import type { Scope } from "@/lib/farm/tenancies/contract";
import type { Handover } from "./contract";

export type HeardRow = { alertId: string; event: string; severity: Severity | null; at: Date };
export type ActRow = { alertId: string; at: Date; actor: string; action: string; detail: unknown };
export type NoteRow = { alertId: string; id: string; author: string; text: string; createdAt: Date };
export type HandlingRow = {
  alertId: string;
  owner: string | null;
  acknowledgedAt: Date | null;
  acknowledgedBy: string | null;
};

/** What notifications told of some alerts since an instant, by the sender's time. */
export async function listNotificationsSince(
  tenancyId: number,
  alertIds: readonly string[],
  from: Date,
): Promise<HeardRow[]> {
  return getPrisma().$queryRaw<HeardRow[]>`
    SELECT alert_id AS "alertId", event, severity, "timestamp" AS at FROM notifications
    WHERE tenancy_id = ${tenancyId} AND alert_id = ANY(${alertIds}::text[])
      AND "timestamp" >= ${from.toISOString()}::timestamptz
    ORDER BY "timestamp", array_position(ARRAY['LOW', 'MEDIUM', 'HIGH'], severity)`;
}

/** What people did with some alerts since an instant. */
export async function listActsSince(
  tenancyId: number,
  alertIds: readonly string[],
  from: Date,
): Promise<ActRow[]> {
  return getPrisma().alertAction.findMany({
    where: { tenancyId, alertId: { in: [...alertIds] }, at: { gte: from } },
    select: { alertId: true, at: true, actor: true, action: true, detail: true },
    orderBy: { id: "asc" },
  });
}

/** All notes on some alerts, oldest first. */
export async function listNotesOf(tenancyId: number, alertIds: readonly string[]): Promise<NoteRow[]> {
  const rows = await getPrisma().alertNote.findMany({
    where: { tenancyId, alertId: { in: [...alertIds] } },
    orderBy: { id: "asc" },
  });
  return rows.map(({ id, alertId, author, text, createdAt }) => ({
    id: String(id),
    alertId,
    author,
    text,
    createdAt,
  }));
}

/** Who has some alerts. */
export function listHandlings(tenancyId: number, alertIds: readonly string[]): Promise<HandlingRow[]> {
  return getPrisma().alertHandling.findMany({
    where: { tenancyId, alertId: { in: [...alertIds] } },
    select: { alertId: true, owner: true, acknowledgedAt: true, acknowledgedBy: true },
  });
}

/** How many alerts opened, rose, were taken up, noted, snoozed and closed since an instant, and are open now. */
export async function countSince(scope: Scope, from: Date): Promise<Handover["counts"]> {
  const since = from.toISOString();
  const tenancyId = scope.id;
  const seen = seenAlert(scope, Prisma.sql`alert_id`);
  const [row] = await getPrisma().$queryRaw<Handover["counts"][]>`
    SELECT
      (SELECT count(*)::int FROM alerts WHERE tenancy_id = ${tenancyId} AND ${seen}
        AND coalesce(raised_at, first_event_at) >= ${since}::timestamptz) AS opened,
      (SELECT count(DISTINCT alert_id)::int FROM notifications WHERE tenancy_id = ${tenancyId} AND ${seen}
        AND event = 'SEVERITY_INCREASED' AND "timestamp" >= ${since}::timestamptz) AS rose,
      (SELECT count(*)::int FROM (
        SELECT alert_id FROM alert_actions WHERE tenancy_id = ${tenancyId} AND ${seen} AND action = 'acknowledged'
          AND at >= ${since}::timestamptz
        UNION SELECT alert_id FROM alert_handlings WHERE tenancy_id = ${tenancyId} AND ${seen}
          AND acknowledged_at >= ${since}::timestamptz) AS taken) AS taken,
      (SELECT count(DISTINCT alert_id)::int FROM alert_notes WHERE tenancy_id = ${tenancyId} AND ${seen}
        AND created_at >= ${since}::timestamptz) AS noted,
      (SELECT count(DISTINCT alert_id)::int FROM alert_actions WHERE tenancy_id = ${tenancyId} AND ${seen}
        AND action = 'snoozed' AND at >= ${since}::timestamptz) AS snoozed,
      (SELECT count(*)::int FROM alerts WHERE tenancy_id = ${tenancyId} AND ${seen} AND status = 'closed'
        AND closed_at >= ${since}::timestamptz) AS closed,
      (SELECT count(*)::int FROM alerts WHERE tenancy_id = ${tenancyId} AND ${seen} AND status = 'open') AS open`;
  return row ?? { opened: 0, rose: 0, taken: 0, noted: 0, snoozed: 0, closed: 0, open: 0 };
}
