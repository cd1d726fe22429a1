import "server-only";
import type pg from "pg";
import { getPool, isBehindPooler } from "./pool.server";

/**
 * A read that ends with whoever asked for it: when the signal aborts, the statement is cancelled in the database.
 * @throws the signal's reason once it is aborted, else as the pool
 */
export async function cancellableQuery<Row extends pg.QueryResultRow>(
  text: string,
  values: unknown[],
  signal: AbortSignal | undefined,
): Promise<pg.QueryResult<Row>> {
  if (!signal) return getPool().query<Row>(text, values);
  signal.throwIfAborted();
  const client = await getPool().connect();
  let backend: number | null = null;
  let failed = false;
  const cancel = () => void cancelOn(backend);
  signal.addEventListener("abort", cancel, { once: true });
  try {
    backend = await holdBackend(client);
    signal.throwIfAborted();
    const result = await client.query<Row>(text, values);
    if (isBehindPooler()) await client.query("COMMIT");
    return result;
  } catch (error) {
    // Behind a pooler its transaction is still open.
    failed = isBehindPooler();
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener("abort", cancel);
    // The order to cancel may come after its statement: the next one on this connection would be hit.
    client.release(signal.aborted || failed);
  }
}

/**
 * Which process of the database works for a connection. A pooler answers with a number of its own, and the process is
 * ours only within a transaction.
 */
async function holdBackend(client: pg.PoolClient): Promise<number | null> {
  if (!isBehindPooler()) return "processID" in client ? (client.processID as number | null) : null;
  await client.query("BEGIN READ ONLY");
  const { rows } = await client.query<{ id: number }>("SELECT pg_backend_pid() AS id");
  return rows[0]?.id ?? null;
}

/** Postgres takes the order on another connection. That it fails is no harm: the statement has its timeout. */
async function cancelOn(backend: number | null): Promise<void> {
  if (backend === null) return;
  await getPool()
    .query("SELECT pg_cancel_backend($1)", [backend])
    .catch(() => undefined);
}
