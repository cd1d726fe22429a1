import "server-only";
import { Logger, runMigrations } from "graphile-worker";
import { processSingleton } from "@/lib/base/core/process-singleton";
import { getPool } from "@/lib/base/db/pool.server";
import { env } from "@/lib/base/env/env.server";
import type { JobName, JobPayloads, WorkerState } from "./contract";

/** Silences the queue's own log; the runner logs failed jobs. */
export const quiet = new Logger(() => () => undefined);

export type JobOptions = {
  runAt?: Date;
  /** Delay in milliseconds, by the database's clock. */
  inMs?: number;
  /** Replaces a job with the same key that has not started. */
  key?: string;
};

/** Queues a background job; a worker of any process starts it within a second. */
export async function enqueue<Name extends JobName>(
  name: Name,
  payload: JobPayloads[Name],
  options: JobOptions = {},
): Promise<void> {
  await ensureQueue();
  await getPool().query(
    `SELECT graphile_worker.add_job($1, payload => $2::json,
       run_at => coalesce($3::timestamptz, now() + $4 * interval '1 ms'), job_key => $5)`,
    [name, JSON.stringify(payload), options.runAt ?? null, options.inMs ?? null, options.key ?? null],
  );
}

const ensured = new WeakMap<object, Promise<void>>();

/** Creates or upgrades the queue's own tables, once per process. */
export function ensureQueue(): Promise<void> {
  const pool = getPool();
  const known = ensured.get(pool);
  if (known) return known;
  const made = runMigrations({ pgPool: pool, logger: quiet });
  ensured.set(pool, made);
  made.catch(() => ensured.delete(pool));
  return made;
}

const held = processSingleton<{ worker: WorkerState }>();

/** State of the job runner in this process, for GET /api/health/ready (docs/spec/http-contract.md "Health"). */
export function workerState(): WorkerState {
  if (env().LEAFWATCH_WORKER === "off") return "off";
  return held.worker ?? "starting";
}

/** Sets the state for every copy of this module. */
export function setWorkerState(state: WorkerState): void {
  held.worker = state;
}
