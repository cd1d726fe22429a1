import "server-only";
import { Prisma } from "@/generated/prisma/client";
import { getPrisma } from "@/lib/base/db/prisma.server";
import { seenAlert } from "@/lib/base/db/sql-fragments.server";
import type { Scope } from "@/lib/farm/tenancies/contract";
import { DESK } from "./attention-store.server";
import type { Alert } from "./contract";

export type RankCount = {
  rank: number;
  count: number;
  plants: number;
  nobody: number;
  oldestNobodyAt: Date | null;
  attention: number;
  nextSnoozeEnd: Date | null;
};

const seen = (scope: Scope) => seenAlert(scope, Prisma.sql`a.alert_id`);

/** The open alerts by rank, with those that nobody has acknowledged and those that need somebody. */
export function countOpen(scope: Scope): Promise<RankCount[]> {
  return getPrisma().$queryRaw`
    SELECT a.rank, count(*)::int AS count, count(a.category)::int AS plants,
      (count(*) FILTER (WHERE h.acknowledged_at IS NULL))::int AS nobody,
      min(coalesce(a.raised_at, a.first_event_at)) FILTER (WHERE h.acknowledged_at IS NULL) AS "oldestNobodyAt",
      (count(*) FILTER (WHERE ${DESK.attention}))::int AS attention,
      min(h.snoozed_until) FILTER (WHERE ${DESK.snoozed}) AS "nextSnoozeEnd"
    FROM alerts a LEFT JOIN alert_handlings h ON h.tenancy_id = a.tenancy_id AND h.alert_id = a.alert_id
    WHERE a.tenancy_id = ${scope.id} AND a.status = 'open' AND ${seen(scope)} GROUP BY a.rank`;
}

/** The alerts that were open at an instant, by the severity or category that they had then. */
export function countOpenAt(scope: Scope, at: Date): Promise<Pick<Alert, "severity" | "category">[]> {
  const instant = at.toISOString();
  return getPrisma().$queryRaw`
    SELECT a.category, (
      SELECT n.severity FROM notifications n
      WHERE n.tenancy_id = a.tenancy_id AND n.alert_id = a.alert_id AND n."timestamp" <= ${instant}::timestamptz
        AND n.severity IS NOT NULL
      ORDER BY n."timestamp" DESC, array_position(ARRAY['LOW', 'MEDIUM', 'HIGH'], n.severity) DESC LIMIT 1
    ) AS severity
    FROM alerts a
    WHERE a.tenancy_id = ${scope.id} AND ${seen(scope)} AND a.first_event_at <= ${instant}::timestamptz
      AND (a.status = 'open' OR a.closed_at > ${instant}::timestamptz)`;
}

/** Whether anything is known of an instant: the tenancy was here, or an alert had begun by then. */
export async function isKnownAt(scope: Scope, at: Date): Promise<boolean> {
  const instant = at.toISOString();
  const [row] = await getPrisma().$queryRaw<{ known: boolean }[]>`
    SELECT EXISTS (SELECT FROM tenancies WHERE id = ${scope.id} AND created_at <= ${instant}::timestamptz)
      OR EXISTS (SELECT FROM alerts a WHERE a.tenancy_id = ${scope.id}
        AND a.first_event_at <= ${instant}::timestamptz) AS known`;
  return row?.known ?? false;
}

/** How many alerts closed since an instant. */
export async function countClosedSince(scope: Scope, since: Date): Promise<number> {
  const [row] = await getPrisma().$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM alerts a
    WHERE a.tenancy_id = ${scope.id} AND a.status = 'closed' AND a.closed_at >= ${since.toISOString()}::timestamptz
      AND ${seen(scope)}`;
  return row?.count ?? 0;
}

/** The alert that closed last. */
export async function findLastClosed(
  scope: Scope,
): Promise<{ closedAt: Date; closeReason: Alert["closeReason"] } | null> {
  const [row] = await getPrisma().$queryRaw<{ closedAt: Date; closeReason: Alert["closeReason"] }[]>`
    SELECT closed_at AS "closedAt", close_reason AS "closeReason" FROM alerts a
    WHERE tenancy_id = ${scope.id} AND status = 'closed' AND ${seen(scope)} ORDER BY closed_at DESC LIMIT 1`;
  return row ?? null;
}
