import "server-only";
import { INDEX_FACTS, INDICES } from "@/lib/base/core/indices";
import { getPool } from "@/lib/base/db/pool.server";
import type { DayCount } from "./strips";

export type CoveredArea = { id: number; path: string; firstAt: Date; lastAt: Date };

/** The areas that have readings of their own, or those of a path and below it, in no order. */
export async function readCoveredAreas(tenancyId: number, path: string | null): Promise<CoveredArea[]> {
  const { rows } = await getPool().query<CoveredArea>(
    `SELECT a.id, a.path, min(j.first_at) AS "firstAt", max(j.last_at) AS "lastAt"
     FROM control_areas a JOIN job_areas j ON j.tenancy_id = a.tenancy_id AND j.area_id = a.id
     WHERE a.tenancy_id = $1 AND a.has_readings
       AND ($2::text IS NULL OR a.path = $2 OR starts_with(a.path, $2 || '#'))
     GROUP BY a.id, a.path`,
    [tenancyId, path],
  );
  return rows;
}

/** The areas that have ChF measurements of their own, or those of a path and below it, in no order. */
export async function readMeasuredAreas(tenancyId: number, path: string | null): Promise<CoveredArea[]> {
  const { rows } = await getPool().query<CoveredArea>(
    `SELECT a.id, a.path, m.first AS "firstAt", m.last AS "lastAt"
     FROM control_areas a CROSS JOIN LATERAL (
       SELECT min(at) AS first, max(at) AS last FROM measurements WHERE tenancy_id = a.tenancy_id AND area_id = a.id) m
     WHERE a.tenancy_id = $1 AND m.first IS NOT NULL
       AND ($2::text IS NULL OR a.path = $2 OR starts_with(a.path, $2 || '#'))`,
    [tenancyId, path],
  );
  return rows;
}

/** Whether a tenancy has any ChF measurement. */
export async function hasMeasurements(tenancyId: number): Promise<boolean> {
  const { rows } = await getPool().query("SELECT FROM measurements WHERE tenancy_id = $1 LIMIT 1", [
    tenancyId,
  ]);
  return rows.length > 0;
}

/** In how many hours of each site day areas have a measurement, both days inclusive. */
export async function readMeasuredHours(
  tenancyId: number,
  timeZone: string,
  areaIds: readonly number[],
  first: string,
  last: string,
): Promise<(DayCount & { areaId: number })[]> {
  // One lookup per hour: a sensor that measures every minute costs no more than one that measures hourly.
  const { rows } = await getPool().query<DayCount & { areaId: number }>(
    `SELECT a.id AS "areaId", 0 AS index, to_char(h.at AT TIME ZONE $2, 'YYYY-MM-DD') AS day,
       count(*)::int AS count, 0::float8 AS filled
     FROM unnest($3::int[]) AS a (id)
     CROSS JOIN generate_series($4::timestamp AT TIME ZONE $2,
       ($5::timestamp + interval '1 day') AT TIME ZONE $2 - interval '1 hour', interval '1 hour') AS h (at)
     CROSS JOIN LATERAL (
       SELECT FROM measurements m
       WHERE m.tenancy_id = $1 AND m.area_id = a.id AND m.at >= h.at AND m.at < h.at + interval '1 hour' LIMIT 1) m
     GROUP BY 1, 3`,
    [tenancyId, timeZone, areaIds, first, last],
  );
  return rows;
}

/**
 * How many values each index of areas has by day, both days inclusive. Of jobs that share an area the one with the most
 * counts, so that the end of a second crop does not look like a loss.
 * @param indices bits of the index in the order of `INDICES`
 */
export async function readDayCounts(
  tenancyId: number,
  areaIds: readonly number[],
  indices: readonly number[],
  first: string,
  last: string,
): Promise<(DayCount & { areaId: number })[]> {
  // Area, job and index one by one, so that the primary key is used.
  const { rows } = await getPool().query<DayCount & { areaId: number }>(
    `SELECT j.area_id AS "areaId", i.index::int AS index, to_char(d.day, 'YYYY-MM-DD') AS day,
       max(d.count)::int AS count, sum(d.filled)::float8 / sum(d.count) AS filled
     FROM job_areas j
     CROSS JOIN unnest($3::smallint[]) AS i (index)
     JOIN daily_readings d ON d.tenancy_id = j.tenancy_id AND d.area_id = j.area_id AND d.job_id = j.job_id
       AND d.index = i.index AND d.day BETWEEN $4::date AND $5::date
     WHERE j.tenancy_id = $1 AND j.area_id = ANY($2) AND j.last_at >= $4::date - interval '1 day'
     GROUP BY j.area_id, i.index, d.day`,
    [tenancyId, areaIds, indices, first, last],
  );
  return rows;
}

const hasValue = INDICES.map(
  (name, bit) => `(i.index = ${bit} AND r.${INDEX_FACTS[name].column} IS NOT NULL)`,
);

/** The newest value of each index of areas, found by its last day, so that a year costs no more than a week. */
export async function readLastValues(
  tenancyId: number,
  timeZone: string,
  areaIds: readonly number[],
  indices: readonly number[],
): Promise<{ areaId: number; index: number; at: Date }[]> {
  const { rows } = await getPool().query<{ areaId: number; index: number; at: Date }>(
    `SELECT j.area_id AS "areaId", i.index::int AS index, max(l.at) AS at
     FROM job_areas j
     CROSS JOIN unnest($4::smallint[]) AS i (index)
     CROSS JOIN LATERAL (
       SELECT day FROM daily_readings d
       WHERE d.tenancy_id = j.tenancy_id AND d.area_id = j.area_id AND d.job_id = j.job_id AND d.index = i.index
       ORDER BY day DESC LIMIT 1) AS d
     CROSS JOIN LATERAL (
       SELECT max(r.at) AS at FROM readings r
       WHERE r.tenancy_id = j.tenancy_id AND r.area_id = j.area_id AND r.job_id = j.job_id
         AND r.at >= (d.day::timestamp AT TIME ZONE $2) - interval '3 hours' AND (${hasValue.join(" OR ")})) AS l
     WHERE j.tenancy_id = $1 AND j.area_id = ANY($3)
     GROUP BY j.area_id, i.index`,
    [tenancyId, timeZone, areaIds, indices],
  );
  return rows;
}
