import { expect, test } from "vitest";
import type { QueryRequest } from "./contract";
import { checkQueryRequest, clampWindow, columnsOf, columnsToStore, toSentQuery } from "./request-rules";

const NOW = Date.parse("2026-11-20T23:40:12Z");
const members = (request: QueryRequest) => checkQueryRequest(request).map((each) => each.member);
const messages = (request: QueryRequest) => checkQueryRequest(request).map((each) => each.message);

test("accepts a query with all members that its type allows", () => {
  expect(members({ type: "indices", filters: { indexNames: ["HEALTH"], includeFilled: false } })).toEqual([]);
  expect(members({ type: "chf", filters: { devices: ["d1"], isDaytime: true } })).toEqual([]);
  expect(members({ type: "indices", selectColumns: { include: ["indexValue"] } })).toEqual([]);
  expect(members({ type: "chf" })).toEqual([]);
  const both = {
    from: "2026-11-01T00:00:00Z",
    to: "2026-11-01T00:00:00Z",
    controlAreaPathNames: ["A"],
    jobId: "J",
  };
  for (const type of ["indices", "chf"] as const) {
    expect(members({ type, filters: both, selectColumns: { exclude: ["timestamp"] } })).toEqual([]);
    expect(members({ type, filters: { from: both.from } })).toEqual([]);
    expect(members({ type, filters: { to: both.to } })).toEqual([]);
  }
});

test("lists the interface's columns of each type in its order", () => {
  expect(columnsOf("indices")).toEqual([
    ...["timestamp", "timestampIso", "controlAreaPathName", "jobId", "indexName", "indexValue"],
  ]);
  expect(columnsOf("chf")).toEqual([
    ...["measurementId", "timestamp", "timestampIso", "deviceId", "controlAreaPathName", "jobId"],
    ...[
      "f0",
      "fm",
      "fv",
      "qe",
      "fv_fm",
      "f0x",
      "fvx_fmx",
      "qp",
      "f0x_f0",
      "fqx_fmx",
      "npq",
      "ql",
      "qcn",
      "fv_f0",
    ],
  ]);
});

test.each<[string, QueryRequest, string]>([
  ["indexNames with chf", { type: "chf", filters: { indexNames: ["HEALTH"] } }, "filters.indexNames"],
  ["devices with indices", { type: "indices", filters: { devices: ["d1"] } }, "filters.devices"],
  ["an unknown index", { type: "indices", filters: { indexNames: ["EFICIENCY"] } }, "filters.indexNames"],
  [
    "an empty list",
    { type: "indices", filters: { controlAreaPathNames: [] } },
    "filters.controlAreaPathNames",
  ],
  [
    "an empty path",
    { type: "indices", filters: { controlAreaPathNames: [""] } },
    "filters.controlAreaPathNames",
  ],
  [
    "both choices",
    { type: "indices", selectColumns: { include: ["jobId"], exclude: ["jobId"] } },
    "selectColumns",
  ],
  ["no choice", { type: "indices", selectColumns: {} }, "selectColumns"],
  [
    "a column of the other type",
    { type: "indices", selectColumns: { include: ["f0"] } },
    "selectColumns.include",
  ],
  [
    "isFilled, a result column",
    { type: "indices", selectColumns: { include: ["isFilled"] } },
    "selectColumns.include",
  ],
  [
    "all columns excluded",
    { type: "chf", selectColumns: { exclude: columnsOf("chf") } },
    "selectColumns.exclude",
  ],
  [
    "from after to",
    { type: "chf", filters: { from: "2026-11-02T00:00:00Z", to: "2026-11-01T00:00:00Z" } },
    "filters.from",
  ],
  ["an empty list of indices", { type: "indices", filters: { indexNames: [] } }, "filters.indexNames"],
  ["an empty list of sensors", { type: "chf", filters: { devices: [] } }, "filters.devices"],
  ["an empty sensor", { type: "chf", filters: { devices: ["d1", ""] } }, "filters.devices"],
  ["an empty job", { type: "chf", filters: { jobId: "" } }, "filters.jobId"],
  ["no column", { type: "chf", selectColumns: { include: [] } }, "selectColumns.include"],
  ["no column left out", { type: "chf", selectColumns: { exclude: [] } }, "selectColumns.exclude"],
  [
    "an unknown column left out",
    { type: "chf", selectColumns: { exclude: ["indexValue"] } },
    "selectColumns.exclude",
  ],
])("rejects %s and names the member", (_name, request, member) => {
  expect(members(request)).toEqual([member]);
});

test("each fault has its message", () => {
  expect(messages({ type: "chf", filters: { indexNames: ["HEALTH"] } })).toEqual([
    "indexNames is for type indices only",
  ]);
  expect(messages({ type: "indices", filters: { devices: ["d1"] } })).toEqual([
    "devices is for type chf only",
  ]);
  expect(messages({ type: "indices", filters: { indexNames: ["EFICIENCY", "PEI"] } })).toEqual([
    '"EFICIENCY" is no index name',
  ]);
  expect(messages({ type: "indices", filters: { indexNames: [""] } })).toEqual([
    '"" is no index name',
    "indexNames holds an empty name",
  ]);
  expect(messages({ type: "chf", filters: { devices: [] } })).toEqual([
    "devices is empty: name at least one, or leave it out for all",
  ]);
  expect(messages({ type: "chf", filters: { jobId: "" } })).toEqual([
    "jobId is empty: leave it out for all jobs",
  ]);
  const late = { from: "2026-11-02T00:00:00Z", to: "2026-11-01T00:00:00Z" };
  expect(messages({ type: "chf", filters: late })).toEqual(["from is after to"]);
  const columns = (selectColumns: QueryRequest["selectColumns"]) =>
    messages({ type: "indices", selectColumns });
  expect(columns({ include: ["jobId"], exclude: ["jobId"] })).toEqual([
    "Give either include or exclude, not both",
  ]);
  expect(columns({})).toEqual(["Give one of include and exclude"]);
  expect(columns({ include: [] })).toEqual(["Name at least one column"]);
  expect(columns({ exclude: columnsOf("indices") })).toEqual(["This leaves no column"]);
  expect(columns({ include: ["isFilled", "f0"] })).toEqual([
    "isFilled comes with every result of type indices and cannot be selected",
    '"f0" is no column of type indices',
  ]);
});

test("from and to are compared as instants of whole hours, not as texts", () => {
  const filters = { from: "2026-11-02T01:00:00+02:00", to: "2026-11-02T00:30:00Z" };
  expect(members({ type: "chf", filters })).toEqual([]);
  const within = { from: "2026-11-02T01:50:00Z", to: "2026-11-02T01:10:00Z" };
  expect(members({ type: "chf", filters: within })).toEqual([]);
});

const iso = (at: number) => new Date(at).toISOString();

test("the window defaults to the last 48 hours up to the delay, in whole hours", () => {
  const window = clampWindow({}, NOW, 1);
  expect([iso(window.from), iso(window.to)]).toEqual([
    "2026-11-18T23:00:00.000Z",
    "2026-11-20T22:00:00.000Z",
  ]);
  expect(window).toMatchObject({ fromClamped: false, toClamped: false, empty: false });
});

test("the window is clamped to 365 days and to the tenancy's delay", () => {
  const window = clampWindow({ from: Date.parse("2020-01-01T00:00:00Z"), to: NOW }, NOW, 24);
  expect([iso(window.from), iso(window.to)]).toEqual([
    "2025-11-20T23:00:00.000Z",
    "2026-11-19T23:00:00.000Z",
  ]);
  expect(window).toMatchObject({ fromClamped: true, toClamped: true, empty: false });
});

test("a window entirely outside the available data becomes its nearest hour", () => {
  const newest = clampWindow({ from: NOW + 7_200_000, to: NOW + 9_000_000 }, NOW, 1);
  expect([iso(newest.from), iso(newest.to)]).toEqual([
    "2026-11-20T22:00:00.000Z",
    "2026-11-20T22:00:00.000Z",
  ]);
  expect(newest).toMatchObject({ fromClamped: true, toClamped: true, empty: false });
  const oldest = clampWindow({ from: 0, to: 3_600_000 }, NOW, 1);
  expect([iso(oldest.from), iso(oldest.to)]).toEqual([
    "2025-11-20T23:00:00.000Z",
    "2025-11-20T23:00:00.000Z",
  ]);
  expect(oldest.empty).toBe(false);
});

test("a window is empty if to is before the default of from", () => {
  expect(clampWindow({ to: NOW - 72 * 3_600_000 }, NOW, 1).empty).toBe(true);
  expect(clampWindow({ from: NOW }, NOW, 72).empty).toBe(false);
});

test("only ends outside the available data count as clamped, and a single hour is not empty", () => {
  const newest = Date.parse("2026-11-20T22:00:00Z");
  const oldest = Date.parse("2025-11-20T23:00:00Z");
  const whole = clampWindow({ from: oldest, to: newest }, NOW, 1);
  expect(whole).toEqual({ from: oldest, to: newest, fromClamped: false, toClamped: false, empty: false });
  const hour = clampWindow({ from: newest, to: newest + 60_000 }, NOW, 1);
  expect(hour).toEqual({ from: newest, to: newest, fromClamped: false, toClamped: false, empty: false });
});

const DEFAULTS = { from: "2026-11-18T23:00:00Z", to: "2026-11-20T22:00:00Z" };

test.each<[QueryRequest["type"], QueryRequest["filters"], object]>([
  ["indices", undefined, {}],
  ["indices", { from: "2026-11-20T10:59:00+01:00" }, { from: "2026-11-20T09:00:00Z" }],
  ["indices", { to: "2026-11-19T10:59:00+01:00" }, { to: "2026-11-19T09:00:00Z" }],
  ["indices", { controlAreaPathNames: ["A#B", "C"] }, { controlAreaPathNames: ["A#B", "C"] }],
  ["indices", { indexNames: ["HEALTH", "PEI"] }, { indexNames: ["HEALTH", "PEI"] }],
  ["indices", { jobId: "J" }, { jobId: "J" }],
  ["indices", { includeFilled: false }, { includeFilled: false }],
  ["indices", { includeFilled: true }, { includeFilled: true }],
  ["indices", { isDaytime: true }, {}],
  ["chf", undefined, {}],
  ["chf", { from: "2026-11-20T10:59:00+01:00" }, { from: "2026-11-20T09:00:00Z" }],
  ["chf", { to: "2026-11-19T10:59:00+01:00" }, { to: "2026-11-19T09:00:00Z" }],
  ["chf", { controlAreaPathNames: ["A#B", "C"] }, { controlAreaPathNames: ["A#B", "C"] }],
  ["chf", { devices: ["d1", "d2"] }, { devices: ["d1", "d2"] }],
  ["chf", { jobId: "J" }, { jobId: "J" }],
  ["chf", { isDaytime: false }, { isDaytime: false }],
  ["chf", { isDaytime: true }, { isDaytime: true }],
  ["chf", { includeFilled: false }, {}],
])("a query of type %s with %j is sent with %j and the clamped period", (type, filters, sent) => {
  const { request, window } = toSentQuery({ type, filters }, NOW, 1);
  expect(request).toEqual({ type, filters: { ...DEFAULTS, ...sent } });
  expect(window).toMatchObject({
    from: Date.parse(request.filters.from),
    to: Date.parse(request.filters.to),
  });
});

test.each<[QueryRequest["type"], string[]]>([
  ["indices", ["timestampIso", "controlAreaPathName", "jobId", "indexName", "indexValue"]],
  ["chf", ["measurementId", "timestampIso", "deviceId", "controlAreaPathName", "jobId"]],
])("a selection of type %s keeps the columns of the store's keys", (type, needed) => {
  const chosen = type === "chf" ? "npq" : "timestamp";
  expect(columnsToStore(type, { include: [chosen] })).toEqual({ include: [chosen, ...needed] });
  expect(columnsToStore(type, { include: needed })).toEqual({ include: needed });
  expect(columnsToStore(type, { exclude: [chosen, ...needed] })).toEqual({ exclude: [chosen] });
  expect(columnsToStore(type, { exclude: needed })).toBeUndefined();
  expect(columnsToStore(type, undefined)).toBeUndefined();
});
