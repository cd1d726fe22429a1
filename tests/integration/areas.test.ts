import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GET as listFavourites } from "@/app/api/v1/areas/favourites/route";
import { GET as overview } from "@/app/api/v1/areas/overview/route";
import { GET as listAreas } from "@/app/api/v1/areas/route";
import { GET as sparks } from "@/app/api/v1/areas/sparks/route";
import { GET as tree } from "@/app/api/v1/areas/tree/route";
import { GET as freshness } from "@/app/api/v1/freshness/route";
import { GET as listJobs } from "@/app/api/v1/jobs/route";
import type { Area, AreaOverview, AreasOverview, AreasTree } from "@/lib/farm/areas/contract";
import { favouritesOf, setFavourite } from "@/lib/farm/areas/service.server";
import { unpackTree } from "@/lib/farm/areas/tree-columns";
import { call, openTestApp, type TestApp } from "../support/app";
import { grower, viewer } from "../support/connected-tenancy";
import { addAlert, addAreas, addValues } from "../support/history";
import { addAccount } from "../support/people";

let app: TestApp;
const tenant = "01J8Z0000000000000000TENAN";

const hours = (from: string, count: number) =>
  Array.from({ length: count }, (_, n) => new Date(Date.parse(from) + n * 3_600_000));

beforeAll(async () => {
  app = await openTestApp();
  const id = await app.addTenancy(tenant);
  await addAccount(app.pool, viewer);
  await addAreas(app.pool, id, ["Site#Zone 10", "Site#Zone 2#Bench, 1", "Site##X", 'Site#50 %/"q"']);
  await addValues(app.pool, id, [
    ...hours("2026-11-01T00:00:00Z", 30).map((at, n) => ({
      area: "Site#Zone 1#A",
      job: "J1",
      at,
      value: 80 + n / 10,
    })),
    ...hours("2026-11-01T00:00:00Z", 30).map((at) => ({ area: "Site#Zone 1#B", job: "J1", at, value: 70.4 })),
    ...hours("2026-10-20T00:00:00Z", 3).map((at) => ({ area: "Site#Zone 1#C", job: "J0", at, value: 20 })),
    ...hours("2026-11-01T00:00:00Z", 30).map((at) => ({
      area: "Site#Zone 10",
      job: "J2",
      at,
      index: "PPFD",
      value: 5,
    })),
    { area: "Site#Zone 10", job: "", at: "2026-11-01T00:00:00Z", value: 1 },
  ]);
  await addAlert(app.pool, id, { id: "A1", rank: 3, paths: ["Site#Zone 1#A", "Site#Zone 1#B"] });
  await addAlert(app.pool, id, { id: "A2", rank: 1, paths: ["Site#Zone 10"], acknowledged: true });
  await addAlert(app.pool, id, { id: "A3", rank: 2, paths: [] });
  await addAlert(app.pool, id, { id: "A4", rank: 3, paths: ["Site#Zone 10"], status: "closed" });
});

afterAll(() => app.close());

async function json<T>(response: Response): Promise<T> {
  expect(response.status).toBe(200);
  return (await response.json()) as T;
}

describe("GET /api/v1/areas", () => {
  test("lists every area with its ancestors, in natural order, alerts counted once", async () => {
    const { items } = await json<{ items: Area[] }>(await call(listAreas, "/api/v1/areas"));
    expect(items.map((area) => area.path)).toEqual([
      "Site",
      "Site#",
      "Site##X",
      'Site#50 %/"q"',
      "Site#Zone 1",
      "Site#Zone 1#A",
      "Site#Zone 1#B",
      "Site#Zone 1#C",
      "Site#Zone 2",
      "Site#Zone 2#Bench, 1",
      "Site#Zone 10",
    ]);
    expect(items[0]).toEqual({
      path: "Site",
      name: "Site",
      parent: null,
      depth: 0,
      hasReadings: false,
      openAlerts: 2,
    });
    const zone = items.find((area) => area.path === "Site#Zone 1");
    expect(zone).toMatchObject({ parent: "Site", depth: 1, hasReadings: false, openAlerts: 1 });
    expect(items.find((area) => area.path === "Site#Zone 10")?.openAlerts).toBe(1);
  });

  test("returns 400 with the name of an unknown tenancy or parameter", async () => {
    const unknown = await call(listAreas, "/api/v1/areas?tenant=NOBODY");
    expect([unknown.status, await unknown.json()]).toMatchObject([400, { parameter: "tenant" }]);
    const wrong = await call(listAreas, "/api/v1/areas?depth=2");
    expect([wrong.status, await wrong.json()]).toMatchObject([400, { parameter: "depth" }]);
  });
});

describe("GET /api/v1/areas/overview", () => {
  test("rolls up severities, the newest reading and Health", async () => {
    const answer = await json<{ items: AreaOverview[]; placeNotKnown: object }>(
      await call(overview, "/api/v1/areas/overview"),
    );
    const at = (path: string) => answer.items.find((area) => area.path === path);
    expect(answer.placeNotKnown).toEqual({ high: 0, medium: 1, low: 0, plain: 0 });
    expect(at("Site")).toMatchObject({
      severities: { high: 1, medium: 0, low: 1, plain: 0 },
      unacknowledged: 1,
      waiting: { high: 1, medium: 0, low: 0, plain: 0 },
      lastReadingAt: "2026-11-02T05:00:00.000Z",
    });
    expect(at("Site#Zone 1")?.health).toEqual({
      value: 76.65,
      at: "2026-11-02T05:00:00.000Z",
      dayBefore: 75.45,
    });
    expect(at("Site#Zone 1#C")?.health).toEqual({
      value: 20,
      at: "2026-10-20T02:00:00.000Z",
      dayBefore: null,
    });
    expect(at("Site#Zone 2")).toMatchObject({ health: null, lastReadingAt: null });
  });
});

describe("GET /api/v1/areas/overview around a path", () => {
  const around = async (path: string) =>
    json<AreasOverview>(await call(overview, `/api/v1/areas/overview?around=${encodeURIComponent(path)}`));

  test("returns the area and its children, with counts of all below", async () => {
    const whole = await json<AreasOverview>(await call(overview, "/api/v1/areas/overview"));
    const answer = await around("Site#Zone 1");
    const shown = ["Site#Zone 1", "Site#Zone 1#A", "Site#Zone 1#B", "Site#Zone 1#C"];
    expect(answer.items).toEqual(whole.items.filter((area) => shown.includes(area.path)));
    expect(answer.items).toHaveLength(shown.length);
    expect(answer.total).toBe(whole.items.length);
    // Zone 10 is not below Zone 1, though it shares the prefix.
    expect(answer.below).toEqual({
      withReadings: 3,
      behind: [{ path: "Site#Zone 1#C", lastReadingAt: "2026-10-20T02:00:00.000Z" }],
    });
  });

  test("returns the roots and their children for an empty path", async () => {
    const answer = await around("");
    expect(new Set(answer.items.map((area) => area.depth))).toEqual(new Set([0, 1]));
    expect(answer.below?.withReadings).toBe(4);
  });

  test("returns only the roots for an unknown path", async () => {
    const answer = await around("Site#Nowhere");
    expect(answer.items.map((area) => area.path)).toEqual(["Site"]);
    expect(answer.below).toEqual({ withReadings: 0, behind: [] });
  });
});

describe("GET /api/v1/areas/tree", () => {
  test("returns the overview of every area as columns", async () => {
    const whole = await json<AreasOverview>(await call(overview, "/api/v1/areas/overview"));
    const columns = await json<AreasTree>(await call(tree, "/api/v1/areas/tree"));
    expect(unpackTree(columns)).toEqual(
      whole.items.map(({ depth, hasReadings, unacknowledged, ...shown }) => shown),
    );
    expect(columns.placeNotKnown).toEqual(whole.placeNotKnown);
  });
});

describe("GET /api/v1/areas/sparks", () => {
  test("returns each child's hours until the newest reading of all", async () => {
    const answer = await json<{
      from: string;
      to: string;
      items: { path: string; points: { t: string; value: number }[] }[];
    }>(await call(sparks, `/api/v1/areas/sparks?area=${encodeURIComponent("Site#Zone 1")}&hours=5`));
    expect([answer.from, answer.to]).toEqual(["2026-11-02T00:00:00.000Z", "2026-11-02T05:00:00.000Z"]);
    expect(answer.items.map((item) => [item.path, item.points.length])).toEqual([
      ["Site#Zone 1#A", 6],
      ["Site#Zone 1#B", 6],
      ["Site#Zone 1#C", 0],
    ]);
    expect(answer.items[1]?.points[0]).toEqual({ t: "2026-11-02T00:00:00.000Z", value: 70.4 });
  });

  test("returns the roots, pooled over all below, without an area", async () => {
    const answer = await json<{ items: { path: string; points: { value: number }[] }[] }>(
      await call(sparks, "/api/v1/areas/sparks?hours=1"),
    );
    expect(answer.items.map((item) => item.path)).toEqual(["Site"]);
    expect(answer.items[0]?.points.at(-1)?.value).toBe(76.65);
  });

  test("returns 404 for an unknown area, 400 for an unknown index", async () => {
    const missing = await call(sparks, "/api/v1/areas/sparks?area=Site%23Zone");
    expect([missing.status, await missing.json()]).toMatchObject([404, { parameter: "area" }]);
    const wrong = await call(sparks, "/api/v1/areas/sparks?index=HEALHT");
    expect([wrong.status, await wrong.json()]).toMatchObject([400, { parameter: "index" }]);
  });
});

describe("GET /api/v1/jobs", () => {
  test("lists jobs with their days and whether they are current, leaving out readings without a job", async () => {
    const { items } = await json<{ items: object[] }>(await call(listJobs, "/api/v1/jobs"));
    expect(items).toEqual([
      expect.objectContaining({
        jobId: "J1",
        areas: ["Site#Zone 1#A", "Site#Zone 1#B"],
        dayOfCrop: 1,
        current: true,
      }),
      expect.objectContaining({ jobId: "J2", areas: ["Site#Zone 10"], current: true }),
      expect.objectContaining({ jobId: "J0", areas: ["Site#Zone 1#C"], dayOfCrop: 0, current: false }),
    ]);
  });

  test("lists the jobs of an area and all below it, by whole levels", async () => {
    const { items } = await json<{ items: { jobId: string }[] }>(
      await call(listJobs, "/api/v1/jobs?area=Site%23Zone%201"),
    );
    expect(items.map((job) => job.jobId)).toEqual(["J1", "J0"]);
  });
});

test("freshness reports the connected parts and the age of each source", async () => {
  const before = await json<object>(await call(freshness, "/api/v1/freshness"));
  expect(before).toMatchObject({
    tenantId: tenant,
    notifications: {
      connected: false,
      lastAt: null,
      endpointAnsweredAt: null,
      rejected24h: 0,
      lastRejectedAt: null,
    },
    readings: { connected: false, until: "2026-11-02T05:00:00.000Z", delayHours: 1, backfill: null },
  });
  await app.pool.query(
    `INSERT INTO deliveries (tenancy_id, received_at, outcome, bytes, body_hash) VALUES
     ((SELECT id FROM tenancies), now() - interval '2 days', 'quarantined', 1, 'a'),
     ((SELECT id FROM tenancies), '2026-11-19T10:00:00Z', 'quarantined', 1, ''),
     (0, now(), 'rejected', 1, NULL)`,
  );
  await app.pool.query(
    `INSERT INTO settings (key, value, updated_at) VALUES ('endpoint-answered', '{"at":"2026-11-19T11:00:00Z"}', now())`,
  );
  await app.pool.query("UPDATE tenancies SET sync_enabled = true, backfill_days = 30");
  await app.pool.query(
    `INSERT INTO sync_states (tenancy_id, type, complete_from, complete_until)
     SELECT id, 'indices', now() - interval '3 days', now() FROM tenancies`,
  );
  expect(await json<object>(await call(freshness, "/api/v1/freshness"))).toMatchObject({
    notifications: {
      lastAt: "2026-11-19T10:00:00.000Z",
      endpointAnsweredAt: "2026-11-19T11:00:00.000Z",
      rejected24h: 1,
      lastRejectedAt: expect.any(String),
    },
    readings: { backfill: { wanted: expect.any(String) }, nextTryAt: null },
  });
  // Without a time, as after a change of the settings, the next fetch is due: it is planned.
  await app.pool.query(
    "UPDATE tenancies SET base_url = 'https://a', auth_url = 'https://b', client_id = 'c', client_secret = 'd'",
  );
  const due = await json<{ readings: { nextTryAt: string } }>(await call(freshness, "/api/v1/freshness"));
  expect(Math.abs(Date.parse(due.readings.nextTryAt) - Date.now())).toBeLessThan(60_000);
  await app.pool.query("UPDATE sync_states SET paused = true");
  expect(await json<object>(await call(freshness, "/api/v1/freshness"))).toMatchObject({
    readings: { nextTryAt: null },
  });
});

describe("favourites", () => {
  const odd = 'Site#50 %/"q"';

  test("are stored once per person, listed in tree order, and can be removed", async () => {
    for (const path of ["Site#Zone 10", odd, "Site#Zone 10"])
      await setFavourite(viewer, { path, favourite: true });
    expect((await favouritesOf(viewer, {})).items).toEqual([{ path: odd }, { path: "Site#Zone 10" }]);
    expect((await favouritesOf(grower, {})).items).toEqual([]);
    await setFavourite(viewer, { path: odd, favourite: false });
    expect((await favouritesOf(viewer, {})).items).toEqual([{ path: "Site#Zone 10" }]);
  });

  test("must be existing areas, and belong to people only", async () => {
    await expect(setFavourite(viewer, { path: "Site#Zone", favourite: true })).rejects.toMatchObject({
      code: "not-found",
    });
    const answer = await json<{ items: object[] }>(await call(listFavourites, "/api/v1/areas/favourites"));
    expect(answer.items).toEqual([]);
  });
});
