// Scheduled backups: when they are made, what is kept, and what a failure leaves.

import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { getPool } from "@/lib/base/db/pool.server";
import * as environment from "@/lib/base/env/env.server";
import { ensureQueue } from "@/lib/base/queue/service.server";
import { makeActor } from "@/lib/identity/actor/make-actor.server";
import { SYSTEM } from "@/lib/identity/actor/system.server";
import { DEFAULT_BACKUPS } from "@/lib/operations/backup/contract";
import { verifyBackup } from "@/lib/operations/backup/read.server";
import { backupName } from "@/lib/operations/backup/schedule";
import {
  queueDueBackup,
  readBackupState,
  requestBackup,
  runBackup,
  saveBackupSettings,
} from "@/lib/operations/backup/service.server";
import { examine } from "@/lib/operations/doctor/service.server";
import { readMetrics } from "@/lib/operations/health/metrics.server";
import { applyProvisioning } from "@/lib/operations/provisioning/service.server";
import { until } from "../support/connected-tenancy";
import { addTenancy, useTestDatabase } from "../support/notifications";
import { mountSmallDisk, NO_SMALL_DISK } from "../support/small-disk";

const admin = makeActor({ kind: "user", id: 1, name: "Ria", role: "admin", tenancyId: null });
const grower = makeActor({ kind: "user", id: 2, name: "Gus", role: "grower", tenancyId: null });
const NIGHTLY = { ...DEFAULT_BACKUPS, at: "02:40" };
const DAY_MS = 86_400_000;

let dataDir: string;
let backups: string;
let leave: () => Promise<void>;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "leafwatch-scheduled-"));
  backups = join(dataDir, "backups");
  process.env.LEAFWATCH_DATA_DIR = dataDir;
  leave = await useTestDatabase();
  await addTenancy();
  await ensureQueue();
});
afterAll(async () => {
  await leave();
  await rm(dataDir, { recursive: true });
});
beforeEach(async () => {
  await rm(backups, { recursive: true, force: true });
  await getPool().query("TRUNCATE backup_runs");
  await getPool().query("DELETE FROM settings WHERE key = 'backups'");
  await getPool().query("DELETE FROM graphile_worker._private_jobs");
});

const page = () => runBackup(SYSTEM, { trigger: "page", by: "Ria" });
const scheduled = () => runBackup(SYSTEM, { trigger: "schedule", by: "Leafwatch" });
const files = async () => (await readdir(backups).catch(() => [])).sort();

async function waitingJobs(): Promise<string[]> {
  const { rows } = await getPool().query<{ task: string }>(
    "SELECT task_identifier AS task FROM graphile_worker.jobs ORDER BY id",
  );
  return rows.map(({ task }) => task);
}

async function backupFindings(): Promise<string[]> {
  const found = await examine(SYSTEM, null);
  return found.filter(({ is }) => /backup/i.test(is)).map(({ state, is }) => `${state}: ${is}`);
}

const metric = async (name: string) =>
  Number(new RegExp(`^leafwatch_${name} (\\S+)$`, "m").exec((await readMetrics(true)).text)?.[1]);

/** Files with the names of backups of former days. */
async function addOlder(days: number): Promise<string[]> {
  await mkdir(backups, { recursive: true });
  const names = Array.from({ length: days }, (_, n) => backupName(new Date(Date.now() - (n + 1) * DAY_MS)));
  for (const name of names) await writeFile(join(backups, name), "older");
  return names;
}

test("is made once when it is due: private, verified, recorded, and told everywhere", async () => {
  await queueDueBackup(SYSTEM);
  expect(await waitingJobs()).toEqual([]);
  await saveBackupSettings(admin, NIGHTLY);
  await queueDueBackup(SYSTEM);
  await queueDueBackup(SYSTEM);
  expect(await waitingJobs()).toEqual(["make-backup"]);
  await scheduled();
  const [name = "", ...more] = await files();
  expect([name, more]).toEqual([expect.stringMatching(/^leafwatch-scheduled-.*Z\.tar\.gz$/), []]);
  expect((await stat(join(backups, name))).mode & 0o777).toBe(0o600);
  expect((await stat(backups)).mode & 0o777).toBe(0o700);
  await verifyBackup(join(backups, name));
  await scheduled();
  expect(await files()).toEqual([name]);

  const state = await readBackupState(admin);
  expect(state.runs).toMatchObject([
    {
      trigger: "schedule",
      outcome: "made",
      file: join(backups, name),
      verifiedAt: expect.any(Date),
      error: null,
    },
  ]);
  expect(state.runs[0]?.tablesDone).toBe(state.runs[0]?.tablesTotal);
  expect(state.kept).toEqual({ count: 1, bytes: (await stat(join(backups, name))).size });
  expect(state.nextAt?.getTime()).toBeGreaterThan(Date.now());
  expect(await backupFindings()).toEqual(
    ["ok: The newest backup is 0 s old", `warn: Backups are on the same disk as the data, in ${backups}`].map(
      (words) => expect.stringContaining(words.replace("0 s old", "")),
    ),
  );
  expect(await metric("backup_failing")).toBe(0);
  expect(await metric("backup_age_seconds")).toBeLessThan(60);
  expect(Date.now() / 1_000 - (await metric("backup_last_success_timestamp_seconds"))).toBeLessThan(60);
  const { rows } = await getPool().query("SELECT actor, action FROM audit_entries ORDER BY id");
  expect(rows).toEqual([
    { actor: "Ria", action: "backup.schedule-changed" },
    { actor: "Leafwatch", action: "backup.made" },
  ]);
});

test("removes what is kept no longer, only of its own files, after the new one is there", async () => {
  await saveBackupSettings(admin, { ...NIGHTLY, keepDaily: 2, keepWeekly: 0 });
  const [yesterday = ""] = await addOlder(5);
  for (const name of ["leafwatch-2020-01-01T000000Z.tar.gz", "notes.txt"])
    await writeFile(join(backups, name), "foreign");
  await page();
  const left = await files();
  expect(left).toContain(yesterday);
  expect(left).toContain("notes.txt");
  expect(left).toContain("leafwatch-2020-01-01T000000Z.tar.gz");
  expect(left).toHaveLength(4);
});

test("two never run at once, and one asked for during another is refused", async () => {
  // A scheduled one that is not due holds the lock for a moment too, so it comes afterwards.
  await Promise.all([page(), page(), page()]);
  await scheduled();
  expect((await readBackupState(admin)).runs).toHaveLength(1);
  const { lock, release } = await holdReadings();
  await lock;
  const first = page();
  await until(async () => (await readBackupState(admin)).runs[0]?.outcome === "running", "the backup");
  await until(async () => (await readBackupState(admin)).runs[0]?.tablesTotal, "its progress");
  await expect(requestBackup(admin)).rejects.toMatchObject({ code: "conflict" });
  await release();
  await first;
  expect((await readBackupState(admin)).runs.map(({ outcome }) => outcome)).toEqual(["made", "made"]);
  await requestBackup(admin);
  expect(await waitingJobs()).toEqual(["make-backup"]);
  await expect(requestBackup(grower)).rejects.toMatchObject({ code: "forbidden" });
});

/** Keeps a backup waiting at one table. */
async function holdReadings() {
  const client = await getPool().connect();
  await client.query("BEGIN");
  const lock = client.query("LOCK TABLE readings IN ACCESS EXCLUSIVE MODE");
  return {
    lock,
    release: async () => {
      await client.query("ROLLBACK");
      client.release();
    },
  };
}

test("a lost database fails it, leaves older ones and no half file, and it is due again in an hour", async () => {
  await saveBackupSettings(admin, { at: null, everyHours: 6, keepDaily: 1, keepWeekly: 0 });
  const older = await addOlder(3);
  const { lock, release } = await holdReadings();
  await lock;
  const broken = page();
  const waits = async () =>
    (
      await getPool().query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()
         AND application_name = 'leafwatch backup' AND query LIKE 'COPY%' AND wait_event_type = 'Lock'`,
      )
    ).rowCount;
  await until(waits, "the backup at the locked table");
  await broken;
  await release();
  expect(await files()).toEqual(older.sort());
  const { runs, nextAt } = await readBackupState(admin);
  expect(runs).toMatchObject([{ outcome: "failed", error: expect.stringContaining("terminat") }]);
  expect(Math.abs((nextAt?.getTime() ?? 0) - Date.now() - 3_600_000)).toBeLessThan(60_000);
  expect(await backupFindings()).toEqual([
    "bad: The last backup failed",
    expect.stringContaining("warn: Backups are on the same disk"),
  ]);
  expect(await metric("backup_failing")).toBe(1);
  await page();
  expect(await metric("backup_failing")).toBe(0);
  expect(await files()).toHaveLength(1);
});

test("one whose process was killed counts as cut short, and the next one is made", async () => {
  await saveBackupSettings(admin, { ...DEFAULT_BACKUPS, everyHours: 6 });
  await getPool().query(
    "INSERT INTO backup_runs (trigger, requested_by, outcome, started_at) VALUES ('schedule', 'x', 'running', now() - interval '7 hours')",
  );
  const [run] = (await readBackupState(admin)).runs;
  expect(run).toMatchObject({ outcome: "failed", error: expect.stringContaining("cut short") });
  await queueDueBackup(SYSTEM);
  expect(await waitingJobs()).toEqual(["make-backup"]);
});

test("an overdue one is reported", async () => {
  await saveBackupSettings(admin, { ...DEFAULT_BACKUPS, everyHours: 6 });
  await page();
  await getPool().query("UPDATE backup_runs SET started_at = now() - interval '8 hours'");
  expect((await backupFindings())[0]).toBe("bad: A backup has been due for 2 h");
  expect(await metric("backup_failing")).toBe(1);
});

test("a damaged or cut archive does not pass as verified", async () => {
  await page();
  const path = join(backups, (await files())[0] ?? "");
  const whole = await readFile(path);
  await truncate(path, whole.length - 2_000);
  await expect(verifyBackup(path)).rejects.toThrow(/cannot be used/);
  const changed = Buffer.from(whole);
  changed.set(randomBytes(16), Math.floor(whole.length / 2));
  await writeFile(path, changed);
  await expect(verifyBackup(path)).rejects.toThrow(/cannot be used/);
});

test("is locked while the provisioning file sets it", async () => {
  const file = join(dataDir, "provision.json");
  await writeFile(file, JSON.stringify({ backups: { at: "03:10", keepDaily: 3 } }));
  await applyProvisioning(file);
  const { settings, locked } = await readBackupState(admin);
  expect([settings.at, settings.keepDaily, locked]).toEqual(["03:10", 3, ["at", "everyHours", "keepDaily"]]);
  await expect(saveBackupSettings(admin, { ...settings, at: "04:00" })).rejects.toMatchObject({
    parameter: "at",
  });
  await saveBackupSettings(admin, { ...settings, keepWeekly: 9 });
  await writeFile(file, JSON.stringify({ backups: { at: "3 o'clock" } }));
  await expect(applyProvisioning(file)).rejects.toThrow("backups.at: has to be a time such as 02:40");
  await writeFile(file, "{}");
  await applyProvisioning(file);
  const after = await readBackupState(admin);
  expect([after.settings.at, after.settings.keepWeekly, after.locked]).toEqual(["03:10", 9, []]);
  await expect(readBackupState(grower)).rejects.toMatchObject({ code: "forbidden" });
});

describe("the disk of the backups", () => {
  const disk = mountSmallDisk(2);
  afterAll(() => disk.remove());

  /** Works on the small disk, which is not that of the data folder. */
  async function onSmallDisk<T>(work: () => Promise<T>): Promise<T> {
    const given = { ...environment.env(), LEAFWATCH_BACKUP_DIR: join(disk.path, "backups") };
    const named = vi.spyOn(environment, "env").mockReturnValue(given);
    return work().finally(() => named.mockRestore());
  }

  test.skipIf(!disk.isMounted)(
    disk.isMounted
      ? "is full: the older backups stay, it is said why, and with room it goes on"
      : NO_SMALL_DISK,
    async () => {
      backups = join(disk.path, "backups");
      const older = await addOlder(2);
      await onSmallDisk(async () => {
        await saveBackupSettings(admin, { ...NIGHTLY, keepDaily: 1, keepWeekly: 0 });
        disk.fill();
        await page();
        expect(await files()).toEqual(older.sort());
        const { runs, isSameDisk } = await readBackupState(admin);
        expect(runs).toMatchObject([
          { outcome: "failed", error: expect.stringContaining("the disk is full") },
        ]);
        expect(isSameDisk).toBe(false);
        disk.makeRoom();
        await page();
        expect((await readBackupState(admin)).runs[0]?.outcome).toBe("made");
        expect(await files()).toHaveLength(1);
        // Known too large now: it does not even begin to fill the disk.
        disk.fill();
        await page();
        expect((await readBackupState(admin)).runs[0]).toMatchObject({
          outcome: "failed",
          error: expect.stringContaining("too little room for a backup"),
        });
        expect(await files()).toHaveLength(1);
      });
      backups = join(dataDir, "backups");
    },
  );
});
