import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { getPrisma } from "@/lib/base/db/prisma.server";
import { listQueriesPage } from "@/lib/history/queries/service.server";
import { pauseSync, requestSync } from "@/lib/history/sync/service.server";
import { JobRunner } from "@/lib/operations/tasks/runner.server";
import { type Simulator, startSimulator } from "../../simulator/start";
import {
  addConnectedTenancy,
  admin,
  emptyTables,
  until,
  useFreshDatabase,
  viewer,
} from "../support/connected-tenancy";

let leave: () => Promise<void>;
let service: Simulator;
let runner: JobRunner;

beforeAll(async () => {
  leave = await useFreshDatabase();
});
afterAll(() => leave());
beforeEach(async () => {
  await emptyTables();
  runner = new JobRunner();
});
afterEach(async () => {
  await runner.stop();
  await service?.stop();
});

const DAY = 86_400_000;
const fetches = () => getPrisma().query.findMany({ orderBy: { createdAt: "asc" } });
const state = () => getPrisma().syncState.findFirst({ where: { type: "indices" } });

test("fetches the newest hours of a new tenancy, then its history window by window", async () => {
  service = await startSimulator({ querySeconds: 0.1 });
  await addConnectedTenancy(service, { syncEnabled: true, backfillDays: 13 });
  runner.start();
  const done = await until(async () => {
    const now = await state();
    return now?.completeFrom && now.completeFrom.getTime() <= Date.now() - 13 * DAY + 3_600_000 && now;
  }, "the history");
  const windows = (await fetches()).map(({ filters, purpose, status }) => ({
    ...(filters as { from: string; to: string }),
    purpose,
    status,
  }));
  expect(windows.map((window) => window.purpose)).toEqual(["sync", "backfill", "backfill"]);
  expect(windows[1]?.to).toBe(windows[0]?.from);
  expect(windows[2]?.to).toBe(windows[1]?.from);
  expect(done).toMatchObject({ failures: 0, lastError: null });
  expect(done.completeUntil?.toISOString()).toBe(windows[0]?.to.replace("Z", ".000Z"));
  expect(done.lastReadingAt?.getTime()).toBeGreaterThan(Date.now() - 4 * 3_600_000);
  expect(await getPrisma().dailyReading.count()).toBeGreaterThan(500);
});

test("shows a failure and pauses; retries at once with changed settings", async () => {
  service = await startSimulator({ querySeconds: 0.1 });
  const { id } = await addConnectedTenancy(
    { ...service, clientSecret: "wrong-secret" },
    { syncEnabled: true, backfillDays: 2 },
  );
  runner.start();
  const failed = await until(async () => {
    const now = await state();
    return now && now.failures > 0 && now;
  }, "the failure");
  expect(failed.lastError).toMatch(/^Token request answered 401/);
  expect(failed.nextTryAt?.getTime()).toBeGreaterThan(Date.now());
  expect(await fetches()).toHaveLength(1);
  await getPrisma().tenancy.delete({ where: { id } });
  await addConnectedTenancy(service, { id, syncEnabled: true, backfillDays: 2 });
  await requestSync(id);
  await until(async () => (await state())?.completeUntil, "the newest hours");
  expect(await state()).toMatchObject({ failures: 0, lastError: null });
});

test("shows an unreachable service from the first call on, while the fetch goes on", async () => {
  const baseUrl = "http://127.0.0.1:9";
  const { tenantId } = await addConnectedTenancy({ baseUrl, authUrl: baseUrl }, { syncEnabled: true });
  runner.start();
  const held = await until(async () => {
    const now = await state();
    return now?.lastError ? now : null;
  }, "the trouble");
  expect(held).toMatchObject({ failures: 1, lastTryAt: null, lastSuccessAt: null });
  expect(held.nextTryAt).not.toBeNull();
  const { items } = await listQueriesPage(viewer, { tenant: tenantId, limit: 10 });
  expect(items).toMatchObject([
    { status: "queued", error: null, lastError: { call: "token", code: "unreachable" } },
  ]);
  expect(items[0]?.lastError?.message).toBe(held.lastError);
});

test("fetches nothing while paused", async () => {
  service = await startSimulator({ querySeconds: 0.1 });
  const { id, tenantId } = await addConnectedTenancy(service, { syncEnabled: true, backfillDays: 2 });
  await pauseSync(admin, tenantId, "indices", true);
  runner.start();
  await requestSync(id);
  await until(
    async () =>
      (
        await getPrisma().$queryRaw<
          unknown[]
        >`SELECT FROM graphile_worker.jobs WHERE task_identifier = 'sync-due'`
      ).length === 0,
    "the look",
  );
  expect(await fetches()).toEqual([]);
  await pauseSync(admin, tenantId, "indices", false);
  await until(async () => (await state())?.completeUntil, "the newest hours");
});
