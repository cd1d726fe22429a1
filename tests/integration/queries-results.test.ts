import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { getPrisma } from "@/lib/base/db/prisma.server";
import { readQueryRejects, readQueryRows } from "@/lib/history/queries/rows-service.server";
import { readOneQuery, submitQuery } from "@/lib/history/queries/service.server";
import { JobRunner } from "@/lib/operations/tasks/runner.server";
import { type Simulator, startSimulator } from "../../simulator/start";
import {
  addConnectedTenancy,
  emptyTables,
  grower,
  until,
  useFreshDatabase,
  viewer,
} from "../support/connected-tenancy";
import { type ScriptedService, startScriptedService } from "../support/scripted-service";

let leave: () => Promise<void>;
let service: ScriptedService | Simulator | undefined;
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

/** A fixed hour for the whole file, even if the clock passes a full hour. */
const NOW = Date.now();
const at = (hoursAgo: number, minutes = "00") =>
  `${new Date(NOW - hoursAgo * 3_600_000).toISOString().slice(0, 13)}:${minutes}:00Z`;
const overOf = (id: string) =>
  until(async () => {
    const query = await readOneQuery(grower, id);
    return ["completed", "failed", "cancelled"].includes(query.status) && query;
  }, "the end");

async function connectTo(result: string): Promise<ScriptedService> {
  const started = await startScriptedService(result);
  service = started;
  await addConnectedTenancy(started);
  return started;
}

test("saves rejected rows with line and reason, and stores the others", async () => {
  await connectTo(
    [
      "query_statement_name,record_no,data__timestampIso,data__controlAreaPathName,data__jobId,data__indexName,data__indexValue,data__isFilled",
      `q1,1,${at(9, "35")},A#Zone 1,JOB_1,HEALTH,78.4,FALSE`,
      "q1,2,some day,A#Zone 1,JOB_1,HEALTH,78.4,FALSE",
      `q1,3,${at(9)},A#Zone 1#Bench,JOB_1,HEALTH,,FALSE`,
      `q1,4,${at(8)},A#Zone 10,JOB_1,HEALTH,high,FALSE`,
    ].join("\r\n"),
  );
  const { id } = await submitQuery(grower, {
    type: "indices",
    filters: { from: at(20), controlAreaPathNames: ["A#Zone 1"] },
  });
  runner.start();
  expect(await overOf(id)).toMatchObject({ status: "completed", rows: 4, stored: 1, empty: 1, rejected: 2 });
  expect(await readQueryRejects(viewer, id)).toEqual({
    items: [
      { line: 3, reason: expect.stringContaining("some day"), text: expect.stringContaining("q1,2,") },
      { line: 5, reason: expect.stringContaining("high"), text: expect.stringContaining("q1,4,") },
    ],
  });
  expect((await readQueryRows(viewer, id, { limit: 50 })).items).toEqual([
    {
      timestamp: at(9, "35").replace("Z", ".000Z"),
      timestampIso: at(9, "35").replace("Z", ".000Z"),
      controlAreaPathName: "A#Zone 1",
      jobId: "JOB_1",
      indexName: "HEALTH",
      indexValue: 78.4,
      isFilled: false,
    },
  ]);
});

test("counts the outcomes of rows: new, measured for interpolated, changed, unchanged", async () => {
  const lines = (...rows: string[]) =>
    [
      "data__timestampIso,data__controlAreaPathName,data__jobId,data__indexName,data__indexValue,data__isFilled",
      ...rows,
    ].join("\n");
  const scripted = await connectTo(
    lines(
      `${at(9)},A,JOB_1,HEALTH,70.1,TRUE`,
      `${at(8)},A,JOB_1,HEALTH,70.2,FALSE`,
      `${at(7)},A,JOB_1,HEALTH,70.3,FALSE`,
      `${at(7)},A,JOB_1,PEI,1.5,TRUE`,
    ),
  );
  const ask = () => submitQuery(grower, { type: "indices", filters: { from: at(20) } });
  const { id } = await ask();
  const uncounted = { added: null, improved: null, changed: null, unchanged: null };
  expect(await readOneQuery(viewer, id)).toMatchObject(uncounted);
  runner.start();
  expect(await overOf(id)).toMatchObject({ stored: 4, added: 4, improved: 0, changed: 0, unchanged: 0 });
  scripted.result = lines(
    `${at(9)},A,JOB_1,HEALTH,71.1,FALSE`,
    `${at(8)},A,JOB_1,HEALTH,71.2,FALSE`,
    `${at(7)},A,JOB_1,HEALTH,70.3,FALSE`,
    `${at(7)},A,JOB_1,PEI,1.5,TRUE`,
    `${at(6)},A,JOB_1,HEALTH,70.4,FALSE`,
    `${at(6)},A,JOB_1,PEI,,FALSE`,
  );
  const again = await ask();
  const counts = { added: 1, improved: 1, changed: 1, unchanged: 2 };
  expect(await overOf(again.id)).toMatchObject({ rows: 6, stored: 5, empty: 1, ...counts });
});

test("fails a query whose result is an HTML page", async () => {
  await connectTo("<html><body>Sign in</body></html>");
  const { id } = await submitQuery(grower, { type: "indices" });
  runner.start();
  expect(await overOf(id)).toMatchObject({
    status: "failed",
    error: {
      call: "download",
      httpStatus: 200,
      code: "bad-answer",
      message: expect.stringContaining("a page came"),
    },
  });
});

test("counts and stores every row, and counts unrequested ones separately", async () => {
  await connectTo(
    [
      "data__timestampIso,data__controlAreaPathName,data__jobId,data__indexName,data__indexValue,data__isFilled",
      `${at(9)},A#Zone 1,JOB_1,HEALTH,78.4,FALSE`,
      `${at(9)},A#Zone 1#Bench,JOB_1,HEALTH,78.5,FALSE`,
      `${at(8)},A#Zone 1,JOB_1,HEALTH,NaN,FALSE`,
      `${at(9)},A#Zone 10,JOB_1,HEALTH,78.6,FALSE`,
      `${at(9)},A#Zone 12,JOB_1,HEALTH,,FALSE`,
      `${at(9)},B,JOB_1,HEALTH,78.7,FALSE`,
      `${at(9)},B,JOB_1,HEALTH,,FALSE`,
      `${at(9)},A#Zone 1,JOB_1,PEI,1.5,FALSE`,
      `${at(9)},A#Zone 1,JOB_2,HEALTH,78.8,FALSE`,
      `${at(30)},A#Zone 1,JOB_1,HEALTH,78.9,FALSE`,
      `${at(7)},A#Zone 1,JOB_1,HEALTH,79,TRUE`,
      `${at(6)},A#Zone 1,JOB_1,HEALTH,79.1,`,
    ].join("\n"),
  );
  const filters = {
    ...{ from: at(20), controlAreaPathNames: ["A#Zone 1"], indexNames: ["HEALTH"] },
    ...{ jobId: "JOB_1", includeFilled: false },
  };
  const { id } = await submitQuery(grower, { type: "indices", filters });
  runner.start();
  expect(await overOf(id)).toMatchObject({
    ...{ status: "completed", rows: 12, stored: 9, empty: 3, rejected: 0, unrequested: 5 },
  });
  const { items } = await readQueryRows(viewer, id, { limit: 50 });
  const cells = items.map((row) => [row.controlAreaPathName, row.indexValue, row.isFilled]);
  expect(cells).toEqual([
    ["A#Zone 1", 78.4, false],
    ["A#Zone 1#Bench", 78.5, false],
    ["A#Zone 10", 78.6, false],
    // The filter excludes interpolated values: the row is measured.
    ["A#Zone 1", 79.1, false],
  ]);
  const everything = await submitQuery(grower, { type: "indices", filters: { from: at(40) } });
  await overOf(everything.id);
  expect((await readQueryRows(viewer, everything.id, { limit: 50 })).items).toHaveLength(9);
});

test("always requests the growth job and the key columns of rows", async () => {
  const { queries } = await connectTo("");
  const indices = ["timestampIso", "controlAreaPathName", "indexName", "indexValue"];
  await submitQuery(grower, { type: "indices", selectColumns: { include: indices } });
  await submitQuery(grower, { type: "chf", selectColumns: { exclude: ["jobId", "npq"] } });
  runner.start();
  await until(async () => queries.length === 2, "both queries");
  const sent = Object.fromEntries(queries.map((query) => [query.type, query.selectColumns]));
  expect(sent).toEqual({
    indices: { include: expect.arrayContaining([...indices, "jobId"]) },
    chf: { exclude: ["npq"] },
  });
});

test("requests an expired result again, once", async () => {
  const simulator = await startSimulator({ querySeconds: 0.1, variants: ["expired"] });
  service = simulator;
  await addConnectedTenancy(simulator);
  const { id } = await submitQuery(grower, { type: "indices", filters: { from: at(9) } });
  runner.start();
  const again = await until(
    () => getPrisma().query.findFirst({ where: { id, resubmitted: true } }),
    "the second submission",
  );
  expect(again.status).not.toBe("failed");
  simulator.setVariants(["expired"]);
  expect(await overOf(id)).toMatchObject({ status: "failed", error: { code: "result-expired" } });
});

test("new readings place the open alerts of their growth jobs", async () => {
  const simulator = await startSimulator({ querySeconds: 0.1 });
  service = simulator;
  const { id: tenancyId } = await addConnectedTenancy(simulator);
  const first = await submitQuery(grower, { type: "indices", filters: { from: at(20) } });
  runner.start();
  await overOf(first.id);
  const job = await getPrisma().job.findFirstOrThrow({ where: { jobId: { not: "" } } });
  const now = new Date();
  const times = { raisedAt: now, firstEventAt: now, lastEventAt: now };
  await getPrisma().alert.create({
    data: {
      tenancyId,
      alertId: "ALERT",
      shape: "alert",
      rank: 1,
      status: "open",
      jobId: job.jobId,
      incomplete: false,
      notifications: 1,
      ...times,
    },
  });
  const second = await submitQuery(grower, { type: "indices", filters: { from: at(20) } });
  await overOf(second.id);
  const places = await getPrisma().alertPlace.findMany({ where: { alertId: "ALERT" } });
  expect(places).not.toEqual([]);
  expect(places.every((place) => place.certainty === "inferred")).toBe(true);
});

test("notifies listeners of every transition and of new readings", async () => {
  const simulator = await startSimulator({ querySeconds: 0.1 });
  service = simulator;
  const { tenantId } = await addConnectedTenancy(simulator);
  const listener = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await listener.connect();
  const heard: unknown[] = [];
  listener.on("notification", ({ payload }) => heard.push(JSON.parse(payload ?? "")));
  await listener.query("LISTEN leafwatch");
  const { id } = await submitQuery(grower, { type: "indices", filters: { from: at(9) } });
  runner.start();
  await overOf(id);
  await listener.query("SELECT 1");
  await listener.end();
  expect(
    heard.filter((change) => JSON.stringify(change) === JSON.stringify({ type: "query", tenantId, id }))
      .length,
  ).toBeGreaterThanOrEqual(4);
  expect(heard).toContainEqual({ type: "sync", tenantId, id: "readings" });
});
