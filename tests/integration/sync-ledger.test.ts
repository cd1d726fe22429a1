import { readFile } from "node:fs/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { getPool } from "@/lib/base/db/pool.server";
import { getPrisma } from "@/lib/base/db/prisma.server";
import { queueSync, requestSync } from "@/lib/history/sync/service.server";
import {
  dropRefetch,
  readSyncOfTenancy,
  requestRefetch,
  stopFetch,
} from "@/lib/operations/connecting/health.server";
import { JobRunner } from "@/lib/operations/tasks/runner.server";
import {
  addConnectedTenancy,
  admin,
  emptyTables,
  grower,
  until,
  useFreshDatabase,
} from "../support/connected-tenancy";
import { type HourlyService, startHourlyService } from "../support/hourly-service";

let leave: () => Promise<void>;
let service: HourlyService;
let runner: JobRunner;

beforeAll(async () => {
  leave = await useFreshDatabase();
});
afterAll(() => leave());
beforeEach(async () => {
  await emptyTables();
  service = await startHourlyService();
  runner = new JobRunner();
});
afterEach(async () => {
  await runner.stop();
  await service.stop();
});

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const hoursAgo = (hours: number) => new Date(Math.floor(Date.now() / HOUR - hours) * HOUR);

async function overview() {
  const [indices] = (await readSyncOfTenancy(admin, {})).types;
  if (!indices) throw new Error("Indices are not fetched");
  return indices;
}

/** Waits until nothing is left to fetch. */
function idle(what: string) {
  return until(async () => {
    const now = await overview();
    const rests = now.active === null && now.coming.every(({ reason }) => reason === "newest");
    return rests && now.complete.length > 0 && now;
  }, what);
}

async function fetchedTenancy(days: number) {
  const tenancy = await addConnectedTenancy(service, { syncEnabled: true, backfillDays: days });
  runner.start();
  await idle("the history");
  return tenancy;
}

test("migrates the stretch that was complete before the ledger existed into it", async () => {
  const path = "prisma/migrations/20261121060000_sync_ledger/migration.sql";
  const [, carryOver = ""] = (await readFile(path, "utf8")).split("-- What was complete until now");
  await getPool().query(
    `INSERT INTO sync_states (tenancy_id, type, complete_from, complete_until, last_success_at) VALUES
     (1, 'indices', '2026-10-01T00:00:00Z', '2026-11-01T00:00:00Z', '2026-11-01T01:00:00Z'),
     (2, 'indices', NULL, NULL, NULL)`,
  );
  await getPool().query(`--${carryOver}`);
  expect(await getPrisma().syncWindow.findMany()).toMatchObject([
    { tenancyId: 1, type: "indices", fromAt: new Date("2026-10-01T00:00:00Z"), queryId: null },
  ]);
});

test("fetches days that are added later, and joins the ledger into one stretch", async () => {
  const { id } = await fetchedTenancy(3);
  await getPrisma().tenancy.update({ where: { id }, data: { backfillDays: 15 } });
  await requestSync(id);
  const { complete, wanted } = await until(async () => {
    const now = await overview();
    return now.active === null && now.complete[0]?.from === now.wanted.from && now;
  }, "the older days");
  expect(complete).toHaveLength(1);
  expect(complete[0]?.to).toBe(wanted.to);
  const last = await getPrisma().query.findFirst({ orderBy: { createdAt: "desc" } });
  expect(complete[0]?.queryId).toBe(last?.id);
});

test("leaves a hole after a cancelled fetch, which is shown and fetched later", async () => {
  const { id, tenantId } = await addConnectedTenancy(service, { syncEnabled: true, backfillDays: 2 });
  runner.start();
  await idle("the newest hours");
  service.pace = 50;
  await getPrisma().tenancy.update({ where: { id }, data: { backfillDays: 8 } });
  await requestSync(id);
  const slow = await until(async () => {
    const { active } = await overview();
    return active?.reason === "older" && active.status === "downloading" && active;
  }, "the older days");
  await expect(stopFetch(grower, { tenantId, type: "indices", id: slow.id })).rejects.toThrow();
  await stopFetch(admin, { tenantId, type: "indices", id: slow.id });
  const stopped = await until(async () => {
    const now = await overview();
    return now.troubles.length > 0 && now;
  }, "the hole");
  expect(stopped.troubles).toMatchObject([{ from: slow.from, to: slow.to, failures: 0 }]);
  expect(await getPrisma().syncState.findFirst()).toMatchObject({ failures: 0, lastError: null });
  service.pace = 0;
  await requestSync(id);
  expect((await idle("the whole")).troubles).toEqual([]);
  expect(await getPrisma().auditEntry.findMany()).toMatchObject([
    { actor: "Ada", action: "sync.fetch-stopped", target: "Westland", detail: { type: "Indices" } },
  ]);
});

describe("a period that an admin requests again", () => {
  const asked = () => ({ from: hoursAgo(100).toISOString(), to: hoursAgo(60).toISOString() });

  test("is fetched, and the audit says who requested it", async () => {
    const { tenantId } = await fetchedTenancy(5);
    const { rowCount } = await getPool().query("DELETE FROM readings WHERE at > $1 AND at < $2", [
      hoursAgo(100),
      hoursAgo(60),
    ]);
    expect(rowCount).toBe(2 * 39);
    const count = await getPrisma().reading.count();
    await requestRefetch(admin, { tenantId, type: "indices", ...asked() });
    await until(async () => (await getPrisma().reading.count()) === count + (rowCount ?? 0), "the rows");
    const ask = await until(() => getPrisma().syncAsk.findFirst({ where: { outcome: "done" } }), "the end");
    expect(ask).toMatchObject({ reason: "request", askedBy: "Ada" });
    expect((await overview()).asks).toEqual([]);
    expect(await getPrisma().auditEntry.findFirst()).toMatchObject({
      actor: "Ada",
      action: "sync.refetch-asked",
      detail: { type: "Indices", from: expect.stringMatching(/ \d{4}, \d\d:00/) },
    });
  });

  test("can be cancelled while fetching is paused", async () => {
    const { tenantId } = await fetchedTenancy(5);
    await getPrisma().syncState.updateMany({ data: { paused: true } });
    await requestRefetch(admin, { tenantId, type: "indices", ...asked() });
    const { asks, coming } = await overview();
    expect(asks).toMatchObject([{ ...asked(), remainingTo: asked().to, askedBy: "Ada" }]);
    expect(coming).toEqual([]);
    const drop = { tenantId, id: asks[0]?.id ?? "" };
    await dropRefetch(admin, drop);
    expect((await overview()).asks).toEqual([]);
    await expect(dropRefetch(admin, drop)).rejects.toThrow("over already");
  });

  test("is rejected where nothing of it is available", async () => {
    const { tenantId } = await addConnectedTenancy(service, { syncEnabled: true });
    const ask = (from: Date, to: Date, type: "indices" | "chf" = "indices") =>
      requestRefetch(admin, { tenantId, type, from: from.toISOString(), to: to.toISOString() });
    await expect(ask(hoursAgo(1), hoursAgo(2))).rejects.toMatchObject({ parameter: "from" });
    await expect(ask(hoursAgo(9_100), hoursAgo(9_000))).rejects.toMatchObject({ parameter: "to" });
    await expect(ask(hoursAgo(0), hoursAgo(-5))).rejects.toMatchObject({ parameter: "from" });
    await expect(ask(hoursAgo(9), hoursAgo(5), "chf")).rejects.toMatchObject({ code: "conflict" });
    expect(await ask(hoursAgo(9), hoursAgo(-5))).toEqual({
      from: hoursAgo(9).toISOString(),
      to: hoursAgo(1).toISOString(),
    });
  });
});

test("shows why a window failed, while others go on", async () => {
  const bad = hoursAgo(200).getTime();
  service.fails = ({ from, to }) => from <= bad && to >= bad;
  const { id } = await addConnectedTenancy(service, { syncEnabled: true, backfillDays: 25 });
  runner.start();
  const failed = await until(async () => {
    const now = await overview();
    return now.troubles.length > 0 && now;
  }, "the failure");
  expect(failed.troubles[0]).toMatchObject({ failures: 1, lastError: expect.stringContaining("bad record") });
  // The newest hour comes before it if a full hour has just passed.
  const older = failed.coming.find(({ reason }) => reason === "older");
  expect(older).toMatchObject({ to: failed.troubles[0]?.from });
  // Skips the pause of a minute after a failure.
  await getPrisma().syncState.updateMany({ data: { heldUntil: null } });
  await queueSync(id);
  const { complete, troubles } = await idle("the others");
  expect(complete).toHaveLength(2);
  expect(troubles).toMatchObject([{ failures: 1 }]);
  expect(await getPrisma().syncState.findFirst()).toMatchObject({ failures: 0, lastError: null });
});

test("requests rows that an area lacks once more only", async () => {
  const { id } = await fetchedTenancy(18);
  const area = await getPrisma().jobArea.findFirstOrThrow();
  const hole = { areaId: area.areaId, at: { gt: hoursAgo(24 * 7), lt: hoursAgo(24 * 7 - 12) } };
  const { count } = await getPrisma().reading.deleteMany({ where: hole });
  expect(count).toBe(11);
  const lookAgain = async () => {
    await getPrisma().syncState.updateMany({ data: { lateLookedAt: null } });
    await requestSync(id);
    await until(async () => (await getPrisma().syncState.findFirst())?.lateLookedAt, "the look");
  };
  await lookAgain();
  await until(async () => (await getPrisma().reading.count({ where: hole })) === count, "the rows");
  const late = () => getPrisma().syncAsk.findMany({ where: { reason: "late" } });
  const asked = await until(async () => {
    const all = await late();
    return all.every(({ outcome }) => outcome === "done") && all;
  }, "the end");
  expect(asked).toHaveLength(1);
  expect((asked[0]?.toAt.getTime() ?? 0) - (asked[0]?.fromAt.getTime() ?? 0)).toBeLessThan(DAY);
  await getPrisma().reading.deleteMany({ where: hole });
  await lookAgain();
  expect(await late()).toHaveLength(1);
});
