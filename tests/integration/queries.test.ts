import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { getPool } from "@/lib/base/db/pool.server";
import { getPrisma } from "@/lib/base/db/prisma.server";
import type { NewQuery, Query } from "@/lib/history/queries/contract";
import { readQueryRejects, readQueryRows } from "@/lib/history/queries/rows-service.server";
import {
  cancelQuery,
  listQueriesPage,
  readOneQuery,
  runAgain,
  submitQuery,
} from "@/lib/history/queries/service.server";
import { JobRunner } from "@/lib/operations/tasks/runner.server";
import { type Simulator, type StartOptions, startSimulator } from "../../simulator/start";
import {
  addConnectedTenancy,
  emptyTables,
  grower,
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

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
const wholeHour = (iso: string) => `${iso.slice(0, 13)}:00:00Z`;
const day: NewQuery = { type: "indices", filters: { from: hoursAgo(30), to: hoursAgo(6) } };

async function connect(options: StartOptions = {}, tenancy: Parameters<typeof addConnectedTenancy>[1] = {}) {
  service = await startSimulator({ querySeconds: 0.2, ...options });
  return addConnectedTenancy(service, tenancy);
}

const overOf = (id: string) =>
  until(async () => {
    const query = await readOneQuery(grower, id);
    return ["completed", "failed", "cancelled"].includes(query.status) && query;
  }, `the end of query ${id}`);

async function run(input: NewQuery = day): Promise<Query> {
  const { id } = await submitQuery(grower, input);
  runner.start();
  return overOf(id);
}

const refusal = (input: NewQuery) =>
  submitQuery(grower, input).then(
    () => null,
    (error: { code: string; parameter?: string }) => ({ code: error.code, parameter: error.parameter }),
  );

describe("the life cycle of a query", () => {
  test("runs from queued to stored readings, and shows the filters sent", async () => {
    await connect();
    const { id, status } = await submitQuery(grower, {
      type: "indices",
      filters: { from: hoursAgo(30), to: hoursAgo(-5) },
    });
    expect(status).toBe("queued");
    runner.start();
    const query = await overOf(id);
    expect(query).toMatchObject({
      status: "completed",
      serviceStatus: "COMPLETED",
      error: null,
      rejected: 0,
      requestedBy: "Ruth",
      filters: { from: wholeHour(hoursAgo(30)), to: wholeHour(hoursAgo(1)) },
    });
    expect(query.stored).toBeGreaterThan(1_000);
    expect(query.rows).toBe(query.stored + query.empty + query.rejected);
    expect(query.bytes).toBeGreaterThan(100_000);
    expect([query.submittedAt, query.downloadingAt, query.finishedAt]).not.toContain(null);
    expect(await getPrisma().reading.count()).toBeGreaterThan(300);
  });

  test.each([{ include: ["indexValue"] }, { exclude: ["indexValue", "timestamp"] }])(
    "stores readings with their key columns for %j",
    async (selectColumns) => {
      await connect();
      const filters = { from: hoursAgo(8), to: hoursAgo(3) };
      const query = await run({ type: "indices", filters, selectColumns });
      expect(query).toMatchObject({ status: "completed", rejected: 0 });
      expect(query.stored).toBeGreaterThan(100);
      expect(await getPrisma().reading.count()).toBeGreaterThan(30);
    },
  );

  test("stores measurements with their key columns, whatever the chosen columns", async () => {
    await connect();
    const include = ["timestampIso", "deviceId", "fv_fm"];
    const query = await run({
      type: "chf",
      filters: { from: hoursAgo(8), to: hoursAgo(3) },
      selectColumns: { include },
    });
    expect(query).toMatchObject({ status: "completed", rejected: 0 });
    const page = await readQueryRows(viewer, query.id, { limit: 500 });
    expect(page.items.length).toBe(Math.min(query.stored, 500));
    expect(page.items[0]).toEqual({
      timestampIso: expect.any(String),
      deviceId: expect.any(String),
      fv_fm: expect.any(Number),
    });
    const placed = await getPrisma().controlArea.count({ where: { path: { startsWith: "devices#" } } });
    expect(placed).toBe(0);
  });

  test("survives a restart without a new submission", async () => {
    await connect({ querySeconds: 3 });
    const { id } = await submitQuery(grower, day);
    runner.start();
    await until(async () => (await readOneQuery(grower, id)).status === "running", "the query to run");
    const { queryId } = await readOneQuery(grower, id);
    await runner.stop();
    runner = new JobRunner();
    runner.start();
    const query = await overOf(id);
    expect(query).toMatchObject({ status: "completed", queryId });
  });

  test("is only delayed by a database that drops every connection", async () => {
    await connect({ querySeconds: 3 });
    const { id } = await submitQuery(grower, day);
    runner.start();
    await until(async () => (await readOneQuery(grower, id)).status === "running", "the query to run");
    await getPool()
      .query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()")
      .catch(() => undefined);
    const query = await until(() => overOf(id).catch(() => null), "the end");
    expect(query).toMatchObject({ status: "completed" });
  });

  test("runs the jobs of a cleanly stopped process again at once", async () => {
    await connect();
    const { id } = await submitQuery(grower, day);
    await getPool().query(
      "UPDATE graphile_worker._private_jobs SET locked_at = now(), locked_by = 'ended', attempts = 1",
    );
    await getPool().query("INSERT INTO worker_beats VALUES ('ended', '-infinity')");
    runner.start();
    expect(await overOf(id)).toMatchObject({ status: "completed" });
  });

  test("runs the jobs of a killed process again", async () => {
    await connect();
    const { id } = await submitQuery(grower, day);
    await getPool().query(
      "UPDATE graphile_worker._private_jobs SET locked_at = now() - interval '40 seconds', locked_by = 'gone', attempts = 1",
    );
    await getPool().query("INSERT INTO worker_beats VALUES ('gone', now() - interval '40 seconds')");
    runner.start();
    expect(await overOf(id)).toMatchObject({ status: "completed" });
  });

  test("queues a lost job again", async () => {
    await connect();
    const { id } = await submitQuery(grower, day);
    await getPool().query("DELETE FROM graphile_worker._private_jobs");
    await getPrisma().query.updateMany({ where: { id }, data: { createdAt: new Date(Date.now() - 60_000) } });
    runner.start();
    expect(await overOf(id)).toMatchObject({ status: "completed" });
  });

  test("stores the same rows when a query is run again", async () => {
    await connect();
    const first = await run();
    const before = await getPrisma().reading.count();
    const again = await runAgain(grower, first.id);
    const second = await overOf(again.id);
    expect(second).toMatchObject({ status: "completed", stored: first.stored, filters: first.filters });
    expect(await getPrisma().reading.count()).toBe(before);
  });
});

describe("variants of the service", () => {
  test.each([
    [["no-status", "direct"]],
    [["statuses-lower", "redirect", "gzip-unlabelled"]],
    [["token-expires", "rate-limit"]],
    [["unavailable", "ndjson"]],
    [["cut"]],
    [["expired"]],
  ])("stores the result with %j", async (variants) => {
    await connect({ variants });
    expect(await run()).toMatchObject({ status: "completed", error: null, rejected: 0 });
    expect(await getPrisma().reading.count()).toBeGreaterThan(300);
  });

  test("lists unknown columns and index names", async () => {
    await connect({ variants: ["unknown-columns", "unknown-index"] });
    const { id, status } = await run();
    expect(status).toBe("completed");
    expect((await getPrisma().query.findFirstOrThrow({ where: { id } })).unknownColumns).not.toEqual([]);
    expect(await getPrisma().otherReading.count()).toBeGreaterThan(0);
    expect((await getPrisma().unknownIndex.findMany()).map(({ name }) => name).sort()).toEqual([
      "EFICIENCY",
      "LEAF_TEMP",
    ]);
  });
});

describe("failures show their cause", () => {
  test("a missing scope: the call, the status and the service's message", async () => {
    await connect({ scopes: ["data.chf:query"] });
    const query = await run();
    expect(query).toMatchObject({
      status: "failed",
      error: { call: "submit", httpStatus: 403, code: "scope-missing" },
    });
    expect(query.error?.message).toMatch(/^Submit answered 403: ".+"/);
  });

  test("a wrong client secret, without showing it", async () => {
    service = await startSimulator();
    await addConnectedTenancy({ ...service, clientSecret: "not-the-secret" });
    const query = await run();
    expect(query).toMatchObject({
      status: "failed",
      error: { call: "token", httpStatus: 401, code: "token-refused" },
    });
    expect(JSON.stringify(query)).not.toContain("not-the-secret");
  });

  test("a query that failed at the service", async () => {
    await connect({ variants: ["failed"] });
    expect(await run()).toMatchObject({
      status: "failed",
      serviceStatus: "FAILED",
      error: { code: "query-failed" },
    });
  });

  test("the deadline of the tenancy", async () => {
    await connect({ querySeconds: 600 });
    const { id } = await submitQuery(grower, day);
    runner.start();
    await until(async () => (await readOneQuery(grower, id)).submittedAt, "the submission");
    await getPrisma().query.updateMany({
      where: { id },
      data: { submittedAt: new Date(Date.now() - 3_601_000) },
    });
    expect(await overOf(id)).toMatchObject({ status: "failed", error: { code: "deadline", call: "status" } });
  });
});

describe("errors found before submission", () => {
  test.each([
    ["index names with type chf", { type: "chf", filters: { indexNames: ["HEALTH"] } }, "filters.indexNames"],
    ["devices with type indices", { type: "indices", filters: { devices: ["S1"] } }, "filters.devices"],
    ["from after to", { type: "indices", filters: { from: hoursAgo(2), to: hoursAgo(9) } }, "filters.from"],
    ["to before the default of from", { type: "indices", filters: { to: hoursAgo(60) } }, "filters.to"],
    [
      "include and exclude",
      { type: "chf", selectColumns: { include: ["f0"], exclude: ["fm"] } },
      "selectColumns",
    ],
  ] as [string, NewQuery, string][])("%s", async (_, input, parameter) => {
    await connect();
    expect(await refusal(input)).toEqual({ code: "bad-request", parameter });
    expect(await getPrisma().query.count()).toBe(0);
  });

  test("a viewer's query, and one of a tenancy that is not connected", async () => {
    const { id } = await connect();
    await expect(submitQuery(viewer, day)).rejects.toMatchObject({ code: "forbidden" });
    await getPrisma().tenancy.update({ where: { id }, data: { clientId: null } });
    expect(await refusal(day)).toMatchObject({ code: "conflict" });
  });
});

describe("cancelling", () => {
  test("ends a waiting query", async () => {
    await connect({ querySeconds: 600 });
    const { id } = await submitQuery(grower, day);
    runner.start();
    await until(async () => (await readOneQuery(grower, id)).submittedAt, "the submission");
    await cancelQuery(grower, id);
    expect(await readOneQuery(grower, id)).toMatchObject({ status: "cancelled", nextTryAt: null });
    await expect(cancelQuery(grower, id)).rejects.toMatchObject({ code: "conflict" });
  });

  test("ends the download of a dead process", async () => {
    await connect();
    const { id } = await submitQuery(grower, day);
    await getPrisma().query.updateMany({ where: { id }, data: { status: "downloading", queryId: "none" } });
    await cancelQuery(grower, id);
    runner.start();
    expect(await overOf(id)).toMatchObject({ status: "cancelled", error: null });
  });
});

describe("reading", () => {
  test("pages through rows without a gap, filtered by the prefix of their path", async () => {
    const { id: tenancyId } = await connect();
    const areas = ["A#Zone 1", "A#Zone 1#Bench", "A#zone 1"];
    for (const [index, path] of areas.entries()) {
      await getPrisma().controlArea.create({ data: { tenancyId, path, name: path, depth: 1 } });
      const at = new Date(Date.now() - 9 * 3_600_000);
      await getPrisma().jobArea.create({
        data: { tenancyId, areaId: index + 1, jobId: 1, firstAt: at, lastAt: at },
      });
      await getPrisma().reading.create({
        data: {
          tenancyId,
          areaId: index + 1,
          jobId: 1,
          at,
          health: 70.5,
          pei: -2.5,
          ppfd: 100,
          filled: 1,
          unsure: 128,
        },
      });
    }
    await getPrisma().job.create({ data: { tenancyId, jobId: "J" } });
    const filters = { ...day.filters, controlAreaPathNames: ["A#Zone 1"] };
    const { id } = await submitQuery(grower, { type: "indices", filters });
    const seen: string[] = [];
    for (let cursor: string | undefined, turn = 0; turn < 10; turn++) {
      const page = await readQueryRows(viewer, id, { limit: 2, cursor });
      seen.push(
        ...page.items.map(
          (row) => `${row.controlAreaPathName} ${row.indexName} ${row.indexValue} ${row.isFilled}`,
        ),
      );
      if (page.nextCursor === null) break;
      cursor = page.nextCursor;
    }
    expect(seen).toEqual([
      "A#Zone 1 HEALTH 70.5 true",
      "A#Zone 1 PEI -2.5 false",
      "A#Zone 1 PPFD 100 null",
      "A#Zone 1#Bench HEALTH 70.5 true",
      "A#Zone 1#Bench PEI -2.5 false",
      "A#Zone 1#Bench PPFD 100 null",
    ]);
  });

  test("pages through queries; rejects an unknown id and an invalid cursor", async () => {
    await connect();
    const ids: string[] = [];
    for (let turn = 0; turn < 5; turn++) ids.unshift((await submitQuery(grower, day)).id);
    const first = await listQueriesPage(viewer, { limit: 3 });
    const second = await listQueriesPage(viewer, { limit: 3, cursor: first.nextCursor ?? "" });
    expect([...first.items, ...second.items].map((query) => query.id)).toEqual(ids);
    expect(second.nextCursor).toBeNull();
    await expect(listQueriesPage(viewer, { limit: 3, cursor: "x" })).rejects.toMatchObject({
      parameter: "cursor",
    });
    await expect(readOneQuery(viewer, "01NONE")).rejects.toMatchObject({ code: "not-found" });
    expect(await readQueryRejects(viewer, ids[0] ?? "")).toEqual({ items: [] });
  });
});
