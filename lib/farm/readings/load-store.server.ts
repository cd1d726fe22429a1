import "server-only";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { getPool } from "@/lib/base/db/pool.server";
import { changePayload, EVENT_CHANNEL } from "@/lib/base/events/contract";
import type { ImportTenancy } from "./contract";
import type { CopyWriter } from "./copy-writer";

/** One lock a tenancy: two loads of one would wait for each other's rows in a circle. */
const LOAD_LOCK = 7_101;

/**
 * Runs one load in a transaction that no other load of the tenancy overlaps. Who looks at the tenancy is
 * told when it commits.
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

/** Runs work on a tenancy's readings in a transaction that no load of them overlaps. */
export async function underLoadLock<T>(
  tenancyId: number,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await getPool().connect();
  let broken: Error | undefined;
  try {
    await client.query("BEGIN");
    await client.query("SET LOCAL statement_timeout = '15min'");
    await client.query("SELECT pg_advisory_xact_lock($1, $2)", [LOAD_LOCK, tenancyId]);
    const result = await work(client);
    await client.query("COMMIT");
    return result;
  } catch (error) {
    await client.query("ROLLBACK").catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Streams rows into a table by COPY. */
export async function copyInto(client: pg.PoolClient, statement: string, rows: CopyWriter): Promise<void> {
  await pipeline(Readable.from(rows.pieces()), client.query(copyFrom(statement)));
  rows.release();
}

/** Area and job that had values, from the first to the last instant (epoch milliseconds). */
export type Span = { areaId: number; jobId: number; from: number; to: number };

/** Keeps since when and until when a job was seen in an area: the join between an alert and its place. */
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

/** Keeps the newest instant that any record of a type carries (epoch milliseconds). */
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
