import { expect, test } from "vitest";
import { type QueryRequest, queryRequestSchema } from "./contract";
import {
  checkQueryRequest,
  clampWindow,
  columnsOf,
  ignoredMembers,
  selectionForStore,
  toSentQuery,
} from "./request-rules";

const NOW = Date.parse("2026-11-20T23:40:12Z");
const members = (request: QueryRequest) => checkQueryRequest(request).map((each) => each.member);

test("a query with everything that its type allows is fine", () => {
  expect(members({ type: "indices", filters: { indexNames: ["HEALTH"], includeFilled: false } })).toEqual([]);
  expect(members({ type: "chf", filters: { devices: ["d1"], isDaytime: true } })).toEqual([]);
  expect(members({ type: "indices", selectColumns: { include: ["indexValue"] } })).toEqual([]);
  expect(members({ type: "chf" })).toEqual([]);
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
])("%s is refused by the member's name", (_name, request, member) => {
  expect(members(request)).toEqual([member]);
});

test("from and to are compared as instants, not as texts", () => {
  const filters = { from: "2026-11-02T01:00:00+02:00", to: "2026-11-02T00:30:00Z" };
  expect(members({ type: "chf", filters })).toEqual([]);
});

test("members that the service ignores are hints, not errors", () => {
  const daytime: QueryRequest = { type: "indices", filters: { isDaytime: true } };
  expect(checkQueryRequest(daytime)).toEqual([]);
  expect(ignoredMembers(daytime).map((each) => each.member)).toEqual(["filters.isDaytime"]);
  const filled: QueryRequest = { type: "chf", filters: { includeFilled: true } };
  expect(ignoredMembers(filled).map((each) => each.member)).toEqual(["filters.includeFilled"]);
});

test("unknown members of a request do not pass the schema", () => {
  expect(queryRequestSchema.safeParse({ type: "indices", filters: { sensors: [] } }).success).toBe(false);
  expect(queryRequestSchema.safeParse({ type: "indices", filters: { from: "yesterday" } }).success).toBe(
    false,
  );
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

test("a window after the newest data is empty", () => {
  expect(clampWindow({ from: NOW - 1000, to: NOW }, NOW, 1).empty).toBe(true);
});

test("a query is sent with the times that count and without ignored members", () => {
  const filters = { from: "2026-11-20T10:59:00+01:00", isDaytime: true, jobId: "J" };
  const { request } = toSentQuery({ type: "indices", filters }, NOW, 1);
  expect(request.filters).toEqual({ from: "2026-11-20T09:00:00Z", to: "2026-11-20T22:00:00Z", jobId: "J" });
});

test("a selection keeps what the store needs for its keys", () => {
  expect(selectionForStore("indices", { include: ["indexValue"] })?.include).toEqual(
    expect.arrayContaining(["timestampIso", "controlAreaPathName", "jobId", "indexName", "indexValue"]),
  );
  expect(selectionForStore("indices", { exclude: ["jobId", "timestamp"] })).toEqual({
    exclude: ["timestamp"],
  });
  expect(selectionForStore("indices", { exclude: ["jobId"] })).toBeUndefined();
  expect(selectionForStore("chf", undefined)).toBeUndefined();
});
