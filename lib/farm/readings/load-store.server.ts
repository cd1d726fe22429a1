import "server-only";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { groupBy } from "@/lib/base/core/group-by";
import { nameOf, parentOf, segmentsOf, withAncestors } from "@/lib/base/core/paths";
import { getPrisma } from "@/lib/base/db/prisma.server";
import { poolTransaction } from "@/lib/base/db/transaction.server";
import { changePayload, EVENT_CHANNEL } from "@/lib/base/events/contract";
import type { ImportTenancy } from "./contract";
import type { CopyWriter } from "./copy-writer";

/** One lock per tenancy: two loads of one would deadlock on each other's rows. */
const LOAD_LOCK = 7_101;

/** Runs one load in its own transaction, one at a time per tenancy. Open pages read again when it commits. */
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

export type PlaceId = { areaId: number; jobId: number };

/** The first and last instant with a value of a job in an area; epoch milliseconds. */
export type Span = PlaceId & { from: number; to: number };

/** Extends the stored spans of jobs in areas, which place alerts. */
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

/** Saves the newest instant (epoch milliseconds) of any record of a type. */
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
 * The ids of areas and jobs, in the order of `places`; creates missing jobs and areas, with all their ancestors. It
 * commits on its own: an area without readings does no harm, a cached id that was rolled back would.
 */
export async function resolvePlaces(
  tenancyId: number,
  { areas, jobs }: PlaceIds,
  places: readonly { path: string; jobId: string }[],
): Promise<PlaceId[]> {
  const { controlArea, job } = getPrisma();
  const paths = places.map(({ path }) => path).filter((path) => !areas.has(path));
  // Parents first, because their children refer to them.
  const levels = groupBy(new Set(paths.flatMap(withAncestors)), (path) => segmentsOf(path).length - 1);
  for (const [depth, level] of levels)
    await cacheIds(areas, level, {
      read: (keys) => getPrisma().$queryRaw`
        SELECT path AS key, id FROM control_areas WHERE tenancy_id = ${tenancyId} AND path = ANY(${keys}::text[])`,
      create: (missing) =>
        controlArea.createMany({
          data: missing.map((path) => {
            const parent = parentOf(path);
            const parentId = parent === null ? null : areas.get(parent);
            return { tenancyId, path, name: nameOf(path), parentId, depth };
          }),
          skipDuplicates: true,
        }),
    });
  const jobIds = new Set(places.map(({ jobId }) => jobId));
  await cacheIds(jobs, jobIds, {
    read: (keys) => getPrisma().$queryRaw`
      SELECT job_id AS key, id FROM jobs WHERE tenancy_id = ${tenancyId} AND job_id = ANY(${keys}::text[])`,
    create: (missing) =>
      job.createMany({ data: missing.map((jobId) => ({ tenancyId, jobId })), skipDuplicates: true }),
  });
  return places.map(({ path, jobId }) => ({
    areaId: areas.get(path) as number,
    jobId: jobs.get(jobId) as number,
  }));
}

/** Adds the ids of keys to a cache, and creates the rows that are missing; another process may create them too. */
async function cacheIds(
  ids: Map<string, number>,
  keys: Iterable<string>,
  table: {
    read: (keys: string[]) => Promise<{ key: string; id: number }[]>;
    create: (missing: string[]) => Promise<unknown>;
  },
): Promise<void> {
  // Sorted, so that two processes lock rows in the same order.
  const unknown = () => [...keys].filter((key) => !ids.has(key)).sort();
  const read = async () => {
    const wanted = unknown();
    if (wanted.length > 0) for (const { key, id } of await table.read(wanted)) ids.set(key, id);
  };
  await read();
  const missing = unknown();
  if (missing.length > 0) await table.create(missing);
  await read();
}
