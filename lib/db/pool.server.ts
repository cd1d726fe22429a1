import "server-only";
import pg from "pg";
import { env } from "@/lib/env/env.server";

const held = globalThis as { leafwatchPool?: pg.Pool };

/**
 * The one pool of this process. The session time zone is fixed to UTC, because the driver reads
 * timestamptz wrongly in any other.
 */
export function getPool(): pg.Pool {
  held.leafwatchPool ??= createPool();
  return held.leafwatchPool;
}

/** Ends the pool; the next use opens a new one. For scripts and tests. */
export async function closePool(): Promise<void> {
  const pool = held.leafwatchPool;
  held.leafwatchPool = undefined;
  await pool?.end();
}

function createPool(): pg.Pool {
  const pool = new pg.Pool({
    connectionString: env().DATABASE_URL,
    max: 20,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    options: "-c timezone=UTC -c statement_timeout=60000 -c idle_in_transaction_session_timeout=60000",
    application_name: "leafwatch",
  });
  // A connection that dies while idle is replaced at the next use; without a listener it would end the process.
  pool.on("error", () => undefined);
  return pool;
}
