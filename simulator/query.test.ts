import { expect, test } from "vitest";
import { COLUMNS, parseQuery } from "./query";
import { resultTable } from "./rows";
import { floorHour, HOUR } from "./time";
import { VariantSet } from "./variants";
import { NOW, testWorld } from "./world/test-world";

const world = testWorld();
const plain = new VariantSet([]);
const parse = (body: Record<string, unknown>, delayHours = 1) => parseQuery(body, NOW, delayHours);
const iso = (ms: number) => new Date(ms).toISOString();

function rowsOf(body: Record<string, unknown>, variants = plain): Array<Record<string, unknown>> {
  const table = resultTable(world, parse(body), variants);
  return [...table.rows].map((row) =>
    Object.fromEntries(table.columns.map((name, index) => [name, row[index]])),
  );
}

test("the period defaults to the last 48 hours up to the delay", () => {
  expect(iso(parse({ type: "indices" }).from)).toBe("2026-11-18T12:00:00.000Z");
  expect(iso(parse({ type: "indices" }).to)).toBe("2026-11-20T11:00:00.000Z");
  expect(iso(parse({ type: "indices" }, 24).to)).toBe("2026-11-19T12:00:00.000Z");
});

test("truncates instants to the whole hour and clamps them silently", () => {
  const spec = parse({ type: "chf", filters: { from: "2020-01-01T00:00:00Z", to: "2030-01-01T00:00:00Z" } });
  expect(iso(spec.from)).toBe("2025-11-20T13:00:00.000Z");
  expect(iso(spec.to)).toBe("2026-11-20T11:00:00.000Z");
  expect(iso(parse({ type: "chf", filters: { from: "2026-11-19T10:59:59+01:00" } }).from)).toBe(
    "2026-11-19T09:00:00.000Z",
  );
});

test.each([
  ["no type", {}],
  ["another type", { type: "images" }],
  ["indexNames with chf", { type: "chf", filters: { indexNames: ["HEALTH"] } }],
  ["devices with indices", { type: "indices", filters: { devices: ["PS-1001"] } }],
  ["an index that is none", { type: "indices", filters: { indexNames: ["LEAF_TEMP"] } }],
  ["a filter that was removed", { type: "indices", filters: { controlAreas: ["Westland"] } }],
  ["a path that is no list", { type: "indices", filters: { controlAreaPathNames: "Westland" } }],
  ["a date that is none", { type: "indices", filters: { from: "yesterday" } }],
  [
    "a period turned round",
    { type: "indices", filters: { from: "2026-11-20T00:00:00Z", to: "2026-11-19T00:00:00Z" } },
  ],
  ["neither include nor exclude", { type: "indices", selectColumns: {} }],
  [
    "both include and exclude",
    { type: "indices", selectColumns: { include: ["jobId"], exclude: ["jobId"] } },
  ],
  ["a column of the other type", { type: "indices", selectColumns: { include: ["fv_fm"] } }],
  ["a flag that is a text", { type: "chf", filters: { isDaytime: "yes" } }],
])("refuses %s", (_, body) => {
  expect(() => parse(body)).toThrow(expect.objectContaining({ status: 400 }));
});

test("ignores a flag of the other type", () => {
  expect(parse({ type: "indices", filters: { isDaytime: true } }).isDaytime).toBeUndefined();
  expect(parse({ type: "chf", filters: { includeFilled: false } }).includeFilled).toBe(true);
});

test("include and exclude select columns; every result of indices has isFilled", () => {
  const include = { type: "indices", selectColumns: { include: ["indexValue", "timestampIso"] } };
  expect(resultTable(world, parse(include), plain).columns).toEqual([
    "timestampIso",
    "indexValue",
    "isFilled",
  ]);
  const exclude = { type: "chf", selectColumns: { exclude: ["npq", "ql"] } };
  expect(parse(exclude).columns).toEqual(COLUMNS.chf.filter((name) => name !== "npq" && name !== "ql"));
});

test("with no-filled-column:chosen only a result of all columns has isFilled", () => {
  const chosen = new VariantSet(["no-filled-column:chosen"]);
  const columns = (body: Record<string, unknown>) => resultTable(world, parse(body), chosen).columns;
  expect(columns({ type: "indices", selectColumns: { include: ["indexValue"] } })).toEqual(["indexValue"]);
  expect(columns({ type: "indices" })).toContain("isFilled");
});

test("a path matches by its beginning, so an ancestor selects all below it", () => {
  const paths = (start: string) =>
    new Set(
      rowsOf({ type: "indices", filters: { controlAreaPathNames: [start] } }).map(
        (row) => row.controlAreaPathName,
      ),
    );
  expect(paths("Westland#Glasshouse 1#Zone B").size).toBe(3);
  expect(paths("Westland#Glasshouse 1#Zone A#Bench 1")).toEqual(
    new Set(["Westland#Glasshouse 1#Zone A#Bench 1", "Westland#Glasshouse 1#Zone A#Bench 10"]),
  );
  expect(paths("Nowhere").size).toBe(0);
});

test("indexNames, jobId and includeFilled select rows", () => {
  const all = rowsOf({ type: "indices" });
  expect(
    new Set(rowsOf({ type: "indices", filters: { indexNames: ["PPFD"] } }).map((row) => row.indexName)),
  ).toEqual(new Set(["PPFD"]));
  const jobId = all[0]?.jobId;
  expect(rowsOf({ type: "indices", filters: { jobId } })).toEqual(all.filter((row) => row.jobId === jobId));
  expect(all.some((row) => row.isFilled)).toBe(true);
  expect(rowsOf({ type: "indices", filters: { includeFilled: false } })).toEqual(
    all.filter((row) => row.isFilled === false),
  );
});

test("a period includes both ends, and rows at odd minutes are lost to neither of two windows", () => {
  const filters = { from: "2026-11-01T00:00:00Z", to: "2026-11-11T00:00:00Z" };
  const whole = rowsOf({ type: "indices", filters }).map((row) => JSON.stringify(row));
  expect(whole.some((row) => row.includes("T23:35:00Z"))).toBe(true);
  const halves = [
    { from: filters.from, to: "2026-11-06T00:00:00Z" },
    { from: "2026-11-06T00:00:00Z", to: filters.to },
  ];
  expect(
    new Set(
      halves.flatMap((half) => rowsOf({ type: "indices", filters: half }).map((row) => JSON.stringify(row))),
    ),
  ).toEqual(new Set(whole));
});

test("devices and isDaytime select measurements", () => {
  const device = world.farm.areas[0]?.devices[0] ?? "";
  const own = rowsOf({ type: "chf", filters: { devices: [device] } });
  expect(own.length).toBeGreaterThan(50);
  expect(own.every((row) => row.deviceId === device)).toBe(true);
  const day = rowsOf({ type: "chf", filters: { devices: [device], isDaytime: true } });
  const night = rowsOf({ type: "chf", filters: { devices: [device], isDaytime: false } });
  expect(day.length + night.length).toBe(own.length);
  expect(day.every((row) => row.f0x !== null)).toBe(true);
  expect(night.every((row) => row.f0x === null)).toBe(true);
});

test("measurements agree with themselves and with HEALTH", () => {
  for (const row of rowsOf({ type: "chf" })) {
    expect(Number(row.fv)).toBeCloseTo(Number(row.fm) - Number(row.f0), 6);
    expect(Number(row.fv_fm)).toBeCloseTo(Number(row.fv) / Number(row.fm), 3);
    if (row.qp !== null) expect(Number(row.qp)).toBeLessThanOrEqual(1);
  }
  const path = "Westland#Glasshouse 1#Zone B#Bench 4";
  const filters = { controlAreaPathNames: [path] };
  const health = new Map(
    rowsOf({ type: "indices", filters: { ...filters, indexNames: ["HEALTH"] } })
      .filter((row) => !row.isFilled)
      .map((row) => [row.timestampIso, row.indexValue]),
  );
  const night = rowsOf({ type: "chf", filters: { ...filters, isDaytime: false } }).filter((row) =>
    health.has(row.timestampIso),
  );
  expect(night.length).toBeGreaterThan(5);
  for (const row of night)
    expect(Math.abs(Number(row.fv_fm) * 100 - Number(health.get(row.timestampIso)))).toBeLessThan(0.2);
});

test("older results name the sensor instead of the path", () => {
  const row = rowsOf({ type: "indices" }, new VariantSet(["device-id"]))[0];
  expect(row).not.toHaveProperty("controlAreaPathName");
  expect(row?.deviceId).toMatch(/^PS-\d+$/);
});

test("unknown-index adds rows of unknown and misspelt indices", () => {
  const names = new Set(
    rowsOf({ type: "indices" }, new VariantSet(["unknown-index"])).map((row) => row.indexName),
  );
  expect([...names]).toEqual(expect.arrayContaining(["LEAF_TEMP", "EFICIENCY", "EFFICIENCY"]));
});

test("no row is newer than the delay", () => {
  const newest = floorHour(NOW - HOUR);
  for (const row of rowsOf({ type: "indices" }))
    expect(Date.parse(String(row.timestampIso))).toBeLessThanOrEqual(newest);
});
