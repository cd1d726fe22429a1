import "server-only";
import { getPool } from "@/lib/base/db/pool.server";

/** Returns true if the database answers and has its migrations. */
export async function isDatabaseReady(): Promise<boolean> {
  const { rows } = await getPool().query<{ ready: boolean }>(
    "SELECT to_regclass('public.worker_beats') IS NOT NULL AS ready",
  );
  return rows[0]?.ready ?? false;
}

/** Records a heartbeat of these workers. */
export async function writeBeats(workerIds: string[]): Promise<void> {
  await getPool().query(
    `INSERT INTO worker_beats (worker_id, beat_at) SELECT unnest($1::text[]), now()
     ON CONFLICT (worker_id) DO UPDATE SET beat_at = excluded.beat_at`,
    [workerIds],
  );
}

/** Records that these workers are ending, which releases their jobs. */
export async function sayFarewell(workerIds: string[]): Promise<void> {
  await getPool().query("UPDATE worker_beats SET beat_at = '-infinity' WHERE worker_id = ANY($1)", [
    workerIds,
  ]);
}

/** A worker that holds jobs; `beat` changes with each heartbeat, `ended` when it has stopped. */
export type Holder = { id: string; beat: string; ended: boolean };

/** The workers that hold jobs. */
export async function listHolders(): Promise<Holder[]> {
  const { rows } = await getPool().query<Holder>(
    `SELECT DISTINCT j.locked_by AS id, coalesce(b.beat_at, j.locked_at)::text AS beat,
       coalesce(b.beat_at = '-infinity', false) AS ended
     FROM graphile_worker.jobs j LEFT JOIN worker_beats b ON b.worker_id = j.locked_by
     WHERE j.locked_by IS NOT NULL`,
  );
  return rows;
}

/** Returns the jobs of dead workers to the queue. */
export async function releaseWorkers(ids: readonly string[]): Promise<void> {
  await getPool().query("SELECT graphile_worker.force_unlock_workers($1)", [ids]);
}

/** Deletes jobs that failed for good, and heartbeats of past workers. */
export async function clearQueue(): Promise<void> {
  await getPool().query(
    `SELECT graphile_worker.complete_jobs(array_agg(id)) FROM graphile_worker.jobs
     WHERE attempts >= max_attempts AND locked_at IS NULL HAVING count(*) > 0`,
  );
  await getPool().query("DELETE FROM worker_beats WHERE beat_at < now() - interval '1 day'");
}
