// Rows of a query by their number and as files.

import { parquetReadObjects } from "hyparquet";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Query } from "@/lib/history/queries/contract";
import { makeRowMap, rangeFrom } from "@/lib/history/queries/row-map";
import { countHours } from "@/lib/history/queries/rows-service.server";
import { findQuery } from "@/lib/history/queries/store.server";
import { GET as readHours } from "../../app/api/v1/queries/[id]/rows/hours/route";
import { GET as readPage } from "../../app/api/v1/queries/[id]/rows/route";
import { GET as readWindow } from "../../app/api/v1/queries/[id]/rows/window/route";
import { GET as readCsv } from "../../app/api/v1/queries/[id]/rows.csv/route";
import { GET as readJsonl } from "../../app/api/v1/queries/[id]/rows.jsonl/route";
import { GET as readParquet } from "../../app/api/v1/queries/[id]/rows.parquet/route";
import { GET as readXlsx } from "../../app/api/v1/queries/[id]/rows.xlsx/route";
import { call, openTestApp, type TestApp } from "../support/app";
import { addValues, type Value } from "../support/history";
import { readWorkbook, wallClock } from "../support/workbook";

type Cells = Record<string, string | number | boolean | null>;

const HOUR = 3_600_000;
const START = Date.parse("2026-10-24T20:00:00Z");
const at = (hour: number, minutes = 0) => new Date(START + hour * HOUR + minutes * 60_000).toISOString();
const RUN = "=HYPERLINK(1)";

let app: TestApp;
let tenancyId: number;

beforeAll(async () => {
  app = await openTestApp();
  tenancyId = await app.addTenancy("01J8Z0000000000000000TENAN");
  await addValues(app.pool, tenancyId, values());
  await addMeasurements();
});
afterAll(() => app.close());

/** Two zones, a bench named like a formula; an interpolated stretch, an odd minute, a gap. */
function values(): Value[] {
  const found: Value[] = [];
  for (let hour = 0; hour < 30; hour++) {
    if (hour === 12) continue;
    found.push({ area: "A#Zone 1", at: at(hour), value: 70 + hour / 10, filled: hour > 20 });
    found.push({ area: `A#Zone 1#${RUN}`, at: at(hour), index: "ALPHA", value: -0.2, filled: null });
    found.push({ area: "A#Zone 2", at: at(hour), value: 1 });
  }
  found.push({ area: "A#Zone 1", at: at(3, 35), value: 73.3 });
  found.push({ area: "A#Zone 1", at: at(25), index: "DLI", value: 14.1, filled: true });
  found.push({ area: "A#Zone 1", at: at(4), index: "VIGOUR", value: 5.5, filled: true });
  return found;
}

async function addMeasurements(): Promise<void> {
  await app.pool.query(
    `INSERT INTO measurements (tenancy_id, measurement_id, at, device_id, area_id, job_id, f0, fv_fm)
     SELECT $1, 'M' || n, $2::timestamptz + n * interval '10 minutes', 'PS-' || n % 3, a.id, j.id, n / 4.0, -0.5
     FROM generate_series(1, 100) n, control_areas a, jobs j
     WHERE a.tenancy_id = $1 AND a.path = 'A#Zone 1' AND j.tenancy_id = $1`,
    [tenancyId, at(0)],
  );
}

let number = 0;

async function addQuery(
  type: Query["type"],
  filters: Query["filters"],
  selectColumns?: object,
): Promise<string> {
  const id = `Q${number++}`;
  const sent = { from: at(0), to: at(40), controlAreaPathNames: ["A#Zone 1"], ...filters };
  await app.pool.query(
    `INSERT INTO queries (id, tenancy_id, type, asked, filters, select_columns, purpose, requested_by, status)
     VALUES ($1, $2, $3, $4, $4, $5, 'person', 'test', 'completed')`,
    [id, tenancyId, type, JSON.stringify(sent), selectColumns ? JSON.stringify(selectColumns) : null],
  );
  return id;
}

type Handler = Parameters<typeof call>[0];
const read = (handler: Handler, id: string, search = "") =>
  call(handler, `/api/v1/queries/${id}/rows${search}`, { params: { id } });
const json = async <T>(response: Promise<Response>) => (await (await response).json()) as T;

async function pages(id: string): Promise<Cells[]> {
  const found: Cells[] = [];
  for (let cursor = ""; ; ) {
    type Page = { items: Cells[]; nextCursor: string | null };
    const page = await json<Page>(read(readPage, id, `?limit=7${cursor && `&cursor=${cursor}`}`));
    found.push(...page.items);
    if (page.nextCursor === null) return found;
    cursor = page.nextCursor;
  }
}

/** All rows, read in blocks from the last to the first, as when scrolling up. */
async function blocks(id: string, size: number): Promise<Cells[]> {
  const hours = await json<Hours>(read(readHours, id));
  const map = makeRowMap(Date.parse(hours.first ?? at(0)) / HOUR, hours.counts);
  expect(map.total).toBe(hours.total);
  const found: Cells[] = [];
  for (let row = Math.floor((map.total - 1) / size) * size; row >= 0; row -= size) {
    const place = rangeFrom(map, row, size);
    if (!place) throw new Error("No such place");
    const [from, to] = [place.from, place.to].map((each) => new Date(each).toISOString());
    const search = `?from=${from}&to=${to}&skip=${place.skip}&limit=${place.limit}`;
    found.unshift(...(await json<{ items: Cells[] }>(read(readWindow, id, search))).items);
  }
  return found;
}

test.each([
  ["all indices", "indices", {}, 61],
  ["some indices", "indices", { indexNames: ["HEALTH"] }, 30],
  ["measured values, and daily ones whatever they are", "indices", { includeFilled: false }, 51],
  ["all sensors", "chf", {}, 100],
  ["one sensor", "chf", { devices: ["PS-1"] }, 34],
  ["another zone", "chf", { controlAreaPathNames: ["A#Zone 2"] }, 0],
] as const)("reads rows by their number, with %s", async (_, type, filters, total) => {
  const id = await addQuery(type, filters as unknown as Query["filters"]);
  const all = await pages(id);
  expect(all).toHaveLength(total);
  expect(all.every((row) => !String(row.controlAreaPathName).startsWith("A#Zone 2"))).toBe(true);
  if (total > 0) expect(await blocks(id, 9)).toEqual(all);
});

type Hours = { total: number; first: string | null; counts: number[]; next: string | null };

/** A query of a long period with rows in its second half only, so that they are counted in several parts. */
const longTime = () => addQuery("indices", { from: "2026-08-01T00:00:00Z", to: at(40) });
/** Position and number of rows of each counted hour. */
const countedIn = ({ first, counts }: Hours) =>
  counts.flatMap((rows, hour) => (rows > 0 ? [[Date.parse(first ?? "") + hour * HOUR, rows]] : []));

test("counts rows in parts with the same result as one statement", async () => {
  const whole = await json<Hours>(read(readHours, await addQuery("indices", {})));
  const record = await findQuery(await longTime());
  if (!record) throw new Error("No such query");
  const hours: { hour: number; rows: number }[] = [];
  let parts = 0;
  for (let from: number | null | undefined; from !== null; parts++) {
    const part = await countHours(record, { from, budgetMs: 0 });
    hours.push(...part.hours);
    from = part.next;
  }
  expect(parts).toBeGreaterThan(5);
  expect(hours.map(({ hour, rows }) => [hour * HOUR, rows])).toEqual(countedIn(whole));
});

test("leaves rows that cannot be counted in time to the next request", async () => {
  const whole = await json<Hours>(read(readHours, await addQuery("indices", {})));
  const id = await longTime();
  const real = app.pool.query.bind(app.pool) as (...given: unknown[]) => Promise<unknown>;
  let counts = 0;
  const asked = vi.spyOn(app.pool, "query").mockImplementation((async (...given: unknown[]) => {
    const isTooMuch = JSON.stringify(given[0]).includes("date_bin") && ++counts === 3;
    if (isTooMuch)
      throw Object.assign(new pg.DatabaseError("canceled", 0, "error"), { code: "57014", severity: "ERROR" });
    return real(...given);
  }) as never);
  const begun = await json<Hours>(read(readHours, id));
  asked.mockRestore();
  expect(counts).toBe(3);
  expect(begun.next).toMatch(/^2026-0[89]-/);
  const rest = await json<Hours>(read(readHours, id, `?from=${begun.next}`));
  expect(rest.next).toBeNull();
  expect([...countedIn(begun), ...countedIn(rest)]).toEqual(countedIn(whole));
});

test("writes UTC and site time to CSV across a clock change, escapes formulas and keeps numbers", async () => {
  const response = await read(readCsv, await addQuery("indices", {}));
  expect(response.headers.get("content-disposition")).toBe(
    'attachment; filename="indices-2026-10-24-to-2026-10-26.csv"',
  );
  const lines = (await response.text()).trimEnd().split("\n");
  expect(lines).toHaveLength(62);
  expect(lines[0]).toBe(
    "timestamp,timestampIso,siteTime,controlAreaPathName,jobId,indexName,indexValue,isFilled",
  );
  expect(lines[1]).toBe(
    "2026-10-24T20:00:00Z,2026-10-24T20:00:00Z,2026-10-24T22:00:00+02:00,A#Zone 1,JOB,HEALTH,70,false",
  );
  expect(lines).toContain(
    `2026-10-25T00:00:00Z,2026-10-25T00:00:00Z,2026-10-25T02:00:00+02:00,A#Zone 1#${RUN},JOB,ALPHA,-0.2,`,
  );
  expect(lines).toContain(
    `2026-10-25T01:00:00Z,2026-10-25T01:00:00Z,2026-10-25T02:00:00+01:00,A#Zone 1#${RUN},JOB,ALPHA,-0.2,`,
  );
  expect(lines).toContain(
    "2026-10-24T23:35:00Z,2026-10-24T23:35:00Z,2026-10-25T01:35:00+02:00,A#Zone 1,JOB,HEALTH,73.3,false",
  );
});

test("writes the same rows to JSON lines and Parquet as to the table", async () => {
  for (const type of ["indices", "chf"] as const) {
    const id = await addQuery(type, {});
    const all = await pages(id);
    const lines = (await (await read(readJsonl, id)).text()).trimEnd().split("\n");
    const objects = lines.map((line) => JSON.parse(line) as Cells);
    const file = await (await read(readParquet, id)).arrayBuffer();
    const rows = (await parquetReadObjects({ file })) as Record<string, unknown>[];
    expect(objects.map(({ timestamp, timestampIso, siteTime, ...row }) => row)).toEqual(
      all.map(({ timestamp, timestampIso, ...row }) => row),
    );
    expect(rows.map((row) => ({ ...row, timestamp: (row.timestamp as Date).toISOString() }))).toEqual(
      objects.map((row) => ({ ...row, timestamp: String(row.timestamp).replace("Z", ".000Z") })),
    );
  }
});

const workbook = async (id: string) =>
  readWorkbook(new Uint8Array(await (await read(readXlsx, id)).arrayBuffer()));

test("writes a workbook with a column an index, and the figures of the CSV", async () => {
  const id = await addQuery("indices", {});
  const [sheet, about] = await workbook(id);
  const head = sheet?.rows[0] ?? [];
  expect(head.slice(0, 5)).toEqual([
    ...["Time (Europe/Amsterdam)", "UTC offset", "Area", "Growth job", "Health (Fv/Fm index)"],
  ]);
  expect(head.slice(-3)).toEqual(["PPFD (µmol/m²/s)", "VIGOUR", "Interpolated"]);
  const labels: Record<string, string> = { HEALTH: "Health", ALPHA: "Alpha", DLI: "Daily light integral" };
  const values = sheet?.rows.slice(1).flatMap((row) =>
    row.slice(4, head.length - 1).flatMap((value, place) => {
      const label = String(head[place + 4]).replace(/ \(.*/, "");
      const filled = String(row[head.length - 1] ?? "").includes(label);
      return value === null
        ? []
        : [[`${wallClock(row[0])}${row[1]}`, row[2], row[3], label, value, filled].join("|")];
    }),
  );
  const lines = (await (await read(readCsv, id)).text()).trimEnd().split("\n").slice(1);
  const told = lines.map((line) => {
    const [, , at, path = "", job, index = "", value, filled] = line.split(",");
    return [at, path.split("#").at(-1), job, labels[index] ?? index, value, filled !== "false"].join("|");
  });
  expect(values?.toSorted()).toEqual(told.toSorted());
  expect(about?.rows).toContainEqual(["Areas", "A › Zone 1"]);
  expect(about?.rows).toContainEqual(["Period", "24 Oct 2026, 22:00 to 26 Oct 2026, 13:00"]);
});

test("writes measurements and chosen columns to a workbook, and a valid one without rows", async () => {
  const [sheet] = await workbook(await addQuery("chf", {}, { include: ["timestamp", "deviceId", "fv_fm"] }));
  expect(sheet?.rows[0]).toEqual(["Time (Europe/Amsterdam)", "UTC offset", "Sensor", "fv_fm"]);
  const [time, ...rest] = sheet?.rows[1] ?? [];
  expect([wallClock(time), ...rest]).toEqual(["2026-10-24T22:10:00", "+02:00", "PS-1", -0.5]);
  expect(sheet?.rows).toHaveLength(101);
  const narrow = await addQuery("indices", {}, { include: ["controlAreaPathName", "indexValue"] });
  expect((await workbook(narrow))[0]?.rows.slice(0, 2)).toEqual([
    ["Area", "Value", "Interpolated"],
    ["Zone 1", 70, false],
  ]);
  const [empty] = await workbook(await addQuery("indices", { controlAreaPathNames: ["B"] }));
  expect(empty?.rows).toHaveLength(1);
});

test("writes the chosen columns to a file", async () => {
  const id = await addQuery("chf", {}, { include: ["timestamp", "deviceId", "fv_fm"] });
  const [header, first] = (await (await read(readCsv, id)).text()).split("\n");
  expect(header).toBe("timestamp,siteTime,deviceId,fv_fm");
  expect(first).toBe("2026-10-24T20:10:00Z,2026-10-24T22:10:00+02:00,PS-1,-0.5");
});

test("writes valid empty files for a query without rows", async () => {
  const id = await addQuery("indices", { controlAreaPathNames: ["B"] });
  expect(await json(read(readHours, id))).toMatchObject({ total: 0, first: null, counts: [] });
  expect((await (await read(readCsv, id)).text()).split("\n")).toHaveLength(2);
  expect(await (await read(readJsonl, id)).text()).toBe("");
  expect(await parquetReadObjects({ file: await (await read(readParquet, id)).arrayBuffer() })).toEqual([]);
});

test("streams a long file in small parts, and stops when the reader disconnects", async () => {
  await addLongHistory();
  const id = await addQuery("indices", {
    from: "2026-01-01T00:00:00Z",
    to: "2026-03-01T00:00:00Z",
    controlAreaPathNames: ["Long"],
  });
  const whole = await read(readCsv, id);
  const reader = whole.body?.getReader();
  let [bytes, largest, lines] = [0, 0, 0];
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    bytes += part.value.length;
    largest = Math.max(largest, part.value.length);
    lines += part.value.filter((byte) => byte === 10).length;
  }
  expect(lines).toBe(1 + 20 * 500 * 8);
  expect(largest).toBeLessThan(bytes / 4);
  for (const handler of [readCsv, readXlsx, readParquet]) {
    const left = (await read(handler, id)).body?.getReader();
    await left?.read();
    await left?.cancel();
    const asked = vi.spyOn(app.pool, "query");
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(asked).not.toHaveBeenCalled();
    asked.mockRestore();
  }
});

/** 500 hours of all eight indices in each of twenty benches. */
async function addLongHistory(): Promise<void> {
  const benches = Array.from({ length: 20 }, (_, n) => `Long#Bench ${n + 1}`);
  await addValues(
    app.pool,
    tenancyId,
    benches.map((area) => ({ area, at: "2026-01-01T00:00:00Z", value: 1 })),
  );
  await app.pool.query(
    `INSERT INTO readings (tenancy_id, area_id, job_id, at, health, efficiency, alpha, productivity, pei, dpi, dli, ppfd, filled, unsure)
     SELECT $1, a.id, j.id, '2026-01-01T00:00:00Z'::timestamptz + n * interval '1 hour', 78.4, 60.1, -0.2, 12.3, 4.5, 0.7, 14.1, 240.5, 0, 0
     FROM control_areas a, jobs j, generate_series(0, 499) n
     WHERE a.tenancy_id = $1 AND a.path LIKE 'Long#%' AND j.tenancy_id = $1
     ON CONFLICT (tenancy_id, area_id, job_id, at) DO UPDATE SET efficiency = 60.1, alpha = -0.2, productivity = 12.3,
       pei = 4.5, dpi = 0.7, dli = 14.1, ppfd = 240.5`,
    [tenancyId],
  );
  await app.pool.query(
    "UPDATE job_areas SET last_at = '2026-03-01T00:00:00Z' WHERE tenancy_id = $1 AND first_at = '2026-01-01T00:00:00Z'",
    [tenancyId],
  );
}

test("rejects a wrong window and an unknown query", async () => {
  const id = await addQuery("indices", {});
  const wrong = await read(readWindow, id, `?from=${at(2)}&to=${at(1)}`);
  expect(wrong.status).toBe(400);
  expect(await wrong.json()).toMatchObject({ parameter: "from" });
  for (const handler of [readCsv, readXlsx]) expect((await read(handler, "NONE")).status).toBe(404);
});
