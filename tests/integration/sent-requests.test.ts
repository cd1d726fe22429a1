// What requests contain, read from the bodies received by a service that follows the interface.

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { getPrisma } from "@/lib/base/db/prisma.server";
import type { NewQuery } from "@/lib/history/queries/contract";
import { JobRunner } from "@/lib/operations/tasks/runner.server";
import { addConnectedTenancy, emptyTables, until, useFreshDatabase } from "../support/connected-tenancy";
import { type ScriptedService, type SentBody, startScriptedService } from "../support/scripted-service";
import { stepThrough } from "../support/stepped-query";

let leave: () => Promise<void>;
let service: ScriptedService;

beforeAll(async () => {
  leave = await useFreshDatabase();
});
afterAll(() => leave());
beforeEach(() => emptyTables());
afterEach(() => service.stop());

/** A fixed hour for the whole file, even if the clock passes a full hour. */
const NOW = Date.now();
const at = (hoursAgo: number) => `${new Date(NOW - hoursAgo * 3_600_000).toISOString().slice(0, 13)}:00:00Z`;

async function connect(result: ScriptedService["result"], more: { syncEnabled?: boolean } = {}) {
  service = await startScriptedService(result);
  await addConnectedTenancy(service, { backfillDays: 1, ...more });
}

/** A value an hour ago; isFilled is in the result unless columns were chosen. */
const valueThat =
  (value: number, filled: string) =>
  ({ selectColumns }: SentBody): string => {
    const [column, cell] = selectColumns ? ["", ""] : [",data__isFilled", `,${filled}`];
    return `data__timestampIso,data__controlAreaPathName,data__jobId,data__indexName,data__indexValue${column}
${at(5)},Farm#Zone A,JOB,HEALTH,${value}${cell}
`;
  };
const kept = () =>
  getPrisma().$queryRaw`SELECT health, filled::int AS filled, unsure::int AS unsure FROM readings`;

test("fetches readings with all columns, isFilled included, whatever the chosen columns", async () => {
  await connect(valueThat(78.4, "FALSE"), { syncEnabled: true });
  const runner = new JobRunner();
  runner.start();
  await until(() => getPrisma().reading.count(), "readings");
  await runner.stop();
  expect(service.queries.map((body) => body.selectColumns)).toEqual(service.queries.map(() => undefined));
  expect(await kept()).toEqual([{ health: 78.4, filled: 0, unsure: 0 }]);
  const ask = async (more: Partial<NewQuery>) =>
    (await stepThrough({ type: "indices", filters: { from: at(8) }, ...more })).query;
  const chosen = await ask({ selectColumns: { include: ["indexValue"] } });
  expect(chosen).toMatchObject({ stored: 1, unchanged: 1, changed: 0 });
  expect(service.queries.at(-1)?.selectColumns).toBeDefined();
  service.result = valueThat(12.5, "TRUE");
  expect(await ask({})).toMatchObject({ stored: 1, unchanged: 1 });
  expect(await kept()).toEqual([{ health: 78.4, filled: 0, unsure: 0 }]);
});

const NOTHING: Record<string, string> = {
  indices: "data__timestampIso,data__controlAreaPathName,data__jobId,data__indexName,data__indexValue\n",
  chf: "data__measurementId,data__timestampIso,data__deviceId,data__controlAreaPathName,data__jobId\n",
};

test.each<[NewQuery["type"], object, object]>([
  ["indices", {}, {}],
  [
    "indices",
    { controlAreaPathNames: ["Farm#Zone A", "Fa"] },
    { controlAreaPathNames: ["Farm#Zone A", "Fa"] },
  ],
  ["indices", { indexNames: ["HEALTH", "DLI"] }, { indexNames: ["HEALTH", "DLI"] }],
  ["indices", { jobId: "JOB" }, { jobId: "JOB" }],
  ["indices", { includeFilled: true }, { includeFilled: true }],
  ["indices", { includeFilled: false }, { includeFilled: false }],
  ["indices", { isDaytime: true }, {}],
  ["chf", {}, {}],
  ["chf", { controlAreaPathNames: ["Farm#Zone A"] }, { controlAreaPathNames: ["Farm#Zone A"] }],
  ["chf", { devices: ["S1", "S2"] }, { devices: ["S1", "S2"] }],
  ["chf", { jobId: "JOB" }, { jobId: "JOB" }],
  ["chf", { isDaytime: true }, { isDaytime: true }],
  ["chf", { isDaytime: false }, { isDaytime: false }],
  ["chf", { includeFilled: false }, {}],
])("sends a query of type %s with %j as %j and its period", async (type, filters, sent) => {
  await connect(({ type }) => NOTHING[type] ?? "");
  const period = { from: at(9), to: at(3) };
  const { query } = await stepThrough({ type, filters: { ...period, ...filters } });
  expect(query.status).toBe("completed");
  expect(service.queries).toEqual([{ type, filters: { ...period, ...sent } }]);
});

test.each<[NewQuery["type"], NewQuery["selectColumns"], object]>([
  [
    "indices",
    { include: ["timestamp"] },
    { include: ["timestamp", "timestampIso", "controlAreaPathName", "jobId", "indexName", "indexValue"] },
  ],
  ["indices", { exclude: ["timestamp", "jobId"] }, { exclude: ["timestamp"] }],
  [
    "chf",
    { include: ["npq"] },
    { include: ["npq", "measurementId", "timestampIso", "deviceId", "controlAreaPathName", "jobId"] },
  ],
  ["chf", { exclude: ["ql", "deviceId"] }, { exclude: ["ql"] }],
])("sends columns of type %s chosen as %j as %j", async (type, selectColumns, sent) => {
  await connect(({ type }) => NOTHING[type] ?? "");
  const filters = { from: at(9), to: at(3) };
  expect((await stepThrough({ type, filters, selectColumns })).query.status).toBe("completed");
  expect(service.queries).toEqual([{ type, filters, selectColumns: sent }]);
});
