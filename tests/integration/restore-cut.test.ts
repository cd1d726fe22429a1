// A restore that is interrupted at each of its steps, as by a kill, and its completion at the next start; and a
// rollback of an upgrade that keeps notifications received since the backup.

import { randomBytes } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test, vi } from "vitest";
import { closePool, getPool } from "@/lib/base/db/pool.server";
import { closePrisma } from "@/lib/base/db/prisma.server";
import {
  makeBackup,
  replayAside,
  restoreBackup,
  settleRestores,
} from "@/lib/operations/backup/service.server";
import { restore } from "../../scripts/lib/admin/backup";
import { OPERATOR } from "../../scripts/lib/admin/database";
import { RunningCommand, reportOf, until } from "../support/command";
import { addTenancy, alertOf, send, type TestTenancy, useTestDatabase } from "../support/notifications";

/** One restore per step. */
vi.setConfig({ testTimeout: 400_000 });

/** Counts steps, and fails all from a given one on, as in a killed process. */
const steps = vi.hoisted(() => ({
  taken: [] as string[],
  isCut: (_taken: readonly string[]) => false as boolean,
  async take<T>(name: string, work: () => Promise<T>): Promise<T> {
    steps.taken.push(name);
    if (steps.isCut(steps.taken)) throw new Error("cut short");
    return work();
  },
  /** Runs work that is interrupted. */
  async cutting<T>(isCut: (taken: readonly string[]) => boolean, work: () => Promise<T>): Promise<boolean> {
    Object.assign(steps, { taken: [], isCut });
    try {
      await work();
      return false;
    } catch {
      return true;
    } finally {
      Object.assign(steps, { taken: [], isCut: () => false });
    }
  },
}));

vi.mock("node:fs/promises", async (importOriginal) => {
  const real = await importOriginal<typeof import("node:fs/promises")>();
  type Work = (...args: unknown[]) => Promise<unknown>;
  const stepped = ["mkdir", "rename", "rm", "writeFile"].map((name) => {
    const work = real[name as keyof typeof real] as Work;
    return [name, (...args: unknown[]) => steps.take(`${name} ${args[0]}`, () => work(...args))];
  });
  return { ...real, ...Object.fromEntries(stepped) };
});

let folder: string;
let dataDir: string;
let backupFile: string;
let tenancy: TestTenancy;
let late: Record<string, unknown>;
let drop: () => Promise<void>;
let database: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "leafwatch-restore-"));
  dataDir = join(folder, "data");
  backupFile = join(folder, "backup.tar.gz");
  mkdirSync(join(dataDir, "spool"), { recursive: true });
  process.env.LEAFWATCH_DATA_DIR = dataDir;
  process.env.LEAFWATCH_SECRET_KEYS_FILE = join(dataDir, "secret-keys");
  process.env.LEAFWATCH_SECRET_KEYS = randomBytes(32).toString("base64");
  writeKeys(process.env.LEAFWATCH_SECRET_KEYS);
  drop = await useTestDatabase();
  database = new URL(process.env.DATABASE_URL ?? "").pathname.slice(1);
  tenancy = await addTenancy();
  await send(tenancy, alertOf(tenancy));
  await write("then");
  await makeBackup(OPERATOR, { target: backupFile, onTable: () => undefined });

  writeKeys(`${randomBytes(32).toString("base64")},${process.env.LEAFWATCH_SECRET_KEYS}`);
  late = alertOf(tenancy);
  await send(tenancy, late as ReturnType<typeof alertOf>);
  await write("now");
  await copyAs("now");
});

afterAll(async () => {
  for (const moment of ["now", "cut"]) await administer(`DROP DATABASE IF EXISTS ${database}_${moment}`);
  await drop();
  rmSync(folder, { recursive: true });
});

beforeEach(() => startAnew());

/** The installation before the restore, or as copied at another moment. */
async function startAnew(moment = "now"): Promise<void> {
  await closeConnections();
  await administer(`DROP DATABASE ${database} WITH (FORCE)`);
  await administer(`CREATE DATABASE ${database} TEMPLATE ${database}_${moment} STRATEGY FILE_COPY`);
  rmSync(dataDir, { recursive: true });
  cpSync(join(folder, moment), dataDir, { recursive: true });
}

async function copyAs(moment: string): Promise<void> {
  cpSync(dataDir, join(folder, moment), { recursive: true });
  const copied = () =>
    administer(`CREATE DATABASE ${database}_${moment} TEMPLATE ${database}`).then(
      () => true,
      () => false,
    );
  expect(await until(() => closeConnections().then(copied))).toBe(true);
}

const writeKeys = (keys: string) => writeFileSync(join(dataDir, "secret-keys"), `${keys}\n`, { mode: 0o600 });

/** A marker in the database, in a file of its own and in the spool. */
async function write(word: string): Promise<void> {
  await getPool().query("UPDATE tenancies SET name = $1", [word]);
  rmSync(join(dataDir, "spool"), { recursive: true });
  mkdirSync(join(dataDir, "spool"));
  writeFileSync(join(dataDir, "spool", `1-1-00000000-00000000.00000001.segment`), word);
  writeFileSync(join(dataDir, "webhook-keys.sealed"), word);
}

/** The state that the database, the keys, the sealed secrets and the spool belong to. */
async function found(): Promise<string[]> {
  const { rows } = await getPool().query<{ name: string }>("SELECT name FROM tenancies");
  await closeConnections();
  const keys = readFileSync(join(dataDir, "secret-keys"), "utf8").trim().split(",");
  const [spooled = "missing"] = readdirSync(join(dataDir, "spool"));
  return [
    rows[0]?.name ?? "none",
    keys.length === 1 ? "then" : "now",
    readFileSync(join(dataDir, "webhook-keys.sealed"), "utf8"),
    readFileSync(join(dataDir, "spool", spooled), "utf8"),
  ];
}

/** Placing continues after a response, and opens new connections. */
async function closeConnections(): Promise<void> {
  const others = `SELECT FROM pg_stat_activity WHERE datname = '${database}'`;
  const areClosed = async () => {
    await closePrisma();
    await closePool();
    return (await administer(others)) === 0;
  };
  expect(await until(areClosed)).toBe(true);
}

async function administer(sql: string): Promise<number | null> {
  const client = new pg.Client({ connectionString: inject("postgresUrl") });
  await client.connect();
  const { rowCount } = await client.query(sql).finally(() => client.end());
  return rowCount;
}

/** Commits are steps too: before one nothing has changed, after it everything has. */
function stepCommits() {
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  return vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    if (args[0] !== "COMMIT") return query.apply(this, args);
    return steps.take("before COMMIT", async () => {
      const committed = await query.apply(this, args);
      return steps.take("after COMMIT", async () => committed);
    });
  } as typeof pg.Client.prototype.query);
}

const replaceAll = () =>
  restoreBackup(OPERATOR, { file: backupFile, replace: true, onTable: () => undefined });

/** A restore that is interrupted after a number of steps, if it has that many; then the next start. */
async function cutAfter(count: number): Promise<{ isCut: boolean; result: string[] }> {
  const commits = stepCommits();
  const isCut = await steps.cutting((taken) => taken.length > count, replaceAll);
  commits.mockRestore();
  await settleRestores(OPERATOR);
  return { isCut, result: await found() };
}

/** A restore whose database is committed, but whose files are not in place yet. */
async function cutAtCommit(): Promise<void> {
  const isCut = (taken: readonly string[]) => taken.some((name) => name.startsWith("rename"));
  expect(await steps.cutting(isCut, replaceAll)).toBe(true);
}

describe("a restore", () => {
  test("that is interrupted at any step leaves everything old or everything restored", async () => {
    const results: string[] = [];
    const mixed: [number, string[]][] = [];
    for (let count = 0; ; count += 1) {
      const { isCut, result } = await cutAfter(count);
      if (new Set(result).size > 1) mixed.push([count, result]);
      expect(readdirSync(dataDir).filter((name) => name.startsWith("restoring"))).toEqual([]);
      if (!isCut) break;
      results.push(result[0] ?? "");
      await startAnew();
    }
    expect(mixed).toEqual([]);
    expect(results.join(" ")).toMatch(/^(now ){10,}(then ?){5,}$/);
  });

  test("that is interrupted while it is completed is completed by the next start", async () => {
    await cutAtCommit();
    await copyAs("cut");
    for (let count = 0; ; count += 1) {
      await startAnew("cut");
      const isCut = await steps.cutting(
        (taken) => taken.length > count,
        () => settleRestores(OPERATOR),
      );
      await settleRestores(OPERATOR);
      expect([count, ...(await found())]).toEqual([count, "then", "then", "then", "then"]);
      if (!isCut) break;
    }
  });

  test("that is interrupted is completed by npm start before the keys are read; until then a backup is rejected", async () => {
    await cutAtCommit();
    const settings = { DATABASE_URL: process.env.DATABASE_URL ?? "", LEAFWATCH_DATA_DIR: dataDir };
    const admin = join(process.cwd(), "scripts", "admin.mjs");
    const backup = await new RunningCommand(process.execPath, [admin, "backup", folder], settings).ended;
    expect([backup.code, backup.stderr]).toEqual([
      1,
      `A restore of ${dataDir} is under way or was cut short: wait for it, or start Leafwatch, which finishes it or takes it back.\n`,
    ]);

    const standIn = join(process.cwd(), "tests", "support", "fake-start.mjs");
    const start = new RunningCommand(process.execPath, [standIn], {
      ...settings,
      PORT: "0",
      HOST: "127.0.0.1",
    });
    const { env } = await reportOf(await start.ready());
    expect(start.stdout).toMatch(
      /^A restore that was cut short is finished\. What was in the data folder is in /m,
    );
    expect(env.LEAFWATCH_SECRET_KEYS).toBe(process.env.LEAFWATCH_SECRET_KEYS);
    expect((await start.end("SIGTERM")).code).toBe(0);
    expect(await found()).toEqual(["then", "then", "then", "then"]);
  });
});

describe("notifications received after the backup", () => {
  const kept = async () => {
    const { rows } = await getPool().query("SELECT outcome FROM deliveries WHERE alert_id = $1", [
      late.alertId,
    ]);
    return rows.map(({ outcome }) => outcome);
  };

  test("are put aside by the restore, and applied again once, however often they are replayed", async () => {
    const said: string[] = [];
    const write = vi.spyOn(process.stdout, "write").mockImplementation((text) => said.push(String(text)) > 0);
    await restore([backupFile, "--replace", "--yes"]).finally(() => write.mockRestore());
    expect(await kept()).toEqual([]);
    expect(said.join("")).toContain(
      "that came after this backup: 1. Of the hour before it, most of which it holds: 1.",
    );
    const aside = /replay-aside (\S+) takes/.exec(said.join(""))?.[1] ?? "";

    expect(await replayAside(OPERATOR, aside)).toMatchObject({ accepted: 1, unknown: new Map() });
    expect(await kept()).toEqual(["spooled"]);
    expect(await replayAside(OPERATOR, aside)).toMatchObject({ accepted: 0 });
    expect(await kept()).toEqual(["spooled"]);
    const { rows } = await getPool().query("SELECT status FROM alerts WHERE alert_id = $1", [late.alertId]);
    expect(rows).toHaveLength(1);
  });

  test("of an unknown tenancy are reported, and applied once it is known", async () => {
    const { aside } = await replaceAll();
    await getPool().query("UPDATE tenancies SET tenant_id = 'another'");
    const { unknown, accepted } = await replayAside(OPERATOR, aside ?? "");
    expect([accepted, [...unknown.keys()]]).toEqual([0, [tenancy.tenantId]]);
    await getPool().query("UPDATE tenancies SET tenant_id = $1", [tenancy.tenantId]);
    expect(await replayAside(OPERATOR, aside ?? "")).toMatchObject({ accepted: 1, unknown: new Map() });
  });

  test("are read only from a folder that a restore put aside", async () => {
    await expect(replayAside(OPERATOR, join(folder, "nowhere"))).rejects.toThrow(
      /^There are no notifications in .*nowhere: name a folder that a restore put aside/,
    );
  });
});
