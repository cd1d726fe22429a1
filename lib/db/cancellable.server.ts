import "server-only";
import type pg from "pg";
import { getPool } from "./pool.server";

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
  const cancel = () => void cancelOn(client);
  signal.addEventListener("abort", cancel, { once: true });
  try {
    signal.throwIfAborted();
    return await client.query<Row>(text, values);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener("abort", cancel);
    // The order to cancel may come after its statement: the next one on this connection would be hit.
    client.release(signal.aborted);
  }
}

/** Postgres takes the order on another connection. That it fails is no harm: the statement has its timeout. */
async function cancelOn(client: pg.PoolClient): Promise<void> {
  const backend = "processID" in client ? client.processID : null;
  await getPool()
    .query("SELECT pg_cancel_backend($1)", [backend])
    .catch(() => undefined);
}
