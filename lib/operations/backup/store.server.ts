import "server-only";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from, to } from "pg-copy-streams";
import type { StoredNotification } from "@/lib/alerting/webhooks/contract";
import { AppError } from "@/lib/base/core/errors";
import { migrate } from "@/lib/base/db/migrate.server";
import type { MigrationFile } from "@/lib/base/db/migration-files.server";
import { directDatabaseUrl } from "@/lib/base/db/pool.server";
import type { BackupHeader, BackupTable } from "./contract";

/** Migrates a restored database to this version. @returns the names of the applied migrations */
export async function applyNewerMigrations(): Promise<string[]> {
  const { applied } = await migrate(directDatabaseUrl());
  return applied;
}

/** One connection with one transaction, which may take hours, and whose values have the same text on every server. */
export class LongTransaction {
  readonly #client: pg.Client;

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  /** Runs work in a transaction, which is rolled back if the work throws. */
  static async run<T>(
    mode: "REPEATABLE READ READ ONLY" | "READ COMMITTED",
    work: (tx: LongTransaction) => Promise<T>,
  ): Promise<T> {
    const client = new pg.Client({
      connectionString: directDatabaseUrl(),
      connectionTimeoutMillis: 10_000,
      application_name: "leafwatch backup",
    });
    client.on("error", () => undefined);
    await client.connect();
    try {
      await client.query(`BEGIN ISOLATION LEVEL ${mode}`);
      await client.query(SETTINGS);
      const result = await work(new LongTransaction(client));
      await client.query("COMMIT");
      return result;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  /** The tables of Leafwatch with their columns, ordered by name. */
  async tables(): Promise<BackupTable[]> {
    return this.#rows<BackupTable>(
      `SELECT c.relname::text AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
         AND c.relname <> '_prisma_migrations' AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
       GROUP BY c.relname ORDER BY c.relname COLLATE "C"`,
    );
  }

  /** The sequences with their last values. */
  async sequences(): Promise<BackupHeader["sequences"]> {
    const names = await this.#rows<{ name: string }>(
      `SELECT relname::text AS name FROM pg_class
       WHERE relnamespace = 'public'::regnamespace AND relkind = 'S' ORDER BY relname COLLATE "C"`,
    );
    const states = [];
    for (const { name } of names) {
      const sql = `SELECT last_value::text AS last, is_called AS called FROM ${quoted(name)}`;
      for (const state of await this.#rows<{ last: string; called: boolean }>(sql))
        states.push({ name, ...state });
    }
    return states;
  }

  /** The applied migrations, in order. */
  async migrations(): Promise<BackupHeader["migrations"]> {
    return this.#rows(
      `SELECT migration_name AS name, checksum FROM _prisma_migrations
       WHERE rolled_back_at IS NULL AND finished_at IS NOT NULL ORDER BY migration_name`,
    );
  }

  /** Reads the rows of a table as COPY text, in physical order. */
  copyOut(table: BackupTable): AsyncIterable<Buffer> {
    return this.#client.query(to(`COPY ${tableText(table)} TO STDOUT`));
  }

  /** Writes COPY text into a table. */
  async copyIn(table: BackupTable, rows: AsyncIterable<Buffer>): Promise<void> {
    await pipeline(rows, this.#client.query(from(`COPY ${tableText(table)} FROM STDIN`)));
  }

  /** Sets a sequence to its last value. */
  async setSequence({ name, last, called }: BackupHeader["sequences"][number]): Promise<void> {
    await this.#client.query("SELECT setval($1::text::regclass, $2::text::bigint, $3)", [
      `public.${quoted(name)}`,
      last,
      called,
    ]);
  }

  /** Returns what a restore would overwrite or disturb: foreign tables, our own data, and running processes. */
  async contents(): Promise<{ foreign: string[]; used: boolean; running: number }> {
    const names = await this.#rows<{ name: string }>(
      "SELECT tablename::text AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
    );
    const [{ running = 0 } = {}] = await this.#rows<{ running: number }>(
      `SELECT count(*)::int AS running FROM pg_stat_activity
       WHERE datname = current_database() AND application_name LIKE 'leafwatch%'
         AND application_name NOT IN ('leafwatch backup', 'leafwatch commands', 'leafwatch migrate')`,
    );
    const has = (name: string) => names.some((one) => one.name === name);
    if (!has("tenancies") || !has("_prisma_migrations"))
      return { foreign: names.map(({ name }) => name), used: false, running };
    const [{ used = false } = {}] = await this.#rows<{ used: boolean }>(
      "SELECT EXISTS (SELECT FROM tenancies) OR EXISTS (SELECT FROM users) AS used",
    );
    return { foreign: [], used, running };
  }

  /** Waits for other restores of this database, also for those whose client has ended. */
  async awaitRestores(): Promise<void> {
    await this.#client.query("SELECT pg_advisory_xact_lock($1)", [RESTORE_LOCK]);
  }

  /** Takes the lock of backups until the end of this transaction. @returns false if another process makes one */
  async tryBackupLock(): Promise<boolean> {
    const sql = `SELECT pg_try_advisory_xact_lock(${BACKUP_LOCK}) AS locked`;
    return (await this.#rows<{ locked: boolean }>(sql))[0]?.locked ?? false;
  }

  /** Records this restore's id, which shows after the commit. @param id of letters, digits and dashes */
  async noteRestore(id: string): Promise<void> {
    await this.#client.query(`COMMENT ON TABLE public._prisma_migrations IS '${RESTORED}${id}'`);
  }

  /** The id of the restore that the database is from; null if none. */
  async restoredBy(): Promise<string | null> {
    const [{ note = null } = {}] = await this.#rows<{ note: string | null }>(
      "SELECT obj_description(to_regclass('public._prisma_migrations'), 'pg_class') AS note",
    );
    return note?.startsWith(RESTORED) ? note.slice(RESTORED.length) : null;
  }

  /**
   * Reads the notifications accepted since a backup, in order of arrival, page by page.
   * @param since time of the backup, RFC 3339
   * @throws AppError `conflict` if a newer Leafwatch stores them differently
   */
  async *acceptedSince(since: string): AsyncGenerator<StoredNotification[]> {
    const [{ present = false } = {}] = await this.#rows<{ present: boolean }>(
      "SELECT to_regclass('public.deliveries') IS NOT NULL AS present",
    );
    if (!present) return;
    for (let after = "0"; ; ) {
      const { rows } = await this.#client
        .query<StoredNotification & { id: string }>(ACCEPTED_SINCE, [after, since, PAGE])
        .catch((error: unknown) => {
          throw new AppError(
            "conflict",
            `The notifications that came after this backup cannot be read (${error instanceof Error ? error.message : String(error)}): back the database up with the Leafwatch that changed it, then restore into an empty one.`,
            { cause: error },
          );
        });
      const last = rows.at(-1);
      if (!last) return;
      yield rows;
      after = last.id;
    }
  }

  /** Drops everything of Leafwatch in the database, including the job queue. */
  async dropAll(): Promise<void> {
    const drops = await this.#rows<{ sql: string }>(
      `SELECT format('DROP TABLE IF EXISTS public.%I CASCADE', tablename) AS sql FROM pg_tables
         WHERE schemaname = 'public'
       UNION ALL
       SELECT format('DROP ROUTINE IF EXISTS %s CASCADE', p.oid::regprocedure) FROM pg_proc p
         WHERE p.pronamespace = 'public'::regnamespace
           AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')`,
    );
    for (const { sql } of drops) await this.#client.query(sql);
    await this.#client.query("DROP SCHEMA IF EXISTS graphile_worker CASCADE");
  }

  /**
   * Creates the tables by their migrations and records these as applied. Foreign keys are checked at the end of the
   * transaction, because tables are loaded in the order of their names.
   */
  async applyMigrations(files: readonly MigrationFile[], migrationsTable: string): Promise<void> {
    await this.#client.query(migrationsTable);
    for (const { name, sql, checksum } of files) {
      await this.#client.query(sql);
      await this.#client.query(
        `INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, applied_steps_count)
         VALUES (gen_random_uuid()::text, $1, clock_timestamp(), $2, 1)`,
        [checksum, name],
      );
    }
    await this.#client.query("SET CONSTRAINTS ALL DEFERRED");
  }

  async #rows<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]> {
    return (await this.#client.query<Row>(sql)).rows;
  }
}

/** Arbitrary, but different from other advisory locks in this database. */
const RESTORE_LOCK = 7_116_582_014;
/** Held by the process that makes a scheduled backup. It has the form of two integers in `pg_locks`. */
export const BACKUP_LOCK = 7_116_582_015;
const RESTORED = "restored: ";
const PAGE = 64;
/** May include some that the backup has, if they were being written while it was made: applying them again changes nothing. */
const ACCEPTED_SINCE = `
  SELECT d.id::text, d.tenancy_id AS "tenancyId", t.tenant_id AS "tenantId", d.secret_id AS "secretId",
    d.received_at AS "receivedAt", d.request_id AS "requestId", d.answered_in_ms AS "answeredInMs", d.request, d.body
  FROM deliveries d JOIN tenancies t ON t.id = d.tenancy_id
  WHERE d.id > $1::bigint AND d.received_at >= $2::timestamptz - interval '1 hour' AND NOT d.test
    AND d.outcome IN ('accepted', 'spooled', 'quarantined') AND d.body IS NOT NULL
  ORDER BY d.id LIMIT $3`;

/** Rows come in physical order, so that the same rows have the same checksum. */
const SETTINGS = `
  SET LOCAL statement_timeout = 0;
  SET LOCAL idle_in_transaction_session_timeout = 0;
  SET LOCAL synchronize_seqscans = off;
  SET LOCAL timezone = 'UTC';
  SET LOCAL datestyle = 'ISO, YMD';
  SET LOCAL intervalstyle = 'postgres';
  SET LOCAL bytea_output = 'hex';
  SET LOCAL extra_float_digits = 1;
  SET LOCAL client_encoding = 'UTF8'`;

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
const tableText = ({ name, columns }: BackupTable) =>
  `public.${quoted(name)} (${columns.map(quoted).join(", ")})`;
