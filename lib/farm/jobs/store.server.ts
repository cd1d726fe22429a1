import "server-only";
import { Prisma } from "@/generated/prisma/client";
import { getPrisma } from "@/lib/base/db/prisma.server";
import { openAreas, openPath } from "@/lib/base/db/sql-fragments.server";
import type { Transaction } from "@/lib/base/db/transaction.server";
import { changePayload, EVENT_CHANNEL } from "@/lib/base/events/contract";
import type { Scope } from "@/lib/farm/tenancies/contract";
import type { JobInArea } from "./rules";

/**
 * Growth jobs with readings in the asked areas, one row per job and visible area. `current`: the job has the area's
 * newest reading, unless the area stopped two days before the tenancy's newest. `begunBefore`: its first reading is
 * within the first 24 hours of the area's history, and the ledger has no fetch of the day before. Readings without a job
 * are left out.
 * @param visible the areas that may be told of; null for all
 * @param asked among them; null for all
 */
export function readJobs(
  tenancyId: number,
  visible: readonly number[] | null,
  asked: readonly number[] | null,
): Promise<JobInArea[]> {
  return getPrisma().$queryRaw`
    SELECT b.job_id AS "jobId", n.name AS "givenName", c.path, j.first_at AS "firstAt", j.last_at AS "lastAt",
      (${asked}::int[] IS NULL OR j.area_id = ANY(${asked}::int[])) AS asked,
      j.last_at = j.newest AND j.last_at >= j.newest_of_all - interval '2 days' AS current,
      j.first_at < j.oldest + interval '24 hours' AND NOT EXISTS (
        SELECT FROM sync_windows w
        WHERE w.tenancy_id = j.tenancy_id AND w.type = 'indices'
          AND w.from_at <= j.first_at - interval '24 hours' AND w.to_at >= j.first_at) AS "begunBefore"
    FROM (SELECT *, max(last_at) OVER (PARTITION BY area_id) AS newest, max(last_at) OVER () AS newest_of_all,
            min(first_at) OVER (PARTITION BY area_id) AS oldest
          FROM job_areas WHERE tenancy_id = ${tenancyId}) AS j
    JOIN jobs b ON b.tenancy_id = j.tenancy_id AND b.id = j.job_id
    JOIN control_areas c ON c.tenancy_id = j.tenancy_id AND c.id = j.area_id
    LEFT JOIN job_names n ON n.tenancy_id = b.tenancy_id AND n.job_id = b.job_id
    WHERE b.job_id <> '' AND (${visible}::int[] IS NULL OR j.area_id = ANY(${visible}::int[]))
      AND (${asked}::int[] IS NULL OR j.job_id IN (
        SELECT job_id FROM job_areas WHERE tenancy_id = ${tenancyId} AND area_id = ANY(${asked}::int[])))`;
}

/** A growth job of a tenancy, by the tenancy's key. */
export type JobKey = { tenancyId: number; jobId: string };

/** Some growth jobs of tenancies in scope, in their areas there: what their names are made of (see `readJobs`). */
export function readNamedJobs(
  scopes: readonly Scope[],
  jobs: readonly JobKey[],
): Promise<(JobKey & Pick<JobInArea, "givenName" | "path" | "firstAt" | "begunBefore">)[]> {
  const tenancyIds = scopes.map(({ id }) => id);
  return getPrisma().$queryRaw`
    SELECT b.tenancy_id AS "tenancyId", b.job_id AS "jobId", n.name AS "givenName", c.path, j.first_at AS "firstAt",
      j.first_at < (SELECT min(o.first_at) FROM job_areas o
        WHERE o.tenancy_id = j.tenancy_id AND o.area_id = j.area_id) + interval '24 hours'
      AND NOT EXISTS (
        SELECT FROM sync_windows w
        WHERE w.tenancy_id = j.tenancy_id AND w.type = 'indices'
          AND w.from_at <= j.first_at - interval '24 hours' AND w.to_at >= j.first_at) AS "begunBefore"
    FROM jobs b JOIN job_areas j ON j.tenancy_id = b.tenancy_id AND j.job_id = b.id
    JOIN control_areas c ON c.tenancy_id = j.tenancy_id AND c.id = j.area_id
    LEFT JOIN job_names n ON n.tenancy_id = b.tenancy_id AND n.job_id = b.job_id
    WHERE b.tenancy_id = ANY(${tenancyIds}::int[]) AND b.job_id <> '' AND (b.tenancy_id, b.job_id) IN (
        SELECT * FROM unnest(${jobs.map(({ tenancyId }) => tenancyId)}::int[], ${jobs.map(({ jobId }) => jobId)}::text[]))
      AND ${openAreas(scopes)}`;
}

/** Returns true if a job has readings in an area in scope. */
export async function hasJob(scope: Scope, jobId: string): Promise<boolean> {
  return (await readAreaIdsOfJob(scope, jobId, 1)).length > 0;
}

/** The ids of the areas in scope in which a job has readings, in no order. */
export async function readAreaIdsOfJob(scope: Scope, jobId: string, limit?: number): Promise<number[]> {
  const rows = await getPrisma().$queryRaw<{ id: number }[]>`
    SELECT c.id FROM jobs b JOIN job_areas j ON j.tenancy_id = b.tenancy_id AND j.job_id = b.id
    JOIN control_areas c ON c.tenancy_id = j.tenancy_id AND c.id = j.area_id
    WHERE b.tenancy_id = ${scope.id} AND b.job_id = ${jobId} AND ${openPath(scope.within, Prisma.sql`c.path`)}
    LIMIT ${limit ?? null}::int`;
  return rows.map(({ id }) => id);
}

/** Sets the name of a job, or with null, removes it. @returns the name before */
export async function replaceName(
  tx: Transaction,
  { tenancyId, jobId }: { tenancyId: number; jobId: string },
  named: { name: string; namedAt: Date; namedBy: string; namedById: number | null } | null,
): Promise<string | null> {
  const key = { tenancyId, jobId };
  const before = await tx.jobName.findUnique({ where: { tenancyId_jobId: key } });
  if (named === null) await tx.jobName.deleteMany({ where: key });
  else
    await tx.jobName.upsert({
      where: { tenancyId_jobId: key },
      create: { ...key, ...named },
      update: named,
    });
  return before?.name ?? null;
}

/** Lets every page read the jobs of a tenancy again when the transaction commits. */
export async function publishNamed(tx: Transaction, tenantId: string): Promise<void> {
  const payload = changePayload({ type: "sync", tenantId, id: "jobs" });
  await tx.$executeRaw`SELECT pg_notify(${EVENT_CHANNEL}, ${payload})`;
}
