import "server-only";
import { Prisma } from "@/generated/prisma/client";
import { INDEX_FACTS, INDICES } from "@/lib/base/core/indices";
import { getPrisma } from "@/lib/base/db/prisma.server";
import type { DayCount } from "./strips";

export type CoveredArea = { id: number; path: string; firstAt: Date; lastAt: Date };

/** Areas `a` of a tenancy; with a path, that area and all below it. */
const areasBelow = (tenancyId: number, path: string | null) =>
  Prisma.sql`a.tenancy_id = ${tenancyId}
    AND (${path}::text IS NULL OR a.path = ${path} OR starts_with(a.path, ${path} || '#'))`;

/** The areas that have readings of their own, or those of a path and below it, in no order. */
export function readCoveredAreas(tenancyId: number, path: string | null): Promise<CoveredArea[]> {
  return getPrisma().$queryRaw`
    SELECT a.id, a.path, min(j.first_at) AS "firstAt", max(j.last_at) AS "lastAt"
    FROM control_areas a JOIN job_areas j ON j.tenancy_id = a.tenancy_id AND j.area_id = a.id
    WHERE ${areasBelow(tenancyId, path)} AND a.has_readings
    GROUP BY a.id, a.path`;
}

/** The areas that have ChF measurements of their own, or those of a path and below it, in no order. */
export function readMeasuredAreas(tenancyId: number, path: string | null): Promise<CoveredArea[]> {
  return getPrisma().$queryRaw`
    SELECT a.id, a.path, m.first AS "firstAt", m.last AS "lastAt"
    FROM control_areas a CROSS JOIN LATERAL (
      SELECT min(at) AS first, max(at) AS last FROM measurements
      WHERE tenancy_id = a.tenancy_id AND area_id = a.id) m
    WHERE ${areasBelow(tenancyId, path)} AND m.first IS NOT NULL`;
}

/** Returns true if a tenancy has any ChF measurement. */
export async function hasMeasurements(tenancyId: number): Promise<boolean> {
  const one = await getPrisma().measurement.findFirst({ where: { tenancyId }, select: { at: true } });
  return one !== null;
}

/** The number of hours of each site day in which areas have a measurement, both days inclusive. */
export function readMeasuredHours(
  tenancyId: number,
  timeZone: string,
  areaIds: number[],
  first: string,
  last: string,
): Promise<(DayCount & { areaId: number })[]> {
  // One lookup per hour: a sensor that measures every minute costs no more than one that measures hourly.
  return getPrisma().$queryRaw`
    SELECT a.id AS "areaId", 0 AS index, to_char(h.at AT TIME ZONE ${timeZone}, 'YYYY-MM-DD') AS day,
      count(*)::int AS count, 0::float8 AS filled
    FROM unnest(${areaIds}::int[]) AS a (id)
    CROSS JOIN generate_series(${first}::timestamp AT TIME ZONE ${timeZone},
      (${last}::timestamp + interval '1 day') AT TIME ZONE ${timeZone} - interval '1 hour', interval '1 hour') AS h (at)
    CROSS JOIN LATERAL (
      SELECT FROM measurements m WHERE m.tenancy_id = ${tenancyId} AND m.area_id = a.id
        AND m.at >= h.at AND m.at < h.at + interval '1 hour' LIMIT 1) m
    GROUP BY 1, 3`;
}

/**
 * The number of values that each index of areas has by day, both days inclusive. Of jobs that share an area the one with
 * the most counts, so that the end of a second crop does not look like a loss.
 * @param indices bits of the index in the order of `INDICES`
 */
export function readDayCounts(
  tenancyId: number,
  areaIds: number[],
  indices: number[],
  first: string,
  last: string,
): Promise<(DayCount & { areaId: number })[]> {
  // Area, job and index one by one, so that the primary key is used.
  return getPrisma().$queryRaw`
    SELECT j.area_id AS "areaId", i.index::int AS index, to_char(d.day, 'YYYY-MM-DD') AS day,
      max(d.count)::int AS count, sum(d.filled)::float8 / sum(d.count) AS filled
    FROM job_areas j
    CROSS JOIN unnest(${indices}::smallint[]) AS i (index)
    JOIN daily_readings d ON d.tenancy_id = j.tenancy_id AND d.area_id = j.area_id AND d.job_id = j.job_id
      AND d.index = i.index AND d.day BETWEEN ${first}::date AND ${last}::date
    WHERE j.tenancy_id = ${tenancyId} AND j.area_id = ANY(${areaIds}::int[])
      AND j.last_at >= ${first}::date - interval '1 day'
    GROUP BY j.area_id, i.index, d.day`;
}

const HAS_VALUE = Prisma.raw(
  INDICES.map((name, bit) => `(i.index = ${bit} AND r.${INDEX_FACTS[name].column} IS NOT NULL)`).join(" OR "),
);

/** The newest value of each index of areas, found by its last day, so that a year costs no more than a week. */
export function readLastValues(
  tenancyId: number,
  timeZone: string,
  areaIds: number[],
  indices: number[],
): Promise<{ areaId: number; index: number; at: Date }[]> {
  return getPrisma().$queryRaw`
    SELECT j.area_id AS "areaId", i.index::int AS index, max(l.at) AS at
    FROM job_areas j
    CROSS JOIN unnest(${indices}::smallint[]) AS i (index)
    CROSS JOIN LATERAL (
      SELECT day FROM daily_readings d
      WHERE d.tenancy_id = j.tenancy_id AND d.area_id = j.area_id AND d.job_id = j.job_id AND d.index = i.index
      ORDER BY day DESC LIMIT 1) AS d
    CROSS JOIN LATERAL (
      SELECT max(r.at) AS at FROM readings r
      WHERE r.tenancy_id = j.tenancy_id AND r.area_id = j.area_id AND r.job_id = j.job_id
        AND r.at >= (d.day::timestamp AT TIME ZONE ${timeZone}) - interval '3 hours' AND (${HAS_VALUE})) AS l
    WHERE j.tenancy_id = ${tenancyId} AND j.area_id = ANY(${areaIds}::int[])
    GROUP BY j.area_id, i.index`;
}
