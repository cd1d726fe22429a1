import "server-only";
import type pg from "pg";
import { getPool, isBehindPooler } from "./pool.server";

/**
 * Runs a read that is cancelled in the database when the signal aborts.
 * @throws the signal's reason once aborted, else what the pool throws
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
    // Behind a pooler the transaction is still open.
    failed = isBehindPooler();
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener("abort", cancel);
    // The cancellation may arrive after the statement's end and would hit the next one on this connection.
    client.release(signal.aborted || failed);
  }
}

/**
 * Returns the id of the database process behind a connection. A pooler reports an id of its own, and keeps the same
 * process only within a transaction, so one is begun.
 */
async function holdBackend(client: pg.PoolClient): Promise<number | null> {
  if (!isBehindPooler()) return "processID" in client ? (client.processID as number | null) : null;
  await client.query("BEGIN READ ONLY");
  const { rows } = await client.query<{ id: number }>("SELECT pg_backend_pid() AS id");
  return rows[0]?.id ?? null;
}

/** Cancels from another connection. A failure does no harm: the statement has a timeout. */
async function cancelOn(backend: number | null): Promise<void> {
  if (backend === null) return;
  await getPool()
    .query("SELECT pg_cancel_backend($1)", [backend])
    .catch(() => undefined);
}
