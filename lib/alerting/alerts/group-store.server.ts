import "server-only";
import { Prisma } from "@/generated/prisma/client";
import { rowsToText } from "@/lib/base/core/rows-to-text";
import { getPrisma } from "@/lib/base/db/prisma.server";
import { openAreas } from "@/lib/base/db/sql-fragments.server";
import type { Scope } from "@/lib/farm/tenancies/contract";
import { type Alert, type AlertGroup, MAX_GROUPED } from "./contract";
import { countByRank } from "./count-store.server";
import { problemKey } from "./groups";
import {
  ALERTS,
  type AlertFilter,
  BEGAN_AT,
  DESK,
  matching,
  OWNER,
  type Position,
  tenancyIn,
} from "./store.server";

/** Where all open alerts of a group stand. */
export type GroupStanding = Pick<
  AlertGroup,
  "open" | "acknowledged" | "acknowledgedBy" | "assigned" | "assignedTo" | "snoozed" | "snoozedUntil"
>;
/** A group without what needs rules. The position sorts it among groups, and names its tenancy. */
export type StoredGroup = Omit<AlertGroup, "areas" | "indices" | keyof GroupStanding> & {
  kinds: Pick<Alert, "type" | "category">[];
  position: Position;
};

/** The key of a problem among those of several tenancies. */
export const groupKey = (tenancyId: number, group: Parameters<typeof problemKey>[0]) =>
  `${tenancyId} ${problemKey(group)}`;

/** Stand for "#" and for no place; names never contain them, and they sort before all letters. */
const SEPARATOR = "\u0001";
const NO_PLACE = "\u0002";

/** The deepest area at or above the paths `lo` and `hi`, first and last of an alert (paths.ts `commonPath` in SQL). */
const COMMON_PATH = Prisma.sql`CASE
  WHEN s.lo IS NULL THEN chr(2)
  WHEN s.lo = s.hi THEN s.lo
  ELSE coalesce(left(nullif(substring(s.lo || chr(1) || chr(2) || s.hi || chr(1)
    FROM '^((?:[^\\u0001\\u0002]*\\u0001)*)[^\\u0002]*\\u0002\\1'), ''), -1), chr(2)) END`;

/**
 * The CTE `placed`: the alerts that meet conditions, each with its `place`. Two alerts are of one problem if they have the
 * same job and the same place, the nearest area that holds all their areas in scope.
 * @param desk filtered apart: Postgres takes such alerts for rare, and then joins 100,000 places one by one
 */
const placedAlerts = (
  scopes: readonly Scope[],
  conditions: Prisma.Sql,
  desk?: AlertFilter["desk"],
) => Prisma.sql`
  matched AS MATERIALIZED (
    SELECT a.tenancy_id, a.alert_id, a.job_id, a.rank, a.type, a.category, a.last_event_at, ${BEGAN_AT} AS began,
      a.status = 'open' AS open, ${DESK.attention} AS attention, ${DESK.acknowledged} AS acknowledged,
      h.acknowledged_by, ${OWNER} AS owner, ${DESK.snoozed} AS snoozed, h.snoozed_until,
      ${desk ? DESK[desk] : Prisma.sql`true`} AS fits
    FROM ${ALERTS} WHERE ${conditions}
  ), spans AS (
    SELECT p.tenancy_id, p.alert_id, min(replace(c.path, '#', chr(1)) COLLATE "C") AS lo,
      max(replace(c.path, '#', chr(1)) COLLATE "C") AS hi
    FROM matched m JOIN alert_places p ON p.tenancy_id = ${tenancyIn(scopes, "m")} AND p.alert_id = m.alert_id
    JOIN control_areas c ON c.tenancy_id = ${tenancyIn(scopes, "m")} AND c.id = p.area_id
    WHERE m.fits AND ${openAreas(scopes)} GROUP BY p.tenancy_id, p.alert_id
  ), placed AS MATERIALIZED (
    SELECT m.*, ${COMMON_PATH} AS place FROM matched m
    LEFT JOIN spans s ON s.tenancy_id = m.tenancy_id AND s.alert_id = m.alert_id WHERE m.fits
  )`;

/**
 * A page of the groups of the alerts in scope that match a filter, in its order, and the number of all groups.
 * @param after where the page before ended
 */
export async function findGroups(
  scopes: readonly Scope[],
  filter: AlertFilter,
  after: Position | null,
  limit: number,
): Promise<{ groups: StoredGroup[]; total: number }> {
  const { desk, ...rest } = filter;
  const { order } = filter;
  const at = order === "oldest" ? Prisma.sql`min(began)` : Prisma.sql`max(last_event_at)`;
  const sort = sortKeys(order);
  const rows = await getPrisma().$queryRaw<object[]>`
    WITH ${placedAlerts(scopes, matching(scopes, rest), desk)}, problems AS MATERIALIZED (
      SELECT tenancy_id, job_id, place, count(*)::int AS alerts, max(CASE WHEN open THEN 8 ELSE 0 END + rank) AS weight,
        ${at} AS at, min(alert_id COLLATE "C") AS first_id
      FROM placed GROUP BY tenancy_id, job_id, place
    ), page AS MATERIALIZED (
      SELECT * FROM problems WHERE ${after ? sort.after(after) : Prisma.sql`true`}
      ORDER BY ${sort.by("problems")} LIMIT ${limit}
    )
    SELECT p.tenancy_id AS "tenancyId", p.job_id AS "jobId", p.place, p.alerts, p.weight >= 8 AS open, p.weight % 8 AS rank, p.at,
      p.first_id AS "firstId", (SELECT count(*)::int FROM problems) AS total,
      ${alertIds(Prisma.sql`true`)} AS "alertIds", ${alertIds(Prisma.sql`a.attention`)} AS "attentionIds",
      ${countByRank(Prisma.sql`true`)} AS "bySeverity", ${countByRank(Prisma.sql`a.category IS NOT NULL`)} AS plants,
      min(a.began) AS since, max(a.last_event_at) AS "lastEventAt",
      json_agg(DISTINCT jsonb_build_object('type', a.type, 'category', a.category)) AS kinds
    FROM page p JOIN placed a ON a.tenancy_id = p.tenancy_id AND a.job_id = p.job_id AND a.place = p.place
    GROUP BY p.tenancy_id, p.job_id, p.place, p.alerts, p.weight, p.at, p.first_id
    ORDER BY ${sort.by("p")}`;
  const found = rowsToText(rows) as GroupRow[];
  return { groups: found.map(toGroup), total: found[0]?.total ?? 0 };
}

/** The ids of the first alerts of a group that meet a condition, worst first, of these first what nobody has. */
const alertIds = (condition: Prisma.Sql) => Prisma.sql`coalesce((
  array_agg(a.alert_id ORDER BY a.open DESC, a.rank DESC, a.attention DESC, (a.owner IS NULL) DESC,
    a.last_event_at DESC, a.alert_id)
  FILTER (WHERE ${condition}))[1:${MAX_GROUPED}::int], '{}')`;

type GroupRow = Omit<StoredGroup, "position" | "place"> & {
  place: string;
  open: boolean;
  rank: number;
  at: string;
  firstId: string;
  tenancyId: number;
  total: number;
};

function toGroup({ place, open, rank, at, firstId, tenancyId, total: _, ...group }: GroupRow): StoredGroup {
  return { ...group, place: readPlace(place), position: { open, rank, at, alertId: firstId, tenancyId } };
}

const readPlace = (place: string) => (place === NO_PLACE ? null : place.replaceAll(SEPARATOR, "#"));

/** Matches the orders of single alerts (store.server.ts `orderBy`); open groups come first where there are closed ones. */
function sortKeys(order: AlertFilter["order"]): {
  by: (table: "problems" | "p") => Prisma.Sql;
  after: (position: Position) => Prisma.Sql;
} {
  const at = (position: Position) => Prisma.sql`${position.at}::timestamptz`;
  const id = ({ alertId, tenancyId }: Position) => Prisma.sql`${alertId}, ${tenancyId}::int`;
  const by = (keys: string) => (table: string) =>
    Prisma.raw(`${keys}, ${table}.first_id, ${table}.tenancy_id`.replaceAll("%", table));
  if (order === "oldest")
    return {
      by: by("%.at"),
      after: (position) => Prisma.sql`(at, first_id, tenancy_id) > (${at(position)}, ${id(position)})`,
    };
  const later = (position: Position) =>
    Prisma.sql`(at < ${at(position)} OR (at = ${at(position)} AND (first_id, tenancy_id) > (${id(position)})))`;
  if (order === "newest") return { by: by("%.at DESC"), after: later };
  return {
    by: by("%.weight DESC, %.at DESC"),
    after: (position) => {
      const weight = (position.open ? 8 : 0) + position.rank;
      return Prisma.sql`(weight < ${weight} OR (weight = ${weight} AND ${later(position)}))`;
    },
  };
}

/** Somebody has it other than by acknowledging it. */
const IS_ASSIGNED = Prisma.sql`(owner IS NOT NULL
  AND owner IS DISTINCT FROM CASE WHEN acknowledged THEN acknowledged_by END)`;

/** Of some jobs, how many alerts are open at each place, and who has some of them, by `groupKey`. */
export async function findStandings(
  scopes: readonly Scope[],
  jobIds: readonly string[],
): Promise<Map<string, GroupStanding>> {
  const conditions = Prisma.sql`${matching(scopes, { status: "open" })} AND a.job_id = ANY(${jobIds}::text[])`;
  const rows = await getPrisma().$queryRaw<object[]>`
    WITH ${placedAlerts(scopes, conditions)}
    SELECT tenancy_id AS "tenancyId", job_id AS "jobId", place, count(*)::int AS open,
      (count(*) FILTER (WHERE acknowledged))::int AS acknowledged,
      coalesce(json_agg(DISTINCT acknowledged_by) FILTER (WHERE acknowledged AND acknowledged_by IS NOT NULL),
        '[]'::json) AS "acknowledgedBy",
      (count(*) FILTER (WHERE ${IS_ASSIGNED}))::int AS assigned,
      coalesce(json_agg(DISTINCT owner) FILTER (WHERE ${IS_ASSIGNED}), '[]'::json) AS "assignedTo",
      (count(*) FILTER (WHERE snoozed))::int AS snoozed, min(snoozed_until) FILTER (WHERE snoozed) AS "snoozedUntil"
    FROM placed GROUP BY tenancy_id, job_id, place`;
  const found = rowsToText(rows) as (GroupStanding & { tenancyId: number; jobId: string; place: string })[];
  return new Map(
    found.map(({ tenancyId, jobId, place, ...standing }) => [
      groupKey(tenancyId, { jobId, place: readPlace(place) }),
      standing,
    ]),
  );
}

/** The areas in scope of lists of alerts, each list of one tenancy: those of each, in no order. */
export async function findGroupAreas(
  scopes: readonly Scope[],
  lists: readonly { tenancyId: number; alertIds: readonly string[] }[],
): Promise<string[][]> {
  const wanted = lists.flatMap(({ tenancyId, alertIds }, n) => alertIds.map((id) => ({ tenancyId, id, n })));
  const found: string[][] = lists.map(() => []);
  if (wanted.length === 0) return found;
  const rows = await getPrisma().$queryRaw<{ n: number; paths: string[] }[]>`
    SELECT w.n, array_agg(DISTINCT c.path) AS paths
    FROM jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) AS w("tenancyId" int, id text, n int)
    JOIN alert_places p ON p.tenancy_id = w."tenancyId" AND p.alert_id = w.id
    JOIN control_areas c ON c.tenancy_id = w."tenancyId" AND c.id = p.area_id
    WHERE ${openAreas(scopes)} GROUP BY w.n`;
  for (const { n, paths } of rows) found[n] = paths;
  return found;
}
