import "server-only";
import type { z } from "zod";
import { Prisma } from "@/generated/prisma/client";
import { type AreaLimits, isOpen } from "@/lib/base/core/area-limits";
import { getPrisma } from "@/lib/base/db/prisma.server";
import { seenAlert } from "@/lib/base/db/sql-fragments.server";
import type { Scope } from "@/lib/farm/tenancies/contract";
import { DESK, ownerColumn } from "./attention-store.server";
import { type Alert, type AlertDetail, type AttentionFacts, type countTabs, standingOf } from "./contract";
import type { Position } from "./cursor";
import { type AlertFilter, afterCondition, conditionsOf, orderOf } from "./filter-store.server";
import { type RecoveryColumns, recoveryColumns, recoveryOfRow } from "./recovery-columns-store.server";

type Place = { path: string; certainty: Alert["areas"][number]["certainty"]; until: string | null };

type Row = Pick<
  Alert,
  | "alertId"
  | "type"
  | "category"
  | "severity"
  | "peakSeverity"
  | "status"
  | "closeReason"
  | "jobId"
  | "acknowledgedBy"
  | "incomplete"
  | "owner"
  | "snoozedBy"
> &
  RecoveryColumns &
  Pick<AttentionFacts, "rank" | "acknowledgedRank" | "snoozedRank"> & {
    raisedAt: Date | null;
    lastEventAt: Date;
    closedAt: Date | null;
    acknowledgedAt: Date | null;
    severitySince: Date | null;
    firstEventAt: Date;
    snoozedAt: Date | null;
    snoozedUntil: Date | null;
    recoveryConfirmedAt: Date | null;
    areas: Place[];
  };

/** An alert without the tenancy's name and its episode, and what it is sorted by. */
export type StoredAlert = Omit<Alert, "tenantId" | "continues" | "replacedBy"> & { rank: number };

const columns = Prisma.sql`
  a.alert_id AS "alertId", a.type, a.category, a.severity, a.peak_severity AS "peakSeverity", a.rank, a.status,
  a.raised_at AS "raisedAt", a.last_event_at AS "lastEventAt", a.closed_at AS "closedAt",
  a.close_reason AS "closeReason", a.job_id AS "jobId", h.acknowledged_at AS "acknowledgedAt",
  h.acknowledged_by AS "acknowledgedBy", a.incomplete, a.severity_since AS "severitySince",
  a.first_event_at AS "firstEventAt", h.acknowledged_rank AS "acknowledgedRank", ${ownerColumn} AS owner,
  h.snoozed_at AS "snoozedAt", h.snoozed_by AS "snoozedBy", h.snoozed_until AS "snoozedUntil",
  h.snoozed_rank AS "snoozedRank", ${recoveryColumns},
  coalesce((
    SELECT json_agg(json_build_object('path', c.path, 'certainty', p.certainty, 'until', p.until) ORDER BY c.path)
    FROM alert_places p JOIN control_areas c ON c.tenancy_id = p.tenancy_id AND c.id = p.area_id
    WHERE p.tenancy_id = a.tenancy_id AND p.alert_id = a.alert_id), '[]'::json) AS areas`;

const handled = Prisma.sql`
  alerts a LEFT JOIN alert_handlings h ON h.tenancy_id = a.tenancy_id AND h.alert_id = a.alert_id`;

/**
 * Alerts of a tenancy in the order asked for: those that may be seen, with those of their places that may be.
 * @param after the alert that the page begins after
 */
export async function findAlerts(
  scope: Scope,
  filter: AlertFilter,
  after: Position | null,
  limit: number,
): Promise<StoredAlert[]> {
  const conditions = [...ofScope(scope), ...conditionsOf(filter, scope.within)];
  if (after) conditions.push(afterCondition(filter.order, after));
  const rows = await getPrisma().$queryRaw<Row[]>`
    SELECT ${columns} FROM ${handled}
    WHERE ${Prisma.join(conditions, " AND ")}
    ORDER BY ${orderOf(filter)} LIMIT ${limit}`;
  return rows.map((row) => toAlert(row, scope.within));
}

const ofScope = (scope: Scope) => [
  Prisma.sql`a.tenancy_id = ${scope.id}`,
  seenAlert(scope, Prisma.sql`a.alert_id`),
];

/** One alert, null when there is none that may be seen. */
export async function findAlert(scope: Scope, alertId: string): Promise<StoredAlert | null> {
  const [row] = await getPrisma().$queryRaw<Row[]>`
    SELECT ${columns} FROM ${handled}
    WHERE ${Prisma.join(ofScope(scope), " AND ")} AND a.alert_id = ${alertId}`;
  return row ? toAlert(row, scope.within) : null;
}

type Tabs = z.input<NonNullable<typeof countTabs.answer>>;

/** How many alerts a filter leaves in each tab of the inbox. */
export async function countByTab(scope: Scope, filter: Omit<AlertFilter, "order" | "status">): Promise<Tabs> {
  const fitting = (status: "open" | "closed") =>
    Prisma.join([...ofScope(scope), ...conditionsOf({ ...filter, status }, scope.within)], " AND ");
  // Apart, so that the many closed ones are counted without what people did with them.
  const [row] = await getPrisma().$queryRaw<Tabs[]>`
    SELECT * FROM (
      SELECT (count(*) FILTER (WHERE ${DESK.attention}))::int AS attention,
        (count(*) FILTER (WHERE ${DESK.acknowledged}))::int AS acknowledged,
        (count(*) FILTER (WHERE ${DESK.snoozed}))::int AS snoozed
      FROM ${handled} WHERE ${fitting("open")}
    ) AS open, (SELECT count(*)::int AS closed FROM ${handled} WHERE ${fitting("closed")}) AS closed`;
  return row ?? { attention: 0, acknowledged: 0, snoozed: 0, closed: 0 };
}

function toAlert(row: Row, within: AreaLimits): StoredAlert {
  const { acknowledgedRank, snoozedAt, snoozedRank, confirmedSinceRise: _, ...shown } = row;
  const alert = {
    ...shown,
    raisedAt: iso(row.raisedAt),
    lastEventAt: row.lastEventAt.toISOString(),
    closedAt: iso(row.closedAt),
    acknowledgedAt: iso(row.acknowledgedAt),
    severitySince: iso(row.severitySince),
    firstEventAt: row.firstEventAt.toISOString(),
    snoozedUntil: iso(row.snoozedUntil),
    ...recoveryOfRow(row),
    areas: row.areas
      .filter(({ path }) => isOpen(within, path))
      .map((place) => ({ ...place, until: place.until && new Date(place.until).toISOString() })),
  };
  const handling = { acknowledgedRank, snoozedRank, snoozedAt: iso(snoozedAt) };
  const standing = standingOf({ ...alert, ...handling }, new Date());
  const isSnoozed = standing.snoozed !== null;
  return {
    ...alert,
    ...standing,
    snoozedUntil: isSnoozed ? alert.snoozedUntil : null,
    snoozedBy: isSnoozed ? alert.snoozedBy : null,
  };
}

const iso = (at: Date | null) => at?.toISOString() ?? null;

type NotificationLine = AlertDetail["notifications"][number];
type NotificationRow = Omit<NotificationLine, "timestamp" | "receivedAt"> & {
  timestamp: Date;
  receivedAt: Date;
};

/** The notifications of an alert in the order of its story. */
export async function listNotifications(tenancyId: number, alertId: string): Promise<NotificationLine[]> {
  const rows = await getPrisma().$queryRaw<NotificationRow[]>`
    SELECT notification_id AS "notificationId", event, severity, previous_severity AS "previousSeverity",
      close_reason AS "closeReason", "timestamp", received_at AS "receivedAt"
    FROM notifications WHERE tenancy_id = ${tenancyId} AND alert_id = ${alertId}
    ORDER BY "timestamp", array_position(ARRAY['RAISED', 'SEVERITY_INCREASED', 'CLOSED'], event),
      array_position(ARRAY['LOW', 'MEDIUM', 'HIGH'], severity), notification_key`;
  return rows.map((row) => ({
    ...row,
    timestamp: row.timestamp.toISOString(),
    receivedAt: row.receivedAt.toISOString(),
  }));
}

/** The notes on an alert, oldest first. */
export async function listNotes(tenancyId: number, alertId: string): Promise<AlertDetail["notes"]> {
  const notes = await getPrisma().alertNote.findMany({
    where: { tenancyId, alertId },
    orderBy: { id: "asc" },
  });
  return notes.map(({ id, author, text, createdAt }) => ({
    id: String(id),
    author,
    text,
    createdAt: createdAt.toISOString(),
  }));
}
