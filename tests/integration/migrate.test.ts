import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { isOutage } from "@/lib/base/db/error-code.server";
import { migrate, pendingMigrations } from "@/lib/base/db/migrate.server";
import { readMigrationFiles, toMigrationList } from "@/lib/base/db/migration-files.server";
import { openSchemaEngine } from "@/lib/base/db/schema-engine.server";
import type { TestDatabase } from "../support/cluster";
import { createTestDatabase } from "../support/postgres";

const migrations = join(process.cwd(), "prisma", "migrations");
const filters = { externalTables: [], externalEnums: [] };

let database: TestDatabase;
let pool: pg.Pool;
let directory: string;

beforeEach(async () => {
  database = await createTestDatabase({ migrated: false });
  pool = new pg.Pool({ connectionString: database.url });
  directory = await mkdtemp(join(tmpdir(), "leafwatch-migrations-"));
  for (const { name } of await readMigrationFiles(migrations)) {
    await mkdir(join(directory, name));
    await copyFile(join(migrations, name, "migration.sql"), join(directory, name, "migration.sql"));
  }
});

afterEach(async () => {
  await pool.end();
  await database.drop();
  await rm(directory, { recursive: true });
});

async function addMigration(name: string, sql: string) {
  await mkdir(join(directory, name), { recursive: true });
  await writeFile(join(directory, name, "migration.sql"), sql);
}

async function tableNames() {
  const { rows } = await pool.query<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'",
  );
  return rows.map((row) => row.name);
}

describe("migrate", () => {
  test("applies every migration to an empty database, and none at a second start", async () => {
    expect(await pendingMigrations(pool)).not.toEqual([]);
    expect((await migrate(database.url)).applied).toEqual(
      (await readdir(migrations)).filter((name) => /^\d/.test(name)),
    );
    expect(await tableNames()).toEqual(expect.arrayContaining(["tenancies", "alerts", "readings"]));
    expect((await migrate(database.url)).applied).toEqual([]);
    expect(await pendingMigrations(pool)).toEqual([]);
  });

  test("applies each migration once when two processes start at once", async () => {
    const results = await Promise.all([migrate(database.url), migrate(database.url)]);
    const { rows } = await pool.query("SELECT migration_name FROM _prisma_migrations");
    expect(results.flatMap((result) => result.applied)).toHaveLength(rows.length);
  });

  test("leaves a migration history that Prisma's own engine accepts", async () => {
    await migrate(database.url);
    const { engine, close } = await openSchemaEngine(database.url);
    const files = await readMigrationFiles(migrations);
    const diagnosis = await engine.diagnoseMigrationHistory({
      migrationsList: await toMigrationList(migrations, files),
      optInToShadowDatabase: false,
      filters,
    });
    close();
    expect(diagnosis).toMatchObject({ history: null, editedMigrationNames: [], failedMigrationNames: [] });
  });

  test("rolls back a failed migration, and retries it at the next start", async () => {
    await migrate(database.url, directory);
    await addMigration("29990101000000_broken", "CREATE TABLE half (id int); SELECT 1 / 0;");
    await expect(migrate(database.url, directory)).rejects.toThrow(/29990101000000_broken.*division by zero/);
    expect(await tableNames()).not.toContain("half");
    await addMigration("29990101000000_broken", "CREATE TABLE half (id int);");
    expect((await migrate(database.url, directory)).applied).toEqual(["29990101000000_broken"]);
  });

  test("waits for a long read, reports it, and blocks no other read", async () => {
    await migrate(database.url, directory);
    await addMigration("29990101000000_wider", "ALTER TABLE tenancies ADD COLUMN wider int;");
    const reader = await reading();
    const said: string[] = [];
    let overtaken: Promise<unknown> | undefined;
    const { applied } = await migrate(database.url, directory, {
      onWait: (sentence) => {
        said.push(sentence);
        // This read would queue behind a migration that waits for its lock.
        overtaken ??= pool.query("SELECT count(*) FROM tenancies").then(() => reader.end());
      },
    });
    await overtaken;
    expect(applied).toEqual(["29990101000000_wider"]);
    expect(said[0]).toMatch(
      /^Waiting to change the database: it is in use by session \d+ \("a long report"\), which began \d+ s ago\./,
    );
  });

  test("names a read that does not end, and changes nothing", async () => {
    await migrate(database.url, directory);
    await addMigration(
      "29990101000000_wider",
      "CREATE TABLE half (id int); ALTER TABLE tenancies ADD b int;",
    );
    const reader = await reading();
    await expect(migrate(database.url, directory, { inUseMs: 0 })).rejects.toThrow(
      /29990101000000_wider of the database failed \(its tables are in use by session \d+ \("a long report"\)/,
    );
    await reader.end();
    expect(await tableNames()).not.toContain("half");
  });

  async function reading(): Promise<pg.Client> {
    const reader = new pg.Client({ connectionString: database.url, application_name: "a long report" });
    await reader.connect();
    await reader.query("BEGIN");
    await reader.query("SELECT count(*) FROM tenancies");
    return reader;
  }

  test("rejects a database of a newer version in one sentence", async () => {
    await addMigration("29990101000000_future", "CREATE TABLE future (id int);");
    await migrate(database.url, directory);
    await expect(migrate(database.url)).rejects.toThrow(
      "This database was made by a newer Leafwatch (migration 29990101000000_future). Start that version or restore a backup.",
    );
  });

  test("names an unreachable database without its password", async () => {
    const refused = migrate("postgresql://someone:hush@127.0.0.1:1/leafwatch");
    await expect(refused).rejects.toThrow(/leafwatch at 127\.0\.0\.1:1: nothing listens there.*DATABASE_URL/);
    await expect(refused).rejects.not.toThrow(/hush/);
    const wrong = database.url.replace(/:[^:@]+@/, ":wrong@");
    await expect(migrate(wrong)).rejects.toThrow(/wrong password/);
  });

  test("reports a starting server as unreachable at once without a waiting time", async () => {
    let asked = 0;
    const fields = ["SFATAL", "C57P03", "Mthe database system is starting up", ""].join("\0");
    const refusal = Buffer.concat([Buffer.from("E\0\0\0\0"), Buffer.from(`${fields}\0`)]);
    refusal.writeInt32BE(refusal.length - 1, 1);
    const server = createServer((socket) => {
      asked += 1;
      socket.once("data", () => socket.end(refusal));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const fault = await migrate(`postgresql://nobody@127.0.0.1:${port}/none`, undefined, {
      startingMs: 0,
    }).catch((error: unknown) => error);
    server.close();
    expect([asked, isOutage(fault), String(fault)]).toEqual([
      1,
      true,
      expect.stringContaining("starting up"),
    ]);
  });

  test("every unique key of a tenancy's table begins with tenancy_id", async () => {
    await migrate(database.url);
    // These are looked up before the tenancy is known: by a signature, by a screen's token.
    const others = ["screens", "webhook_secrets"];
    const { rows } = await pool.query<{ table: string; first: string }>(
      `SELECT i.indrelid::regclass::text AS table, k.attname AS first FROM pg_index i
       JOIN pg_attribute k ON k.attrelid = i.indexrelid AND k.attnum = 1
       WHERE i.indisunique AND EXISTS (SELECT FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
         WHERE a.attrelid = i.indrelid AND a.attname = 'tenancy_id' AND c.relnamespace = 'public'::regnamespace)`,
    );
    const keys = rows.filter(({ table }) => !others.includes(table));
    expect(keys.map(({ table }) => table)).toEqual(
      expect.arrayContaining(["deliveries", "queries", "notices"]),
    );
    expect(keys.filter(({ first }) => first !== "tenancy_id")).toEqual([]);
  });

  test("moves rejected requests of an older database to tenancy 0, and rejected rows to the tenancy of their query", async () => {
    const name = "20261123070000_keys_by_tenancy";
    const sql = await readFile(join(directory, name, "migration.sql"), "utf8");
    const later = (await readdir(directory)).filter((one) => one >= name);
    for (const one of later) await rm(join(directory, one), { recursive: true });
    await migrate(database.url, directory);
    await pool.query(`INSERT INTO deliveries (tenancy_id, received_at, outcome, bytes, body_hash) VALUES
      (NULL, now(), 'rejected', 1, 'a'), (NULL, now(), 'rejected', 1, 'a'), (7, now(), 'accepted', 1, 'a')`);
    await pool.query(`INSERT INTO queries (id, tenancy_id, type, asked, filters, purpose, requested_by, status)
      VALUES ('q', 7, 'indices', '{}', '{}', 'sync', 'x', 'completed')`);
    await pool.query(`INSERT INTO rejected_rows (query_id, line, reason, text)
      VALUES ('q', 3, 'no number', 'x'), ('gone', 1, 'no number', 'x')`);

    await addMigration(name, sql);
    expect((await migrate(database.url, directory)).applied).toEqual([name]);

    const kept = await pool.query(
      `SELECT tenancy_id AS tenancy, outcome, convert_from(body_hash, 'UTF8') AS hash,
         convert_from(refused_hash, 'UTF8') AS refused FROM deliveries ORDER BY id`,
    );
    expect(kept.rows).toEqual([
      { tenancy: 0, outcome: "rejected", hash: null, refused: "a" },
      { tenancy: 0, outcome: "rejected", hash: null, refused: "a" },
      { tenancy: 7, outcome: "accepted", hash: "a", refused: null },
    ]);
    const { rows } = await pool.query(
      "SELECT tenancy_id AS tenancy, query_id AS query, line FROM rejected_rows",
    );
    expect(rows).toEqual([{ tenancy: 7, query: "q", line: 3 }]);
  });

  test("deletes rows without an account, and cascades the deletion of an account", async () => {
    const name = "20261124080000_accounts_own_rows";
    const sql = await readFile(join(directory, name, "migration.sql"), "utf8");
    const later = (await readdir(directory)).filter((one) => one >= name);
    for (const one of later) await rm(join(directory, one), { recursive: true });
    await migrate(database.url, directory);
    await pool.query(`INSERT INTO users (id, email, name, role) VALUES (1, 'a@example.com', 'A', 'grower'),
      (2, 'b@example.com', 'B', 'grower')`);
    await pool.query("INSERT INTO recovery_codes (user_id, code_hash) VALUES (1, 'a'), (2, 'b'), (3, 'c')");
    const owners = async () =>
      (await pool.query("SELECT user_id FROM recovery_codes ORDER BY 1")).rows.map((row) => row.user_id);

    await addMigration(name, sql);
    await migrate(database.url, directory);
    expect(await owners()).toEqual([1, 2]);
    await pool.query("DELETE FROM users WHERE id = 1");
    expect(await owners()).toEqual([2]);
  });

  test("prisma/schema.prisma matches the migrations", async () => {
    const path = join(process.cwd(), "prisma", "schema.prisma");
    const content = await readFile(path, "utf8");
    const { engine, close } = await openSchemaEngine(database.url, [[path, content]]);
    const files = await readMigrationFiles(migrations);
    const difference = await engine.diff({
      from: { tag: "migrations", ...(await toMigrationList(migrations, files)) },
      to: { tag: "schemaDatamodel", files: [{ path, content }] },
      script: true,
      exitCode: null,
      filters,
    });
    close();
    expect(difference.stdout).toContain("This is an empty migration");
  });
});
