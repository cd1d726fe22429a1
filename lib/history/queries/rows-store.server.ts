import "server-only";
import { z } from "zod";
import { cursorInstant, readCursor, writeCursor } from "@/lib/base/core/cursor";
import { INDEX_FACTS, INDICES, type IndexName } from "@/lib/base/core/indices";
import { comparePaths } from "@/lib/base/core/natural-order";
import { unavailableOnTimeout } from "@/lib/base/db/error-code.server";
import { getPool } from "@/lib/base/db/pool.server";
import { getPrisma } from "@/lib/base/db/prisma.server";
import { CHF_VALUE_COLUMNS } from "@/lib/service/contract";
import type { Cell, StoredRow } from "./row-cells";
import type { QueryRecord } from "./store.server";

/**
 * The areas whose path starts as the query asks (docs/spec/service-interface.md "Filters"), and the sensors that
 * stand for an area only the service knew, between the first and the last row that the query brought of them.
 */
const AREAS = `
  SELECT id, path, timestamptz '-infinity' AS since, timestamptz 'infinity' AS until FROM control_areas
  WHERE tenancy_id = $1 AND ($4::text[] IS NULL OR EXISTS (
    SELECT FROM unnest($4::text[]) AS asked (start) WHERE starts_with(control_areas.path, asked.start)))
  UNION ALL
  SELECT c.id, c.path, s.first_at, s.last_at
  FROM query_sensors s JOIN control_areas c ON c.tenancy_id = s.tenancy_id AND c.path = s.path
  WHERE s.tenancy_id = $1 AND s.query_id = $6`;

const JOBS = "SELECT id, job_id FROM jobs WHERE tenancy_id = $1 AND ($5::text IS NULL OR job_id = $5)";

/** The query's areas and jobs as tables `area` and `job`; $1 to $6 are {@link boundsOf}. */
const PLACES = `area AS MATERIALIZED (${AREAS}), job AS MATERIALIZED (${JOBS})`;

/** {@link PLACES}, and `pair`: which job had readings in which area, the beginning of the readings' primary key. */
const PAIRS = `${PLACES}, pair AS MATERIALIZED (
    SELECT ja.area_id, ja.job_id, area.path, job.job_id AS job,
      greatest($2::timestamptz, area.since) AS since, least($3::timestamptz, area.until) AS until
    FROM job_areas ja JOIN area ON area.id = ja.area_id JOIN job ON job.id = ja.job_id
    WHERE ja.tenancy_id = $1 AND ja.last_at >= greatest($2::timestamptz, area.since)
      AND ja.first_at <= least($3::timestamptz, area.until)
  )`;

/** $1 to $6: tenancy, the period as sent, the beginnings of paths, the job, the query itself. */
function boundsOf(query: QueryRecord): unknown[] {
  const { from, to, controlAreaPathNames, jobId } = query.filters;
  return [query.tenancyId, from, to, controlAreaPathNames ?? null, jobId ?? null, query.id];
}

/**
 * Selects measurements `m` by sensor and light. No result says which light a measurement had: queries that asked by
 * light marked what came.
 */
const captured = (devices: string, daytime: string) =>
  `(${devices}::text[] IS NULL OR m.device_id = ANY(${devices})) AND (${daytime}::boolean IS NULL OR m.daytime = ${daytime})`;

/** The parameters of {@link captured}. */
const capturesOf = ({ filters }: QueryRecord) => [filters.devices ?? null, filters.isDaytime ?? null];

/** Which values of readings a query selects, as SQL over a row `r` of readings. */
type Selection = {
  /** Rows (name, value, bit) of the known indices. */
  values: string;
  /** How many of them a reading has. */
  count: string;
  /** Whether a value (name, filled) is selected. */
  isSelected: string;
  /** Whether indices outside the interface are selected. */
  others: boolean;
};

function selectionOf(query: QueryRecord): Selection {
  const { indexNames, includeFilled = true } = query.filters;
  const names = INDICES.filter((name) => indexNames?.includes(name) ?? true);
  const values = names.map((name) => `('${name}', r.${INDEX_FACTS[name].column}, ${bitOf(name)})`);
  return {
    values: values.join(", ") || "('', NULL::real, 0)",
    count: `(${names.map((name) => countSql(name, includeFilled)).join(" + ") || "0"})`,
    isSelected: includeFilled ? "TRUE" : `(filled IS NOT TRUE OR name IN (${DAILY}))`,
    others: indexNames === undefined,
  };
}

const bitOf = (name: IndexName) => 1 << INDICES.indexOf(name);

/** includeFilled has no effect on the daily integrals (docs/spec/service-interface.md "Interpolated values"). */
const DAILY = INDICES.filter((name) => INDEX_FACTS[name].daily)
  .map((name) => `'${name}'`)
  .join(", ");

function countSql(name: IndexName, includeFilled: boolean): string {
  const { column, daily } = INDEX_FACTS[name];
  const present = `r.${column} IS NOT NULL`;
  if (includeFilled || daily) return `(${present})::int`;
  return `(${present} AND r.filled & ~r.unsure & ${bitOf(name)} = 0)::int`;
}

type ValueRow = {
  at: Date;
  path: string;
  job: string;
  name: string;
  value: number;
  /** Null: the result did not say. */
  filled: boolean | null;
};

/** One row a value; `readings` and `others` join `r` and `o` to a pair `p`. */
const selectValues = (selection: Selection, readings: string, others: string) => `
  WITH ${PAIRS}, value AS (
    SELECT r.at, p.path, p.job, v.name, v.value,
      CASE WHEN r.unsure & v.bit <> 0 THEN NULL ELSE r.filled & v.bit <> 0 END AS filled
    FROM pair p ${readings}
    CROSS JOIN LATERAL (VALUES ${selection.values}) AS v (name, value, bit)
    WHERE v.value IS NOT NULL
    UNION ALL
    SELECT o.at, p.path, p.job, o.index_name, o.value, o.filled
    FROM pair p ${others}
    WHERE ${selection.others}
  )
  SELECT at, path, job, name, value, filled FROM value WHERE ${selection.isSelected}`;

const ofPair = (row: string) =>
  `${row}.tenancy_id = $1 AND ${row}.area_id = p.area_id AND ${row}.job_id = p.job_id`;

const VALUE_ORDER = `ORDER BY at, path COLLATE "C", job COLLATE "C", name COLLATE "C"`;

function fromValue({ at, path, job, name, value, filled }: ValueRow): StoredRow {
  const cells = {
    controlAreaPathName: path,
    jobId: job,
    indexName: name,
    indexValue: value,
    isFilled: filled,
  };
  return { at, cells };
}

type MeasurementRow = {
  at: Date;
  measurement_id: string;
  device_id: string;
  path: string;
  job: string;
} & Record<string, Cell | Date>;

const SELECT_MEASUREMENTS = `
  WITH ${PLACES}
  SELECT m.at, m.measurement_id, m.device_id, area.path, job.job_id AS job,
    ${CHF_VALUE_COLUMNS.map((column) => `m.${column}`).join(", ")}
  FROM measurements m JOIN area ON area.id = m.area_id JOIN job ON job.id = m.job_id
  WHERE m.tenancy_id = $1 AND m.at >= area.since AND m.at <= area.until`;

const MEASUREMENT_ORDER = `ORDER BY m.at, m.measurement_id COLLATE "C"`;

function fromMeasurement(row: MeasurementRow): StoredRow {
  const cells: StoredRow["cells"] = {
    measurementId: row.measurement_id,
    deviceId: row.device_id,
    controlAreaPathName: row.path,
    jobId: row.job,
  };
  for (const column of CHF_VALUE_COLUMNS) cells[column] = (row[column] ?? null) as Cell;
  return { at: row.at, cells };
}

type RowPage = { items: StoredRow[]; nextCursor: string | null };
type PageRequest = { limit: number; cursor?: string };

/**
 * A page of the stored rows that a query's filters select, oldest first.
 * @throws AppError `bad-request` on `cursor`
 */
export function pageOfRows(query: QueryRecord, page: PageRequest): Promise<RowPage> {
  return query.type === "indices" ? pageOfReadings(query, page) : pageOfMeasurements(query, page);
}

/**
 * Each area and job is looked up by the primary key and gives at most a page and the instant it ends in, so that a
 * page costs the same in a table of any size. $7, $9 to $11 are the position before the page, $8 is its length and one.
 */
const readingsPageSql = (selection: Selection) => `${selectValues(
  selection,
  `CROSS JOIN LATERAL (
      SELECT * FROM readings r
      WHERE ${ofPair("r")} AND r.at >= greatest(p.since, $7::timestamptz) AND r.at <= p.until
        AND ${selection.count} > 0
      ORDER BY r.at LIMIT $8 + 1
    ) r`,
  `CROSS JOIN LATERAL (
      SELECT * FROM other_readings o
      WHERE ${ofPair("o")} AND o.at >= greatest(p.since, $7::timestamptz) AND o.at <= p.until
      ORDER BY o.at
    ) o`,
)}
    AND (at, path COLLATE "C", job COLLATE "C", name COLLATE "C") > ($7, $9, $10, $11)
  ${VALUE_ORDER} LIMIT $8`;

const READING_POSITION = z.tuple([cursorInstant, z.string(), z.string(), z.string()]);

async function pageOfReadings(query: QueryRecord, { limit, cursor }: PageRequest): Promise<RowPage> {
  const [at, ...place] = cursor ? readCursor(cursor, READING_POSITION) : [0, "", "", ""];
  const { rows } = await getPool().query<ValueRow>(readingsPageSql(selectionOf(query)), [
    ...boundsOf(query),
    new Date(at),
    limit + 1,
    ...place,
  ]);
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    items: rows.slice(0, limit).map(fromValue),
    nextCursor: last ? writeCursor([last.at.getTime(), last.path, last.job, last.name]) : null,
  };
}

/** $7 and $8 are the position before the page, $9 is its length and one, $10 and $11 the sensors and the light. */
const MEASUREMENTS_PAGE = `${SELECT_MEASUREMENTS}
    AND m.at >= $2 AND m.at <= $3 AND m.at >= $7 AND (m.at, m.measurement_id COLLATE "C") > ($7, $8)
    AND ${captured("$10", "$11")}
  ${MEASUREMENT_ORDER} LIMIT $9`;

const MEASUREMENT_POSITION = z.tuple([cursorInstant, z.string()]);

async function pageOfMeasurements(query: QueryRecord, { limit, cursor }: PageRequest): Promise<RowPage> {
  const [at, id] = cursor ? readCursor(cursor, MEASUREMENT_POSITION) : [0, ""];
  const { rows } = await getPool().query<MeasurementRow>(MEASUREMENTS_PAGE, [
    ...boundsOf(query),
    new Date(at),
    id,
    limit + 1,
    ...capturesOf(query),
  ]);
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    items: rows.slice(0, limit).map(fromMeasurement),
    nextCursor: last ? writeCursor([last.at.getTime(), last.measurement_id]) : null,
  };
}

/** A part of a query's time, both ends inclusive, and which of its rows. */
export type RowWindow = { from: Date; to: Date; skip?: number; limit?: number };

/** $7 and $8 are the window, $9 and $10 which of its rows. It reads the window alone, by the primary key. */
const readingsWindowSql = (selection: Selection) => {
  const inWindow = (row: string) =>
    `${ofPair(row)} AND ${row}.at >= greatest(p.since, $7::timestamptz) AND ${row}.at <= least(p.until, $8::timestamptz)`;
  return `${selectValues(
    selection,
    `JOIN readings r ON ${inWindow("r")}`,
    `JOIN other_readings o ON ${inWindow("o")}`,
  )}
  ${VALUE_ORDER} OFFSET $9 LIMIT $10`;
};

/** As above; $11 and $12 are the sensors and the light. */
const MEASUREMENTS_WINDOW = `${SELECT_MEASUREMENTS}
    AND m.at >= greatest($2::timestamptz, $7::timestamptz) AND m.at <= least($3::timestamptz, $8::timestamptz)
    AND ${captured("$11", "$12")}
  ${MEASUREMENT_ORDER} OFFSET $9 LIMIT $10`;

/**
 * Stored rows of a part of a query's time, oldest first.
 * @throws AppError `unavailable` when reading them takes too long
 */
export async function rowsInWindow(query: QueryRecord, window: RowWindow): Promise<StoredRow[]> {
  const { from, to, skip = 0, limit = null } = window;
  const values = [...boundsOf(query), from, to, skip, limit];
  if (query.type === "indices")
    return (await runInTime<ValueRow>(readingsWindowSql(selectionOf(query)), values)).map(fromValue);
  const rows = await runInTime<MeasurementRow>(MEASUREMENTS_WINDOW, [...values, ...capturesOf(query)]);
  return rows.map(fromMeasurement);
}

const TOO_MANY =
  "These are too many rows to go through in a minute. Ask for a shorter period or fewer areas.";

async function runInTime<Row extends object>(sql: string, values: unknown[]): Promise<Row[]> {
  return unavailableOnTimeout(TOO_MANY, async () => (await getPool().query<Row>(sql, values)).rows);
}

/** Number of rows in an hour of UTC; hours count from 1970. */
export type HourOfRows = { hour: number; rows: number };

const HOUR_OF = (at: string) => `date_bin('1 hour', ${at}, timestamptz 'epoch')`;

const readingHoursSql = ({ count, isSelected, others }: Selection) => `
  WITH ${PAIRS}, hours AS (
    SELECT ${HOUR_OF("r.at")} AS at, sum(${count}) AS rows
    FROM pair p JOIN readings r ON ${ofPair("r")} AND r.at >= p.since AND r.at <= p.until
    GROUP BY 1
    UNION ALL
    SELECT ${HOUR_OF("o.at")}, count(*) FROM pair p
    JOIN (SELECT *, index_name AS name FROM other_readings) o
      ON ${ofPair("o")} AND o.at >= p.since AND o.at <= p.until
    WHERE ${others} AND ${isSelected}
    GROUP BY 1
  )
  SELECT (extract(epoch FROM at) / 3600)::int AS hour, sum(rows)::int AS rows
  FROM hours GROUP BY at HAVING sum(rows) > 0 ORDER BY at`;

const MEASUREMENT_HOURS = `
  WITH ${PLACES}, hours AS (
    SELECT ${HOUR_OF("m.at")} AS at, count(*)::int AS rows
    FROM measurements m JOIN area ON area.id = m.area_id JOIN job ON job.id = m.job_id
    WHERE m.tenancy_id = $1 AND m.at >= $2 AND m.at <= $3 AND m.at >= area.since AND m.at <= area.until
      AND ${captured("$7", "$8")}
    GROUP BY 1
  )
  SELECT (extract(epoch FROM at) / 3600)::int AS hour, rows FROM hours ORDER BY at`;

/**
 * How many stored rows a query selects in each hour of a part of its time, oldest first; hours without rows are left out.
 * @throws AppError `unavailable` when counting them takes too long
 */
export function hoursOfRows(
  query: QueryRecord,
  { from, to }: { from: Date; to: Date },
): Promise<HourOfRows[]> {
  const part = { from: from.toISOString(), to: to.toISOString() };
  const bounds = boundsOf({ ...query, filters: { ...query.filters, ...part } });
  if (query.type === "indices") return runInTime(readingHoursSql(selectionOf(query)), bounds);
  return runInTime(MEASUREMENT_HOURS, [...bounds, ...capturesOf(query)]);
}

/** The areas in which a query may have rows, in the order of the tree. */
export async function areasWithRows(query: QueryRecord): Promise<{ path: string }[]> {
  const { rows } = await getPool().query<{ path: string }>(
    `WITH ${PAIRS} SELECT DISTINCT path FROM pair`,
    boundsOf(query),
  );
  return rows.sort((a, b) => comparePaths(a.path, b.path));
}

/** The rejected rows of a query, by line. */
export async function listRejects(
  tenancyId: number,
  queryId: string,
): Promise<{ line: number; reason: string; text: string }[]> {
  return getPrisma().rejectedRow.findMany({
    where: { tenancyId, queryId },
    orderBy: { line: "asc" },
    select: { line: true, reason: true, text: true },
  });
}
