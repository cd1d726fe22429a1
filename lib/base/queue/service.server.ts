import "server-only";
import { Logger, runMigrations } from "graphile-worker";
import { processSingleton } from "@/lib/base/core/process-singleton";
import { getPool } from "@/lib/base/db/pool.server";
import { env } from "@/lib/base/env/env.server";
import type { JobName, JobPayloads, WorkerState } from "./contract";

/** What the queue itself has to say is of no use in our log; failed jobs are logged by the runner. */
export const quiet = new Logger(() => () => undefined);

export type JobOptions = {
  runAt?: Date;
  /** Not before so many milliseconds have passed, by the clock of the database, which the queue goes by. */
  inMs?: number;
  /** A job with the same key that has not begun is replaced. */
  key?: string;
};

/** Adds a background job; whichever process runs jobs takes it within a second. */
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

/** Makes the queue's own tables where they are missing or of an older version; once a process. */
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

/** Whether jobs run in this process; for GET /api/health/ready (contract.md, "Health"). */
export function workerState(): WorkerState {
  if (env().LEAFWATCH_WORKER === "off") return "off";
  return held.worker ?? "starting";
}

/** Keeps the state where every copy of this module finds it. */
export function setWorkerState(state: WorkerState): void {
  held.worker = state;
}
