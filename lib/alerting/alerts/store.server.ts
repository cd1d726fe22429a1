import "server-only";
import { Prisma } from "@/generated/prisma/client";
import { type AreaLimits, isOpen } from "@/lib/base/core/area-limits";
import { rowsToText } from "@/lib/base/core/rows-to-text";
import { foldAccents } from "@/lib/base/core/text";
import { getPrisma } from "@/lib/base/db/prisma.server";
import { openPath, seenAlert } from "@/lib/base/db/sql-fragments.server";
import type { Scope } from "@/lib/farm/tenancies/contract";
import { type Alert, type AlertsQuery, type AttentionFacts, judgeStanding, type Standing } from "./contract";
import { type Pair, REPLACED_WITHIN_MINUTES } from "./episodes";

/** An alert without its episode, with its rank and the key of its tenancy. */
export type StoredAlert = Omit<Alert, "tenantId" | "continues" | "replacedBy"> & {
  rank: number;
  tenancyId: number;
};

/** The paths of areas by the key of their tenancy; one without any is left out. */
export type AreasByTenancy = Readonly<Record<number, readonly string[]>>;

/** `mine`: only in these areas and below. */
export type AlertFilter = Omit<
  AlertsQuery,
  "tenant" | "siteGroup" | "limit" | "cursor" | "group" | "mine"
> & {
  mine?: AreasByTenancy | undefined;
};

/**
 * The sort keys of a page's last alert, or of its last group. `at` is its last event, or in the order `oldest` when it
 * began. `alertId` of a group is the first by name. Of equal ones that of the smaller `tenancyId` comes first.
 */
export type Position = { open: boolean; rank: number; at: string; alertId: string; tenancyId: number };

// The fragments below are for `ALERTS`: alerts a LEFT JOIN alert_handlings h.
export const ALERTS = Prisma.sql`
  alerts a LEFT JOIN alert_handlings h ON h.tenancy_id = a.tenancy_id AND h.alert_id = a.alert_id`;

export const OWNER = Prisma.sql`coalesce(h.owner, h.acknowledged_by)`;
export const BEGAN_AT = Prisma.sql`coalesce(a.raised_at, a.first_event_at)`;

// The rule of judgeStanding (contract.ts) in SQL. Never null.
const IS_ACKNOWLEDGED = Prisma.sql`(h.acknowledged_at IS NOT NULL
  AND (h.acknowledged_rank IS NULL OR a.rank <= h.acknowledged_rank))`;
/** A confirmed recovery counts until the alert's severity rises. */
const IS_RECOVERED = Prisma.sql`(h.recovery_confirmed_at IS NOT NULL
  AND (a.severity_since IS NULL OR a.severity_since <= h.recovery_confirmed_at))`;
const IS_SNOOZED = Prisma.sql`(h.snoozed_at IS NOT NULL AND (h.snoozed_rank IS NULL OR a.rank <= h.snoozed_rank)
  AND (h.snoozed_until IS NULL OR h.snoozed_until > now()))`;
const IS_HANDLED = Prisma.sql`(${IS_ACKNOWLEDGED} OR ${IS_RECOVERED})`;

/** The tabs of open alerts: each is in exactly one. */
export const DESK = {
  attention: Prisma.sql`(a.status = 'open' AND NOT ${IS_HANDLED} AND NOT ${IS_SNOOZED})`,
  acknowledged: Prisma.sql`(a.status = 'open' AND ${IS_HANDLED})`,
  snoozed: Prisma.sql`(a.status = 'open' AND NOT ${IS_HANDLED} AND ${IS_SNOOZED})`,
};

const COLUMNS = Prisma.sql`
  a.tenancy_id AS "tenancyId", a.alert_id AS "alertId", a.type, a.category, a.severity, a.peak_severity AS "peakSeverity", a.rank, a.status,
  a.raised_at AS "raisedAt", a.last_event_at AS "lastEventAt", a.closed_at AS "closedAt",
  a.close_reason AS "closeReason", a.job_id AS "jobId", h.acknowledged_at AS "acknowledgedAt",
  h.acknowledged_by AS "acknowledgedBy", a.incomplete, a.severity_since AS "severitySince",
  a.first_event_at AS "firstEventAt", h.acknowledged_rank AS "acknowledgedRank", ${OWNER} AS owner,
  h.snoozed_at AS "snoozedAt", h.snoozed_by AS "snoozedBy", h.snoozed_until AS "snoozedUntil",
  h.snoozed_rank AS "snoozedRank",
  (SELECT json_build_object('since', r.since, 'until', r.until) FROM alert_recoveries r
    WHERE r.tenancy_id = a.tenancy_id AND r.alert_id = a.alert_id AND a.status = 'open'
      AND ${IS_RECOVERED} IS NOT TRUE) AS recovery,
  CASE WHEN ${IS_RECOVERED} THEN h.recovery_confirmed_at END AS "recoveryConfirmedAt",
  CASE WHEN ${IS_RECOVERED} THEN h.recovery_confirmed_by END AS "recoveryConfirmedBy",
  coalesce((
    SELECT json_agg(json_build_object('path', c.path, 'certainty', p.certainty, 'until', p.until) ORDER BY c.path)
    FROM alert_places p JOIN control_areas c ON c.tenancy_id = p.tenancy_id AND c.id = p.area_id
    WHERE p.tenancy_id = a.tenancy_id AND p.alert_id = a.alert_id), '[]'::json) AS areas`;

/** Inside `recovery` and `areas` instants are JSON, with the database's offset. */
type Row = Omit<StoredAlert, keyof Standing> &
  Pick<AttentionFacts, "acknowledgedRank" | "snoozedAt" | "snoozedRank">;

/**
 * The alerts of some tenancies that match a filter, in its order, with only those of their areas that are in scope.
 * @param after where the page before ended
 */
export async function findAlerts(
  scopes: readonly Scope[],
  filter: AlertFilter,
  after: Position | null,
  limit: number,
): Promise<StoredAlert[]> {
  const [scope, another] = scopes;
  if (!scope) return [];
  const rows = another
    ? await findAcross(scopes, filter, after, limit)
    : await getPrisma().$queryRaw<object[]>`
      SELECT ${COLUMNS} FROM ${ALERTS}
      WHERE ${pageConditions(scope, filter, after)} ORDER BY ${orderBy(filter)} LIMIT ${limit}`;
  return toAlerts(rows, scopes);
}

/** Takes the first alerts of each tenancy by its index, and of these the first of all. */
function findAcross(
  scopes: readonly Scope[],
  filter: AlertFilter,
  after: Position | null,
  limit: number,
): Promise<object[]> {
  const { whole, limited } = splitScopes(scopes, filter);
  const firstOf = (conditions: Prisma.Sql) => Prisma.sql`(
    SELECT a.tenancy_id, a.alert_id, a.status, a.rank, a.raised_at, a.first_event_at, a.last_event_at
    FROM ${ALERTS} WHERE ${conditions} ORDER BY ${orderBy(filter)} LIMIT ${limit})`;
  const own = [...filterConditions(filter, WHOLE), ...(after ? [afterCondition(filter.order, after)] : [])];
  const shared = Prisma.join([Prisma.sql`a.tenancy_id = site.id`, ...own], " AND ");
  const parts = [
    Prisma.sql`SELECT a.* FROM unnest(${whole}::int[]) AS site (id) CROSS JOIN LATERAL ${firstOf(shared)} AS a`,
    ...limited.map((scope) => firstOf(pageConditions(scope, filter, after))),
  ];
  return getPrisma().$queryRaw`
    WITH page AS MATERIALIZED (
      SELECT a.tenancy_id, a.alert_id FROM (${Prisma.join(parts, " UNION ALL ")}) AS a
      ORDER BY ${orderBy(filter)} LIMIT ${limit}
    )
    SELECT ${COLUMNS} FROM page JOIN alerts a ON a.tenancy_id = page.tenancy_id AND a.alert_id = page.alert_id
    LEFT JOIN alert_handlings h ON h.tenancy_id = a.tenancy_id AND h.alert_id = a.alert_id
    ORDER BY ${orderBy(filter)}`;
}

function pageConditions(scope: Scope, filter: AlertFilter, after: Position | null): Prisma.Sql {
  const conditions = [inScope(scope), ...filterConditions(filter, scope)];
  if (after) conditions.push(afterCondition(filter.order, after));
  return Prisma.join(conditions, " AND ");
}

/** One alert; null when none in scope has the id. */
export async function findAlert(scope: Scope, alertId: string): Promise<StoredAlert | null> {
  const rows = await getPrisma().$queryRaw<object[]>`
    SELECT ${COLUMNS} FROM ${ALERTS} WHERE ${inScope(scope)} AND a.alert_id = ${alertId}`;
  return toAlerts(rows, [scope])[0] ?? null;
}

/** Returns true if an alert is in scope: one with an id, or one of a job. */
export async function hasAlert(
  scope: Scope,
  { alertId = null, jobId = null }: { alertId?: string | null; jobId?: string | null },
): Promise<boolean> {
  const [row] = await getPrisma().$queryRaw<{ found: boolean }[]>`
    SELECT EXISTS (SELECT FROM alerts a WHERE ${inScope(scope)}
      AND (a.alert_id = ${alertId}::text OR a.job_id = ${jobId}::text)) AS found`;
  return row?.found ?? false;
}

/** Type and category of the alerts in scope among some ids. */
export function listAlertKinds(
  scope: Scope,
  alertIds: readonly string[],
): Promise<Pick<StoredAlert, "tenancyId" | "alertId" | "type" | "category">[]> {
  return getPrisma().$queryRaw`
    SELECT a.tenancy_id AS "tenancyId", a.alert_id AS "alertId", a.type, a.category FROM alerts a
    WHERE ${inScope(scope)} AND a.alert_id = ANY(${alertIds}::text[])`;
}

/** The key of an alert among those of several tenancies. */
export const alertKey = ({ tenancyId, alertId }: Pick<StoredAlert, "tenancyId" | "alertId">) =>
  `${tenancyId} ${alertId}`;

/** The parts of a key that `alertKey` made. */
export function splitAlertKey(key: string): Pick<StoredAlert, "tenancyId" | "alertId"> {
  const end = key.indexOf(" ");
  return { tenancyId: Number(key.slice(0, end)), alertId: key.slice(end + 1) };
}

/**
 * All pairs that may be an episode of one of the alerts, and the pairs that compete with them.
 * @param keys made by `alertKey`, as are the ids of the pairs
 */
export async function findPairs(keys: readonly string[]): Promise<Pair[]> {
  const asked = keys.map(splitAlertKey);
  const tenancyIds = [...new Set(asked.map(({ tenancyId }) => tenancyId))];
  const rows = await getPrisma().$queryRaw<
    { id: number; earlierId: string; laterId: string; since: Date; closedAt: Date; begins: Date }[]
  >`
    WITH asked AS MATERIALIZED (
      SELECT a.* FROM unnest(${asked.map(({ tenancyId }) => tenancyId)}::int[],
        ${asked.map(({ alertId }) => alertId)}::text[]) AS k (tenancy_id, alert_id)
      JOIN alerts a ON a.tenancy_id = k.tenancy_id AND a.alert_id = k.alert_id
      WHERE a.tenancy_id = ANY(${tenancyIds}::int[])
    ), replaced AS MATERIALIZED (
      SELECT * FROM asked WHERE close_reason = 'REPLACED'
      UNION
      SELECT p.* FROM asked s JOIN alerts p ON ${SUCCEEDS} WHERE p.tenancy_id = ANY(${tenancyIds}::int[])
    )
    SELECT p.tenancy_id AS id, p.alert_id AS "earlierId", s.alert_id AS "laterId", ${beganAt("p")} AS since,
      p.closed_at AS "closedAt", ${beganAt("s")} AS begins
    FROM replaced p JOIN alerts s ON ${SUCCEEDS} WHERE s.tenancy_id = ANY(${tenancyIds}::int[])`;
  return rows.map(({ id: tenancyId, earlierId, laterId, since, closedAt, begins }) => ({
    earlierId: alertKey({ tenancyId, alertId: earlierId }),
    laterId: alertKey({ tenancyId, alertId: laterId }),
    since: since.getTime(),
    closedAt: closedAt.getTime(),
    begins: begins.getTime(),
  }));
}

const beganAt = (alias: "p" | "s") => Prisma.raw(`coalesce(${alias}.raised_at, ${alias}.first_event_at)`);

/** Alert s may have replaced p: same job and kind (and control area, where both name one), close in time. */
const SUCCEEDS = Prisma.sql`p.tenancy_id = s.tenancy_id AND p.job_id = s.job_id AND p.close_reason = 'REPLACED'
  AND p.alert_id <> s.alert_id
  AND p.type IS NOT DISTINCT FROM s.type AND p.category IS NOT DISTINCT FROM s.category
  AND (p.control_area_id IS NULL OR s.control_area_id IS NULL OR p.control_area_id = s.control_area_id)
  AND ${beganAt("p")} < ${beganAt("s")}
  AND ${beganAt("s")} BETWEEN p.closed_at - make_interval(mins => ${REPLACED_WITHIN_MINUTES}::int)
    AND p.closed_at + make_interval(mins => ${REPLACED_WITHIN_MINUTES}::int)`;

export const inScope = (scope: Scope) =>
  Prisma.sql`a.tenancy_id = ${scope.id} AND ${seenAlert(scope, Prisma.sql`a.alert_id`)}`;

/** The limits of somebody who sees all of a tenancy. */
const WHOLE = { id: 0, within: null };

/**
 * The keys of the tenancies for which a filter is the same, and the others with their own areas; those where nobody can
 * match are left out.
 */
function splitScopes(scopes: readonly Scope[], { mine }: Pick<AlertFilter, "mine">) {
  const shown = mine ? scopes.filter(({ id }) => (mine[id] ?? []).length > 0) : scopes;
  const isWhole = ({ within }: Scope) => within === null && mine === undefined;
  return {
    whole: shown.filter(isWhole).map(({ id }) => id),
    limited: shown.filter((scope) => !isWhole(scope)),
  };
}

/** The alerts `a` of some tenancies that match a filter. */
export function matching(scopes: readonly Scope[], filter: Omit<AlertFilter, "order">): Prisma.Sql {
  const { whole, limited } = splitScopes(scopes, filter);
  // An array of one would keep Postgres from reading an index in order.
  const [first, second] = whole;
  const inWhole =
    second === undefined ? Prisma.sql`= ${first ?? null}::int` : Prisma.sql`= ANY(${whole}::int[])`;
  const parts = [
    ...(whole.length > 0 ? [[Prisma.sql`a.tenancy_id ${inWhole}`, ...filterConditions(filter, WHOLE)]] : []),
    ...limited.map((scope) => [inScope(scope), ...filterConditions(filter, scope)]),
  ].map((conditions) => Prisma.sql`(${Prisma.join(conditions, " AND ")})`);
  return parts.length === 0 ? Prisma.sql`false` : Prisma.sql`(${Prisma.join(parts, " OR ")})`;
}

/**
 * The tenancy of a row in a list over some tenancies: a value where there is but one, since Postgres then knows how many
 * rows to expect.
 */
export const tenancyIn = ([scope, another]: readonly Scope[], table: string) =>
  scope && !another ? Prisma.sql`${scope.id}::int` : Prisma.raw(`${table}.tenancy_id`);

/** @param scope areas outside of its limits count as none, so that filtering reveals nothing about them */
function filterConditions(filter: Omit<AlertFilter, "order">, { id, within }: Scope): Prisma.Sql[] {
  const { status, severity, type, category, jobId, area, placed, acknowledged, owner, desk } = filter;
  const { text, alertId, mine, from, to } = filter;
  const placedIn = (condition: Prisma.Sql) => Prisma.sql`EXISTS (
    SELECT FROM alert_places p JOIN control_areas c ON c.tenancy_id = p.tenancy_id AND c.id = p.area_id
    WHERE p.tenancy_id = a.tenancy_id AND p.alert_id = a.alert_id
      AND ${openPath(within, Prisma.sql`c.path`)} AND (${condition}))`;
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
    owner !== undefined && Prisma.sql`${OWNER} = ${owner}`,
    alertId && Prisma.sql`a.alert_id = ANY(${alertId}::text[])`,
    mine && placedIn(openPath(mine[id] ?? [], Prisma.sql`c.path`)),
    text !== undefined && mentions(foldAccents(text), placedIn),
    from && Prisma.sql`(a.status = 'open' OR a.closed_at >= ${from.toISOString()}::timestamptz)`,
    to && Prisma.sql`(a.status = 'open' OR ${BEGAN_AT} <= ${to.toISOString()}::timestamptz)`,
  ].filter((condition) => condition instanceof Prisma.Sql);
}

/** An area's path as `foldAccents` has it. */
const FOLDED_PATH = Prisma.sql`lower(regexp_replace(normalize(c.path, NFD), '[\\u0300-\\u036f]', '', 'g'))`;

/** @param text folded */
function mentions(text: string, placedIn: (condition: Prisma.Sql) => Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(position(${text} IN lower(a.alert_id)) > 0 OR position(${text} IN lower(a.job_id)) > 0
    OR ${placedIn(Prisma.sql`position(${text} IN ${FOLDED_PATH}) > 0`)})`;
}

/** Matches an index of the table wherever all alerts are open or all are closed, within one tenancy. */
function orderBy({ order, status, desk }: AlertFilter): Prisma.Sql {
  if (order === "newest") return Prisma.sql`a.last_event_at DESC, ${BY_ID}`;
  if (order === "oldest") return Prisma.sql`${BEGAN_AT}, ${BY_ID}`;
  const byRank = Prisma.sql`a.rank DESC, a.last_event_at DESC, ${BY_ID}`;
  return status === "all" && desk === undefined ? Prisma.sql`(a.status = 'open') DESC, ${byRank}` : byRank;
}

const BY_ID = Prisma.sql`a.alert_id, a.tenancy_id`;

function afterCondition(order: AlertFilter["order"], after: Position): Prisma.Sql {
  const at = Prisma.sql`${after.at}::timestamptz`;
  const id = Prisma.sql`${after.alertId}, ${after.tenancyId}::int`;
  const later = Prisma.sql`(${BY_ID}) > (${id})`;
  if (order === "newest")
    return Prisma.sql`(a.last_event_at < ${at} OR (a.last_event_at = ${at} AND ${later}))`;
  if (order === "oldest") return Prisma.sql`(${BEGAN_AT}, ${BY_ID}) > (${at}, ${id})`;
  const key = Prisma.sql`(a.status = 'open', a.rank, a.last_event_at)`;
  const value = Prisma.sql`(${after.open}, ${after.rank}, ${at})`;
  return Prisma.sql`(${key} < ${value} OR (${key} = ${value} AND ${later}))`;
}

function toAlerts(rows: readonly object[], scopes: readonly Scope[]): StoredAlert[] {
  const now = new Date();
  const limits = new Map(scopes.map(({ id, within }): [number, AreaLimits] => [id, within]));
  return (rowsToText(rows) as Row[]).map((row) => {
    const { acknowledgedRank, snoozedAt, snoozedRank, ...alert } = row;
    const standing = judgeStanding({ ...alert, acknowledgedRank, snoozedAt, snoozedRank }, now);
    const { recovery, areas, tenancyId } = alert;
    const within = limits.get(tenancyId) ?? null;
    return {
      ...alert,
      ...standing,
      ...(standing.snoozed === null && { snoozedUntil: null, snoozedBy: null }),
      recovery: recovery && { since: utc(recovery.since), until: utc(recovery.until) },
      areas: areas
        .filter(({ path }) => isOpen(within, path))
        .map((place) => ({ ...place, until: place.until && utc(place.until) })),
    };
  });
}

/** An instant that the database wrote into JSON, RFC 3339 UTC. */
export const utc = (at: string) => new Date(at).toISOString();
