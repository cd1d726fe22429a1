import "server-only";
import { AppError } from "@/lib/base/core/errors";
import { postgresCode } from "@/lib/base/db/error-code.server";
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

/** A part of a query's time, both ends inclusive, and which of its rows. */
export type RowWindow = { from: Date; to: Date; skip?: number; limit?: number };

/** Postgres gave up after its statement timeout. */
const TOO_LONG = "57014";

async function query<Row extends object>(text: string, values: unknown[]): Promise<Row[]> {
  try {
    return (await getPool().query<Row>(text, values)).rows;
  } catch (error) {
    if (postgresCode(error) !== TOO_LONG) throw error;
    throw new AppError(
      "unavailable",
      "These are too many rows to go through in a minute. Ask for a shorter period or fewer areas.",
      {
        cause: error,
      },
    );
  }
}

/** $7 and $8 are the window, $9 and $10 which of its rows. It reads the window alone, by the primary key. */
const valuesSql = ({ values, shown, others }: ChosenValues) => `
  WITH ${CHOSEN_PAIRS}, value AS (
    SELECT r.at, p.path, p.job, v.name, v.value,
      CASE WHEN r.unsure & v.bit <> 0 THEN NULL ELSE r.filled & v.bit <> 0 END AS filled
    FROM pair p
    JOIN readings r ON r.tenancy_id = $1 AND r.area_id = p.area_id AND r.job_id = p.job_id
      AND r.at >= greatest(p.since, $7::timestamptz) AND r.at <= least(p.until, $8::timestamptz)
    CROSS JOIN LATERAL (VALUES ${values}) AS v (name, value, bit)
    WHERE v.value IS NOT NULL
    UNION ALL
    SELECT o.at, p.path, p.job, o.index_name, o.value, o.filled
    FROM pair p
    JOIN other_readings o ON o.tenancy_id = $1 AND o.area_id = p.area_id AND o.job_id = p.job_id
      AND o.at >= greatest(p.since, $7::timestamptz) AND o.at <= least(p.until, $8::timestamptz)
    WHERE ${others}
  )
  SELECT at, path, job, name, value, filled FROM value WHERE ${shown}
  ORDER BY at, path COLLATE "C", job COLLATE "C", name COLLATE "C"
  OFFSET $9 LIMIT $10`;

/** As above; $11 and $12 are the sensors and the light. */
const MEASUREMENTS = `
  WITH ${CHOSEN_PLACES}
  SELECT m.at, m.measurement_id, m.device_id, area.path, job.job_id AS job,
    ${CHF_VALUE_COLUMNS.map((column) => `m.${column}`).join(", ")}
  FROM measurements m JOIN area ON area.id = m.area_id JOIN job ON job.id = m.job_id
  WHERE m.tenancy_id = $1
    AND m.at >= greatest($2::timestamptz, $7::timestamptz) AND m.at <= least($3::timestamptz, $8::timestamptz)
    AND m.at >= area.since AND m.at <= area.until
    AND ${CHOSEN_CAPTURES("$11", "$12")}
  ORDER BY m.at, m.measurement_id COLLATE "C"
  OFFSET $9 LIMIT $10`;

/** Stored rows of a part of a query's time, oldest first. */
export async function rowsWithin(record: QueryRecord, window: RowWindow): Promise<RowCells[]> {
  const { from, to, skip = 0, limit = null } = window;
  const values = [...boundsOf(record), from, to, skip, limit];
  if (record.type === "indices")
    return (await query<ValueRow>(valuesSql(chosenValues(record)), values)).map(valueCells);
  return (await query<MeasuredRow>(MEASUREMENTS, [...values, ...capturesOf(record)])).map(measuredCells);
}

/** Rows of an hour of UTC; `hour` counts them from 1970. */
export type HourOfRows = { hour: number; rows: number };

const HOUR_OF = (at: string) => `date_bin('1 hour', ${at}, timestamptz 'epoch')`;

const readingHoursSql = ({ count, shown, others }: ChosenValues) => `
  WITH ${CHOSEN_PAIRS}, hours AS (
    SELECT ${HOUR_OF("r.at")} AS at, sum(${count}) AS rows
    FROM pair p JOIN readings r ON r.tenancy_id = $1 AND r.area_id = p.area_id AND r.job_id = p.job_id
      AND r.at >= p.since AND r.at <= p.until
    GROUP BY 1
    UNION ALL
    SELECT ${HOUR_OF("o.at")}, count(*) FROM pair p
    JOIN (SELECT *, index_name AS name FROM other_readings) o
      ON o.tenancy_id = $1 AND o.area_id = p.area_id AND o.job_id = p.job_id AND o.at >= p.since AND o.at <= p.until
    WHERE ${others} AND ${shown}
    GROUP BY 1
  )
  SELECT (extract(epoch FROM at) / 3600)::int AS hour, sum(rows)::int AS rows
  FROM hours GROUP BY at HAVING sum(rows) > 0 ORDER BY at`;

const MEASUREMENT_HOURS = `
  WITH ${CHOSEN_PLACES}, hours AS (
    SELECT ${HOUR_OF("m.at")} AS at, count(*)::int AS rows
    FROM measurements m JOIN area ON area.id = m.area_id JOIN job ON job.id = m.job_id
    WHERE m.tenancy_id = $1 AND m.at >= $2 AND m.at <= $3 AND m.at >= area.since AND m.at <= area.until
      AND ${CHOSEN_CAPTURES("$7", "$8")}
    GROUP BY 1
  )
  SELECT (extract(epoch FROM at) / 3600)::int AS hour, rows FROM hours ORDER BY at`;

/**
 * How many stored rows a query selects in each hour of a part of its time that has any, oldest first.
 * @throws AppError `unavailable` when they are too many to be counted in time
 */
export function hoursOfRows(
  record: QueryRecord,
  { from, to }: { from: Date; to: Date },
): Promise<HourOfRows[]> {
  const part = { from: from.toISOString(), to: to.toISOString() };
  const bounds = boundsOf({ ...record, filters: { ...record.filters, ...part } });
  if (record.type === "indices") return query(readingHoursSql(chosenValues(record)), bounds);
  return query(MEASUREMENT_HOURS, [...bounds, ...capturesOf(record)]);
}
