import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { GET } from "@/app/api/v1/outages/route";
import type { Outage } from "@/lib/alerting/outages/contract";
import { OutageWatch, recordStorageFailure, recordStored } from "@/lib/alerting/outages/service.server";
import { processSingleton } from "@/lib/base/core/process-singleton";
import { log } from "@/lib/base/request/log.server";
import { call, openTestApp, type TestApp, TOKENS } from "../support/app";
import { bundled } from "../support/bundled";
import { RunningCommand, until } from "../support/command";
import { addTenancy, alertOf, send } from "../support/notifications";

let app: TestApp;
let dataDir: string;
const processes: RunningCommand[] = [];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "leafwatch-outages-"));
  process.env.LEAFWATCH_DATA_DIR = dataDir;
  app = await openTestApp();
  log.level = "silent";
});

async function clear(): Promise<void> {
  await app.pool.query("DELETE FROM outages");
  await app.pool.query("DELETE FROM settings WHERE key LIKE 'alive:%'");
  await rm(join(dataDir, "alive"), { recursive: true, force: true });
}

beforeEach(async () => {
  await clear();
  // A webhook secret exists: notifications may be sent.
  await addTenancy();
});

afterEach(async () => {
  for (const one of processes.splice(0))
    if (one.child.exitCode === null && one.child.signalCode === null) await one.end("SIGKILL");
});

afterAll(async () => {
  await app.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function outages(query = ""): Promise<Outage[]> {
  const response = await call(GET, `/api/v1/outages${query}`, { token: TOKENS.screen });
  expect(response.status).toBe(200);
  return ((await response.json()) as { items: Outage[] }).items;
}

const lives = async () =>
  (await app.pool.query("SELECT key, value FROM settings WHERE key LIKE 'alive:%'")).rows as {
    key: string;
    value: { since: number; at: number; stopped: boolean };
  }[];

/** Returns true once every dead lifetime is judged. */
const settled = async () => (await lives()).every(({ value }) => !value.stopped);

/** Starts a process, and waits for its heartbeat in the database. */
async function serve(databaseUrl = app.url): Promise<RunningCommand> {
  const before = new Set((await lives()).map(({ key }) => key));
  const one = new RunningCommand(process.execPath, bundled("tests/support/watched-app.ts"), {
    DATABASE_URL: databaseUrl,
    LEAFWATCH_DATA_DIR: dataDir,
    LEAFWATCH_SECRET_KEYS: process.env.LEAFWATCH_SECRET_KEYS ?? "",
    NODE_ENV: "test",
  });
  processes.push(one);
  expect(await until(() => one.stdout.includes("alive"))).toBe(true);
  // Not counted: it may have removed one that stopped meanwhile.
  const isThere = async () => (await lives()).some(({ key }) => !before.has(key));
  if (databaseUrl === app.url) expect(await until(isThere)).toBe(true);
  return one;
}

describe("downtime", () => {
  test("before the first webhook secret is no outage", async () => {
    await app.pool.query("DELETE FROM webhook_secrets");
    const first = await serve();
    await first.end("SIGTERM");
    await serve();
    expect(await until(settled)).toBe(true);
    expect(await outages()).toEqual([]);
  });

  test("begins no earlier than the first start, and after a kill at the last heartbeat", async () => {
    const first = await serve();
    const [life] = await lives();
    await first.end("SIGKILL");
    const killedAt = Date.now();
    const second = await serve();
    expect(await until(async () => (await outages()).length > 0)).toBe(true);
    const [outage, ...more] = await outages();
    expect(more).toEqual([]);
    expect(outage?.cause).toBe("stopped");
    expect(Date.parse(outage?.startedAt ?? "")).toBe(life?.value.at);
    expect(Date.parse(outage?.endedAt ?? "")).toBeGreaterThanOrEqual(killedAt);
    await second.end("SIGKILL");
  });

  test("begins exactly at a regular stop, even if the database was unreachable", async () => {
    const first = await serve();
    const asked = Date.now();
    await first.end("SIGTERM");
    const ended = Date.now();
    await app.pool.query("DELETE FROM settings WHERE key LIKE 'alive:%'");
    await serve();
    expect(await until(async () => (await outages()).length > 0)).toBe(true);
    const [outage] = await outages();
    expect(Date.parse(outage?.startedAt ?? "")).toBeGreaterThanOrEqual(asked);
    expect(Date.parse(outage?.startedAt ?? "")).toBeLessThanOrEqual(ended);
    const signs = async () => (await readdir(join(dataDir, "alive"))).length;
    expect(await until(async () => (await signs()) === 1)).toBe(true);
  });

  test("is neither hidden nor caused by a second process", async () => {
    const first = await serve();
    const second = await serve();
    await second.end("SIGTERM");
    await serve();
    expect(await until(settled)).toBe(true);
    expect(await outages()).toEqual([]);
    await first.end("SIGKILL");
  });

  test("does not include time without the database: heartbeats are in the data directory", async () => {
    const away = new URL(app.url);
    away.port = "1";
    const first = await serve(away.href);
    expect(
      await until(async () => (await readdir(join(dataDir, "alive")).catch(() => [])).length === 1),
    ).toBe(true);
    const asked = Date.now();
    await first.end("SIGTERM");
    await serve();
    expect(await until(async () => (await outages()).length > 0)).toBe(true);
    const [outage] = await outages();
    expect(Date.parse(outage?.startedAt ?? "")).toBeGreaterThanOrEqual(asked);
  });

  test("is recorded once when two processes start together", async () => {
    const old = { since: Date.now() - 7_200_000, at: Date.now() - 3_600_000, stopped: false };
    await app.pool.query("INSERT INTO settings (key, value, updated_at) VALUES ('alive:old', $1, now())", [
      old,
    ]);
    const both = [new OutageWatch(), new OutageWatch()];
    for (const one of both) one.start();
    const settled = async () =>
      !(await app.pool.query("SELECT FROM settings WHERE key = 'alive:old'")).rowCount;
    expect(await until(settled)).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 500));
    for (const one of both) one.stop();
    expect((await outages()).map(({ startedAt }) => Date.parse(startedAt))).toEqual([old.at]);
  });
});

describe("a storage outage", () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 1, minute));

  test("lasts from the first 503 to the next success, and success outside of it writes nothing", async () => {
    recordStored(at(0));
    recordStorageFailure(at(10));
    recordStorageFailure(at(20));
    expect(await outages()).toMatchObject([
      { startedAt: at(10).toISOString(), endedAt: null, cause: "storage" },
    ]);
    recordStored(at(30));
    recordStored(at(40));
    const stored = async () => (await app.pool.query("SELECT FROM outages")).rowCount === 1;
    expect(await until(stored)).toBe(true);
    expect(await outages()).toEqual([
      { startedAt: at(10).toISOString(), endedAt: at(30).toISOString(), cause: "storage" },
    ]);
  });

  test("is recorded as one if storage fails and recovers repeatedly", async () => {
    for (const minute of [10, 11]) {
      recordStorageFailure(at(minute));
      recordStored(new Date(at(minute).getTime() + 5_000));
    }
    const end = new Date(at(11).getTime() + 5_000).toISOString();
    // Until the ledger has merged them, the process reports the second one separately.
    await expect
      .poll(() => outages())
      .toEqual([{ startedAt: at(10).toISOString(), endedAt: end, cause: "storage" }]);
  });

  test("is recorded by the next process if the first one dies", async () => {
    const query = vi
      .spyOn(app.pool, "connect")
      .mockImplementation(() => Promise.reject(new Error("refused")));
    const dying = new OutageWatch();
    dying.start();
    dying.recordStorageFailure(new Date(Date.now() - 1_000));
    const before = query.mock.calls.length;
    dying.stop();
    expect(await until(() => query.mock.calls.length > before)).toBe(true);
    query.mockRestore();
    const next = new OutageWatch();
    next.start();
    expect(await until(async () => (await outages()).some(({ cause }) => cause === "storage"))).toBe(true);
    next.stop();
  });

  test("is not ended by a heartbeat in the database while the disk is full", async () => {
    let hasRoom = false;
    const watch = new OutageWatch();
    watch.start(async () => hasRoom);
    const held = processSingleton<{ outages: OutageWatch | undefined }>();
    const { outages: before } = held;
    held.outages = watch;
    const mine = async () =>
      (await outages()).find(({ startedAt }) => startedAt === began.toISOString())?.endedAt;
    const began = new Date();
    const heard = async () => (await lives()).some(({ value }) => value.at > began.getTime());
    watch.recordStorageFailure(began);
    expect(await until(heard)).toBe(true);
    expect(await mine()).toBeNull();
    hasRoom = true;
    expect(await until(async () => typeof (await mine()) === "string")).toBe(true);
    watch.stop();
    held.outages = before;
  });

  test("is ended by a stored notification", async () => {
    const farm = await addTenancy();
    const began = new Date();
    recordStorageFailure(began);
    expect((await send(farm, alertOf(farm))).status).toBe(200);
    const isOver = (one: Outage) => one.startedAt === began.toISOString() && one.endedAt !== null;
    expect(await until(async () => (await outages()).some(isOver))).toBe(true);
    // The process reports it before the ledger does; a late write must not affect the next test.
    const stored = async () => (await app.pool.query("SELECT FROM outages")).rowCount === 1;
    expect(await until(stored)).toBe(true);
  });
});

describe("GET outages", () => {
  test("returns outages that overlap from and to, and none in the future", async () => {
    await app.pool.query(
      `INSERT INTO outages (started_at, ended_at, cause) VALUES
       ('2026-11-18T01:00:00Z', '2026-11-18T02:00:00Z', 'stopped'),
       ('2026-11-19T01:00:00Z', '2026-11-19T02:00:00Z', 'storage'),
       ('2026-11-20T01:00:00Z', '2999-01-01T00:00:00Z', 'stopped'),
       ('2998-11-20T01:00:00Z', '2999-01-01T00:00:00Z', 'stopped')`,
    );
    const all = await outages();
    expect(all.map(({ startedAt }) => startedAt.slice(0, 10))).toEqual([
      "2026-11-20",
      "2026-11-19",
      "2026-11-18",
    ]);
    expect(Date.parse(all[0]?.endedAt ?? "")).toBeLessThanOrEqual(Date.now());
    expect(await outages("?from=2026-11-18T02:00:00Z&to=2026-11-19T01:00:00Z")).toHaveLength(2);
    expect(await outages("?from=2026-11-18T02:00:01Z&to=2026-11-19T00:59:59Z")).toHaveLength(0);
  });

  test("rejects an invalid time by name", async () => {
    const response = await call(GET, "/api/v1/outages?from=2026-11-20T00:00:00Z&to=2026-11-19T00:00:00Z");
    expect([response.status, await response.json()]).toMatchObject([400, { parameter: "from" }]);
    expect((await call(GET, "/api/v1/outages", { token: null })).status).toBe(401);
  });
});
