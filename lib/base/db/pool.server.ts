import "server-only";
import pg from "pg";
import { AppError } from "@/lib/base/core/errors";
import { processSingleton } from "@/lib/base/core/process-singleton";
import { env } from "@/lib/base/env/env.server";

const OPTIONS = "-c timezone=UTC -c statement_timeout=60000 -c idle_in_transaction_session_timeout=60000";

const held = processSingleton<{
  pool: pg.Pool;
  intakePool: pg.Pool;
  directPool: pg.Pool;
}>();

/**
 * Returns true if a pooler such as PgBouncer is in front of the database. It lends a connection for one transaction
 * only, so settings of a connection do not last.
 */
export function isBehindPooler(): boolean {
  return env().LEAFWATCH_DIRECT_DATABASE_URL !== undefined;
}

/** The address of the database itself, bypassing a pooler: for listening, session locks and migrations. */
export function directDatabaseUrl(): string {
  return env().LEAFWATCH_DIRECT_DATABASE_URL ?? env().DATABASE_URL;
}

/**
 * The main pool of this process. The session time zone is UTC, because the driver misreads timestamptz in any other.
 */
export function getPool(): pg.Pool {
  held.pool ??= createPool();
  return held.pool;
}

/**
 * A few connections for the intake, which must not wait behind pages and jobs. Short timeouts on both sides detect a
 * hanging database within seconds.
 */
export function getIntakePool(): pg.Pool {
  held.intakePool ??= createPool({
    max: 4,
    connectionTimeoutMillis: 4_000,
    query_timeout: 5_000,
    keepAlive: true,
    ...settings("-c timezone=UTC -c statement_timeout=8000"),
    application_name: "leafwatch intake",
  });
  return held.intakePool;
}

/** A pool that bypasses a pooler, for long-lived connections; without a pooler, the main pool. */
export function getDirectPool(): pg.Pool {
  if (!isBehindPooler()) return getPool();
  held.directPool ??= createPool({
    connectionString: directDatabaseUrl(),
    options: OPTIONS,
    max: 10,
  });
  return held.directPool;
}

/** The open pools of this process, by name. */
export function openPools(): [name: string, pool: pg.Pool][] {
  const pools = {
    pages: held.pool,
    intake: held.intakePool,
    direct: held.directPool,
  };
  return Object.entries(pools).flatMap(([name, pool]) => (pool ? [[name, pool]] : []));
}

/** Closes the pools; the next use opens new ones. For scripts and tests. */
export async function closePool(): Promise<void> {
  const pools = [held.pool, held.intakePool, held.directPool];
  held.pool = undefined;
  held.intakePool = undefined;
  held.directPool = undefined;
  for (const pool of pools) await pool?.end();
}

/** A pooler accepts no options; there the database role carries them (`settleWithPooler`). */
function settings(options: string): pg.PoolConfig {
  return isBehindPooler() ? {} : { options };
}

function createPool(changes: pg.PoolConfig = {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString: env().DATABASE_URL,
    // Node is single-threaded: more connections would take the processor from it when the database is on the same machine.
    max: 12,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    ...settings(OPTIONS),
    application_name: "leafwatch",
    ...changes,
  });
  // Without listeners a lost connection would end the process; the pool replaces it at the next use.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

/**
 * Stores our connection settings with the database role, because a pooler accepts no options, and checks that pooled
 * connections have them.
 * @param direct the address that bypasses the pooler
 * @param pooled the address of the pooler
 * @throws AppError `unavailable` if the pooler still uses older connections
 */
export async function settleWithPooler(direct: string, pooled: string): Promise<void> {
  await withClient(direct, async (client) => {
    const { rows } = await client.query<{ name: string }>("SELECT quote_ident(current_database()) AS name");
    const account = `ALTER ROLE CURRENT_USER IN DATABASE ${rows[0]?.name} SET`;
    await client.query(`${account} timezone = 'UTC'`);
    await client.query(`${account} statement_timeout = '60s'`);
    await client.query(`${account} idle_in_transaction_session_timeout = '60s'`);
  });
  const zone = await withClient(pooled, async (client) => {
    const { rows } = await client.query<{ TimeZone: string }>("SHOW timezone");
    return rows[0]?.TimeZone ?? "";
  });
  if (zone !== "UTC")
    throw new AppError(
      "unavailable",
      `Connections through the pooler have the time zone ${zone}: let it open new ones (RECONNECT in PgBouncer's console), and leave the time zone out of its settings.`,
    );
}

async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
