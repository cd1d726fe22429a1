import "server-only";
import { z } from "zod";
import { cursorInstant, readCursor, writeCursor } from "@/lib/base/core/cursor";
import { getPool } from "@/lib/base/db/pool.server";
import { CHF_VALUE_COLUMNS } from "@/lib/service/contract";
import {
  boundsOf,
  CHOSEN_CAPTURES,
  CHOSEN_PAIRS,
  CHOSEN_PLACES,
  type ChosenValues,
  capturesOf,
  chosenValues,
} from "./chosen-store.server";
import { type MeasuredRow, measuredCells, type RowCells, type ValueRow, valueCells } from "./row-cells";
import type { QueryRecord } from "./store.server";

type RowPage = { items: RowCells[]; nextCursor: string | null };
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
 * instant that the last one ended in, so that a page costs the same in a table of any size. $7 begins the page,
 * $8 is one more than its length.
 */
const readingsSql = ({ values, count, shown, others }: ChosenValues) => `
  WITH ${CHOSEN_PAIRS}, value AS (
    SELECT r.at, p.path, p.job, v.name, v.value,
      CASE WHEN r.unsure & v.bit <> 0 THEN NULL ELSE r.filled & v.bit <> 0 END AS filled
    FROM pair p
    CROSS JOIN LATERAL (
      SELECT * FROM readings r
      WHERE r.tenancy_id = $1 AND r.area_id = p.area_id AND r.job_id = p.job_id
        AND r.at >= greatest(p.since, $7::timestamptz) AND r.at <= p.until AND ${count} > 0
      ORDER BY r.at LIMIT $8 + 1
    ) r
    CROSS JOIN LATERAL (VALUES ${values}) AS v (name, value, bit)
    WHERE v.value IS NOT NULL
    UNION ALL
    SELECT o.at, p.path, p.job, o.index_name, o.value, o.filled
    FROM pair p
    CROSS JOIN LATERAL (
      SELECT * FROM other_readings o
      WHERE o.tenancy_id = $1 AND o.area_id = p.area_id AND o.job_id = p.job_id
        AND o.at >= greatest(p.since, $7::timestamptz) AND o.at <= p.until
      ORDER BY o.at
    ) o
    WHERE ${others}
  )
  SELECT at, path, job, name, value, filled FROM value
  WHERE ${shown} AND (at, path COLLATE "C", job COLLATE "C", name COLLATE "C") > ($7, $9, $10, $11)
  ORDER BY at, path COLLATE "C", job COLLATE "C", name COLLATE "C"
  LIMIT $8`;

const READING_POSITION = z.tuple([cursorInstant, z.string(), z.string(), z.string()]);

async function pageOfReadings(query: QueryRecord, { limit, cursor }: PageRequest): Promise<RowPage> {
  const [at, path, job, name] = cursor ? readCursor(cursor, READING_POSITION) : [0, "", "", ""];
  const { rows } = await getPool().query<ValueRow>(readingsSql(chosenValues(query)), [
    ...boundsOf(query),
    new Date(at),
    limit + 1,
    path,
    job,
    name,
  ]);
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    items: rows.slice(0, limit).map(valueCells),
    nextCursor: last ? writeCursor([last.at.getTime(), last.path, last.job, last.name]) : null,
  };
}

/** $7 and $8 begin the page, $9 is one more than its length, $10 and $11 are the sensors and the light. */
const MEASUREMENTS = `
  WITH ${CHOSEN_PLACES}
  SELECT m.at, m.measurement_id, m.device_id, area.path, job.job_id AS job,
    ${CHF_VALUE_COLUMNS.map((column) => `m.${column}`).join(", ")}
  FROM measurements m JOIN area ON area.id = m.area_id JOIN job ON job.id = m.job_id
  WHERE m.tenancy_id = $1 AND m.at >= $2 AND m.at <= $3 AND m.at >= $7
    AND m.at >= area.since AND m.at <= area.until
    AND (m.at, m.measurement_id COLLATE "C") > ($7, $8)
    AND ${CHOSEN_CAPTURES("$10", "$11")}
  ORDER BY m.at, m.measurement_id COLLATE "C"
  LIMIT $9`;

const MEASUREMENT_POSITION = z.tuple([cursorInstant, z.string()]);

async function pageOfMeasurements(query: QueryRecord, { limit, cursor }: PageRequest): Promise<RowPage> {
  const [at, id] = cursor ? readCursor(cursor, MEASUREMENT_POSITION) : [0, ""];
  const { rows } = await getPool().query<MeasuredRow>(MEASUREMENTS, [
    ...boundsOf(query),
    new Date(at),
    id,
    limit + 1,
    ...capturesOf(query),
  ]);
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    items: rows.slice(0, limit).map(measuredCells),
    nextCursor: last ? writeCursor([last.at.getTime(), last.measurement_id]) : null,
  };
}
