import "server-only";
import type pg from "pg";
import { nameOf, parentOf, segmentsOf, withAncestors } from "@/lib/base/core/paths";
import { getPool } from "@/lib/base/db/pool.server";

/** Identifiers of areas and jobs, remembered for the length of one import. */
export type PlaceIds = { areas: Map<string, number>; jobs: Map<string, number> };

/** Nothing known yet. */
export function noPlaces(): PlaceIds {
  return { areas: new Map(), jobs: new Map() };
}

/**
 * Makes sure that the areas, with all their ancestors, and the jobs exist, and remembers their ids. Commits by
 * itself: an area without readings does no harm, a remembered id that was rolled back would.
 */
export async function ensurePlaces(
  tenancyId: number,
  known: PlaceIds,
  paths: Iterable<string>,
  jobIds: Iterable<string>,
): Promise<void> {
  const newPaths = [...new Set(paths)].filter((path) => !known.areas.has(path));
  const newJobs = [...new Set(jobIds)].filter((jobId) => !known.jobs.has(jobId));
  if (newPaths.length === 0 && newJobs.length === 0) return;
  const client = await getPool().connect();
  try {
    if (newPaths.length > 0) await ensureAreas(client, tenancyId, known.areas, newPaths);
    if (newJobs.length > 0) await ensureJobs(client, tenancyId, known.jobs, newJobs);
  } finally {
    client.release();
  }
}

async function ensureAreas(
  client: pg.PoolClient,
  tenancyId: number,
  ids: Map<string, number>,
  paths: string[],
): Promise<void> {
  const wanted = [...new Set(paths.flatMap(withAncestors))].sort();
  await readAreas(client, tenancyId, ids, wanted);
  const missing = wanted.filter((path) => !ids.has(path));
  const deepest = Math.max(0, ...missing.map((path) => segmentsOf(path).length));
  for (let depth = 0; depth < deepest; depth++) {
    const level = missing.filter((path) => segmentsOf(path).length === depth + 1);
    if (level.length > 0) await addAreas(client, tenancyId, ids, level, depth);
  }
}

async function readAreas(
  client: pg.PoolClient,
  tenancyId: number,
  ids: Map<string, number>,
  paths: string[],
): Promise<void> {
  const { rows } = await client.query<{ path: string; id: number }>(
    "SELECT path, id FROM control_areas WHERE tenancy_id = $1 AND path = ANY($2)",
    [tenancyId, paths],
  );
  for (const { path, id } of rows) ids.set(path, id);
}

async function addAreas(
  client: pg.PoolClient,
  tenancyId: number,
  ids: Map<string, number>,
  paths: string[],
  depth: number,
): Promise<void> {
  const parents = paths.map((path) => ids.get(parentOf(path) ?? "") ?? null);
  await client.query(
    `INSERT INTO control_areas (tenancy_id, path, name, parent_id, depth)
     SELECT $1, path, name, parent_id, $5 FROM unnest($2::text[], $3::text[], $4::int[]) AS t (path, name, parent_id)
     ON CONFLICT (tenancy_id, path) DO NOTHING`,
    [tenancyId, paths, paths.map(nameOf), depth === 0 ? parents.map(() => null) : parents, depth],
  );
  await readAreas(client, tenancyId, ids, paths);
}

async function ensureJobs(
  client: pg.PoolClient,
  tenancyId: number,
  ids: Map<string, number>,
  jobIds: string[],
): Promise<void> {
  const read = async () => {
    const { rows } = await client.query<{ job_id: string; id: number }>(
      "SELECT job_id, id FROM jobs WHERE tenancy_id = $1 AND job_id = ANY($2)",
      [tenancyId, jobIds],
    );
    for (const { job_id, id } of rows) ids.set(job_id, id);
  };
  await read();
  const missing = jobIds.filter((jobId) => !ids.has(jobId)).sort();
  if (missing.length === 0) return;
  await client.query(
    "INSERT INTO jobs (tenancy_id, job_id) SELECT $1, unnest($2::text[]) ON CONFLICT (tenancy_id, job_id) DO NOTHING",
    [tenancyId, missing],
  );
  await read();
}
