import "server-only";
import { Prisma } from "@/generated/prisma/client";
import { INDEX_FACTS, type IndexName } from "@/lib/base/core/indices";
import { getPrisma } from "@/lib/base/db/prisma.server";
import type { JobHealth, PlacedAlert } from "./roll-up";

export type StoredArea = { id: number; path: string; name: string; depth: number; hasReadings: boolean };

/**
 * Control areas of a tenancy, ancestors included, in no order.
 * @param top the path of the area to read with all below it, by whole segments; null for all areas
 */
export function readAreas(tenancyId: number, top: string | null): Promise<StoredArea[]> {
  return getPrisma().$queryRaw`
    SELECT id, path, name, depth, has_readings AS "hasReadings" FROM control_areas
    WHERE tenancy_id = ${tenancyId}
      AND (${top}::text IS NULL OR path = ${top} OR starts_with(path, ${`${top}#`}))`;
}

/** Counts the control areas of a tenancy. */
export function countAreas(tenancyId: number): Promise<number> {
  return getPrisma().controlArea.count({ where: { tenancyId } });
}

/** Returns true if one of some tenancies has the area, or without a path, any area. */
export async function hasArea(tenancyIds: readonly number[], path?: string): Promise<boolean> {
  const where = { tenancyId: { in: [...tenancyIds] }, path };
  const found = await getPrisma().controlArea.findFirst({ where, select: { id: true } });
  return found !== null;
}

/** Open alerts with their areas. */
export function readOpenAlerts(tenancyId: number): Promise<PlacedAlert[]> {
  return getPrisma().$queryRaw`
    SELECT a.rank, a.category IS NOT NULL AS "isPlant", h.acknowledged_at IS NOT NULL AS acknowledged,
      array_remove(array_agg(c.path), NULL) AS paths
    FROM alerts a
    LEFT JOIN alert_handlings h USING (tenancy_id, alert_id)
    LEFT JOIN alert_places p USING (tenancy_id, alert_id)
    LEFT JOIN control_areas c ON c.tenancy_id = p.tenancy_id AND c.id = p.area_id
    WHERE a.tenancy_id = ${tenancyId} AND a.status = 'open'
    GROUP BY a.alert_id, a.rank, a.category, h.acknowledged_at`;
}

/**
 * The newest reading of each area of its own; times in epoch milliseconds.
 * @param areaIds null for all areas
 */
export function readNewest(
  tenancyId: number,
  areaIds: readonly number[] | null,
): Promise<{ path: string; at: number }[]> {
  return getPrisma().$queryRaw`
    SELECT c.path, (extract(epoch FROM max(j.last_at)) * 1000)::float8 AS at
    FROM job_areas j JOIN control_areas c ON c.tenancy_id = j.tenancy_id AND c.id = j.area_id
    WHERE j.tenancy_id = ${tenancyId} AND (${areaIds}::int[] IS NULL OR j.area_id = ANY(${areaIds}::int[]))
    GROUP BY c.path`;
}

/**
 * The newest Health of each area and job, and the value nearest to 24 hours before it (at most an hour off); times in
 * epoch milliseconds. Health comes at night only, so a job's last three days are searched; jobs that ended more than
 * three days before the area's newest reading are left out.
 * @param areaIds null for all areas
 */
export function readJobHealth(tenancyId: number, areaIds: readonly number[] | null): Promise<JobHealth[]> {
  return getPrisma().$queryRaw`
    WITH live AS (
      SELECT area_id, job_id, last_at, max(last_at) OVER (PARTITION BY area_id) AS newest
      FROM job_areas
      WHERE tenancy_id = ${tenancyId} AND (${areaIds}::int[] IS NULL OR area_id = ANY(${areaIds}::int[])))
    SELECT c.path, (extract(epoch FROM last.at) * 1000)::float8 AS at, last.health AS value,
      before.health AS "dayBefore"
    FROM live
    JOIN control_areas c ON c.tenancy_id = ${tenancyId} AND c.id = live.area_id
    CROSS JOIN LATERAL (
      SELECT at, health FROM readings r
      WHERE r.tenancy_id = ${tenancyId} AND r.area_id = live.area_id AND r.job_id = live.job_id
        AND r.at BETWEEN live.last_at - interval '3 days' AND live.last_at AND r.health IS NOT NULL
      ORDER BY r.at DESC LIMIT 1) AS last
    LEFT JOIN LATERAL (
      SELECT health FROM readings r
      WHERE r.tenancy_id = ${tenancyId} AND r.area_id = live.area_id AND r.job_id = live.job_id
        AND r.at BETWEEN last.at - interval '25 hours' AND last.at - interval '23 hours'
        AND r.health IS NOT NULL
      ORDER BY abs(extract(epoch FROM r.at - (last.at - interval '24 hours'))) LIMIT 1) AS before ON true
    WHERE live.last_at >= live.newest - interval '3 days'`;
}

/**
 * Hourly means of one index, pooled by group.
 * @param members each area with the number of its group
 * @returns the start of each hour with its mean, in order of time
 */
export function readHourlyMeans(
  tenancyId: number,
  index: IndexName,
  members: readonly { areaId: number; group: number }[],
  from: Date,
  to: Date,
): Promise<{ group: number; t: Date; value: number }[]> {
  const value = Prisma.raw(`r.${INDEX_FACTS[index].column}`);
  const areaIds = members.map(({ areaId }) => areaId);
  const groups = members.map(({ group }) => group);
  return getPrisma().$queryRaw`
    SELECT m.grp AS "group", date_trunc('hour', r.at) AS t, avg(${value})::real AS value
    FROM unnest(${areaIds}::int[], ${groups}::int[]) AS m (area_id, grp)
    JOIN job_areas j ON j.tenancy_id = ${tenancyId} AND j.area_id = m.area_id AND j.last_at >= ${from}
    JOIN readings r ON r.tenancy_id = ${tenancyId} AND r.area_id = j.area_id AND r.job_id = j.job_id
      AND r.at BETWEEN ${from} AND ${to}
    WHERE ${value} IS NOT NULL
    GROUP BY 1, 2 ORDER BY 2`;
}

/** The paths of a person's favourite areas, in no order. */
export async function readFavourites(tenancyId: number, userId: number): Promise<string[]> {
  const rows = await getPrisma().areaFavourite.findMany({
    where: { tenancyId, userId },
    select: { path: true },
  });
  return rows.map(({ path }) => path);
}

/** The same in some tenancies, by path. */
export function listFavourites(
  tenancyIds: readonly number[],
  userId: number,
): Promise<{ tenancyId: number; path: string }[]> {
  return getPrisma().areaFavourite.findMany({
    where: { tenancyId: { in: [...tenancyIds] }, userId },
    select: { tenancyId: true, path: true },
    orderBy: [{ tenancyId: "asc" }, { path: "asc" }],
  });
}

/** Adds a favourite; does nothing if it is one already. */
export async function addFavourite(tenancyId: number, userId: number, path: string): Promise<void> {
  await getPrisma().areaFavourite.createMany({ data: [{ tenancyId, userId, path }], skipDuplicates: true });
}

/** Removes a favourite, if it is one. */
export async function removeFavourite(tenancyId: number, userId: number, path: string): Promise<void> {
  await getPrisma().areaFavourite.deleteMany({ where: { tenancyId, userId, path } });
}
