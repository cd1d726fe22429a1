import "server-only";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { nameOf, parentOf, segmentsOf, withAncestors } from "@/lib/base/core/paths";
import { getPool } from "@/lib/base/db/pool.server";
import { poolTransaction } from "@/lib/base/db/transaction.server";
import { changePayload, EVENT_CHANNEL } from "@/lib/base/events/contract";
import type { ImportTenancy } from "./contract";
import type { CopyWriter } from "./copy-writer";

/** One lock per tenancy: two loads of one would deadlock on each other's rows. */
const LOAD_LOCK = 7_101;

/**
 * Runs one load in a transaction of its own, one at a time per tenancy. Viewers are notified when it commits.
 */
export async function inLoad<T>(
  tenancy: Pick<ImportTenancy, "tenancyId" | "tenantId">,
  load: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  return underLoadLock(tenancy.tenancyId, async (client) => {
    const result = await load(client);
    const payload = changePayload({ type: "sync", tenantId: tenancy.tenantId, id: "readings" });
    await client.query("SELECT pg_notify($1, $2)", [EVENT_CHANNEL, payload]);
    return result;
  });
}

/** Runs work on a tenancy's readings in a transaction that excludes loads of them. */
export async function underLoadLock<T>(
  tenancyId: number,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  return poolTransaction(async (client) => {
    await client.query("SET LOCAL statement_timeout = '15min'");
    await client.query("SELECT pg_advisory_xact_lock($1, $2)", [LOAD_LOCK, tenancyId]);
    return work(client);
  });
}

/** Streams rows into a table by COPY. */
export async function copyInto(client: pg.PoolClient, statement: string, rows: CopyWriter): Promise<void> {
  await pipeline(Readable.from(rows.pieces()), client.query(copyFrom(statement)));
  rows.release();
}

/** Area and job that had values, from the first to the last instant (epoch milliseconds). */
export type Span = { areaId: number; jobId: number; from: number; to: number };

/** Saves when a job was first and last seen in an area: the join between an alert and its place. */
export async function mergeSpans(client: pg.PoolClient, tenancyId: number, spans: Span[]): Promise<void> {
  const sorted = [...spans].sort((a, b) => a.areaId - b.areaId || a.jobId - b.jobId);
  await client.query(
    `INSERT INTO job_areas AS j (tenancy_id, area_id, job_id, first_at, last_at)
     SELECT $1, area_id, job_id, first_at, last_at
     FROM unnest($2::int[], $3::int[], $4::timestamptz[], $5::timestamptz[]) AS t (area_id, job_id, first_at, last_at)
     ON CONFLICT (tenancy_id, area_id, job_id) DO UPDATE
       SET first_at = least(j.first_at, excluded.first_at), last_at = greatest(j.last_at, excluded.last_at)
       WHERE excluded.first_at < j.first_at OR excluded.last_at > j.last_at`,
    [
      tenancyId,
      sorted.map((span) => span.areaId),
      sorted.map((span) => span.jobId),
      sorted.map((span) => new Date(span.from)),
      sorted.map((span) => new Date(span.to)),
    ],
  );
}

/** Marks areas that have readings of their own. */
export async function markAreas(client: pg.PoolClient, tenancyId: number, areaIds: number[]): Promise<void> {
  await client.query(
    "UPDATE control_areas SET has_readings = true WHERE tenancy_id = $1 AND id = ANY($2) AND NOT has_readings",
    [tenancyId, areaIds],
  );
}

/** Saves the newest instant of any record of a type (epoch milliseconds). */
export async function markNewest(
  client: pg.PoolClient,
  tenancyId: number,
  type: "indices" | "chf",
  newest: number,
): Promise<void> {
  await client.query(
    `INSERT INTO sync_states AS s (tenancy_id, type, last_reading_at) VALUES ($1, $2, $3)
     ON CONFLICT (tenancy_id, type) DO UPDATE SET last_reading_at = excluded.last_reading_at
       WHERE s.last_reading_at IS NULL OR s.last_reading_at < excluded.last_reading_at`,
    [tenancyId, type, new Date(newest)],
  );
}

/** Ids of areas by path and of jobs by name, cached for one import. */
export type PlaceIds = { areas: Map<string, number>; jobs: Map<string, number> };

/** An empty cache. */
export function noPlaces(): PlaceIds {
  return { areas: new Map(), jobs: new Map() };
}

/**
 * Creates missing areas, with all their ancestors, and missing jobs, and caches their ids. It commits on its own: an area
 * without readings does no harm, a cached id that was rolled back would.
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

/**
 * The ids of an area and a job.
 * @throws Error when {@link ensurePlaces} was not called with them
 */
export function placeIds(
  { areas, jobs }: PlaceIds,
  path: string,
  job: string,
): { areaId: number; jobId: number } {
  const areaId = areas.get(path);
  const jobId = jobs.get(job);
  if (areaId === undefined || jobId === undefined) throw new Error(`No id for ${path} and ${job}`);
  return { areaId, jobId };
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
