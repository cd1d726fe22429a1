import "server-only";
import { workerState } from "@/lib/jobs/service.server";
import { getIntake } from "@/lib/webhooks/service.server";
import type { Readiness } from "./contract";
import { databaseAnswers, missingMigrations } from "./store.server";

const PATIENCE_MS = 1_000;

/** Whether the database answers now, within a second or what is given. Never throws. */
export function isDatabaseUp(patienceMs = PATIENCE_MS): Promise<boolean> {
  return databaseAnswers(patienceMs).catch(() => false);
}

/** The state of every part, whatever is broken: it never throws. For contract.md "Health". */
export async function readReadiness(): Promise<Readiness> {
  const [database, spool] = await Promise.all([isDatabaseUp(), spoolState()]);
  return {
    database: database ? "ok" : "down",
    migrations: database ? await migrationState() : "unknown",
    worker: workerState(),
    spool,
  };
}

async function migrationState(): Promise<Readiness["migrations"]> {
  try {
    return (await missingMigrations()).length === 0 ? "ok" : "pending";
  } catch {
    return "unknown";
  }
}

async function spoolState(): Promise<Readiness["spool"]> {
  const { failure, records } = await getIntake().figures();
  if (failure !== null) return `failed: ${failure}`;
  return records === 0 ? "ok" : `waiting ${records}`;
}
