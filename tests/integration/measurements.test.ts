import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GET as listMeasurements } from "@/app/api/v1/measurements/route";
import { GET as measurementsCsv } from "@/app/api/v1/measurements.csv/route";
import { GET as measurementsXlsx } from "@/app/api/v1/measurements.xlsx/route";
import type { MeasurementItem } from "@/lib/farm/measurements/contract";
import { call, openTestApp, type TestApp } from "../support/app";
import { addAreas } from "../support/history";
import { readWorkbook, wallClock } from "../support/workbook";

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp();
  const id = await app.addTenancy("AMS");
  await addAreas(app.pool, id, ["Site#Zone 1#Bench", "Site#Zone 10"]);
  await app.pool.query("INSERT INTO jobs (tenancy_id, job_id) VALUES ($1, 'J1'), ($1, '')", [id]);
  // Two at each instant, so that page boundaries also fall between equal times.
  await app.pool.query(
    `INSERT INTO measurements (tenancy_id, measurement_id, at, device_id, area_id, job_id, f0, fm, fv, fv_fm)
     SELECT $1, 'M' || n, '2026-10-25T00:00:00Z'::timestamptz + (n / 2) * interval '30 minutes',
       CASE WHEN n % 3 = 0 THEN 'dev "A"' ELSE 'devB' END,
       (SELECT id FROM control_areas WHERE path = CASE WHEN n < 4 THEN 'Site#Zone 10' ELSE 'Site#Zone 1#Bench' END),
       (SELECT id FROM jobs WHERE job_id = CASE WHEN n = 9 THEN '' ELSE 'J1' END), 100.25, 500.5, NULL, 0.8
     FROM generate_series(0, 9) n`,
    [id],
  );
});

afterAll(() => app.close());

type Page = { items: MeasurementItem[]; nextCursor: string | null };

async function page(search: string): Promise<Page> {
  const response = await call(listMeasurements, `/api/v1/measurements?${search}`);
  expect(response.status).toBe(200);
  return (await response.json()) as Page;
}

const ids = ({ items }: Page) => items.map((item) => item.measurementId);

describe("GET /api/v1/measurements", () => {
  test("names members after the columns of the service interface", async () => {
    const { items } = await page("limit=1");
    expect(items).toEqual([
      {
        measurementId: "M9",
        timestamp: "2026-10-25T02:00:00Z",
        timestampIso: "2026-10-25T02:00:00Z",
        deviceId: 'dev "A"',
        controlAreaPathName: "Site#Zone 1#Bench",
        jobId: "",
        f0: 100.25,
        fm: 500.5,
        fv: null,
        qe: null,
        fv_fm: 0.8,
        f0x: null,
        fvx_fmx: null,
        qp: null,
        f0x_f0: null,
        fqx_fmx: null,
        npq: null,
        ql: null,
        qcn: null,
        fv_f0: null,
      },
    ]);
  });

  test("lists each measurement once over all pages, newest first", async () => {
    const found: string[] = [];
    let cursor = "";
    do {
      const next = await page(`limit=3${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
      found.push(...ids(next));
      cursor = next.nextCursor ?? "";
    } while (cursor);
    expect(found).toEqual(["M9", "M8", "M7", "M6", "M5", "M4", "M3", "M2", "M1", "M0"]);
  });

  test("filters by area in whole segments, device, job and period", async () => {
    expect(ids(await page("area=Site%23Zone%201"))).toEqual(["M9", "M8", "M7", "M6", "M5", "M4"]);
    expect(ids(await page(`device=${encodeURIComponent('dev "A"')}&jobId=J1`))).toEqual(["M6", "M3", "M0"]);
    const period = "from=2026-10-25T00:30:00Z&to=2026-10-25T02:00:00%2B01:00";
    expect(ids(await page(period))).toEqual(["M5", "M4", "M3", "M2"]);
  });

  test.each(["x", "%22", "%5B1,2%5D", "%5B%22now%22,%22M1%22%5D"])(
    "rejects the cursor %s",
    async (cursor) => {
      const response = await call(listMeasurements, `/api/v1/measurements?cursor=${cursor}`);
      expect([response.status, await response.json()]).toMatchObject([400, { parameter: "cursor" }]);
    },
  );

  test.each(["limit=0", "limit=501"])("rejects %s", async (search) => {
    const response = await call(listMeasurements, `/api/v1/measurements?${search}`);
    expect([response.status, await response.json()]).toMatchObject([400, { parameter: "limit" }]);
  });
});

test("GET /api/v1/measurements.csv has all rows, oldest first, in UTC and site time over the repeated hour", async () => {
  const response = await call(measurementsCsv, "/api/v1/measurements.csv?area=Site");
  const lines = (await response.text()).trimEnd().split("\n");
  expect(lines[0]).toBe(
    "measurementId,timestamp,timestampIso,siteTime,deviceId,controlAreaPathName,jobId,f0,fm,fv,qe,fv_fm,f0x,fvx_fmx,qp,f0x_f0,fqx_fmx,npq,ql,qcn,fv_f0",
  );
  expect(lines).toHaveLength(11);
  expect(lines[1]).toBe(
    'M0,2026-10-25T00:00:00Z,2026-10-25T00:00:00Z,2026-10-25T02:00:00+02:00,"dev ""A""",Site#Zone 10,J1,100.25,500.5,,,0.8,,,,,,,,,',
  );
  expect(lines[5]).toContain("2026-10-25T01:00:00Z,2026-10-25T02:00:00+01:00,devB");
});

test("GET /api/v1/measurements.xlsx has the rows of the CSV in site time, with areas by name", async () => {
  const span = "from=2026-10-24T22:00:00Z&to=2026-10-26T22:59:59Z";
  const response = await call(measurementsXlsx, `/api/v1/measurements.xlsx?area=Site&${span}`);
  expect(response.headers.get("content-disposition")).toBe(
    'attachment; filename="measurements-site-2026-10-25-to-2026-10-26.xlsx"',
  );
  const [sheet, about] = readWorkbook(new Uint8Array(await response.arrayBuffer()));
  expect(sheet?.rows[0]?.slice(0, 6)).toEqual([
    ...["Time (Europe/Amsterdam)", "UTC offset", "Sensor", "Area", "Growth job", "f0"],
  ]);
  expect(sheet?.rows).toHaveLength(11);
  const told = [1, 5].map((row) => {
    const [time, ...rest] = sheet?.rows[row] ?? [];
    return [wallClock(time), ...rest.filter((cell) => cell !== null)];
  });
  expect(told[0]).toEqual([
    ...["2026-10-25T02:00:00", "+02:00", 'dev "A"', "Site › Zone 10", "J1", 100.25, 500.5, 0.8, "M0"],
  ]);
  expect(told[1]?.slice(0, 3)).toEqual(["2026-10-25T02:00:00", "+01:00", "devB"]);
  expect(about?.rows).toContainEqual(["Areas", "Site and all areas below it"]);
});
