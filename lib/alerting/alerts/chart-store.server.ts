import "server-only";
import { Prisma } from "@/generated/prisma/client";
import { INDEX_FACTS, INDICES, type IndexName } from "@/lib/base/core/indices";
import type { Period } from "@/lib/base/core/period";
import { getPrisma } from "@/lib/base/db/prisma.server";

/** The areas of a tenancy that have one of some parents; null as a parent: the roots. */
export async function listChildren(tenancyId: number, parents: readonly (string | null)[]) {
  const named = parents.filter((path) => path !== null);
  return getPrisma().$queryRaw<{ path: string; name: string }[]>`
    SELECT c.path, c.name FROM control_areas c
    LEFT JOIN control_areas parent ON parent.tenancy_id = c.tenancy_id AND parent.id = c.parent_id
    WHERE c.tenancy_id = ${tenancyId}
      AND (parent.path = ANY(${named}::text[]) OR (c.depth = 0 AND ${parents.includes(null)}))`;
}

export type SiblingMean = { path: string; index: IndexName; t: Date; value: number };

/**
 * Means of the measured values of areas and all below them, whichever job they are of.
 * @param hours the length of a bucket
 */
export async function listSiblingMeans(
  tenancyId: number,
  paths: readonly string[],
  indices: readonly IndexName[],
  { from, to }: Period,
  hours: number,
): Promise<SiblingMean[]> {
  if (paths.length === 0 || indices.length === 0) return [];
  const means = indices.map((index) => {
    const column = Prisma.raw(`r.${INDEX_FACTS[index].column}`);
    const bit = 1 << INDICES.indexOf(index);
    return Prisma.sql`avg(CASE WHEN (r.filled & ${bit}::int) = 0 THEN ${column} END)::float8
      AS ${Prisma.raw(INDEX_FACTS[index].column)}`;
  });
  const rows = await getPrisma().$queryRaw<Record<string, unknown>[]>`
    WITH member AS (
      SELECT top.path, ja.area_id, ja.job_id FROM unnest(${paths}::text[]) AS top (path)
      JOIN control_areas c ON c.tenancy_id = ${tenancyId}
        AND (c.path = top.path OR starts_with(c.path, top.path || '#'))
      JOIN job_areas ja ON ja.tenancy_id = c.tenancy_id AND ja.area_id = c.id
        AND ja.last_at >= ${from.toISOString()}::timestamptz AND ja.first_at <= ${to.toISOString()}::timestamptz)
    SELECT member.path, date_bin(make_interval(hours => ${hours}::int), r.at, timestamptz 'epoch') AS t,
      ${Prisma.join(means)}
    FROM member
    JOIN readings r ON r.tenancy_id = ${tenancyId} AND r.area_id = member.area_id AND r.job_id = member.job_id
      AND r.at BETWEEN ${from.toISOString()}::timestamptz AND ${to.toISOString()}::timestamptz
    GROUP BY 1, 2 ORDER BY 1, 2`;
  return rows.flatMap((row) =>
    indices.flatMap((index) => {
      const value = row[INDEX_FACTS[index].column];
      return typeof value === "number" ? [{ path: String(row.path), index, t: row.t as Date, value }] : [];
    }),
  );
}

/**
 * The areas that a job grows in or that its alert is placed in, with the newest value of an index there: of the job,
 * or where it has none of whichever grows there.
 */
export async function listNewestValues(
  tenancyId: number,
  { alertId, jobId }: { alertId: string; jobId: string },
  index: IndexName,
): Promise<{ path: string; at: Date | null; value: number | null }[]> {
  const column = Prisma.raw(`r.${INDEX_FACTS[index].column}`);
  return getPrisma().$queryRaw`
    WITH job AS (SELECT id FROM jobs WHERE tenancy_id = ${tenancyId} AND job_id = ${jobId}), place AS (
      SELECT area_id FROM job_areas WHERE tenancy_id = ${tenancyId} AND job_id = (SELECT id FROM job)
      UNION SELECT area_id FROM alert_places WHERE tenancy_id = ${tenancyId} AND alert_id = ${alertId})
    SELECT c.path, newest.at, newest.value FROM place
    JOIN control_areas c ON c.tenancy_id = ${tenancyId} AND c.id = place.area_id
    LEFT JOIN LATERAL (
      SELECT own.at, own.value FROM job_areas ja
      CROSS JOIN LATERAL (
        SELECT r.at, ${column}::numeric::float8 AS value FROM readings r
        WHERE r.tenancy_id = ${tenancyId} AND r.area_id = place.area_id AND r.job_id = ja.job_id
          AND ${column} IS NOT NULL
        ORDER BY r.at DESC LIMIT 1) own
      WHERE ja.tenancy_id = ${tenancyId} AND ja.area_id = place.area_id
      ORDER BY (ja.job_id = (SELECT id FROM job)) DESC NULLS LAST, own.at DESC LIMIT 1) newest ON true`;
}
