import "server-only";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { env } from "@/lib/env/env.server";
import { workerState } from "@/lib/jobs/service.server";
import type { Readiness } from "./contract";
import { databaseAnswers, missingMigrations } from "./store.server";

const PATIENCE_MS = 1_000;

/** The state of every part, whatever is broken: it never throws. For contract.md "Health". */
export async function readReadiness(): Promise<Readiness> {
  const [database, spool] = await Promise.all([
    databaseAnswers(PATIENCE_MS).catch(() => false),
    spoolState(),
  ]);
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
  try {
    const names = await readdir(join(env().LEAFWATCH_DATA_DIR, "spool"));
    return names.length === 0 ? "empty" : "waiting";
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ENOENT" ? "empty" : "unreadable";
  }
}
