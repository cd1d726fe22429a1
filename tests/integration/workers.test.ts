import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { getPool } from "@/lib/base/db/pool.server";
import { getPrisma } from "@/lib/base/db/prisma.server";
import { bundled } from "../support/bundled";
import { addConnectedTenancy, emptyTables, until, useFreshDatabase } from "../support/connected-tenancy";
import { type HourlyService, startHourlyService } from "../support/hourly-service";

const MINUTE = 60_000;

let leave: () => Promise<void>;
let service: HourlyService;
let workers: ChildProcess[];

beforeAll(async () => {
  leave = await useFreshDatabase();
});
afterAll(() => leave());
beforeEach(async () => {
  await emptyTables();
  service = await startHourlyService();
  workers = [];
});
afterEach(async () => {
  for (const worker of workers) await end(worker, "SIGTERM");
  await service.stop();
});

function startWorker(): ChildProcess {
  const worker = spawn(process.execPath, bundled("tests/support/worker-process.ts"), {
    env: process.env,
    stdio: "ignore",
  });
  workers.push(worker);
  return worker;
}

async function end(worker: ChildProcess, signal: "SIGTERM" | "SIGKILL"): Promise<void> {
  if (worker.exitCode !== null || worker.signalCode !== null) return;
  const over = once(worker, "exit");
  worker.kill(signal);
  await over;
}

const fetches = () => getPrisma().query.findMany({ orderBy: { createdAt: "asc" } });

/** The id of the worker that runs a query's download; null if none does. */
async function holderOf(id: string): Promise<string | null> {
  const { rows } = await getPool().query<{ locked_by: string | null }>(
    "SELECT locked_by FROM graphile_worker.jobs WHERE key = $1",
    [`query:${id}`],
  );
  return rows[0]?.locked_by ?? null;
}

test(
  "another worker takes over within a minute from one killed during a fetch, and nothing is fetched twice",
  async () => {
    service.pace = 2_000;
    await addConnectedTenancy(service, { syncEnabled: true, backfillDays: 2 });
    const first = startWorker();
    const [fetch] = await until(async () => {
      const all = await fetches();
      return all[0]?.status === "downloading" && all;
    }, "the download");
    if (!fetch) throw new Error("Nothing is fetched");
    const holder = await holderOf(fetch.id);
    const workersOfFirst = await until(() => getPrisma().workerBeat.count(), "its signs of life");
    startWorker();
    const isThere = async () => (await getPrisma().workerBeat.count()) === 2 * workersOfFirst;
    await until(isThere, "the second one");
    expect(await holderOf(fetch.id)).toBe(holder);
    expect(await fetches()).toHaveLength(1);

    await end(first, "SIGKILL");
    const killedAt = Date.now();
    service.pace = 0;
    while (service.downloads < 2 && Date.now() - killedAt < MINUTE) await sleep(200);
    expect(service.downloads).toBe(2);
    const done = await until(async () => {
      const one = await getPrisma().query.findFirst({ where: { id: fetch.id } });
      return one?.status === "completed" && one;
    }, "the end");
    expect(done.stored).toBe(2 * 49);
    expect(await getPrisma().reading.count()).toBe(2 * 49);
    expect(service.asked).toHaveLength(1);
    await until(async () => (await getPrisma().syncWindow.count()) === 1, "the ledger");
  },
  3 * MINUTE,
);
