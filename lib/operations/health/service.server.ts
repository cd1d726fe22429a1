import "server-only";
import { type DiskState, getIntake } from "@/lib/alerting/webhooks/service.server";
import { workerState } from "@/lib/base/queue/service.server";
import type { Readiness } from "./contract";
import { countJobs, databaseAnswers, type Gauges, missingMigrations } from "./store.server";

export { LOW_SPACE_BYTES } from "@/lib/alerting/webhooks/service.server";

const PATIENCE_MS = 1_000;

/** Returns true if the database answers within `patienceMs` (a second by default). Never throws. */
export function isDatabaseUp(patienceMs = PATIENCE_MS): Promise<boolean> {
  return databaseAnswers(patienceMs).catch(() => false);
}

/** Reads the state of every part (docs/spec/http-contract.md "Health"). Never throws. */
export async function readReadiness(): Promise<Readiness> {
  const [database, spool] = await Promise.all([isDatabaseUp(), spoolState()]);
  return {
    database: database ? "ok" : "down",
    migrations: database ? await migrationState() : "unknown",
    worker: workerState(),
    spool,
  };
}

/** Counts the background jobs of the queue by state. */
export function countQueuedJobs(): Promise<Gauges["jobs"]> {
  return countJobs();
}

/** Reads the free space for notifications. */
export function readDisk(): Promise<DiskState> {
  return getIntake().disk();
}

async function migrationState(): Promise<Readiness["migrations"]> {
  try {
    return (await missingMigrations()).length === 0 ? "ok" : "pending";
  } catch {
    return "unknown";
  }
}

async function spoolState(): Promise<Readiness["spool"]> {
  const intake = getIntake();
  const [{ failure, records, damaged }, { fullSince }] = await Promise.all([intake.figures(), intake.disk()]);
  if (failure !== null) return `failed: ${failure}`;
  if (fullSince !== null)
    return `full: no room on the disk since ${fullSince.toISOString()}, ${records} waiting`;
  if (records > 0) return `waiting ${records}`;
  return damaged === 0 ? "ok" : `damaged ${damaged}`;
}
