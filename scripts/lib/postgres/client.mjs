// Short Postgres connections for the commands. `pg` is loaded on demand, because commands start before it is installed.

/**
 * Runs `work` on a connection that is closed afterwards.
 * @template T
 * @param {string} url
 * @param {(query: (sql: string, values?: unknown[]) => Promise<Record<string, unknown>[]>) => Promise<T>} work
 * @param {{ connectMs?: number }} [options]
 * @returns {Promise<T>}
 */
export async function withConnection(url, work, { connectMs = 2000 } = {}) {
  const { default: pg } = await import("pg");
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connectMs,
    query_timeout: 20_000,
    application_name: "leafwatch commands",
  });
  // Reports a server that goes away while the connection is idle; the next query fails as well.
  client.on("error", () => {});
  await client.connect();
  try {
    return await work(async (sql, values) => (await client.query(sql, values)).rows);
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * @param {{ user: string, password: string, port: number, database: string }} parts
 * @returns {string}
 */
export function localUrl({ user, password, port, database }) {
  return `postgresql://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
}
