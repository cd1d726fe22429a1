import "server-only";
import { pendingMigrations } from "@/lib/base/db/migrate.server";
import { getPool } from "@/lib/base/db/pool.server";
import { getPrisma } from "@/lib/base/db/prisma.server";
import { LAST_NOTIFICATION } from "@/lib/base/db/sql-fragments.server";

/** The settings of the database server. */
export type ServerFacts = {
  version: string;
  number: number;
  zone: string;
  readOnly: boolean;
  connections: number;
  bytes: string;
};

/** Reads the server's settings through the connection that the program uses. */
export async function readServer(): Promise<ServerFacts | undefined> {
  const { rows } = await getPool().query<ServerFacts>(
    `SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number,
       current_setting('TimeZone') AS zone, pg_is_in_recovery() AS "readOnly",
       current_setting('max_connections')::int AS connections,
       pg_size_pretty(pg_database_size(current_database())) AS bytes`,
  );
  return rows[0];
}

/** Migrations that the database lacks (`missing`), and the number of those from a newer program (`foreign`). */
export async function readMigrations(): Promise<{ missing: string[]; foreign: number }> {
  const missing = await pendingMigrations(getPool());
  const { rows } = await getPool().query<{ n: number }>(
    "SELECT count(*)::int AS n FROM _prisma_migrations WHERE finished_at IS NULL AND rolled_back_at IS NULL",
  );
  return { missing, foreign: rows[0]?.n ?? 0 };
}

/** Seconds since the last heartbeat of a process that runs jobs; null if there never was one. */
export async function secondsSinceBeat(): Promise<number | null> {
  const { rows } = await getPool().query<{ seconds: number | null }>(
    `SELECT extract(epoch FROM now() - max(beat_at))::float8 AS seconds FROM worker_beats
     WHERE beat_at > '-infinity'`,
  );
  return rows[0]?.seconds ?? null;
}

/** Milliseconds that the database's clock is ahead of this machine's, to about half the time of an answer. */
export async function databaseAheadMs(): Promise<number> {
  const begun = Date.now();
  const rows = await getPrisma().$queryRaw<{ ms: number }[]>`
    SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms`;
  const ended = Date.now();
  return (rows[0]?.ms ?? ended) - (begun + ended) / 2;
}

/** Addresses of a tenancy's service, and whether an operator wrote them; null where none is entered. */
export type Connection = {
  name: string;
  baseUrl: string | null;
  authUrl: string | null;
  trustedAddresses: boolean;
};

/** The addresses of every tenancy, oldest first. */
export async function readConnections(): Promise<Connection[]> {
  return getPrisma().tenancy.findMany({
    where: { deletingAt: null },
    select: { name: true, baseUrl: true, authUrl: true, trustedAddresses: true },
    orderBy: { id: "asc" },
  });
}

/** State of a tenancy's connection: last notifications and readings, and the last error. */
export type TenancyState = {
  name: string;
  tenantId: string;
  syncEnabled: boolean;
  webhookSecrets: number;
  lastNotificationAt: Date | null;
  lastReadingAt: Date | null;
  lastError: string | null;
};

/** Every tenancy that is not being deleted, oldest first. */
export async function readTenancies(): Promise<TenancyState[]> {
  const { rows } = await getPool().query<TenancyState>(
    `SELECT t.name, t.tenant_id AS "tenantId", t.sync_enabled AS "syncEnabled",
       (SELECT count(*)::int FROM webhook_secrets s WHERE s.tenancy_id = t.id AND s.retired_at IS NULL)
         AS "webhookSecrets",
       ${LAST_NOTIFICATION} AS "lastNotificationAt",
       (SELECT max(s.last_reading_at) FROM sync_states s WHERE s.tenancy_id = t.id) AS "lastReadingAt",
       (SELECT max(s.last_error) FROM sync_states s WHERE s.tenancy_id = t.id AND s.failures > 0) AS "lastError"
     FROM tenancies t WHERE t.deleting_at IS NULL ORDER BY t.id`,
  );
  return rows;
}
