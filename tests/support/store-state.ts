// The importer's stored rows, with names instead of ids: equal for equal results, however they were loaded.

import type pg from "pg";

const PLACED = "JOIN control_areas a ON a.id = r.area_id JOIN jobs j ON j.id = r.job_id";
const WITHOUT_PLACE = "to_jsonb(r) - '{tenancy_id,area_id,job_id}'::text[]";

const TABLES: Record<string, string> = {
  readings: `SELECT a.path, j.job_id AS job, ${WITHOUT_PLACE} AS row FROM readings r ${PLACED} ORDER BY 1, 2, r.at`,
  otherReadings: `SELECT a.path, j.job_id AS job, ${WITHOUT_PLACE} AS row FROM other_readings r ${PLACED}
    ORDER BY 1, 2, r.index_name, r.at`,
  dailyReadings: `SELECT a.path, j.job_id AS job, ${WITHOUT_PLACE} AS row FROM daily_readings r ${PLACED}
    ORDER BY 1, 2, r.index, r.day`,
  measurements: `SELECT a.path, j.job_id AS job, ${WITHOUT_PLACE} AS row FROM measurements r ${PLACED}
    ORDER BY 1, 2, r.measurement_id`,
  jobAreas: `SELECT a.path, j.job_id AS job, ${WITHOUT_PLACE} AS row FROM job_areas r ${PLACED} ORDER BY 1, 2`,
  unknownIndices: "SELECT name, rows::int FROM unknown_indices ORDER BY 1",
  areas: `SELECT c.path, c.name, c.depth, c.has_readings, p.path AS parent
    FROM control_areas c LEFT JOIN control_areas p ON p.id = c.parent_id ORDER BY 1`,
  newest: "SELECT type, last_reading_at FROM sync_states ORDER BY 1",
  queries: `SELECT status, bytes::int, stored, empty, rejected, added, improved, changed, unchanged, unknown_columns,
    unrequested, checkpoint FROM queries ORDER BY created_at, id`,
  sensors: "SELECT path, first_at, last_at FROM query_sensors ORDER BY path",
  rejectedRows: "SELECT line, reason, text FROM rejected_rows ORDER BY line",
};

export type StoreState = Record<string, { rows: number; sample: unknown[]; digest: string }>;

/** The contents of a database with one tenancy: row count, first rows and a digest of each table. */
export async function readStoreState(client: pg.ClientBase | pg.Pool): Promise<StoreState> {
  const state: StoreState = {};
  for (const [name, sql] of Object.entries(TABLES)) {
    const { rows } = await client.query<{ rows: number; sample: unknown[] | null; digest: string | null }>(
      `SELECT count(*)::int AS rows, md5(string_agg(to_jsonb(t)::text, E'\\n')) AS digest,
         (SELECT jsonb_agg(s) FROM (${sql} LIMIT 3) s) AS sample
       FROM (${sql}) t`,
    );
    const { rows: count = 0, sample, digest } = rows[0] ?? {};
    state[name] = { rows: count, sample: sample ?? [], digest: digest ?? "" };
  }
  return state;
}
