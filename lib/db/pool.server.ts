import "server-only";
import pg from "pg";
import { env } from "@/lib/env/env.server";

const held = globalThis as { leafwatchPool?: pg.Pool; leafwatchIntakePool?: pg.Pool };

/**
 * The one pool of this process. The session time zone is fixed to UTC, because the driver reads
 * timestamptz wrongly in any other.
 */
export function getPool(): pg.Pool {
  held.leafwatchPool ??= createPool();
  return held.leafwatchPool;
}

/**
 * A few connections for what must not wait behind pages and jobs: taking notifications in. A database that
 * hangs is given up within seconds, on both sides.
 */
export function getIntakePool(): pg.Pool {
  held.leafwatchIntakePool ??= createPool({
    max: 4,
    connectionTimeoutMillis: 4_000,
    query_timeout: 5_000,
    keepAlive: true,
    options: "-c timezone=UTC -c statement_timeout=8000",
    application_name: "leafwatch intake",
  });
  return held.leafwatchIntakePool;
}

/** Ends the pools; the next use opens new ones. For scripts and tests. */
export async function closePool(): Promise<void> {
  const pools = [held.leafwatchPool, held.leafwatchIntakePool];
  held.leafwatchPool = undefined;
  held.leafwatchIntakePool = undefined;
  for (const pool of pools) await pool?.end();
}

function createPool(changes: pg.PoolConfig = {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString: env().DATABASE_URL,
    max: 20,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    options: "-c timezone=UTC -c statement_timeout=60000 -c idle_in_transaction_session_timeout=60000",
    application_name: "leafwatch",
    ...changes,
  });
  // A connection that dies while idle is replaced at the next use, and one that dies between two statements fails
  // the next: without listeners either would end the process.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}
