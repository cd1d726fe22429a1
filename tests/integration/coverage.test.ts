import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GET as indices } from "@/app/api/v1/coverage/indices/route";
import { GET as coverage } from "@/app/api/v1/coverage/route";
import { GET as sync } from "@/app/api/v1/sync/route";
import { addDays, siteDay, startOfDay } from "@/lib/base/core/time";
import type { Coverage } from "@/lib/history/coverage/contract";
import { call, openTestApp, type TestApp, TOKENS } from "../support/app";
import { addValues, type Value } from "../support/history";

const ZONE = "Europe/Amsterdam";
const HOUR = 3_600_000;

let app: TestApp;
const yesterday = addDays(siteDay(new Date(), ZONE), -1);
const day = (ago: number) => addDays(yesterday, -ago);
const hourOf = (ago: number, hour: number) => new Date(startOfDay(day(ago), ZONE).getTime() + hour * HOUR);

/** Four values a day for the last eight days, except those that a test omits. */
function values(area: string, more: Partial<Value> & { without?: (ago: number, hour: number) => boolean }) {
  const { without = () => false, ...rest } = more;
  const list: Value[] = [];
  for (let ago = 7; ago >= 0; ago--)
    for (const hour of [1, 2, 3, 4])
      if (!without(ago, hour)) list.push({ area, at: hourOf(ago, hour), value: 1, ...rest });
  return list;
}

beforeAll(async () => {
  app = await openTestApp();
  const id = await app.addTenancy("AMS", ZONE);
  await addValues(app.pool, id, [
    ...values("Farm#Zone 10", { without: (ago) => ago === 2 }),
    ...values("Farm#Zone 2", { without: (ago, hour) => ago === 1 && hour > 1 }),
    ...values("Farm#Zone 2", { index: "DLI", without: (_, hour) => hour > 1 }),
    ...values("Farm#Zone 3", { filled: true }),
  ]);
  await app.pool.query(
    `INSERT INTO sync_windows (tenancy_id, type, from_at, to_at, fetched_at) VALUES ($1, 'indices', $2, now(), now())`,
    [id, hourOf(5, 0)],
  );
});
afterAll(() => app.close());

async function read(address: string): Promise<Coverage> {
  const response = await call(coverage, address, { token: TOKENS.admin });
  expect(response.status).toBe(200);
  return (await response.json()) as Coverage;
}

describe("ChF measurements", () => {
  test("count the hours of a day in which an area was measured", async () => {
    expect((await read("/api/v1/coverage?days=8")).hasMeasurements).toBe(false);
    await app.pool.query(
      `INSERT INTO sync_windows (tenancy_id, type, from_at, to_at, fetched_at)
       SELECT id, 'chf', $1, now(), now() FROM tenancies`,
      [hourOf(3, 0)],
    );
    // Two sensors in each of six hours; on one day in three of them.
    for (let ago = 5; ago >= 0; ago--)
      for (let hour = 0; hour < (ago === 1 ? 3 : 6); hour++)
        await app.pool.query(
          `INSERT INTO measurements (tenancy_id, measurement_id, at, device_id, area_id, job_id)
           SELECT a.tenancy_id, s || $1::text, $1::timestamptz + s * interval '20 minutes', s, a.id, 1
           FROM control_areas a, generate_series(1, 2) s WHERE a.path = 'Farm#Zone 10'`,
          [hourOf(ago, hour)],
        );
    const { fetched, items, hasMeasurements, total } = await read("/api/v1/coverage?days=8&type=chf");
    expect([hasMeasurements, total]).toEqual([true, 1]);
    expect(fetched).toEqual([false, false, false, false, true, true, true, true]);
    expect(items).toMatchObject([
      {
        ...{ path: "Farm#Zone 10", measured: [null, null, 1, 1, 1, 1, 0.5, 1], filledShare: 0 },
        ...{ measuredShare: 0.875, missingShare: 0.125 },
        lastReadingAt: new Date(hourOf(0, 5).getTime() + 40 * 60_000).toISOString(),
      },
    ]);
  });

  test("have no index, and list areas of their own", async () => {
    const ask = (search: string) =>
      call(coverage, `/api/v1/coverage?type=chf&${search}`, { token: TOKENS.admin });
    const wrong = await ask("index=HEALTH");
    expect([wrong.status, await wrong.json()]).toMatchObject([400, { parameter: "index" }]);
    expect((await ask("area=Farm%23Zone+2")).status).toBe(404);
  });
});

describe("areas by days", () => {
  test("are in tree order, with the measured, interpolated and missing shares", async () => {
    const { days, fetched, items, total } = await read("/api/v1/coverage?days=8&index=HEALTH");
    expect(days).toEqual([7, 6, 5, 4, 3, 2, 1, 0].map(day));
    expect(fetched).toEqual([false, false, true, true, true, true, true, true]);
    expect(total).toBe(3);
    expect(items.map(({ path }) => path)).toEqual(["Farm#Zone 2", "Farm#Zone 3", "Farm#Zone 10"]);
    expect(items[0]?.measured).toEqual([1, 1, 1, 1, 1, 1, 0.25, 1]);
    expect(items[1]).toMatchObject({ filled: Array(8).fill(1), measuredShare: 0, filledShare: 1 });
    expect(items[2]?.measured).toEqual([1, 1, 1, 1, 1, 0, 1, 1]);
    // Out of the six days that were fetched.
    expect(items[2]).toMatchObject({ measuredShare: 0.833, missingShare: 0.167 });
  });

  test("are null where nothing was fetched; each index has its own last reading", async () => {
    const { items } = await read("/api/v1/coverage?days=10&index=DLI");
    expect(items[0]?.measured.slice(0, 3)).toEqual([null, null, 1]);
    expect(items[0]?.lastReadingAt).toBe(hourOf(0, 1).toISOString());
    expect(items[2]?.lastReadingAt).toBeNull();
    const pooled = await read("/api/v1/coverage?days=8");
    expect(pooled.items[0]?.lastReadingAt).toBe(hourOf(0, 4).toISOString());
    expect(pooled.items[0]?.measured[6]).toBe(0.4);
  });

  test("are paged", async () => {
    const first = await read("/api/v1/coverage?days=8&limit=2");
    expect([first.items.length, first.first, first.nextCursor]).toEqual([2, 0, "2"]);
    const rest = await read("/api/v1/coverage?days=8&limit=2&cursor=2");
    expect(rest.items.map(({ path }) => path)).toEqual(["Farm#Zone 10"]);
    expect([rest.first, rest.nextCursor]).toEqual([2, null]);
    const branch = await read("/api/v1/coverage?area=Farm%23Zone+2");
    expect(branch.items.map(({ path }) => path)).toEqual(["Farm#Zone 2"]);
  });

  test("are for admins only; errors name the parameter", async () => {
    const status = async (address: string, token: string) =>
      (await call(coverage, address, { token })).status;
    expect(await status("/api/v1/coverage", TOKENS.grower)).toBe(403);
    expect(await status("/api/v1/coverage?area=Nowhere", TOKENS.admin)).toBe(404);
    const wrong = await call(coverage, "/api/v1/coverage?cursor=x", { token: TOKENS.admin });
    expect([wrong.status, await wrong.json()]).toMatchObject([400, { parameter: "cursor" }]);
  });
});

test("returns one strip per index of an area", async () => {
  const response = await call(indices, "/api/v1/coverage/indices?area=Farm%23Zone+2&days=8", {
    token: TOKENS.admin,
  });
  const { items } = (await response.json()) as { items: { index: string; measured: number[] }[] };
  expect(items.map(({ index }) => index)).toEqual(["HEALTH", "DLI"]);
  expect(items[1]?.measured).toEqual(Array(8).fill(1));
  const none = await call(indices, "/api/v1/coverage/indices?area=Farm", { token: TOKENS.admin });
  expect(none.status).toBe(404);
});

test("returns the ledger to admins only", async () => {
  expect((await call(sync, "/api/v1/sync", { token: TOKENS.grower })).status).toBe(403);
  const response = await call(sync, "/api/v1/sync", { token: TOKENS.admin });
  expect(await response.json()).toMatchObject({
    ...{ enabled: false, connected: false },
    types: [{ type: "indices", complete: [{ from: hourOf(5, 0).toISOString(), queryId: null }] }],
  });
});
