import "server-only";
import { z } from "zod";
import { Prisma } from "@/generated/prisma/client";
import { cursorInstant, readCursor, writeCursor } from "@/lib/base/core/cursor";
import { INDEX_FACTS, INDICES, type IndexName } from "@/lib/base/core/indices";
import { comparePaths } from "@/lib/base/core/natural-order";
import { unavailableOnTimeout } from "@/lib/base/db/error-code.server";
import { getPrisma } from "@/lib/base/db/prisma.server";
import { CHF_VALUE_COLUMNS, type QueryType } from "@/lib/service/contract";
import type { RowCells, StoredRow } from "./row-cells";
import type { QueryRecord } from "./store.server";

const { sql, raw, join, empty } = Prisma;

/** A part of a query's time, both ends inclusive. */
type Period = { from: Date; to: Date };

/** The period of a query as it was sent. */
const periodOf = ({ filters, createdAt }: QueryRecord): Period => ({
  from: new Date(filters.from ?? 0),
  to: new Date(filters.to ?? createdAt),
});

function overlap(query: QueryRecord, { from, to }: Period): Period {
  const whole = periodOf(query);
  return { from: from > whole.from ? from : whole.from, to: to < whole.to ? to : whole.to };
}

/**
 * The query's areas and jobs as tables `area` and `job`. Areas are those whose path starts with a requested one
 * (docs/spec/service-interface.md "Filters"), and the sensors that stand for an area only the service knew, between
 * their first and last row in the query's result.
 */
function places({ id, tenancyId, filters }: QueryRecord): Prisma.Sql {
  const { controlAreaPathNames: starts = null, jobId = null } = filters;
  return sql`area AS MATERIALIZED (
      SELECT id, path, timestamptz '-infinity' AS since, timestamptz 'infinity' AS until FROM control_areas
      WHERE tenancy_id = ${tenancyId} AND (${starts}::text[] IS NULL OR EXISTS (
        SELECT FROM unnest(${starts}::text[]) AS asked (start) WHERE starts_with(control_areas.path, asked.start)))
      UNION ALL
      SELECT c.id, c.path, s.first_at, s.last_at
      FROM query_sensors s JOIN control_areas c ON c.tenancy_id = s.tenancy_id AND c.path = s.path
      WHERE s.tenancy_id = ${tenancyId} AND s.query_id = ${id}
    ), job AS MATERIALIZED (
      SELECT id, job_id FROM jobs WHERE tenancy_id = ${tenancyId} AND (${jobId}::text IS NULL OR job_id = ${jobId})
    )`;
}

/** {@link places}, and `pair`: which job had readings in which area, the beginning of the readings' primary key. */
const pairs = (query: QueryRecord, { from, to }: Period) => sql`${places(query)}, pair AS MATERIALIZED (
      SELECT ja.area_id, ja.job_id, area.path, job.job_id AS job,
        greatest(${from}::timestamptz, area.since) AS since, least(${to}::timestamptz, area.until) AS until
      FROM job_areas ja JOIN area ON area.id = ja.area_id JOIN job ON job.id = ja.job_id
      WHERE ja.tenancy_id = ${query.tenancyId} AND ja.last_at >= greatest(${from}::timestamptz, area.since)
        AND ja.first_at <= least(${to}::timestamptz, area.until)
    )`;

/** Matches rows `r` of a table of readings to a pair `p`. */
const ofPair = ({ tenancyId }: QueryRecord) =>
  sql`r.tenancy_id = ${tenancyId} AND r.area_id = p.area_id AND r.job_id = p.job_id AND r.at >= p.since AND r.at <= p.until`;

/**
 * Measurements `m` that a query selects, with `area` and `job`. No result says in which light a measurement was
 * captured, so queries that filter by light mark the measurements that they load.
 */
function measurements(query: QueryRecord, { from, to }: Period): Prisma.Sql {
  const { devices = null, isDaytime = null } = query.filters;
  return sql`FROM measurements m JOIN area ON area.id = m.area_id JOIN job ON job.id = m.job_id
    WHERE m.tenancy_id = ${query.tenancyId} AND m.at >= ${from} AND m.at <= ${to}
      AND m.at >= area.since AND m.at <= area.until
      AND (${devices}::text[] IS NULL OR m.device_id = ANY(${devices}::text[]))
      AND (${isDaytime}::boolean IS NULL OR m.daytime = ${isDaytime})`;
}

/** The known indices that a query selects. */
const namesOf = ({ filters }: QueryRecord) =>
  INDICES.filter((name) => filters.indexNames?.includes(name) ?? true);

const bitOf = (name: IndexName) => 1 << INDICES.indexOf(name);

/** SQL for the number of values of a reading `r` that a query selects. */
function countOf(query: QueryRecord): Prisma.Sql {
  const counts = namesOf(query).map((name) => {
    const { column, daily } = INDEX_FACTS[name];
    const isAny = daily || query.filters.includeFilled !== false;
    const isMeasured = isAny ? empty : sql`AND r.filled & ~r.unsure & ${raw(`${bitOf(name)}`)} = 0`;
    return sql`(r.${raw(column)} IS NOT NULL ${isMeasured})::int`;
  });
  return counts.length > 0 ? sql`(${join(counts, " + ")})` : sql`0`;
}

/** The values of a reading `r` as rows (name, value, bit). */
function valuesOf(query: QueryRecord): Prisma.Sql {
  const values = namesOf(query).map((name) => `('${name}', r.${INDEX_FACTS[name].column}, ${bitOf(name)})`);
  return raw(`VALUES ${values.join(", ") || "('', NULL::real, 0)"}`);
}

/** includeFilled has no effect on the daily integrals (docs/spec/service-interface.md "Interpolated values"). */
const DAILY = INDICES.filter((name) => INDEX_FACTS[name].daily);

/** Selects values (index_name, filled). */
const isSelected = ({ filters }: QueryRecord) =>
  filters.includeFilled === false ? sql`(filled IS NOT TRUE OR index_name IN (${join(DAILY)}))` : sql`TRUE`;

/** Indices outside the interface are selected unless the query names indices. */
const selectsOthers = ({ filters }: QueryRecord) => filters.indexNames === undefined;

/** The columns that order rows of the same instant. */
const KEYS = { indices: ["controlAreaPathName", "jobId", "indexName"], chf: ["measurementId"] } as const;

/** Which rows to read, oldest first; by default all of the period. */
type RowRange = Period & { skip?: number; limit?: number; after?: Position };
/** Epoch milliseconds of a row, and its {@link KEYS}. */
type Position = [number, ...string[]];

/**
 * SQL for one row per value. A limit applies to each area and job, so that a page costs the same in a table of any
 * size.
 */
function valueRows(query: QueryRecord, { skip = 0, limit, after, ...period }: RowRange): Prisma.Sql {
  // One more: the instant of the position may be read in part.
  const end = limit === undefined ? empty : sql`ORDER BY r.at LIMIT ${skip + limit + 1}`;
  return sql`WITH ${pairs(query, period)}, value AS (
      SELECT r.at, p.path, p.job, v.index_name, v.value,
        CASE WHEN r.unsure & v.bit <> 0 THEN NULL ELSE r.filled & v.bit <> 0 END AS filled
      FROM pair p
      CROSS JOIN LATERAL (SELECT * FROM readings r WHERE ${ofPair(query)} AND ${countOf(query)} > 0 ${end}) r
      CROSS JOIN LATERAL (${valuesOf(query)}) AS v (index_name, value, bit)
      WHERE v.value IS NOT NULL
      UNION ALL
      SELECT r.at, p.path, p.job, r.index_name, r.value, r.filled
      FROM pair p JOIN other_readings r ON ${ofPair(query)}
      WHERE ${selectsOthers(query)}
    ), stored AS (
      SELECT at, path COLLATE "C" AS "controlAreaPathName", job COLLATE "C" AS "jobId",
        index_name COLLATE "C" AS "indexName", value AS "indexValue", filled AS "isFilled"
      FROM value WHERE ${isSelected(query)}
    )
    SELECT * FROM stored`;
}

/** One row for each measurement. */
const measurementRows = (query: QueryRecord, period: Period) => sql`WITH ${places(query)}, stored AS (
      SELECT m.at, m.measurement_id COLLATE "C" AS "measurementId", m.device_id AS "deviceId",
        area.path AS "controlAreaPathName", job.job_id AS "jobId",
        ${raw(CHF_VALUE_COLUMNS.map((column) => `m.${column}`).join(", "))}
      ${measurements(query, period)}
    )
    SELECT * FROM stored`;

const TOO_MANY =
  "These are too many rows to go through in a minute. Ask for a shorter period or fewer areas.";

const runInTime = <Row extends object>(statement: Prisma.Sql) =>
  unavailableOnTimeout(TOO_MANY, () => getPrisma().$queryRaw<Row[]>(statement));

/**
 * Stored rows of a part of a query's time, oldest first.
 * @throws AppError `unavailable` when reading them takes too long
 */
export async function rowsInWindow(query: QueryRecord, range: RowRange): Promise<StoredRow[]> {
  const { skip = 0, limit = null, after } = range;
  const clamped = { ...range, ...overlap(query, range) };
  const order = raw(["at", ...KEYS[query.type].map((key) => `"${key}"`)].join(", "));
  const beyond = after && sql`WHERE (${order}) > (${new Date(after[0])}, ${join(after.slice(1))})`;
  const rows = await runInTime<RowCells & { at: Date }>(
    sql`${query.type === "indices" ? valueRows(query, clamped) : measurementRows(query, clamped)}
      ${beyond ?? empty} ORDER BY ${order} OFFSET ${skip} LIMIT ${limit}`,
  );
  return rows.map(({ at, ...cells }) => ({ at, cells }));
}

/**
 * A page of the stored rows that a query's filters select, oldest first.
 * @throws AppError `bad-request` on `cursor`, `unavailable` as {@link rowsInWindow}
 */
export async function pageOfRows(
  query: QueryRecord,
  { limit, cursor }: { limit: number; cursor?: string },
): Promise<{ items: StoredRow[]; nextCursor: string | null }> {
  const after = cursor === undefined ? undefined : readCursor(cursor, POSITIONS[query.type]);
  const period = periodOf(query);
  const from = after ? new Date(after[0]) : period.from;
  const rows = await rowsInWindow(query, { ...period, from, limit: limit + 1, after });
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  const keys = KEYS[query.type].map((key) => String(last?.cells[key] ?? ""));
  return { items: rows.slice(0, limit), nextCursor: last ? writeCursor([last.at.getTime(), ...keys]) : null };
}

const POSITIONS: Record<QueryType, z.ZodType<Position>> = {
  indices: z.tuple([cursorInstant, z.string(), z.string(), z.string()]),
  chf: z.tuple([cursorInstant, z.string()]),
};

/** Stored rows in an hour of UTC; hours count from 1970. */
export type HourOfRows = { hour: number; rows: number };

const hourOf = (row: string) => raw(`date_bin('1 hour', ${row}.at, timestamptz 'epoch')`);

/**
 * Counts the stored rows that a query selects by hour, in a part of its period, oldest first; empty hours are left out.
 * @throws AppError `unavailable` when counting them takes too long
 */
export function hoursOfRows(query: QueryRecord, part: Period): Promise<HourOfRows[]> {
  const period = overlap(query, part);
  const counted =
    query.type === "indices"
      ? sql`WITH ${pairs(query, period)}, hours AS (
          SELECT ${hourOf("r")} AS at, sum(${countOf(query)}) AS rows
          FROM pair p JOIN readings r ON ${ofPair(query)} GROUP BY 1
          UNION ALL
          SELECT ${hourOf("r")}, count(*) FROM pair p JOIN other_readings r ON ${ofPair(query)}
          WHERE ${selectsOthers(query)} AND ${isSelected(query)} GROUP BY 1)`
      : sql`WITH ${places(query)}, hours AS (
          SELECT ${hourOf("m")} AS at, count(*) AS rows ${measurements(query, period)} GROUP BY 1)`;
  return runInTime<HourOfRows>(sql`${counted}
    SELECT (extract(epoch FROM at) / 3600)::int AS hour, sum(rows)::int AS rows
    FROM hours GROUP BY at HAVING sum(rows) > 0 ORDER BY at`);
}

/** The areas in which a query may have rows, in the order of the tree. */
export async function areasWithRows(query: QueryRecord): Promise<{ path: string }[]> {
  const rows = await getPrisma().$queryRaw<{ path: string }[]>(
    sql`WITH ${pairs(query, periodOf(query))} SELECT DISTINCT path FROM pair`,
  );
  return rows.sort((a, b) => comparePaths(a.path, b.path));
}

/** The names of the indices outside the interface that a query selects, in order. */
export async function otherIndexNames(query: QueryRecord): Promise<string[]> {
  if (query.type !== "indices" || !selectsOthers(query)) return [];
  const rows = await runInTime<{ name: string }>(sql`WITH ${pairs(query, periodOf(query))}
    SELECT DISTINCT r.index_name COLLATE "C" AS name FROM pair p JOIN other_readings r ON ${ofPair(query)}
    ORDER BY name`);
  return rows.map(({ name }) => name);
}

/** The rejected rows of a query, by line. */
export function listRejects(tenancyId: number, queryId: string) {
  return getPrisma().rejectedRow.findMany({
    where: { tenancyId, queryId },
    orderBy: { line: "asc" },
    select: { line: true, reason: true, text: true },
  });
}
