import "server-only";
import { Prisma } from "@/generated/prisma/client";
import type { AreaLimits } from "@/lib/base/core/area-limits";
import { openPath } from "@/lib/base/db/sql-fragments.server";
import { DESK, ownerColumn } from "./attention-store.server";
import type { AlertsQuery } from "./contract";
import type { Position } from "./cursor";

export type AlertFilter = Omit<AlertsQuery, "tenant" | "limit" | "cursor">;

/**
 * The conditions of a filter, for `alerts a LEFT JOIN alert_handlings h`.
 * @param within places elsewhere are as if they were none: nobody finds out by asking
 */
export function conditionsOf(filter: Omit<AlertFilter, "order">, within: AreaLimits): Prisma.Sql[] {
  const { status, severity, type, category, jobId, area, placed, acknowledged, owner, desk } = filter;
  const { text, from, to } = filter;
  const placedIn = (condition: Prisma.Sql) =>
    placedWhere(Prisma.sql`${openPath(within, Prisma.sql`c.path`)} AND (${condition})`);
  return [
    status !== "all" && Prisma.sql`a.status = ${status}`,
    desk && DESK[desk],
    severity && Prisma.sql`a.severity = ANY(${severity}::text[])`,
    type && Prisma.sql`a.type = ANY(${type}::text[])`,
    category && Prisma.sql`a.category = ANY(${category}::text[])`,
    jobId !== undefined && Prisma.sql`a.job_id = ${jobId}`,
    area !== undefined && placedIn(Prisma.sql`c.path = ${area} OR starts_with(c.path, ${`${area}#`})`),
    placed === "true" && placedIn(Prisma.sql`true`),
    placed === "false" && Prisma.sql`NOT ${placedIn(Prisma.sql`true`)}`,
    acknowledged === "true" && Prisma.sql`h.acknowledged_at IS NOT NULL`,
    acknowledged === "false" && Prisma.sql`h.acknowledged_at IS NULL`,
    owner !== undefined && Prisma.sql`${ownerColumn} = ${owner}`,
    text !== undefined && mentions(text.toLowerCase(), placedIn),
    from && Prisma.sql`(a.status = 'open' OR a.closed_at >= ${from.toISOString()}::timestamptz)`,
    to &&
      Prisma.sql`(a.status = 'open' OR coalesce(a.raised_at, a.first_event_at) <= ${to.toISOString()}::timestamptz)`,
  ].filter((condition) => condition instanceof Prisma.Sql);
}

function placedWhere(condition: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`EXISTS (
    SELECT FROM alert_places p JOIN control_areas c ON c.tenancy_id = p.tenancy_id AND c.id = p.area_id
    WHERE p.tenancy_id = a.tenancy_id AND p.alert_id = a.alert_id AND (${condition}))`;
}

function mentions(text: string, placedIn: (condition: Prisma.Sql) => Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(position(${text} IN lower(a.alert_id)) > 0 OR position(${text} IN lower(a.job_id)) > 0
    OR ${placedIn(Prisma.sql`position(${text} IN lower(c.path)) > 0`)})`;
}

/** What an order goes by. Where all are open or all closed, the index of the table gives it. */
export function orderOf({ order, status, desk }: AlertFilter): Prisma.Sql {
  if (order === "newest") return Prisma.sql`a.last_event_at DESC, a.alert_id`;
  if (order === "oldest") return Prisma.sql`coalesce(a.raised_at, a.first_event_at), a.alert_id`;
  const byRank = Prisma.sql`a.rank DESC, a.last_event_at DESC, a.alert_id`;
  return status === "all" && desk === undefined ? Prisma.sql`(a.status = 'open') DESC, ${byRank}` : byRank;
}

/** The alerts that stand after one in an order. */
export function afterCondition(order: AlertFilter["order"], after: Position): Prisma.Sql {
  const at = Prisma.sql`${after.at}::timestamptz`;
  const later = Prisma.sql`a.alert_id > ${after.alertId}`;
  if (order === "newest")
    return Prisma.sql`(a.last_event_at < ${at} OR (a.last_event_at = ${at} AND ${later}))`;
  if (order === "oldest")
    return Prisma.sql`(coalesce(a.raised_at, a.first_event_at), a.alert_id) > (${at}, ${after.alertId})`;
  const key = Prisma.sql`(a.status = 'open', a.rank, a.last_event_at)`;
  const value = Prisma.sql`(${after.open}, ${after.rank}, ${at})`;
  return Prisma.sql`(${key} < ${value} OR (${key} = ${value} AND ${later}))`;
}
