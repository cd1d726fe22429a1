// Series of fluorescence columns, and the list of sensors.

import { afterAll, beforeAll, expect, test } from "vitest";
import type { ColumnSeries } from "@/lib/farm/measurements/contract";
import { GET as listDevices } from "../../app/api/v1/devices/route";
import { GET as readSeries } from "../../app/api/v1/measurements/series/route";
import { call, openTestApp, type TestApp } from "../support/app";
import { addAreas } from "../support/history";

let app: TestApp;

/** Every 20 minutes over the night when Amsterdam's clocks are put back, a day long: 72 measurements of two sensors. */
beforeAll(async () => {
  app = await openTestApp();
  const id = await app.addTenancy("AMS");
  await addAreas(app.pool, id, ["Site#Zone 1", "Site#Zone 10"]);
  await app.pool.query("INSERT INTO jobs (tenancy_id, job_id) VALUES ($1, 'J1')", [id]);
  await app.pool.query(
    `INSERT INTO measurements (tenancy_id, measurement_id, at, device_id, area_id, job_id, fv_fm, npq)
     SELECT $1, 'M' || n, '2026-10-24T22:00:00Z'::timestamptz + n * interval '20 minutes',
       CASE WHEN n % 2 = 0 THEN 'PS-9' ELSE 'PS-10' END,
       (SELECT id FROM control_areas WHERE path = CASE WHEN n % 2 = 0 THEN 'Site#Zone 1' ELSE 'Site#Zone 10' END),
       (SELECT id FROM jobs), CASE WHEN n % 2 = 0 THEN 0.8 ELSE 0.6 END, CASE WHEN n = 0 THEN 1.5 END
     FROM generate_series(0, 71) n`,
    [id],
  );
});
afterAll(() => app.close());

const period = "from=2026-10-24T22:00:00Z&to=2026-10-25T21:59:00Z";

async function series(search: string): Promise<ColumnSeries[]> {
  const response = await call(readSeries, `/api/v1/measurements/series?${search}`);
  const body = (await response.json()) as { series: ColumnSeries[] };
  expect(response.status, JSON.stringify(body)).toBe(200);
  return body.series;
}

test("aggregates all sensors by hour, and returns no points for an empty column", async () => {
  const [yields, heat] = await series(`column=fv_fm&column=npq&${period}`);
  expect(yields).toMatchObject({ column: "fv_fm", step: "PT1H" });
  expect(yields?.points).toHaveLength(24);
  const [first] = yields?.points ?? [];
  expect(first).toMatchObject({ t: "2026-10-24T22:00:00Z", min: 0.6, max: 0.8, count: 3 });
  expect(first?.mean).toBeCloseTo(0.7333, 3);
  expect(heat?.points).toEqual([{ t: "2026-10-24T22:00:00Z", mean: 1.5, min: 1.5, max: 1.5, count: 1 }]);
});

test("cuts days in site time, also a day of 25 hours", async () => {
  const [yields] = await series("column=fv_fm&maxPoints=4&from=2026-10-23T22:00:00Z&to=2026-10-26T10:00:00Z");
  expect(yields?.step).toBe("P1D");
  expect(yields?.points.map(({ t, count }) => [t, count])).toEqual([["2026-10-24T22:00:00Z", 72]]);
});

test("matches areas by whole segments, sensors by name", async () => {
  for (const filter of ["area=Site%23Zone%201", "device=PS-9"]) {
    const [yields] = await series(`column=fv_fm&${filter}&${period}`);
    expect(yields?.points.every(({ min, max }) => min === 0.8 && max === 0.8)).toBe(true);
  }
});

test("rejects an unknown column by name", async () => {
  const response = await call(readSeries, "/api/v1/measurements/series?column=f9");
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ parameter: "column" });
});

test("lists sensors with their newest measurement, in natural order", async () => {
  const response = await call(listDevices, "/api/v1/devices");
  expect(await response.json()).toEqual({
    items: [
      { deviceId: "PS-9", lastAt: "2026-10-25T21:20:00.000Z", area: "Site#Zone 1", measurements: 36 },
      { deviceId: "PS-10", lastAt: "2026-10-25T21:40:00.000Z", area: "Site#Zone 10", measurements: 36 },
    ],
  });
});
