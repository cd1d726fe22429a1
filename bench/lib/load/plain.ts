// Loads one result file by the simplest SQL, as a baseline for the importer.

import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { INDEX_FACTS, INDICES } from "@/lib/base/core/indices";

const column = (index: (typeof INDICES)[number]) => INDEX_FACTS[index].column;
const BY_HAND = `
  INSERT INTO control_areas (tenancy_id, path, name, depth, has_readings)
    SELECT DISTINCT 1, path, path, 0, true FROM staging ON CONFLICT DO NOTHING;
  INSERT INTO jobs (tenancy_id, job_id) SELECT DISTINCT 1, job FROM staging ON CONFLICT DO NOTHING;
  INSERT INTO readings AS r (tenancy_id, area_id, job_id, at, ${INDICES.map(column).join(", ")}, filled)
  SELECT 1, a.id, j.id, s.at::timestamptz,
    ${INDICES.map((index) => `max(s.value::real) FILTER (WHERE s.name = '${index}')`).join(", ")},
    bit_or(CASE WHEN s.filled = 'TRUE' THEN CASE s.name ${INDICES.map(
      (index, bit) => `WHEN '${index}' THEN ${1 << bit}`,
    ).join(" ")} ELSE 0 END ELSE 0 END)
  FROM staging s JOIN control_areas a ON a.tenancy_id = 1 AND a.path = s.path
    JOIN jobs j ON j.tenancy_id = 1 AND j.job_id = s.job
  GROUP BY a.id, j.id, s.at::timestamptz
  ON CONFLICT (tenancy_id, area_id, job_id, at) DO UPDATE SET
    ${INDICES.map((index) => `${column(index)} = coalesce(excluded.${column(index)}, r.${column(index)})`).join(", ")},
    filled = excluded.filled`;

/** COPY, staging and upsert, without roll-up, rules or progress. */
export async function loadPlainly(client: pg.Client, file: string): Promise<void> {
  await client.query("BEGIN");
  await client.query(
    `CREATE TEMP TABLE staging (statement text, record text, timestamp text, at text, path text, job text,
       name text, value text, filled text) ON COMMIT DROP`,
  );
  const copy = client.query(copyFrom("COPY staging FROM STDIN (FORMAT csv, HEADER)"));
  await pipeline(createReadStream(file, { highWaterMark: 256 * 1024 }), copy);
  await client.query(BY_HAND);
  await client.query("COMMIT");
}

/** Empties the importer's tables, so that each load starts from the same state. */
export async function emptyStore(client: pg.Client): Promise<void> {
  await client.query(
    "TRUNCATE readings, daily_readings, roll_ups, job_areas, control_areas, jobs RESTART IDENTITY",
  );
  await client.query("CHECKPOINT");
}

/** Counts the stored values. */
export async function countValues(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ values: string }>(
    `SELECT sum(num_nonnulls(${INDICES.map(column).join(", ")})) AS values FROM readings`,
  );
  return Number(rows[0]?.values);
}
