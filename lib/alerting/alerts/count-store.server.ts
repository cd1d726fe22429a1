import "server-only";
import { Prisma } from "@/generated/prisma/client";
import { isOpen } from "@/lib/base/core/area-limits";
import { rowsToText } from "@/lib/base/core/rows-to-text";
import { getPrisma } from "@/lib/base/db/prisma.server";
import type { Scope } from "@/lib/farm/tenancies/contract";
import type { Alert, AlertCounts, TabCounts } from "./contract";
import {
  ALERTS,
  type AlertFilter,
  type AreasByTenancy,
  BEGAN_AT,
  DESK,
  inScope,
  matching,
  utc,
} from "./store.server";

/** Counts the alerts in each tab of the inbox that match a filter, and with `mine` those that need attention outside of it. */
export async function countByTab(
  scopes: readonly Scope[],
  filter: Omit<AlertFilter, "order" | "status">,
): Promise<TabCounts> {
  const [counts, elsewhere] = await Promise.all([
    countMatching(scopes, filter),
    filter.mine && countElsewhere(scopes, { ...filter, mine: filter.mine }),
  ]);
  return { ...counts, ...elsewhere };
}

/** Counts by rank the alerts, and the plant alerts, that need attention and match a filter but for its areas. */
async function countElsewhere(
  scopes: readonly Scope[],
  { mine, ...filter }: Omit<AlertFilter, "order" | "status"> & { mine: AreasByTenancy },
): Promise<Pick<TabCounts, "elsewhere" | "elsewherePlants">> {
  const [row] = await getPrisma().$queryRaw<Pick<TabCounts, "elsewhere" | "elsewherePlants">[]>`
    SELECT ${countByRank(Prisma.sql`true`)} AS elsewhere,
      ${countByRank(Prisma.sql`a.category IS NOT NULL`)} AS "elsewherePlants" FROM ${ALERTS}
    WHERE ${matching(scopes, { ...filter, status: "open", desk: "attention" })}
      AND NOT ${matching(scopes, { mine, status: "all" })}`;
  return row ?? {};
}

/** JSON of the counts by severity. @param condition which rows of `a` count */
export const countByRank = (condition: Prisma.Sql) => Prisma.sql`json_build_object(
  'high', count(*) FILTER (WHERE a.rank = 3 AND ${condition}),
  'medium', count(*) FILTER (WHERE a.rank = 2 AND ${condition}),
  'low', count(*) FILTER (WHERE a.rank = 1 AND ${condition}),
  'plain', count(*) FILTER (WHERE a.rank = 0 AND ${condition}))`;

async function countMatching(
  scopes: readonly Scope[],
  filter: Omit<AlertFilter, "order" | "status">,
): Promise<TabCounts> {
  // Two counts, so that the many closed alerts need no join with their handlings.
  const [row] = await getPrisma().$queryRaw<TabCounts[]>`
    SELECT * FROM (
      SELECT (count(*) FILTER (WHERE ${DESK.attention}))::int AS attention,
        (count(*) FILTER (WHERE ${DESK.acknowledged}))::int AS acknowledged,
        (count(*) FILTER (WHERE ${DESK.snoozed}))::int AS snoozed
      FROM ${ALERTS} WHERE ${matching(scopes, { ...filter, status: "open" })}
    ) AS open, (
      SELECT count(*)::int AS closed FROM ${ALERTS} WHERE ${matching(scopes, { ...filter, status: "closed" })}
    ) AS closed`;
  return row ?? { attention: 0, acknowledged: 0, snoozed: 0, closed: 0 };
}

type OpenCounts = Omit<AlertCounts, "acknowledged" | "closed30Days" | "dayAgo" | "lastClosed">;

/** Counts the open alerts; `nobody` counts those not acknowledged, `plants` the plant alerts. */
export async function countOpen(scope: Scope): Promise<OpenCounts> {
  const rows = await getPrisma().$queryRaw<object[]>`
    SELECT count(*)::int AS open, (count(*) FILTER (WHERE ${DESK.attention}))::int AS attention,
      (count(*) FILTER (WHERE h.acknowledged_at IS NULL))::int AS nobody,
      min(${BEGAN_AT}) FILTER (WHERE h.acknowledged_at IS NULL) AS "oldestNobodyAt",
      min(h.snoozed_until) FILTER (WHERE ${DESK.snoozed}) AS "nextSnoozeEnd",
      ${countByRank(Prisma.sql`true`)} AS "bySeverity", ${countByRank(Prisma.sql`a.category IS NOT NULL`)} AS plants
    FROM ${ALERTS} WHERE ${inScope(scope)} AND a.status = 'open'`;
  const [counts] = rowsToText(rows) as OpenCounts[];
  if (!counts) throw new Error("An aggregate returns one row");
  return counts;
}

/** The open alerts of a site, as `countOpenBySite` counts them. */
export type SiteCounts = Pick<
  OpenCounts,
  "open" | "attention" | "nobody" | "oldestNobodyAt" | "bySeverity"
> & {
  id: number;
  /** Began after the instant asked for. */
  fresh: number;
  /** The rank of the gravest alert that needs attention, else of the gravest open one. */
  rank: number;
  /** The alert of that rank that has lasted longest. */
  worst: Pick<Alert, "alertId" | "type" | "category" | "severity" | "jobId"> & {
    since: string;
    paths: string[];
  };
};

/** Counts the open alerts of several tenancies in one statement; those without an open alert are left out. */
export async function countOpenBySite(scopes: readonly Scope[], newSince: Date): Promise<SiteCounts[]> {
  const within = new Map(scopes.map((scope) => [scope.id, scope.within]));
  const rows = await getPrisma().$queryRaw<object[]>`
    WITH open AS MATERIALIZED (
      SELECT a.tenancy_id, a.alert_id, a.type, a.category, a.severity, a.job_id, a.rank, ${BEGAN_AT} AS since,
        ${DESK.attention} AS attention, h.acknowledged_at IS NULL AS nobody,
        row_number() OVER (PARTITION BY a.tenancy_id
          ORDER BY ${DESK.attention} DESC, a.rank DESC, ${BEGAN_AT}, a.alert_id) AS place
      FROM ${ALERTS} WHERE ${inScopes(scopes)} AND a.status = 'open'
    )
    SELECT o.tenancy_id AS id, count(*)::int AS open, (count(*) FILTER (WHERE attention))::int AS attention,
      (count(*) FILTER (WHERE nobody))::int AS nobody,
      (count(*) FILTER (WHERE since >= ${newSince.toISOString()}::timestamptz))::int AS fresh,
      min(since) FILTER (WHERE nobody) AS "oldestNobodyAt", (max(rank) FILTER (WHERE place = 1))::int AS rank,
      json_build_object('high', count(*) FILTER (WHERE rank = 3), 'medium', count(*) FILTER (WHERE rank = 2),
        'low', count(*) FILTER (WHERE rank = 1), 'plain', count(*) FILTER (WHERE rank = 0)) AS "bySeverity",
      (json_agg(json_build_object('alertId', alert_id, 'type', type, 'category', category, 'severity', severity,
        'jobId', job_id, 'since', since, 'paths', coalesce((
          SELECT json_agg(c.path ORDER BY c.path) FROM alert_places p
          JOIN control_areas c ON c.tenancy_id = p.tenancy_id AND c.id = p.area_id
          WHERE p.tenancy_id = o.tenancy_id AND p.alert_id = o.alert_id), '[]'::json)))
        FILTER (WHERE place = 1)) -> 0 AS worst
    FROM open o GROUP BY o.tenancy_id`;
  return (rowsToText(rows) as SiteCounts[]).map((site) => {
    const paths = site.worst.paths.filter((path) => isOpen(within.get(site.id) ?? null, path));
    return { ...site, worst: { ...site.worst, since: utc(site.worst.since), paths } };
  });
}

/** Counts by tenancy the alerts that were open at each of some instants, oldest first. */
export async function countOpenAtBySite(
  scopes: readonly Scope[],
  instants: readonly Date[],
): Promise<Map<number, number[]>> {
  const texts = instants.map((at) => at.toISOString());
  const [first] = texts;
  const rows = await getPrisma().$queryRaw<{ id: number; place: number; count: number }[]>`
    SELECT a.tenancy_id AS id, t.place::int, count(*)::int AS count
    FROM alerts a JOIN unnest(${texts}::timestamptz[]) WITH ORDINALITY AS t (at, place)
      ON a.first_event_at <= t.at AND (a.status = 'open' OR a.closed_at > t.at)
    WHERE ${inScopes(scopes)} AND (a.status = 'open' OR a.last_event_at > ${first}::timestamptz)
    GROUP BY a.tenancy_id, t.place`;
  const counts = new Map(scopes.map(({ id }) => [id, texts.map(() => 0)]));
  for (const { id, place, count } of rows) counts.get(id)?.splice(place - 1, 1, count);
  return counts;
}

/** The alerts that were open at an instant, with the severity or category that they had then. */
export function listOpenAt(scope: Scope, at: Date): Promise<Pick<Alert, "severity" | "category">[]> {
  const instant = at.toISOString();
  return getPrisma().$queryRaw`
    SELECT a.category, (
      SELECT n.severity FROM notifications n
      WHERE n.tenancy_id = a.tenancy_id AND n.alert_id = a.alert_id AND n."timestamp" <= ${instant}::timestamptz
        AND n.severity IS NOT NULL
      ORDER BY n."timestamp" DESC, array_position(ARRAY['LOW', 'MEDIUM', 'HIGH'], n.severity) DESC LIMIT 1
    ) AS severity
    FROM alerts a
    WHERE ${inScope(scope)} AND a.first_event_at <= ${instant}::timestamptz
      AND (a.status = 'open' OR a.closed_at > ${instant}::timestamptz)`;
}

/** Returns true if anything is known of an instant: the tenancy existed, or an alert had begun. */
export async function isKnownAt(scope: Scope, at: Date): Promise<boolean> {
  const instant = at.toISOString();
  const [row] = await getPrisma().$queryRaw<{ known: boolean }[]>`
    SELECT EXISTS (SELECT FROM tenancies WHERE id = ${scope.id} AND created_at <= ${instant}::timestamptz)
      OR EXISTS (SELECT FROM alerts a WHERE a.tenancy_id = ${scope.id}
        AND a.first_event_at <= ${instant}::timestamptz) AS known`;
  return row?.known ?? false;
}

/** Counts the alerts that closed since an instant. */
export async function countClosedSince(scope: Scope, since: Date): Promise<number> {
  const [row] = await getPrisma().$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM alerts a
    WHERE ${inScope(scope)} AND a.status = 'closed' AND a.closed_at >= ${since.toISOString()}::timestamptz`;
  return row?.count ?? 0;
}

/** The close of the alert that closed last. */
export async function findLastClosed(scope: Scope): Promise<AlertCounts["lastClosed"]> {
  const rows = await getPrisma().$queryRaw<object[]>`
    SELECT a.closed_at AS at, a.close_reason AS "closeReason" FROM alerts a
    WHERE ${inScope(scope)} AND a.status = 'closed' ORDER BY a.closed_at DESC LIMIT 1`;
  return (rowsToText(rows) as NonNullable<AlertCounts["lastClosed"]>[])[0] ?? null;
}

/** Tenancies seen as a whole in one list; each with limits has a condition of its own. */
function inScopes(scopes: readonly Scope[]): Prisma.Sql {
  return matching(scopes, { status: "all" });
}
