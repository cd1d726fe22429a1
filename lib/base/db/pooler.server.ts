import "server-only";
import pg from "pg";
import { AppError } from "@/lib/base/core/errors";

/**
 * Gives the account of the database what every connection of ours needs, since a pooler takes no such settings, and
 * makes sure that what comes through the pooler has them.
 * @param direct the address past the pooler
 * @param pooled the address of the pooler
 * @throws AppError `unavailable` when the pooler lends connections that were opened before
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
