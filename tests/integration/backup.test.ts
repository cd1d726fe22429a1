// A backup, restored on an empty machine: another data folder, another Postgres.

import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { getPool } from "@/lib/base/db/pool.server";
import { seal, tryUnseal } from "@/lib/base/secrets/seal.server";
import { clientSecretPurpose } from "@/lib/farm/tenancies/contract";
import { SYSTEM } from "@/lib/identity/actor/system.server";
import { makeBackup } from "@/lib/operations/backup/service.server";
import { backup, restore } from "../../scripts/lib/admin/backup";
import { type Ending, RunningCommand, reportOf } from "../support/command";
import { addTenancy, alertOf, send, type TestTenancy, useTestDatabase } from "../support/notifications";
import { mountSmallDisk, NO_SMALL_DISK } from "../support/small-disk";

/** Commands start a process and a database. */
vi.setConfig({ testTimeout: 180_000 });

const HARD_TEXT = 'tab\t newline\n backslash \\ \\. quote " ✓ \u0001';
let folder: string;
let dataDir: string;
let drop: () => Promise<void>;
let tenancy: TestTenancy;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "leafwatch-backup-"));
  dataDir = join(folder, "here");
  const key = randomBytes(32).toString("base64");
  await mkdir(join(dataDir, "spool"), { recursive: true });
  await writeFile(join(dataDir, "secret-keys"), `${key}\n`, { mode: 0o600 });
  await writeFile(join(dataDir, "spool", "1-1-00000000-00000000.00000001.segment"), randomBytes(5_000));
  process.env.LEAFWATCH_DATA_DIR = dataDir;
  process.env.LEAFWATCH_SECRET_KEYS = key;
  process.env.LEAFWATCH_SECRET_KEYS_FILE = join(dataDir, "secret-keys");
  drop = await useTestDatabase();
  tenancy = await addTenancy();
  await fill();
});

afterAll(async () => {
  await drop();
  await rm(folder, { recursive: true });
});

/** Rows with every type of column at its limits, which are hard to serialize. */
async function fill(): Promise<void> {
  for (let n = 0; n < 20; n += 1) await send(tenancy, alertOf(tenancy));
  const sealed = Buffer.from(seal("client secret", clientSecretPurpose(tenancy.tenantId)));
  await getPool().query("UPDATE tenancies SET client_secret = $1, name = $2", [sealed, HARD_TEXT]);
  await getPool().query(
    `INSERT INTO readings (tenancy_id, area_id, job_id, at, health, ppfd)
     SELECT $1, a, 1, '2026-01-01T00:00:00Z'::timestamptz + make_interval(mins => n), random(), 1e-40
     FROM generate_series(1, 20) a, generate_series(1, 2000) n`,
    [tenancy.id],
  );
  await getPool().query(
    `INSERT INTO readings (tenancy_id, area_id, job_id, at, health, dli) VALUES
    ($1, 99, 1, '2026-01-01T00:00:00.123Z', 'NaN', '-Infinity')`,
    [tenancy.id],
  );
  await getPool().query("INSERT INTO worker_beats VALUES ('gone', '-infinity')");
  await getPool().query("INSERT INTO settings VALUES ('hard', $1, now())", [JSON.stringify({ HARD_TEXT })]);
}

function admin(args: string[], env: Record<string, string>): Promise<Ending> {
  const program = join(process.cwd(), "scripts", "admin.mjs");
  return new RunningCommand(process.execPath, [program, ...args], env).ended;
}

const here = () => ({ DATABASE_URL: process.env.DATABASE_URL ?? "", LEAFWATCH_DATA_DIR: dataDir });

/** The rows of each table as text, in order, without those that the commands write themselves. */
async function contentsOf(client: pg.Pool | pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'
     AND tablename NOT IN ('_prisma_migrations', 'audit_entries', 'backup_runs') ORDER BY 1`,
  );
  const contents = new Map<string, string>();
  for (const { name } of rows) {
    const found = await client.query<{ n: string; sum: string }>(
      `SELECT count(*) AS n, md5(string_agg(t::text, '|' ORDER BY t::text)) AS sum FROM ${name} t`,
    );
    contents.set(name, JSON.stringify(found.rows));
  }
  const sequences = await client.query(
    "SELECT sequencename, last_value FROM pg_sequences WHERE sequencename NOT IN ('audit_entries_id_seq', 'backup_runs_id_seq') ORDER BY 1",
  );
  return contents.set("sequences", JSON.stringify(sequences.rows));
}

describe("a backup", () => {
  test("restores to an empty machine with equal tables, keys and spool, and secrets that can be unsealed", async () => {
    const file = join(folder, "backup.tar.gz");
    const made = await admin(["backup", file], here());
    expect([made.code, made.stderr]).toEqual([0, ""]);
    expect((await stat(file)).mode & 0o777).toBe(0o600);

    const there = join(folder, "there");
    const restored = await admin(["restore", file], { LEAFWATCH_DATA_DIR: there });
    expect([restored.code, restored.stderr]).toEqual([0, ""]);

    const standIn = join(process.cwd(), "tests", "support", "fake-start.mjs");
    const settings = { PORT: "0", HOST: "127.0.0.1", LEAFWATCH_DATA_DIR: there };
    const app = new RunningCommand(process.execPath, [standIn], settings);
    const { env } = await reportOf(await app.ready());
    const client = new pg.Client({ connectionString: env.DATABASE_URL, options: "-c timezone=UTC" });
    await client.connect();
    const contents = await contentsOf(client);
    const { rows } = await client.query<{ sealed: Buffer }>("SELECT client_secret AS sealed FROM tenancies");
    await client.end();
    await app.end("SIGTERM");

    const original = await contentsOf(getPool());
    expect(Object.fromEntries(contents)).toEqual(Object.fromEntries(original));
    expect(tryUnseal(rows[0]?.sealed ?? Buffer.alloc(0), clientSecretPurpose(tenancy.tenantId))).toBe(
      "client secret",
    );
    for (const name of ["secret-keys", "webhook-keys.sealed", "spool/1-1-00000000-00000000.00000001.segment"])
      expect((await readFile(join(there, name))).equals(await readFile(join(dataDir, name))), name).toBe(
        true,
      );
    expect((await readdir(there)).filter((name) => /^(restoring|before)/.test(name))).toEqual([]);
  });

  test("replaces existing data only on request, and changes nothing if it is damaged", async () => {
    const file = join(folder, "second.tar.gz");
    const before = await contentsOf(getPool());
    vi.spyOn(process.stdout, "write").mockReturnValue(true);
    await backup([file]);
    await expect(backup([file])).rejects.toThrow(`${file} is there already: name another file.`);
    await closeConnections();
    await expect(restore([file])).rejects.toThrow(
      /^A restore would replace the database, with its tenancies and users, the keys.*--replace\.$/,
    );
    await truncate(file, (await stat(file)).size - 2_000);
    await expect(restore([file, "--replace", "--yes"])).rejects.toThrow(/cannot be used/);
    vi.restoreAllMocks();
    expect(Object.fromEntries(await contentsOf(getPool()))).toEqual(Object.fromEntries(before));
    expect((await readdir(dataDir)).sort()).toEqual(["secret-keys", "spool", "webhook-keys.sealed"]);
  });
});

/** A restore needs a database without other connections. */
async function closeConnections(): Promise<void> {
  const { closePrisma } = await import("@/lib/base/db/prisma.server");
  const { closePool } = await import("@/lib/base/db/pool.server");
  await closePrisma();
  await closePool();
}

describe("the target of a backup", () => {
  const to = (target: string) => makeBackup(SYSTEM, { target, onTable: () => undefined });

  test("creates a missing folder if its name ends with a slash", async () => {
    const target = join(folder, "nightly", "new", "/");
    const { file } = await to(target);
    expect(file.startsWith(target)).toBe(true);
    expect((await stat(target)).mode & 0o077).toBe(0);
    expect((await stat(file)).isFile()).toBe(true);
  });

  test("reports a missing folder without a trailing slash in one sentence", async () => {
    await expect(to(join(folder, "typo", "backup.tar.gz"))).rejects.toThrow(
      /^The backup could not be written to .*backup\.tar\.gz: there is no such folder/,
    );
  });

  const disk = mountSmallDisk(2);
  afterAll(() => disk.remove());

  test.skipIf(!disk.isMounted)(
    disk.isMounted
      ? "a full disk is said in a sentence, leaves nothing behind, and is no matter with room"
      : NO_SMALL_DISK,
    async () => {
      const target = join(disk.path, "backups", "/");
      await mkdir(target);
      disk.fill();
      await expect(to(target)).rejects.toThrow(
        /^The backup could not be written to .*: the disk is full: make room/,
      );
      expect(await readdir(target)).toEqual([]);
      disk.makeRoom();
      const { file } = await to(target);
      expect(await readdir(target)).toEqual([file.slice(target.length)]);
    },
  );
});
