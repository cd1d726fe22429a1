// History as the importer stores it: areas with their ancestors, jobs, readings, the daily roll-up.

import type pg from "pg";
import { INDEX_FACTS, INDICES, type IndexName } from "@/lib/base/core/indices";
import { nameOf, parentOf, segmentsOf, withAncestors } from "@/lib/base/core/paths";

export type Value = {
  area: string;
  job?: string;
  at: string | Date;
  index?: string;
  value: number;
  /** null: isFilled was absent. */
  filled?: boolean | null;
};

/** Stores areas without readings, ancestors included. */
export async function addAreas(pool: pg.Pool, tenancyId: number, paths: readonly string[]): Promise<void> {
  for (const path of new Set(paths.flatMap(withAncestors))) {
    await pool.query(
      `INSERT INTO control_areas (tenancy_id, path, name, depth, parent_id)
       VALUES ($1, $2, $3, $4, (SELECT id FROM control_areas WHERE tenancy_id = $1 AND path = $5))
       ON CONFLICT DO NOTHING`,
      [tenancyId, path, nameOf(path), segmentsOf(path).length - 1, parentOf(path)],
    );
  }
}

/** Stores values and recomputes the roll-up of the tenancy. */
export async function addValues(pool: pg.Pool, tenancyId: number, values: readonly Value[]): Promise<void> {
  await addAreas(pool, tenancyId, [...new Set(values.map((value) => value.area))]);
  for (const value of values) await addValue(pool, tenancyId, value);
  await rollUp(pool, tenancyId);
}

async function addValue(pool: pg.Pool, tenancyId: number, given: Value): Promise<void> {
  const { area, job = "JOB", at, index = "HEALTH", value, filled = false } = given;
  const { rows } = await pool.query<{ areaId: number; jobId: number }>(
    `WITH job AS (INSERT INTO jobs (tenancy_id, job_id) VALUES ($1, $3)
       ON CONFLICT (tenancy_id, job_id) DO UPDATE SET job_id = excluded.job_id RETURNING id)
     UPDATE control_areas SET has_readings = true FROM job WHERE tenancy_id = $1 AND path = $2
     RETURNING control_areas.id AS "areaId", job.id AS "jobId"`,
    [tenancyId, area, job],
  );
  const key = [tenancyId, rows[0]?.areaId, rows[0]?.jobId, at];
  await pool.query(
    `INSERT INTO job_areas (tenancy_id, area_id, job_id, first_at, last_at) VALUES ($1, $2, $3, $4, $4)
     ON CONFLICT (tenancy_id, area_id, job_id) DO UPDATE SET
       first_at = least(job_areas.first_at, excluded.first_at), last_at = greatest(job_areas.last_at, excluded.last_at)`,
    key,
  );
  const bit = INDICES.indexOf(index as IndexName);
  if (bit < 0) {
    await pool.query(
      "INSERT INTO other_readings (tenancy_id, area_id, job_id, at, index_name, value, filled) VALUES ($1, $2, $3, $4, $5, $6, $7)",
      [...key, index, value, filled],
    );
    return;
  }
  const { column } = INDEX_FACTS[index as IndexName];
  await pool.query(
    `INSERT INTO readings (tenancy_id, area_id, job_id, at, ${column}, filled, unsure) VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (tenancy_id, area_id, job_id, at) DO UPDATE SET ${column} = excluded.${column},
       filled = readings.filled | excluded.filled, unsure = readings.unsure | excluded.unsure`,
    [...key, value, filled === true ? 1 << bit : 0, filled === null ? 1 << bit : 0],
  );
}

/** The roll-up of a tenancy from its readings, in the days of its time zone. */
export async function rollUp(pool: pg.Pool, tenancyId: number): Promise<void> {
  await pool.query("DELETE FROM daily_readings WHERE tenancy_id = $1", [tenancyId]);
  for (const [bit, index] of INDICES.entries()) {
    const { column } = INDEX_FACTS[index];
    await pool.query(
      `INSERT INTO daily_readings (tenancy_id, area_id, job_id, index, day, sum, min, max, count, filled)
       SELECT r.tenancy_id, r.area_id, r.job_id, $2::int, (r.at AT TIME ZONE t.time_zone)::date AS day,
         sum(${column}::float8), min(${column}), max(${column}), count(*), count(*) FILTER (WHERE (r.filled >> $2::int) & 1 = 1)
       FROM readings r JOIN tenancies t ON t.id = r.tenancy_id
       WHERE r.tenancy_id = $1 AND ${column} IS NOT NULL
       GROUP BY r.tenancy_id, r.area_id, r.job_id, day`,
      [tenancyId, bit],
    );
  }
}

/** An open alert, in some areas. */
export async function addAlert(
  pool: pg.Pool,
  tenancyId: number,
  alert: { id: string; rank: number; paths: string[]; status?: "open" | "closed"; acknowledged?: boolean },
): Promise<void> {
  await pool.query(
    `INSERT INTO alerts (tenancy_id, alert_id, shape, rank, status, first_event_at, last_event_at, job_id, incomplete, notifications)
     VALUES ($1, $2, 'alert', $3, $4, now(), now(), 'JOB', false, 1)`,
    [tenancyId, alert.id, alert.rank, alert.status ?? "open"],
  );
  await pool.query(
    `INSERT INTO alert_places (tenancy_id, alert_id, area_id, certainty)
     SELECT tenancy_id, $2, id, 'inferred' FROM control_areas WHERE tenancy_id = $1 AND path = ANY($3)`,
    [tenancyId, alert.id, alert.paths],
  );
  if (alert.acknowledged)
    await pool.query(
      "INSERT INTO alert_handlings (tenancy_id, alert_id, acknowledged_at, acknowledged_by) VALUES ($1, $2, now(), 'R. Bakker')",
      [tenancyId, alert.id],
    );
}
