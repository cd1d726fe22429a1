import "server-only";
import { INDEX_FACTS, type IndexName } from "@/lib/base/core/indices";
import { getPool } from "@/lib/base/db/pool.server";
import { getPrisma } from "@/lib/base/db/prisma.server";
import type { LeafHealth, PlacedAlert } from "./roll-up";

const AREA = `id, path, name, depth::int AS depth, has_readings AS "hasReadings"`;

export type StoredArea = { id: number; path: string; name: string; depth: number; hasReadings: boolean };

/** All control areas of a tenancy, ancestors included, in no order. */
export async function readAreas(tenancyId: number): Promise<StoredArea[]> {
  const { rows } = await getPool().query<StoredArea>(
    `SELECT ${AREA} FROM control_areas WHERE tenancy_id = $1`,
    [tenancyId],
  );
  return rows;
}

/** The area of a path and all below it, by whole segments, in no order; empty when the tenancy has no such area. */
export async function readAreasWithin(tenancyId: number, path: string): Promise<StoredArea[]> {
  const { rows } = await getPool().query<StoredArea>(
    `SELECT ${AREA} FROM control_areas
     WHERE tenancy_id = $1 AND (path = $2 OR starts_with(path, $2 || '#'))`,
    [tenancyId, path],
  );
  return rows;
}

/** How many control areas a tenancy has. */
export async function countAreas(tenancyId: number): Promise<number> {
  const { rows } = await getPool().query<{ count: number }>(
    "SELECT count(*)::int AS count FROM control_areas WHERE tenancy_id = $1",
    [tenancyId],
  );
  return rows[0]?.count ?? 0;
}

/** Whether a tenancy has any control area. */
export async function readHasAreas(tenancyId: number): Promise<boolean> {
  const { rowCount } = await getPool().query("SELECT 1 FROM control_areas WHERE tenancy_id = $1 LIMIT 1", [
    tenancyId,
  ]);
  return rowCount === 1;
}

/** The areas of a path and all below it, by whole segments; empty when the tenancy has no such area. */
export async function readSubtree(tenancyId: number, path: string): Promise<{ id: number; path: string }[]> {
  const { rows } = await getPool().query<{ id: number; path: string }>(
    `SELECT id, path FROM control_areas
     WHERE tenancy_id = $1 AND (path = $2 OR starts_with(path, $2 || '#'))`,
    [tenancyId, path],
  );
  return rows;
}

/** Whether a tenancy has an area. */
export async function hasArea(tenancyId: number, path: string): Promise<boolean> {
  const found = await getPrisma().controlArea.findFirst({ where: { tenancyId, path }, select: { id: true } });
  return found !== null;
}

/** Open alerts with the areas that they are in. */
export async function readOpenAlerts(tenancyId: number): Promise<PlacedAlert[]> {
  const { rows } = await getPool().query<PlacedAlert>(
    `SELECT a.rank::int AS rank, a.category IS NOT NULL AS "isPlant", h.acknowledged_at IS NOT NULL AS acknowledged,
       array_remove(array_agg(c.path), NULL) AS paths
     FROM alerts a
     LEFT JOIN alert_handlings h USING (tenancy_id, alert_id)
     LEFT JOIN alert_places p USING (tenancy_id, alert_id)
     LEFT JOIN control_areas c ON c.tenancy_id = p.tenancy_id AND c.id = p.area_id
     WHERE a.tenancy_id = $1 AND a.status = 'open'
     GROUP BY a.alert_id, a.rank, a.category, h.acknowledged_at`,
    [tenancyId],
  );
  return rows;
}

/** The newest reading of each area of its own; times in epoch milliseconds. @param within null for all areas */
export async function readNewest(
  tenancyId: number,
  within: readonly number[] | null,
): Promise<{ path: string; at: number }[]> {
  const { rows } = await getPool().query<{ path: string; at: Date }>(
    `SELECT c.path, max(j.last_at) AS at
     FROM job_areas j JOIN control_areas c ON c.tenancy_id = j.tenancy_id AND c.id = j.area_id
     WHERE j.tenancy_id = $1 AND ($2::int[] IS NULL OR j.area_id = ANY($2)) GROUP BY c.path`,
    [tenancyId, within],
  );
  return rows.map(({ path, at }) => ({ path, at: at.getTime() }));
}

/**
 * The newest Health of each area and job, and the value nearest to 24 hours before it (at most an hour off).
 * Health comes at night only, so that a job's last three days are looked through; jobs that ended more than
 * three days before the area's newest reading are left out.
 * @param within null for all areas
 */
export async function readLeafHealth(
  tenancyId: number,
  within: readonly number[] | null,
): Promise<LeafHealth[]> {
  const { rows } = await getPool().query<Omit<LeafHealth, "at"> & { at: Date }>(
    `WITH live AS (
       SELECT area_id, job_id, last_at, max(last_at) OVER (PARTITION BY area_id) AS newest
       FROM job_areas WHERE tenancy_id = $1 AND ($2::int[] IS NULL OR area_id = ANY($2)))
     SELECT c.path, last.at, last.health AS value, before.health AS "dayBefore"
     FROM live
     JOIN control_areas c ON c.tenancy_id = $1 AND c.id = live.area_id
     CROSS JOIN LATERAL (
       SELECT at, health FROM readings r
       WHERE r.tenancy_id = $1 AND r.area_id = live.area_id AND r.job_id = live.job_id
         AND r.at BETWEEN live.last_at - interval '3 days' AND live.last_at AND r.health IS NOT NULL
       ORDER BY r.at DESC LIMIT 1) AS last
     LEFT JOIN LATERAL (
       SELECT health FROM readings r
       WHERE r.tenancy_id = $1 AND r.area_id = live.area_id AND r.job_id = live.job_id
         AND r.at BETWEEN last.at - interval '25 hours' AND last.at - interval '23 hours'
         AND r.health IS NOT NULL
       ORDER BY abs(extract(epoch FROM r.at - (last.at - interval '24 hours'))) LIMIT 1) AS before ON true
     WHERE live.last_at >= live.newest - interval '3 days'`,
    [tenancyId, within],
  );
  return rows.map((row) => ({ ...row, at: row.at.getTime() }));
}

/** The newest reading of some areas, null without any. */
export async function readNewestOf(tenancyId: number, areaIds: number[]): Promise<Date | null> {
  const { rows } = await getPool().query<{ at: Date | null }>(
    "SELECT max(last_at) AS at FROM job_areas WHERE tenancy_id = $1 AND area_id = ANY($2)",
    [tenancyId, areaIds],
  );
  return rows[0]?.at ?? null;
}

/**
 * Hourly means of one index, pooled by group.
 * @param members each area with the number of the group that it counts for
 * @returns the start of each hour with its mean, in order of time
 */
export async function readHourlyMeans(
  tenancyId: number,
  index: IndexName,
  members: readonly { areaId: number; group: number }[],
  from: Date,
  to: Date,
): Promise<{ group: number; t: Date; value: number }[]> {
  const { column } = INDEX_FACTS[index];
  const { rows } = await getPool().query<{ group: number; t: Date; value: number }>(
    `SELECT m.grp AS "group", date_trunc('hour', r.at) AS t, avg(r.${column})::real AS value
     FROM unnest($2::int[], $3::int[]) AS m (area_id, grp)
     JOIN job_areas j ON j.tenancy_id = $1 AND j.area_id = m.area_id AND j.last_at >= $4
     JOIN readings r ON r.tenancy_id = $1 AND r.area_id = j.area_id AND r.job_id = j.job_id
       AND r.at BETWEEN $4 AND $5
     WHERE r.${column} IS NOT NULL
     GROUP BY 1, 2 ORDER BY 2`,
    [tenancyId, members.map((member) => member.areaId), members.map((member) => member.group), from, to],
  );
  return rows;
}

export type StoredJob = {
  jobId: string;
  path: string;
  firstAt: Date;
  lastAt: Date;
  current: boolean;
  begunBefore: boolean;
};

/**
 * Which jobs had readings where, one row a job and area. `current`: the job of the area's newest reading,
 * unless the area stopped two days before the tenancy's newest. `begunBefore`: its first reading is of the first
 * 24 hours of all that is known of the tenancy. Readings without a job are left out.
 * @param areaIds null for all areas
 */
export async function readJobs(tenancyId: number, areaIds: number[] | null): Promise<StoredJob[]> {
  const { rows } = await getPool().query<StoredJob>(
    `SELECT b.job_id AS "jobId", c.path, j.first_at AS "firstAt", j.last_at AS "lastAt",
       j.last_at = j.newest AND j.last_at >= j.newest_of_all - interval '2 days' AS current,
       j.first_at < j.oldest_of_all + interval '24 hours' AS "begunBefore"
     FROM (SELECT *, max(last_at) OVER (PARTITION BY area_id) AS newest, max(last_at) OVER () AS newest_of_all,
             min(first_at) OVER () AS oldest_of_all
           FROM job_areas WHERE tenancy_id = $1) AS j
     JOIN jobs b ON b.tenancy_id = j.tenancy_id AND b.id = j.job_id
     JOIN control_areas c ON c.tenancy_id = j.tenancy_id AND c.id = j.area_id
     WHERE ($2::int[] IS NULL OR j.area_id = ANY($2)) AND b.job_id <> ''`,
    [tenancyId, areaIds],
  );
  return rows;
}

/** The paths that a person wants at hand, in no order. */
export async function readFavourites(tenancyId: number, userId: number): Promise<string[]> {
  const rows = await getPrisma().areaFavourite.findMany({
    where: { tenancyId, userId },
    select: { path: true },
  });
  return rows.map(({ path }) => path);
}

/** Adds one; one that is there already stays. */
export async function addFavourite(tenancyId: number, userId: number, path: string): Promise<void> {
  await getPrisma().areaFavourite.createMany({ data: [{ tenancyId, userId, path }], skipDuplicates: true });
}

/** Takes one away, if it is there. */
export async function removeFavourite(tenancyId: number, userId: number, path: string): Promise<void> {
  await getPrisma().areaFavourite.deleteMany({ where: { tenancyId, userId, path } });
}
