import "server-only";
import { INDEX_FACTS, INDICES } from "@/lib/core/indices";
import { getPool } from "@/lib/db/pool.server";
import { CHF_VALUE_COLUMNS } from "@/lib/plant-service/contract";
import { readCursor, writeCursor } from "./cursor";
import type { QueryRecord } from "./store.server";

type Cell = string | number | boolean | null;
export type RowPage = { columns: string[]; items: Record<string, Cell>[]; nextCursor: string | null };
type PageRequest = { limit: number; cursor?: string };

/** Bounds as the query was sent; an area takes in its descendants, by whole segments. $1 to $5 of both queries. */
const CHOSEN_AREAS = `
  SELECT id, path FROM control_areas
  WHERE tenancy_id = $1 AND ($4::text[] IS NULL OR EXISTS (
    SELECT FROM unnest($4::text[]) AS f (path)
    WHERE control_areas.path = f.path OR starts_with(control_areas.path, f.path || '#')))`;

const CHOSEN_JOBS = "SELECT id, job_id FROM jobs WHERE tenancy_id = $1 AND ($5::text IS NULL OR job_id = $5)";

function bounds(query: QueryRecord): unknown[] {
  const { from, to, controlAreaPathNames, jobId } = query.filters;
  // What "partial path" means to the service ends at a segment here: a last separator adds nothing.
  const paths = controlAreaPathNames?.map((path) => path.replace(/#+$/, ""));
  return [query.tenancyId, from, to, paths ?? null, jobId ?? null];
}

/**
 * A page of the stored rows that a query's filters select, oldest first.
 * @throws AppError `bad-request` on `cursor`
 */
export function pageOfRows(query: QueryRecord, page: PageRequest): Promise<RowPage> {
  return query.type === "indices" ? pageOfReadings(query, page) : pageOfMeasurements(query, page);
}

const INDEX_COLUMNS = ["timestampIso", "controlAreaPathName", "jobId", "indexName", "indexValue", "isFilled"];

/**
 * One row a value. Each area and job is looked up by the primary key and gives no more than a page, so that
 * a page costs the same in a table of any size. $6 begins the page, $7 is one more than its length.
 */
const READINGS = `
  WITH area AS MATERIALIZED (${CHOSEN_AREAS}), job AS MATERIALIZED (${CHOSEN_JOBS}), pair AS MATERIALIZED (
    SELECT ja.area_id, ja.job_id, area.path, job.job_id AS job
    FROM job_areas ja JOIN area ON area.id = ja.area_id JOIN job ON job.id = ja.job_id
    WHERE ja.tenancy_id = $1 AND ja.last_at >= $2 AND ja.first_at <= $3
  ), value AS (
    SELECT r.at, p.path, p.job, v.name, v.value,
      CASE WHEN r.unsure & v.bit <> 0 THEN NULL ELSE r.filled & v.bit <> 0 END AS filled
    FROM pair p
    CROSS JOIN LATERAL (
      SELECT * FROM readings r
      WHERE r.tenancy_id = $1 AND r.area_id = p.area_id AND r.job_id = p.job_id
        AND r.at >= greatest($2::timestamptz, $6::timestamptz) AND r.at <= $3
        AND (num_nonnulls(VALUES_WANTED) > 0)
      ORDER BY r.at LIMIT $7
    ) r
    CROSS JOIN LATERAL (VALUES ${INDICES.map(
      (name, bit) => `('${name}', r.${INDEX_FACTS[name].column}, ${1 << bit})`,
    ).join(", ")}) AS v (name, value, bit)
    WHERE v.value IS NOT NULL AND v.name = ANY($8)
    UNION ALL
    SELECT o.at, p.path, p.job, o.index_name, o.value, o.filled
    FROM pair p
    CROSS JOIN LATERAL (
      SELECT * FROM other_readings o
      WHERE o.tenancy_id = $1 AND o.area_id = p.area_id AND o.job_id = p.job_id
        AND o.at >= greatest($2::timestamptz, $6::timestamptz) AND o.at <= $3
      ORDER BY o.at LIMIT $7
    ) o
    WHERE $9
  )
  SELECT at, path, job, name, value, filled FROM value
  WHERE ($10 OR filled IS NOT TRUE)
    AND (at, path COLLATE "C", job COLLATE "C", name COLLATE "C") > ($6, $11, $12, $13)
  ORDER BY at, path COLLATE "C", job COLLATE "C", name COLLATE "C"
  LIMIT $7`;

type ReadingRow = {
  at: Date;
  path: string;
  job: string;
  name: string;
  value: number;
  filled: boolean | null;
};

async function pageOfReadings(query: QueryRecord, { limit, cursor }: PageRequest): Promise<RowPage> {
  const [at, path, job, name] = cursor
    ? readCursor(cursor, ["number", "string", "string", "string"])
    : [0, "", "", ""];
  const { indexNames, includeFilled = true } = query.filters;
  const wanted = INDICES.filter((each) => indexNames?.includes(each) ?? true);
  const columns = wanted.map((each) => `r.${INDEX_FACTS[each].column}`).join(", ");
  const { rows } = await getPool().query<ReadingRow>(READINGS.replace("VALUES_WANTED", columns), [
    ...bounds(query),
    new Date(Number(at)),
    limit + 1,
    wanted,
    indexNames === undefined,
    includeFilled,
    path,
    job,
    name,
  ]);
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    columns: INDEX_COLUMNS,
    items: rows.slice(0, limit).map(indexRow),
    nextCursor: last ? writeCursor([last.at.getTime(), last.path, last.job, last.name]) : null,
  };
}

function indexRow({ at, path, job, name, value, filled }: ReadingRow): Record<string, Cell> {
  return {
    timestampIso: at.toISOString(),
    controlAreaPathName: path,
    jobId: job,
    indexName: name,
    indexValue: value,
    isFilled: filled,
  };
}

const MEASUREMENT_COLUMNS = ["measurementId", "timestampIso", "deviceId", "controlAreaPathName", "jobId"];

/** $6 and $7 begin the page, $8 is one more than its length, $9 are the sensors. */
const MEASUREMENTS = `
  WITH area AS MATERIALIZED (${CHOSEN_AREAS}), job AS MATERIALIZED (${CHOSEN_JOBS})
  SELECT m.at, m.measurement_id, m.device_id, area.path, job.job_id AS job,
    ${CHF_VALUE_COLUMNS.map((column) => `m.${column}`).join(", ")}
  FROM measurements m JOIN area ON area.id = m.area_id JOIN job ON job.id = m.job_id
  WHERE m.tenancy_id = $1 AND m.at >= $2 AND m.at <= $3 AND m.at >= $6
    AND (m.at, m.measurement_id COLLATE "C") > ($6, $7)
    AND ($9::text[] IS NULL OR m.device_id = ANY($9))
  ORDER BY m.at, m.measurement_id COLLATE "C"
  LIMIT $8`;

type MeasuredRow = { at: Date; measurement_id: string; device_id: string; path: string; job: string };

async function pageOfMeasurements(query: QueryRecord, { limit, cursor }: PageRequest): Promise<RowPage> {
  const [at, id] = cursor ? readCursor(cursor, ["number", "string"]) : [0, ""];
  const { rows } = await getPool().query<MeasuredRow & Record<string, Cell>>(MEASUREMENTS, [
    ...bounds(query),
    new Date(Number(at)),
    id,
    limit + 1,
    query.filters.devices ?? null,
  ]);
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    columns: [...MEASUREMENT_COLUMNS, ...CHF_VALUE_COLUMNS],
    items: rows.slice(0, limit).map(measuredRow),
    nextCursor: last ? writeCursor([last.at.getTime(), last.measurement_id]) : null,
  };
}

function measuredRow(row: MeasuredRow & Record<string, Cell>): Record<string, Cell> {
  return {
    measurementId: row.measurement_id,
    timestampIso: row.at.toISOString(),
    deviceId: row.device_id,
    controlAreaPathName: row.path,
    jobId: row.job,
    ...Object.fromEntries(CHF_VALUE_COLUMNS.map((column) => [column, row[column] ?? null])),
  };
}
