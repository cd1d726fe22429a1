import "server-only";
import { Prisma } from "@/generated/prisma/client";
import { getPrisma } from "@/lib/db/prisma.server";
import type { Alert, AlertDetail, AlertsQuery } from "./contract";
import type { Position } from "./cursor";

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
> & {
  rank: number;
  raisedAt: Date | null;
  lastEventAt: Date;
  closedAt: Date | null;
  acknowledgedAt: Date | null;
  severitySince: Date | null;
  firstEventAt: Date;
  areas: Place[];
};

/** An alert without the tenancy's name, and what it is sorted by. */
export type StoredAlert = Omit<Alert, "tenantId"> & { rank: number };

const columns = Prisma.sql`
  a.alert_id AS "alertId", a.type, a.category, a.severity, a.peak_severity AS "peakSeverity", a.rank, a.status,
  a.raised_at AS "raisedAt", a.last_event_at AS "lastEventAt", a.closed_at AS "closedAt",
  a.close_reason AS "closeReason", a.job_id AS "jobId", h.acknowledged_at AS "acknowledgedAt",
  h.acknowledged_by AS "acknowledgedBy", a.incomplete, a.severity_since AS "severitySince",
  a.first_event_at AS "firstEventAt",
  coalesce((
    SELECT json_agg(json_build_object('path', c.path, 'certainty', p.certainty, 'until', p.until) ORDER BY c.path)
    FROM alert_places p JOIN control_areas c ON c.tenancy_id = p.tenancy_id AND c.id = p.area_id
    WHERE p.tenancy_id = a.tenancy_id AND p.alert_id = a.alert_id), '[]'::json) AS areas`;

const handled = Prisma.sql`
  alerts a LEFT JOIN alert_handlings h ON h.tenancy_id = a.tenancy_id AND h.alert_id = a.alert_id`;

export type AlertFilter = Omit<AlertsQuery, "tenant" | "limit" | "cursor">;

/**
 * Alerts of a tenancy in the order asked for.
 * @param after the alert that the page begins after
 */
export async function findAlerts(
  tenancyId: number,
  filter: AlertFilter,
  after: Position | null,
  limit: number,
): Promise<StoredAlert[]> {
  const conditions = [Prisma.sql`a.tenancy_id = ${tenancyId}`, ...conditionsOf(filter)];
  if (after) conditions.push(afterCondition(filter.order, after));
  const rows = await getPrisma().$queryRaw<Row[]>`
    SELECT ${columns} FROM ${handled}
    WHERE ${Prisma.join(conditions, " AND ")}
    ORDER BY ${orderOf(filter.order)} LIMIT ${limit}`;
  return rows.map(toAlert);
}

/** One alert, null when there is none. */
export async function findAlert(tenancyId: number, alertId: string): Promise<StoredAlert | null> {
  const [row] = await getPrisma().$queryRaw<Row[]>`
    SELECT ${columns} FROM ${handled} WHERE a.tenancy_id = ${tenancyId} AND a.alert_id = ${alertId}`;
  return row ? toAlert(row) : null;
}

function orderOf(order: AlertFilter["order"]): Prisma.Sql {
  return order === "newest"
    ? Prisma.sql`a.last_event_at DESC, a.alert_id`
    : Prisma.sql`(a.status = 'open') DESC, a.rank DESC, a.last_event_at DESC, a.alert_id`;
}

function afterCondition(order: AlertFilter["order"], after: Position): Prisma.Sql {
  const at = Prisma.sql`${after.lastEventAt}::timestamptz`;
  return order === "newest"
    ? Prisma.sql`(a.last_event_at < ${at} OR (a.last_event_at = ${at} AND a.alert_id > ${after.alertId}))`
    : Prisma.sql`((a.status = 'open', a.rank, a.last_event_at) < (${after.open}, ${after.rank}, ${at})
        OR ((a.status = 'open', a.rank, a.last_event_at) = (${after.open}, ${after.rank}, ${at})
          AND a.alert_id > ${after.alertId}))`;
}

function conditionsOf(filter: AlertFilter): Prisma.Sql[] {
  const { status, severity, type, category, jobId, area, placed, acknowledged, text, from, to } = filter;
  return [
    status !== "all" && Prisma.sql`a.status = ${status}`,
    severity && Prisma.sql`a.severity = ANY(${severity}::text[])`,
    type && Prisma.sql`a.type = ANY(${type}::text[])`,
    category && Prisma.sql`a.category = ANY(${category}::text[])`,
    jobId !== undefined && Prisma.sql`a.job_id = ${jobId}`,
    area !== undefined && placedIn(Prisma.sql`c.path = ${area} OR starts_with(c.path, ${`${area}#`})`),
    placed === "true" && placedIn(Prisma.sql`true`),
    placed === "false" && Prisma.sql`NOT ${placedIn(Prisma.sql`true`)}`,
    acknowledged === "true" && Prisma.sql`h.acknowledged_at IS NOT NULL`,
    acknowledged === "false" && Prisma.sql`h.acknowledged_at IS NULL`,
    text !== undefined && mentions(text.toLowerCase()),
    from && Prisma.sql`(a.status = 'open' OR a.closed_at >= ${from.toISOString()}::timestamptz)`,
    to &&
      Prisma.sql`(a.status = 'open' OR coalesce(a.raised_at, a.first_event_at) <= ${to.toISOString()}::timestamptz)`,
  ].filter((condition) => condition instanceof Prisma.Sql);
}

function placedIn(condition: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`EXISTS (
    SELECT FROM alert_places p JOIN control_areas c ON c.tenancy_id = p.tenancy_id AND c.id = p.area_id
    WHERE p.tenancy_id = a.tenancy_id AND p.alert_id = a.alert_id AND (${condition}))`;
}

function mentions(text: string): Prisma.Sql {
  return Prisma.sql`(position(${text} IN lower(a.alert_id)) > 0 OR position(${text} IN lower(a.job_id)) > 0
    OR ${placedIn(Prisma.sql`position(${text} IN lower(c.path)) > 0`)})`;
}

function toAlert(row: Row): StoredAlert {
  return {
    ...row,
    raisedAt: iso(row.raisedAt),
    lastEventAt: row.lastEventAt.toISOString(),
    closedAt: iso(row.closedAt),
    acknowledgedAt: iso(row.acknowledgedAt),
    severitySince: iso(row.severitySince),
    firstEventAt: row.firstEventAt.toISOString(),
    areas: row.areas.map((place) => ({
      ...place,
      until: place.until && new Date(place.until).toISOString(),
    })),
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
