// The filters of a query, what is sent and what its result contains, against a service that follows the interface.

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { measurementSeries } from "@/lib/farm/measurements/service.server";
import type { NewQuery } from "@/lib/history/queries/contract";
import { exportQueryRows } from "@/lib/history/queries/export-service.server";
import {
  readQueryAreas,
  readQueryRowHours,
  readQueryRows,
  readQueryRowWindow,
} from "@/lib/history/queries/rows-service.server";
import { readOneQuery } from "@/lib/history/queries/service.server";
import { addConnectedTenancy, emptyTables, useFreshDatabase, viewer } from "../support/connected-tenancy";
import { stepThrough } from "../support/stepped-query";
import { type StrictService, startStrictService } from "../support/strict-service";

let leave: () => Promise<void>;
let service: StrictService;

beforeAll(async () => {
  leave = await useFreshDatabase();
});
afterAll(() => leave());
beforeEach(async () => {
  await emptyTables();
  service = await startStrictService();
  await addConnectedTenancy(service);
});
afterEach(() => service.stop());

const NOW = Date.now();
const at = (hoursAgo: number) => `${new Date(NOW - hoursAgo * 3_600_000).toISOString().slice(0, 13)}:00:00Z`;
const period = { from: at(40), to: at(3) };

/** Runs a query to its end; returns what was sent and the rows of the result. */
async function run(input: NewQuery) {
  const { query } = await stepThrough(input);
  expect(query).toMatchObject({ status: "completed", error: null });
  const shown = await readOneQuery(viewer, query.id);
  const { items, columns } = await readQueryRows(viewer, query.id, { limit: 500 });
  const { total } = await readQueryRowHours(viewer, query.id, {});
  expect(total).toBe(items.length);
  return { id: query.id, sent: service.bodies.at(-1), query: shown, items, columns };
}

async function fileOf(id: string): Promise<string[]> {
  let text = "";
  for await (const part of (await exportQueryRows(viewer, id, "csv")).parts) text += part;
  return text.trimEnd().split("\n");
}

const ZONES = [
  "A#Zone 1",
  "A#Zone 1#Bench",
  "A#Zone 10",
  "A#Zone 12#Bench",
  "A#zone 1",
  "A",
  "B#Zone 1",
  "A%Z",
  "A_Z",
];

test.each<[string[], string[]]>([
  [["A#Zone 1"], ["A#Zone 1", "A#Zone 1#Bench", "A#Zone 10", "A#Zone 12#Bench"]],
  [["A#Zone 1#"], ["A#Zone 1#Bench"]],
  [["A#Zo"], ["A#Zone 1", "A#Zone 1#Bench", "A#Zone 10", "A#Zone 12#Bench"]],
  [
    ["A#Zone 1", "A#Zone 10", "A#Z"],
    ["A#Zone 1", "A#Zone 1#Bench", "A#Zone 10", "A#Zone 12#Bench"],
  ],
  [["A#zone"], ["A#zone 1"]],
  [["A%"], ["A%Z"]],
  [["A_"], ["A_Z"]],
  [["Zone 1"], []],
])("%j returns and shows every area whose path starts with it", async (controlAreaPathNames, found) => {
  service.readings = ZONES.map((path) => ({ at: at(9), path, value: 78.4 }));
  // The store has other areas too, so that reads must select.
  await run({ type: "indices", filters: period });
  const { id, sent, query, items } = await run({
    type: "indices",
    filters: { ...period, controlAreaPathNames },
  });
  expect(sent?.filters).toEqual({ ...period, controlAreaPathNames });
  expect(query).toMatchObject({ rows: found.length, stored: found.length, rejected: 0, unrequested: 0 });
  expect(items.map((row) => row.controlAreaPathName)).toEqual(found.toSorted());
  expect(await fileOf(id)).toHaveLength(1 + found.length);
  expect((await readQueryAreas(viewer, id)).items.map(({ path }) => path).toSorted()).toEqual(
    found.toSorted(),
  );
});

test("selects measurements by the prefix of their path", async () => {
  service.captures = ZONES.map((path, n) => ({ measurementId: `M${n}`, at: at(9), path, day: true }));
  await run({ type: "chf", filters: period });
  const { query, items } = await run({
    type: "chf",
    filters: { ...period, controlAreaPathNames: ["A#Zone 1"] },
  });
  expect(query).toMatchObject({ rows: 4, stored: 4, unrequested: 0 });
  expect(items.map((row) => row.measurementId)).toEqual(["M0", "M1", "M2", "M3"]);
});

test("shows rows of sensors without an area in the query that returned them", async () => {
  service.isOlder = true;
  service.readings = [
    { at: at(9), path: "A#Zone 1", deviceId: "S1", value: 78.1 },
    { at: at(8), path: "A#Zone 1", deviceId: "S1", value: 78.2 },
    // The sensor was moved.
    { at: at(5), path: "B", deviceId: "S1", value: 60.1 },
    { at: at(8), path: "B", deviceId: "S2", value: 60.2 },
  ];
  await run({ type: "indices", filters: period });
  const { id, query, items } = await run({
    type: "indices",
    filters: { ...period, controlAreaPathNames: ["A"] },
  });
  expect(query).toMatchObject({ rows: 2, stored: 2, unrequested: 0 });
  expect(items.map((row) => [row.controlAreaPathName, row.indexValue])).toEqual([
    ["devices#S1", 78.1],
    ["devices#S1", 78.2],
  ]);
  expect(await fileOf(id)).toHaveLength(3);
  expect((await readQueryAreas(viewer, id)).items).toEqual([{ path: "devices#S1" }]);
});

const HOUR = 3_600_000;
const whole = (ms: number) => `${new Date(Math.floor(ms / HOUR) * HOUR).toISOString().slice(0, 19)}Z`;
const oldest = (now: number) => whole(now - 365 * 24 * HOUR);
const newest = (now: number) => whole(now - HOUR);
const hours = (ago: number) => new Date(NOW - ago * HOUR).toISOString();
const YEARS = 9_000;

test.each<[string, NewQuery["filters"], (now: number) => { from: string; to: string }]>([
  ["nothing", {}, (now) => ({ from: whole(now - 48 * HOUR), to: newest(now) })],
  ["from before the oldest data", { from: hours(YEARS) }, (now) => ({ from: oldest(now), to: newest(now) })],
  ["from in the future", { from: hours(-5) }, (now) => ({ from: newest(now), to: newest(now) })],
  ["to in the future", { to: hours(-5) }, (now) => ({ from: whole(now - 48 * HOUR), to: newest(now) })],
  [
    "longer than the available data",
    { from: hours(YEARS), to: hours(-5) },
    (now) => ({ from: oldest(now), to: newest(now) }),
  ],
  [
    "entirely too old",
    { from: hours(YEARS), to: hours(YEARS - 9) },
    (now) => ({ from: oldest(now), to: oldest(now) }),
  ],
  [
    "entirely in the future",
    { from: hours(-5), to: hours(-9) },
    (now) => ({ from: newest(now), to: newest(now) }),
  ],
  [
    "within one hour",
    { from: at(9).replace("00:00Z", "50:00Z"), to: at(9).replace("00:00Z", "10:00Z") },
    () => ({ from: at(9), to: at(9) }),
  ],
])("a period is clamped, not rejected: %s", async (_, filters, expected) => {
  const before = Date.now();
  const { sent, query } = await run({ type: "indices", filters });
  expect([expected(before), expected(Date.now())]).toContainEqual(sent?.filters);
  expect(query.filters).toEqual(sent?.filters);
  expect(query.asked).toEqual(filters);
});

test.each<[string, NewQuery["filters"], string, RegExp]>([
  [
    "to alone",
    { to: hours(60) },
    "filters.to",
    /without from it begins at .*, and it ends at .*, which is earlier/,
  ],
  ["to alone, too old", { to: hours(YEARS) }, "filters.to", /without from it begins at .*, and it ends at /],
  ["both", { from: hours(5), to: hours(9) }, "filters.from", /^from is after to\.$/],
  ["both in the future", { from: hours(-9), to: hours(-5) }, "filters.from", /^from is after to\.$/],
])("an empty period is rejected with its reason: %s", async (_, filters, parameter, words) => {
  await expect(stepThrough({ type: "indices", filters })).rejects.toMatchObject({
    ...{ code: "bad-request", parameter, message: expect.stringMatching(words) },
  });
  expect(service.bodies).toEqual([]);
});

const STORED = {
  indices: ["timestampIso", "controlAreaPathName", "jobId", "indexName", "indexValue"],
  chf: ["measurementId", "timestampIso", "deviceId", "controlAreaPathName", "jobId"],
};

test.each<[NewQuery["type"], NewQuery["selectColumns"], object | undefined, string[], string]>([
  [
    "indices",
    { include: ["timestamp", "indexValue"] },
    { include: ["timestamp", "indexValue"] },
    ["timestamp", "indexValue", "isFilled"],
    "timestamp,siteTime,indexValue,isFilled",
  ],
  ["indices", { include: ["jobId"] }, { include: ["jobId"] }, ["jobId"], "jobId"],
  [
    "indices",
    { exclude: ["indexName", "timestamp"] },
    { exclude: ["timestamp"] },
    ["timestampIso", "controlAreaPathName", "jobId", "indexValue", "isFilled"],
    "timestampIso,siteTime,controlAreaPathName,jobId,indexValue,isFilled",
  ],
  [
    "indices",
    { exclude: ["indexValue"] },
    undefined,
    ["timestamp", "timestampIso", "controlAreaPathName", "jobId", "indexName"],
    "timestamp,timestampIso,siteTime,controlAreaPathName,jobId,indexName",
  ],
  ["chf", { include: ["fv_fm"] }, { include: ["fv_fm"] }, ["fv_fm"], "fv_fm"],
  [
    "chf",
    { include: ["timestamp", "deviceId"] },
    { include: ["timestamp", "deviceId"] },
    ["timestamp", "deviceId"],
    "timestamp,siteTime,deviceId",
  ],
])("a result of type %s has the columns %j", async (type, selectColumns, sentColumns, shown, header) => {
  service.readings = [{ at: at(9), path: "A", value: 78.4 }];
  service.captures = [
    { measurementId: "M1", at: at(9), path: "A", day: true, values: { f0: 210.5, fv_fm: 0.8 } },
  ];
  const { id, sent, items, columns, query } = await run({ type, filters: period, selectColumns });
  // Key columns are fetched in addition.
  const include = (sentColumns as { include?: string[] } | undefined)?.include;
  expect(sent?.selectColumns).toEqual(
    include ? { include: [...new Set([...include, ...STORED[type]])] } : sentColumns,
  );
  expect(query).toMatchObject({ selectColumns, rows: 1, stored: 1 });
  expect(columns).toEqual(shown);
  expect(items.map((row) => Object.keys(row))).toEqual([shown]);
  const hour = { from: new Date(at(10)), to: new Date(at(8)), skip: 0, limit: 9 };
  expect((await readQueryRowWindow(viewer, id, hour)).items).toEqual(items);
  const [first, row] = await fileOf(id);
  expect(first).toBe(header);
  expect(row?.split(",")).toHaveLength(header.split(",").length);
  const everything = await run({ type, filters: period });
  expect(everything.items).toHaveLength(1);
});

const IDS = (items: readonly Record<string, unknown>[]) => items.map((row) => row.measurementId);

test("isDaytime selects the rows, files and charts of its query, whatever else is stored", async () => {
  const values = (fv_fm: number) => ({ values: { fv_fm } });
  service.captures = [
    { measurementId: "M1", at: at(9), path: "A", day: true, ...values(0.1) },
    { measurementId: "M2", at: at(9), path: "A", day: false, ...values(0.2) },
    { measurementId: "M3", at: at(8), path: "A", day: false, deviceId: "S2", ...values(0.3) },
    { measurementId: "M4", at: at(8), path: "A", day: true, jobId: "JOB_2", ...values(0.4) },
  ];
  // Everything is stored already, without isDaytime.
  const all = await run({ type: "chf", filters: period });
  expect(IDS(all.items)).toEqual(["M1", "M2", "M3", "M4"]);
  for (const [isDaytime, found, mean] of [
    [true, ["M1", "M4"], [0.1, 0.4]],
    [false, ["M2", "M3"], [0.2, 0.3]],
  ] as const) {
    const { id, sent, query, items } = await run({ type: "chf", filters: { ...period, isDaytime } });
    expect(sent).toEqual({ type: "chf", filters: { ...period, isDaytime } });
    expect(query).toMatchObject({ rows: 2, stored: 2, unchanged: 2, changed: 0, unrequested: 0 });
    expect(IDS(items)).toEqual(found);
    expect((await fileOf(id)).slice(1).map((line) => line.split(",")[0])).toEqual(found);
    const charted = {
      column: ["fv_fm" as const],
      isDaytime,
      from: new Date(at(40)),
      to: new Date(at(3)),
      maxPoints: 500,
    };
    const { series } = await measurementSeries(viewer, charted);
    expect(series[0]?.points.map((point) => point.mean)).toEqual(mean);
  }
  // The service has changed one row: the latest result counts.
  service.captures = service.captures.map((row) => ({ ...row, day: row.day || row.measurementId === "M2" }));
  const day = await run({ type: "chf", filters: { ...period, isDaytime: true } });
  expect(IDS(day.items)).toEqual(["M1", "M2", "M4"]);
  // A query without isDaytime does not reset it.
  await run({ type: "chf", filters: period });
  expect(IDS((await readQueryRows(viewer, day.id, { limit: 50 })).items)).toEqual(["M1", "M2", "M4"]);
});

test.each<[NewQuery["filters"], string[]]>([
  [{ devices: ["S2"] }, ["M3"]],
  [{ devices: ["S1", "S2"], jobId: "JOB_1" }, ["M1", "M2", "M3"]],
  [{ jobId: "JOB_2" }, ["M4"]],
  [{ jobId: "job_2" }, []],
  [{ jobId: "JOB_1", isDaytime: false, controlAreaPathNames: ["A#Z"] }, ["M2"]],
])("selects measurements by %j", async (filters, found) => {
  service.captures = [
    { measurementId: "M1", at: at(9), path: "A", day: true },
    { measurementId: "M2", at: at(9), path: "A#Zone", day: false },
    { measurementId: "M3", at: at(8), path: "A", day: false, deviceId: "S2" },
    { measurementId: "M4", at: at(8), path: "A#Zone", day: true, jobId: "JOB_2" },
  ];
  await run({ type: "chf", filters: period });
  const { id, sent, query, items } = await run({ type: "chf", filters: { ...period, ...filters } });
  expect(sent?.filters).toEqual({ ...period, ...filters });
  expect(query).toMatchObject({ rows: found.length, stored: found.length, unrequested: 0 });
  expect(IDS(items)).toEqual(found);
  expect(await fileOf(id)).toHaveLength(1 + found.length);
});

test.each<[NewQuery["filters"], number[]]>([
  [{ indexNames: ["HEALTH"] }, [1, 2, 4]],
  [{ indexNames: ["PEI", "DLI"], includeFilled: false }, [5, 6]],
  [{ includeFilled: false }, [1, 4, 5, 6]],
  [{ includeFilled: true }, [1, 2, 3, 4, 5, 6]],
  [{ jobId: "JOB_2" }, [4]],
])("selects values by %j", async (filters, found) => {
  service.readings = [
    { at: at(9), path: "A", value: 1 },
    { at: at(8), path: "A", value: 2, filled: true },
    { at: at(7), path: "A", value: 3, filled: true, indexName: "PEI" },
    { at: at(6), path: "A", value: 4, jobId: "JOB_2" },
    { at: at(5), path: "A", value: 5, indexName: "PEI" },
    { at: at(4), path: "A", value: 6, filled: true, indexName: "DLI" },
  ];
  await run({ type: "indices", filters: period });
  const { id, sent, query, items } = await run({ type: "indices", filters: { ...period, ...filters } });
  expect(sent?.filters).toEqual({ ...period, ...filters });
  expect(query).toMatchObject({ rows: found.length, stored: found.length, unrequested: 0 });
  expect(items.map((row) => row.indexValue)).toEqual(found);
  expect(await fileOf(id)).toHaveLength(1 + found.length);
});
