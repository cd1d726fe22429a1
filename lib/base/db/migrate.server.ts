import "server-only";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { AppError } from "@/lib/base/core/errors";
import { type MigrationFile, readMigrationFiles } from "./migration-files.server";

const OLDEST_POSTGRES = 150_000;
/** Arbitrary, but different from other advisory locks in this database. */
const LOCK_KEY = 7_116_582_013;
const STARTING_MS = 30_000;
/** Everybody queues behind a waiting migration, so it gives way before anybody notices. */
const LOCK_TIMEOUT = "2s";
const LOCK_PAUSES_MS = { first: 1_000, longest: 10_000 };
/** Time limit for tables in use. */
const IN_USE_MS = 600_000;

type Waiting = {
  /** Time limit for a server that is starting or recovering. */
  startingMs?: number;
  /** Time limit for tables that others use. */
  inUseMs?: number;
  /** Called at each attempt with a sentence about what it waits for. */
  onWait?: (sentence: string) => void;
};

type AppliedMigration = { name: string; checksum: string; finished: boolean };

/**
 * Applies this program's migrations to a database. Quick if there are none; of two simultaneous starts, the second waits
 * for the first. Locks on tables in use are tried again and again, so that nobody queues behind a migration.
 * @param databaseUrl address of a Postgres of version 15 or newer
 * @param directory folder of the migrations
 * @returns the names of the migrations applied now
 * @throws AppError `unavailable` if the database is out of reach, too old, or made by a newer program, or if a migration
 *   failed, also because its tables stayed in use
 */
export async function migrate(
  databaseUrl: string,
  directory = join(process.cwd(), "prisma", "migrations"),
  { startingMs = STARTING_MS, inUseMs = IN_USE_MS, onWait = () => undefined }: Waiting = {},
): Promise<{ applied: string[] }> {
  const files = await readMigrationFiles(directory);
  const client = await connect(databaseUrl, startingMs);
  try {
    await refuseOldServer(client);
    if (isCurrent(files, await readApplied(client))) return { applied: [] };
    await client.query("SELECT pg_advisory_lock($1)", [LOCK_KEY]);
    if (isCurrent(files, await readApplied(client))) return { applied: [] };
    return { applied: await apply(client, files, { inUseMs, onWait }) };
  } finally {
    await client.end();
  }
}

/**
 * Lists pending migrations, for the readiness check.
 * @param query runs SQL on the database
 * @param directory folder of the migrations
 * @returns the names of this program's migrations that the database lacks
 */
export async function pendingMigrations(
  query: Pick<pg.Pool, "query">,
  directory = join(process.cwd(), "prisma", "migrations"),
): Promise<string[]> {
  const applied = new Set((await readApplied(query)).filter((row) => row.finished).map((row) => row.name));
  return (await readMigrationFiles(directory)).map((file) => file.name).filter((name) => !applied.has(name));
}

async function connect(databaseUrl: string, startingMs: number): Promise<pg.Client> {
  const deadline = performance.now() + startingMs;
  for (;;) {
    const client = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: 5_000,
      application_name: "leafwatch migrate",
    });
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      if (codeOf(error) !== "57P03" || performance.now() >= deadline) throw unreachable(databaseUrl, error);
      await sleep(250);
    }
  }
}

function unreachable(databaseUrl: string, cause: unknown): AppError {
  const { hostname, port, pathname } = new URL(databaseUrl);
  const place = `${pathname.slice(1) || "the database"} at ${hostname}:${port || "5432"}`;
  const reason = REASONS[codeOf(cause)] ?? (cause instanceof Error ? cause.message : "no answer");
  return new AppError(
    "unavailable",
    `The database can't be used (${place}: ${reason}): start it, or correct DATABASE_URL.`,
    { cause },
  );
}

const REASONS: Record<string, string> = {
  ECONNREFUSED: "nothing listens there",
  ENOTFOUND: "there is no such host",
  EAI_AGAIN: "its name can't be looked up now",
  EHOSTUNREACH: "no way leads there",
  ENETUNREACH: "no way leads there",
  ETIMEDOUT: "no answer",
  "28P01": "wrong password",
  "28000": "the user may not connect",
  "3D000": "there is no such database",
};

function codeOf(error: unknown): string {
  return typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";
}

async function refuseOldServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ number: string; version: string }>(
    "SELECT current_setting('server_version_num') AS number, current_setting('server_version') AS version",
  );
  if (Number(rows[0]?.number) >= OLDEST_POSTGRES) return;
  throw new AppError(
    "unavailable",
    `The database runs Postgres ${rows[0]?.version}, and Leafwatch needs 15 or newer: upgrade it, or name another in DATABASE_URL.`,
  );
}

async function readApplied(query: Pick<pg.Pool, "query">): Promise<AppliedMigration[]> {
  const { rows: found } = await query.query<{ present: boolean }>(
    "SELECT to_regclass('_prisma_migrations') IS NOT NULL AS present",
  );
  if (!found[0]?.present) return [];
  const { rows } = await query.query<AppliedMigration>(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished
     FROM _prisma_migrations WHERE rolled_back_at IS NULL`,
  );
  return rows;
}

/** Returns true if no migration is pending. @throws AppError if the database cannot be migrated */
function isCurrent(files: MigrationFile[], applied: AppliedMigration[]): boolean {
  const known = new Map(files.map((file) => [file.name, file]));
  for (const { name, checksum, finished } of applied) {
    const file = known.get(name);
    if (file === undefined) throw newerDatabase(name);
    if (!finished) throw failedMigration(name, "an earlier start did not finish it");
    if (file.checksum !== checksum) throw changedMigration(name);
  }
  return applied.length === files.length;
}

function newerDatabase(name: string): AppError {
  return new AppError(
    "unavailable",
    `This database was made by a newer Leafwatch (migration ${name}). Start that version or restore a backup.`,
  );
}

function changedMigration(name: string): AppError {
  return new AppError(
    "unavailable",
    `This database was made with another form of the migration ${name}. Start the version that made it or restore a backup.`,
  );
}

function failedMigration(name: string, reason: string, cause?: unknown): AppError {
  return new AppError(
    "unavailable",
    `The migration ${name} of the database failed (${reason}): mend that and start again, or restore a backup.`,
    { cause },
  );
}

/**
 * Applies each migration together with its record in one transaction, so that a killed start leaves nothing half done.
 * The schema engine cannot: it runs statement by statement.
 */
async function apply(
  client: pg.Client,
  files: MigrationFile[],
  waiting: Required<Pick<Waiting, "inUseMs" | "onWait">>,
): Promise<string[]> {
  await client.query(MIGRATIONS_TABLE);
  const done = new Set((await readApplied(client)).map((row) => row.name));
  const missing = files.filter((file) => !done.has(file.name));
  for (const file of missing) await applyWhenFree(client, file, waiting);
  return missing.map((file) => file.name);
}

async function applyWhenFree(
  client: pg.Client,
  file: MigrationFile,
  { inUseMs, onWait }: Required<Pick<Waiting, "inUseMs" | "onWait">>,
): Promise<void> {
  const until = performance.now() + inUseMs;
  for (let pauseMs = LOCK_PAUSES_MS.first; !(await applyOne(client, file)); ) {
    const user = await longestUser(client);
    if (performance.now() >= until)
      throw failedMigration(file.name, `its tables are in use${user && ` by ${user}`}`);
    onWait(
      `Waiting to change the database: it is in use${user && ` by ${user}`}. Everything else goes on meanwhile.`,
    );
    await sleep(pauseMs);
    pauseMs = Math.min(pauseMs * 1.5, LOCK_PAUSES_MS.longest);
  }
}

/** @returns false if its tables are in use; then nothing was changed */
async function applyOne(client: pg.Client, { name, sql, checksum }: MigrationFile): Promise<boolean> {
  await client.query("BEGIN");
  try {
    await client.query(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`);
    await client.query(sql);
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, started_at, finished_at, migration_name, applied_steps_count)
       VALUES ($1, $2, now(), clock_timestamp(), $3, 1)`,
      [randomUUID(), checksum, name],
    );
    await client.query("COMMIT");
    return true;
  } catch (error) {
    await client.query("ROLLBACK").catch(() => undefined);
    if (codeOf(error) === LOCK_NOT_AVAILABLE) return false;
    throw failedMigration(name, error instanceof Error ? error.message : String(error), error);
  }
}

const LOCK_NOT_AVAILABLE = "55P03";

/** Words the owner of the oldest transaction on this database; empty if there is none. */
async function longestUser(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ pid: number; name: string; seconds: number }>(
    `SELECT pid, application_name AS name, extract(epoch FROM clock_timestamp() - xact_start)::int AS seconds
     FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL
     ORDER BY xact_start LIMIT 1`,
  );
  const [user] = rows;
  if (user === undefined) return "";
  return `session ${user.pid}${user.name && ` ("${user.name}")`}, which began ${user.seconds} s ago`;
}

/** Prisma's own table, so that its tools can read our records. */
export const MIGRATIONS_TABLE = `
CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id                  VARCHAR(36) PRIMARY KEY NOT NULL,
  checksum            VARCHAR(64) NOT NULL,
  finished_at         TIMESTAMPTZ,
  migration_name      VARCHAR(255) NOT NULL,
  logs                TEXT,
  rolled_back_at      TIMESTAMPTZ,
  started_at          TIMESTAMPTZ NOT NULL DEFAULT now(),
  applied_steps_count INTEGER NOT NULL DEFAULT 0
)`;
