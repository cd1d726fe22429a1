import "server-only";
import { getPool } from "@/lib/db/pool.server";
import { CHF_VALUE_COLUMNS } from "@/lib/plant-service/contract";
import {
  boundsOf,
  CHOSEN_PAIRS,
  CHOSEN_PLACES,
  type ChosenValues,
  chosenValues,
} from "./chosen-store.server";
import { readCursor, writeCursor } from "./cursor";
import {
  type MeasuredRow,
  measuredCells,
  type RowCells,
  rowColumnsOf,
  type ValueRow,
  valueCells,
} from "./row-cells";
import type { QueryRecord } from "./store.server";

type RowPage = { columns: string[]; items: RowCells[]; nextCursor: string | null };
type PageRequest = { limit: number; cursor?: string };

/**
 * A page of the stored rows that a query's filters select, oldest first.
 * @throws AppError `bad-request` on `cursor`
 */
export function pageOfRows(query: QueryRecord, page: PageRequest): Promise<RowPage> {
  return query.type === "indices" ? pageOfReadings(query, page) : pageOfMeasurements(query, page);
}

/**
 * One row a value. Each area and job is looked up by the primary key and gives no more than a page and the
 * instant that the last one ended in, so that a page costs the same in a table of any size. $6 begins the page,
 * $7 is one more than its length.
 */
const readingsSql = ({ values, count, shown, others }: ChosenValues) => `
  WITH ${CHOSEN_PAIRS}, value AS (
    SELECT r.at, p.path, p.job, v.name, v.value,
      CASE WHEN r.unsure & v.bit <> 0 THEN NULL ELSE r.filled & v.bit <> 0 END AS filled
    FROM pair p
    CROSS JOIN LATERAL (
      SELECT * FROM readings r
      WHERE r.tenancy_id = $1 AND r.area_id = p.area_id AND r.job_id = p.job_id
        AND r.at >= greatest($2::timestamptz, $6::timestamptz) AND r.at <= $3 AND ${count} > 0
      ORDER BY r.at LIMIT $7 + 1
    ) r
    CROSS JOIN LATERAL (VALUES ${values}) AS v (name, value, bit)
    WHERE v.value IS NOT NULL
    UNION ALL
    SELECT o.at, p.path, p.job, o.index_name, o.value, o.filled
    FROM pair p
    CROSS JOIN LATERAL (
      SELECT * FROM other_readings o
      WHERE o.tenancy_id = $1 AND o.area_id = p.area_id AND o.job_id = p.job_id
        AND o.at >= greatest($2::timestamptz, $6::timestamptz) AND o.at <= $3
      ORDER BY o.at
    ) o
    WHERE ${others}
  )
  SELECT at, path, job, name, value, filled FROM value
  WHERE ${shown} AND (at, path COLLATE "C", job COLLATE "C", name COLLATE "C") > ($6, $8, $9, $10)
  ORDER BY at, path COLLATE "C", job COLLATE "C", name COLLATE "C"
  LIMIT $7`;

async function pageOfReadings(query: QueryRecord, { limit, cursor }: PageRequest): Promise<RowPage> {
  const [at, path, job, name] = cursor
    ? readCursor(cursor, ["number", "string", "string", "string"])
    : [0, "", "", ""];
  const { rows } = await getPool().query<ValueRow>(readingsSql(chosenValues(query)), [
    ...boundsOf(query),
    new Date(Number(at)),
    limit + 1,
    path,
    job,
    name,
  ]);
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    columns: rowColumnsOf("indices"),
    items: rows.slice(0, limit).map(valueCells),
    nextCursor: last ? writeCursor([last.at.getTime(), last.path, last.job, last.name]) : null,
  };
}

/** $6 and $7 begin the page, $8 is one more than its length, $9 are the sensors. */
const MEASUREMENTS = `
  WITH ${CHOSEN_PLACES}
  SELECT m.at, m.measurement_id, m.device_id, area.path, job.job_id AS job,
    ${CHF_VALUE_COLUMNS.map((column) => `m.${column}`).join(", ")}
  FROM measurements m JOIN area ON area.id = m.area_id JOIN job ON job.id = m.job_id
  WHERE m.tenancy_id = $1 AND m.at >= $2 AND m.at <= $3 AND m.at >= $6
    AND (m.at, m.measurement_id COLLATE "C") > ($6, $7)
    AND ($9::text[] IS NULL OR m.device_id = ANY($9))
  ORDER BY m.at, m.measurement_id COLLATE "C"
  LIMIT $8`;

async function pageOfMeasurements(query: QueryRecord, { limit, cursor }: PageRequest): Promise<RowPage> {
  const [at, id] = cursor ? readCursor(cursor, ["number", "string"]) : [0, ""];
  const { rows } = await getPool().query<MeasuredRow>(MEASUREMENTS, [
    ...boundsOf(query),
    new Date(Number(at)),
    id,
    limit + 1,
    query.filters.devices ?? null,
  ]);
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    columns: rowColumnsOf("chf"),
    items: rows.slice(0, limit).map(measuredCells),
    nextCursor: last ? writeCursor([last.at.getTime(), last.measurement_id]) : null,
  };
}
