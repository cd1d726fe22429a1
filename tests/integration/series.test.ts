import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { GET as readingsCsv } from "@/app/api/v1/readings.csv/route";
import { GET as readingsXlsx } from "@/app/api/v1/readings.xlsx/route";
import { GET as readSeries } from "@/app/api/v1/series/route";
import { bucketKey, bucketKeySql, type Step } from "@/lib/farm/series/buckets";
import { type SeriesColumns, unpackSeries } from "@/lib/farm/series/columns";
import { type SeriesAnswer, seriesToText } from "@/lib/farm/series/contract";
import { call, openTestApp, type TestApp, TOKENS } from "../support/app";
import { addAreas, addValues, rollUp } from "../support/history";
import { readWorkbook, wallClock } from "../support/workbook";

let app: TestApp;
const SITES = {
  AMS: "Europe/Amsterdam",
  NYC: "America/New_York",
  LHI: "Australia/Lord_Howe",
} as const;
const keys: Record<string, number> = {};

beforeAll(async () => {
  app = await openTestApp();
  for (const [tenant, zone] of Object.entries(SITES)) keys[tenant] = await app.addTenancy(tenant, zone);
  const ams = keys.AMS ?? 0;
  const day = "2026-06-01T";
  await addAreas(app.pool, ams, ["Site#Empty"]);
  await addValues(app.pool, ams, [
    { area: "Site#Zone 1", at: `${day}00:00:00Z`, value: 78.4 },
    { area: "Site#Zone 1", at: `${day}01:00:00Z`, value: 80.1, filled: true },
    { area: "Site#Zone 1#Bench", job: "OTHER", at: `${day}01:00:00Z`, value: 70.2 },
    { area: "Site#Zone 1", at: `${day}23:35:00Z`, value: 60.5, filled: null },
    { area: "Site#Zone 10", at: `${day}01:00:00Z`, value: 10 },
    { area: "Site#Zone 1", at: `${day}21:00:00Z`, index: "DLI", value: 12.3 },
    { area: "Site#Zone 1#Bench", at: `${day}21:00:00Z`, index: "DLI", value: 14.3 },
    { area: "Site#Zone 1", at: "2026-06-02T21:00:00Z", index: "DLI", value: 11.1, filled: true },
    { area: "Site#Zone 1", at: `${day}02:00:00Z`, index: "LEAF_TEMP", value: 21.5 },
    { area: "Site#Zone 1", at: `${day}03:00:00Z`, index: "LEAF_TEMP", value: 22.5, filled: true },
    { area: 'Site#Odd, "x"', job: "=J", at: `${day}05:00:00Z`, index: "ALPHA", value: -3.5 },
  ]);
  await addLongHistory("NYC");
  await addLongHistory("LHI");
}, 120_000);

afterAll(() => app.close());

/** A year of hours in one area: the value is the hour's number, so that every extreme is distinct. */
async function addLongHistory(tenant: string): Promise<void> {
  const id = keys[tenant] ?? 0;
  await addValues(app.pool, id, [{ area: "Farm#A", at: "2026-01-01T00:00:00Z", index: "PPFD", value: 0 }]);
  await app.pool.query(
    `INSERT INTO readings (tenancy_id, area_id, job_id, at, ppfd)
     SELECT r.tenancy_id, r.area_id, r.job_id, r.at + n * interval '1 hour', n
     FROM readings r, generate_series(1, 8759) n WHERE r.tenancy_id = $1`,
    [id],
  );
  await app.pool.query(
    `UPDATE job_areas SET last_at = (SELECT max(at) FROM readings WHERE tenancy_id = $1) WHERE tenancy_id = $1`,
    [id],
  );
  await rollUp(app.pool, id);
}

function ask(parameters: Record<string, string | string[]>, init?: RequestInit): Promise<Response> {
  const search = new URLSearchParams({ tenant: "AMS" });
  for (const [name, value] of Object.entries(parameters)) {
    search.delete(name);
    for (const one of [value].flat()) search.append(name, one);
  }
  return call(readSeries, `/api/v1/series?${search}`, init && { init });
}

async function series(parameters: Record<string, string | string[]>): Promise<SeriesAnswer[]> {
  const response = await ask(parameters);
  const body = (await response.json()) as { series: SeriesAnswer[] };
  expect(response.status, JSON.stringify(body)).toBe(200);
  return body.series;
}

const june = { from: "2026-06-01T00:00:00Z", to: "2026-06-03T00:00:00Z" };
const zone1 = { area: "Site#Zone 1", ...june };

describe("GET /api/v1/series", () => {
  test("pools the areas below, and none whose name only shares the prefix", async () => {
    const [health] = await series({ ...zone1, index: "HEALTH", resolution: "hour" });
    expect(health).toEqual({
      index: "HEALTH",
      unit: "Fv/Fm index",
      area: "Site#Zone 1",
      jobId: null,
      resolution: "hour",
      step: "PT1H",
      points: [
        { t: "2026-06-01T00:00:00.000Z", mean: 78.4, min: 78.4, max: 78.4, count: 1, filled: 0 },
        { t: "2026-06-01T01:00:00.000Z", mean: 75.15, min: 70.2, max: 80.1, count: 2, filled: 0.5 },
        { t: "2026-06-01T23:00:00.000Z", mean: 60.5, min: 60.5, max: 60.5, count: 1, filled: 0 },
      ],
    });
  });

  test("keeps the instants of readings at resolution raw", async () => {
    const [health] = await series({ ...zone1, index: "HEALTH", resolution: "raw" });
    expect(health?.points.map((point) => point.t)).toEqual([
      "2026-06-01T00:00:00.000Z",
      "2026-06-01T01:00:00.000Z",
      "2026-06-01T23:35:00.000Z",
    ]);
  });

  test("includes both ends of the period", async () => {
    const ends = { from: "2026-06-01T00:00:00Z", to: "2026-06-01T01:00:00Z" };
    const [inside] = await series({ area: "Site#Zone 1", index: "HEALTH", resolution: "raw", ...ends });
    expect(inside?.points).toHaveLength(2);
    const [outside] = await series({
      area: "Site#Zone 1",
      index: "HEALTH",
      resolution: "raw",
      from: "2026-06-01T00:00:00.001Z",
      to: "2026-06-01T00:59:59.999Z",
    });
    expect(outside?.points).toEqual([]);
  });

  test("leaves out interpolated values on request, with a share of 0", async () => {
    const asked = { ...zone1, index: ["HEALTH", "DLI", "LEAF_TEMP"], includeFilled: "false" };
    for (const resolution of ["hour", "day", "auto"]) {
      const [health, dli, other] = await series({ ...asked, resolution });
      expect(Math.max(...(health?.points.map((point) => point.max) ?? []))).toBe(78.4);
      expect(health?.points.every((point) => point.filled === 0)).toBe(true);
      expect(dli?.points.map((point) => point.mean)).toContain(11.1);
      expect(other?.points.map((point) => point.max)).toEqual([21.5]);
    }
  });

  test("reads one job alone, and nothing of a job without readings in the area", async () => {
    const [own] = await series({ ...zone1, index: "HEALTH", resolution: "hour", jobId: "OTHER" });
    expect(own).toMatchObject({ jobId: "OTHER", points: [{ mean: 70.2, count: 1 }] });
    const [none] = await series({ ...zone1, index: "HEALTH", resolution: "day", jobId: "NOBODY" });
    expect(none?.points).toEqual([]);
  });

  test.each([
    ["hour", "hour", "2026-06-01T21:00:00.000Z", "2026-06-02T21:00:00.000Z"],
    ["auto", "day", "2026-05-31T22:00:00.000Z", "2026-06-01T22:00:00.000Z"],
  ])("keeps one point a day of daily integrals at resolution %s", async (...given) => {
    const [resolution, ofDli, first, second] = given;
    const [dli, health] = await series({ ...zone1, index: ["DLI", "HEALTH"], resolution });
    expect(dli).toMatchObject({ unit: "mol/m²/day", resolution: ofDli });
    expect(dli?.points.map(({ t, mean, count }) => [t, mean, count])).toEqual([
      [first, 13.3, 2],
      [second, 11.1, 1],
    ]);
    expect(health).toMatchObject({ resolution: "hour" });
    expect(health?.points).toHaveLength(3);
  });

  test("returns the same days from roll-up and readings as from readings alone", async () => {
    const [days] = await series({ ...zone1, index: "HEALTH", resolution: "day" });
    expect(days?.step).toBe("P1D");
    expect(days?.points).toEqual([
      { t: "2026-05-31T22:00:00.000Z", mean: 76.23333, min: 70.2, max: 80.1, count: 3, filled: 1 / 3 },
      { t: "2026-06-01T22:00:00.000Z", mean: 60.5, min: 60.5, max: 60.5, count: 1, filled: 0 },
    ]);
    const [part] = await series({
      area: "Site#Zone 1",
      index: "HEALTH",
      resolution: "day",
      from: "2026-06-01T00:30:00Z",
      to: "2026-06-01T23:00:00Z",
    });
    expect(part?.points).toMatchObject([{ count: 2, max: 80.1 }]);
  });

  test("returns an unknown index without a unit, and an index never seen without points", async () => {
    const [leaf, never] = await series({ ...zone1, index: ["LEAF_TEMP", "HEALHT"], resolution: "day" });
    expect(leaf).toMatchObject({
      unit: null,
      points: [{ mean: 22, min: 21.5, max: 22.5, count: 2, filled: 0.5 }],
    });
    expect(never).toMatchObject({ index: "HEALHT", unit: null, points: [] });
  });

  test("returns no points for an area without readings, 404 for an unknown area", async () => {
    expect((await series({ area: "Site#Empty", index: "HEALTH" }))[0]?.points).toEqual([]);
    const missing = await ask({ area: "Site#Zone", index: "HEALTH" });
    expect([missing.status, await missing.json()]).toMatchObject([404, { parameter: "area" }]);
  });

  test.each([
    [{ index: "HEALTH" }, "area"],
    [{ area: "Site" }, "index"],
    [{ area: "Site", index: "HEALTH", resolution: "week" }, "resolution"],
    [{ area: "Site", index: "HEALTH", maxPoints: "1" }, "maxPoints"],
    [{ area: "Site", index: "HEALTH", maxPoints: "5001" }, "maxPoints"],
    [{ area: "Site", index: "HEALTH", from: "yesterday" }, "from"],
    [{ area: "Site", index: "HEALTH", from: "2026-06-02T00:00:00Z", to: "2026-06-01T00:00:00Z" }, "from"],
    [{ area: "Site", index: "HEALTH", includeFilled: "yes" }, "includeFilled"],
    [{ area: "Site", index: "HEALTH", bucket: "hour" }, "bucket"],
    [{ area: "Site", index: "HEALTH", tenant: "NOBODY" }, "tenant"],
  ])("rejects %j and names the parameter", async (parameters, parameter) => {
    const response = await ask(parameters);
    expect(response.headers.get("content-type")).toContain("application/problem+json");
    expect([response.status, await response.json()]).toMatchObject([400, { parameter }]);
  });

  test("accepts dates at the limits of the calendar", async () => {
    const far = { from: "0001-01-01T00:00:00Z", to: "9999-12-31T00:00:00Z" };
    const [health] = await series({ area: "Site#Zone 1", index: "HEALTH", ...far });
    expect(health?.points.length).toBeGreaterThan(0);
  });

  test("rejects an explicit resolution that exceeds maxPoints", async () => {
    const year = {
      tenant: "NYC",
      area: "Farm",
      index: "PPFD",
      from: "2026-01-01T00:00:00Z",
      to: "2026-02-01T00:00:00Z",
    };
    const refused = await ask({ ...year, resolution: "hour", maxPoints: "744" });
    expect([refused.status, await refused.json()]).toMatchObject([400, { parameter: "maxPoints" }]);
    expect((await series({ ...year, resolution: "hour", maxPoints: "745" }))[0]?.points).toHaveLength(745);
    expect((await series({ ...year, resolution: "hour" }))[0]?.points).toHaveLength(745);
  });
});

describe("auto", () => {
  const start = Date.parse("2026-01-01T00:00:00Z");
  const hour = fc.integer({ min: 0, max: 8_759 });

  test("keeps to maxPoints and keeps the lowest and highest value", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(hour, hour).filter(([a, b]) => a < b),
        fc.integer({ min: 2, max: 600 }),
        fc.constantFrom("NYC", "LHI"),
        fc.boolean(),
        async ([first, last], maxPoints, tenant, includeFilled) => {
          const [ppfd] = await series({
            tenant,
            area: "Farm",
            index: "PPFD",
            from: new Date(start + first * 3_600_000).toISOString(),
            to: new Date(start + last * 3_600_000).toISOString(),
            maxPoints: String(maxPoints),
            includeFilled: String(includeFilled),
          });
          const points = ppfd?.points ?? [];
          expect(points.length).toBeLessThanOrEqual(maxPoints);
          expect(Math.min(...points.map((point) => point.min))).toBe(first);
          expect(Math.max(...points.map((point) => point.max))).toBe(last);
          expect(points.reduce((sum, point) => sum + point.count, 0)).toBe(last - first + 1);
          const hours = points.map((point) => (Date.parse(point.t) - start) / 3_600_000);
          expect(hours).toEqual(hours.toSorted((a, b) => a - b));
          // Every bucket has the extremes of all values between its start and the next one's.
          expect(points.map(({ min, max }) => [min, max])).toEqual(
            hours.map((hour, place) => [
              Math.max(first, Math.ceil(hour)),
              Math.ceil(hours[place + 1] ?? last + 1) - 1,
            ]),
          );
        },
      ),
      { numRuns: 40 },
    );
  });

  test("does not coarsen for a period far longer than the history", async () => {
    const [health] = await series({
      area: "Site#Zone 1",
      index: "HEALTH",
      from: "2016-01-01T00:00:00Z",
      to: "2026-11-01T00:00:00Z",
    });
    expect(health).toMatchObject({ resolution: "hour", step: "PT1H" });
  });
});

describe("bucket numbers of SQL and code", () => {
  const steps: Step[] = [
    { kind: "raw" },
    ...([1, 2, 3, 6] as const).map((hours): Step => ({ kind: "hours", hours })),
    { kind: "days", days: 1, first: "2026-01-01" },
    { kind: "days", days: 5, first: "2025-12-30" },
  ];
  // Both clock changes of each zone, every quarter of an hour for two days around them.
  test.each([
    ["Europe/Amsterdam", "2026-03-29", "2026-10-25"],
    ["America/New_York", "2026-03-08", "2026-11-01"],
    ["Australia/Lord_Howe", "2026-04-05", "2026-10-04"],
  ])("agree in %s around %s and %s", async (zone, ...changes) => {
    const instants = changes.flatMap((day) =>
      Array.from({ length: 192 }, (_, n) => new Date(Date.parse(day) + (n - 120) * 900_000)),
    );
    for (const step of steps) {
      const { rows } = await app.pool.query<{ key: number }>(
        `SELECT (${bucketKeySql(step, "at", "$2::text", "$3::date")})::float8 AS key
         FROM unnest($1::timestamptz[]) WITH ORDINALITY AS given (at, place)
         WHERE ($2::text, $3::date) IS NOT NULL ORDER BY place`,
        [instants, zone, step.kind === "days" ? step.first : "1970-01-01"],
      );
      expect(rows.map((row) => row.key)).toEqual(instants.map((at) => bucketKey(step, at, zone)));
    }
  });
});

describe("a response in columns", () => {
  const asked = { ...zone1, index: ["HEALTH", "DLI", "LEAF_TEMP"] };
  const columns = async (parameters: Record<string, string | string[]>, init?: RequestInit) =>
    ask({ ...parameters, format: "columns" }, init);

  test("has the same values as points", async () => {
    for (const resolution of ["auto", "hour", "day", "raw"]) {
      const body = (await (await columns({ ...asked, resolution })).json()) as { series: SeriesColumns[] };
      expect(body.series.map(unpackSeries).map(seriesToText)).toEqual(await series({ ...asked, resolution }));
    }
  });

  test("is cached privately and revalidated by its tag", async () => {
    const first = await columns(asked);
    const tag = first.headers.get("etag") ?? "";
    expect(tag).toMatch(/^"[^"]{20,}"$/);
    expect(first.headers.get("cache-control")).toBe("private, no-cache");
    for (const given of [tag, `W/${tag}`, `"other", ${tag}`, "*"]) {
      const again = await columns(asked, { headers: { "if-none-match": given } });
      expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", tag]);
    }
    const changed = await columns(
      { ...asked, to: "2026-06-01T01:00:00Z" },
      { headers: { "if-none-match": tag } },
    );
    expect(changed.status).toBe(200);
    expect(changed.headers.get("etag")).not.toBe(tag);
    const refused = await columns({ ...asked, area: "Nowhere" }, { headers: { "if-none-match": "*" } });
    expect(refused.status).toBe(404);
  });
});

describe("an abandoned request", () => {
  test("cancels its statement in the database", async () => {
    const leaving = new AbortController();
    const client = await app.pool.connect();
    try {
      await client.query("BEGIN");
      await client.query("LOCK TABLE readings IN ACCESS EXCLUSIVE MODE");
      const answer = ask({ ...zone1, index: "HEALTH", resolution: "hour" }, { signal: leaving.signal });
      await expect.poll(waitingReads).toBe(1);
      leaving.abort();
      expect((await answer).status).toBe(499);
      await expect.poll(waitingReads).toBe(0);
    } finally {
      await client.query("ROLLBACK");
      client.release();
    }
    expect((await series({ ...zone1, index: "HEALTH", resolution: "hour" }))[0]?.points).toHaveLength(3);
    // Less than the statement timeout of a minute.
  }, 45_000);

  const waitingReads = () => waitingStatements("readings");
});

/** Number of statements that wait for a table that a test has locked. */
async function waitingStatements(table: string): Promise<number> {
  const { rows } = await app.pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock' AND query ~ $1`,
    [`(FROM|JOIN) ${table} `],
  );
  return rows[0]?.count ?? 0;
}

describe("the limits of a caller", () => {
  const names = (count: number) => Array.from({ length: count }, (_, n) => `INDEX_${n}`);

  test("allow 50 indices in one statement, and reject more by name", async () => {
    const many = await ask({ ...zone1, index: names(51) });
    expect([many.status, await many.json()]).toMatchObject([
      400,
      { parameter: "index", detail: "index: may be given 50 times at most" },
    ]);
    const sent = vi.spyOn(pg.Client.prototype, "query");
    const found = await series({ ...zone1, index: ["LEAF_TEMP", ...names(49)], resolution: "raw" });
    const texts = sent.mock.calls.map(([text]) => String(text));
    sent.mockRestore();
    expect(texts.filter((text) => text.includes("other_readings"))).toHaveLength(1);
    expect(found.map(({ index }) => index)).toEqual(["LEAF_TEMP", ...names(49)]);
    expect(found.map(({ points }) => points.length)).toEqual([2, ...names(49).map(() => 0)]);
  });

  test("run three history reads at once and queue the rest, without delaying other callers", async () => {
    const client = await app.pool.connect();
    await client.query("BEGIN");
    await client.query("LOCK TABLE other_readings IN ACCESS EXCLUSIVE MODE");
    const answers = Array.from({ length: 9 }, () => ask({ ...zone1, index: "LEAF_TEMP" }));
    try {
      await expect.poll(() => waitingStatements("other_readings")).toBe(3);
      const path = `/api/v1/series?${new URLSearchParams({ tenant: "AMS", ...zone1, index: "HEALTH" })}`;
      expect((await call(readSeries, path, { token: TOKENS.grower })).status).toBe(200);
      expect(await waitingStatements("other_readings")).toBe(3);
    } finally {
      await client.query("ROLLBACK");
      client.release();
    }
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(9).fill(200));
  }, 30_000);
});

describe("area names in the query", () => {
  test("match any Unicode name segment by segment, with the areas below", async () => {
    const id = await app.addTenancy("ODD");
    const odd = ["Zone 1", "Zone 10", "zone 1", "é", "e\u0301", "%", "_", "\\", "日本 🌱", "日本"];
    await addValues(
      app.pool,
      id,
      odd.map((name, n) => ({ area: `A#${name}#Bench`, at: "2026-06-01T00:00:00Z", value: n })),
    );
    for (const [n, name] of odd.entries()) {
      const asked = { tenant: "ODD", area: `A#${name}`, index: "HEALTH", resolution: "raw", ...june };
      expect((await series(asked))[0]?.points).toMatchObject([{ mean: n, count: 1 }]);
    }
  });
});

describe("site days at a clock change", () => {
  test.each([
    ["NYC", "2026-03-08", 23, "2026-03-08T05:00:00.000Z"],
    ["NYC", "2026-11-01", 25, "2026-11-01T04:00:00.000Z"],
    // The clock changes by half an hour there: days of 23.5 and 24.5 hours, and readings on whole UTC hours.
    ["LHI", "2026-10-04", 23, "2026-10-03T13:30:00.000Z"],
    ["LHI", "2026-04-05", 25, "2026-04-04T13:00:00.000Z"],
  ])("in %s on %s have %d hours from %s", async (tenant, day, count, start) => {
    const asked = {
      tenant,
      area: "Farm",
      index: "PPFD",
      resolution: "day",
      from: new Date(Date.parse(`${day}T00:00:00Z`) - 5 * 86_400_000).toISOString(),
      to: new Date(Date.parse(`${day}T00:00:00Z`) + 5 * 86_400_000).toISOString(),
    };
    const [rolledUp] = await series(asked);
    expect(rolledUp?.points.find((point) => point.t === start)).toMatchObject({ count });
    const [alone] = await series({ ...asked, includeFilled: "false" });
    expect(alone?.points).toEqual(rolledUp?.points);
  });
});

describe("GET /api/v1/readings.csv", () => {
  const header = "timestamp,siteTime,controlAreaPathName,jobId,indexName,indexValue,isFilled";
  const csv = async (search: string) => {
    const response = await call(readingsCsv, `/api/v1/readings.csv?tenant=AMS${search}`);
    const text = await response.text();
    expect(response.status, text).toBe(200);
    return text.split("\n");
  };

  test("has every stored value in UTC and site time, area by area, with formulas escaped", async () => {
    expect(await csv("")).toEqual([
      header,
      `2026-06-01T05:00:00Z,2026-06-01T07:00:00+02:00,"Site#Odd, ""x""",'=J,ALPHA,-3.5,false`,
      "2026-06-01T00:00:00Z,2026-06-01T02:00:00+02:00,Site#Zone 1,JOB,HEALTH,78.4,false",
      "2026-06-01T01:00:00Z,2026-06-01T03:00:00+02:00,Site#Zone 1,JOB,HEALTH,80.1,true",
      "2026-06-01T21:00:00Z,2026-06-01T23:00:00+02:00,Site#Zone 1,JOB,DLI,12.3,false",
      "2026-06-01T23:35:00Z,2026-06-02T01:35:00+02:00,Site#Zone 1,JOB,HEALTH,60.5,",
      "2026-06-02T21:00:00Z,2026-06-02T23:00:00+02:00,Site#Zone 1,JOB,DLI,11.1,true",
      "2026-06-01T02:00:00Z,2026-06-01T04:00:00+02:00,Site#Zone 1,JOB,LEAF_TEMP,21.5,false",
      "2026-06-01T03:00:00Z,2026-06-01T05:00:00+02:00,Site#Zone 1,JOB,LEAF_TEMP,22.5,true",
      "2026-06-01T21:00:00Z,2026-06-01T23:00:00+02:00,Site#Zone 1#Bench,JOB,DLI,14.3,false",
      "2026-06-01T01:00:00Z,2026-06-01T03:00:00+02:00,Site#Zone 1#Bench,OTHER,HEALTH,70.2,false",
      "2026-06-01T01:00:00Z,2026-06-01T03:00:00+02:00,Site#Zone 10,JOB,HEALTH,10,false",
      "",
    ]);
  });

  test("has only the requested values", async () => {
    const area = encodeURIComponent("Site#Zone 1");
    expect(await csv(`&area=${area}&index=LEAF_TEMP&index=DLI&to=2026-06-01T21:00:00Z&jobId=JOB`)).toEqual([
      header,
      "2026-06-01T21:00:00Z,2026-06-01T23:00:00+02:00,Site#Zone 1,JOB,DLI,12.3,false",
      "2026-06-01T02:00:00Z,2026-06-01T04:00:00+02:00,Site#Zone 1,JOB,LEAF_TEMP,21.5,false",
      "2026-06-01T03:00:00Z,2026-06-01T05:00:00+02:00,Site#Zone 1,JOB,LEAF_TEMP,22.5,true",
      "2026-06-01T21:00:00Z,2026-06-01T23:00:00+02:00,Site#Zone 1#Bench,JOB,DLI,14.3,false",
      "",
    ]);
    expect(await csv("&index=NEVER_SEEN")).toEqual([header, ""]);
  });

  test("continues page by page through a year", async () => {
    const response = await call(readingsCsv, "/api/v1/readings.csv?tenant=LHI&to=2027-01-01T00:00:00Z");
    const lines = (await response.text()).split("\n");
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(response.headers.get("content-disposition")).toMatch(/filename="readings-.+-to-2027-01-01\.csv"$/);
    expect(lines).toHaveLength(8_760 + 2);
    expect(new Set(lines).size).toBe(lines.length);
  });

  test("stops reading when its client disconnects", async () => {
    const response = await call(readingsCsv, "/api/v1/readings.csv?tenant=LHI");
    const reader = response.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    expect(app.pool.idleCount).toBe(app.pool.totalCount);
  });

  test("reports errors before the first line, and rejects a screen", async () => {
    const missing = await call(readingsCsv, "/api/v1/readings.csv?tenant=AMS&area=None");
    expect([missing.status, await missing.json()]).toMatchObject([404, { parameter: "area" }]);
    const nobody = await call(readingsCsv, "/api/v1/readings.csv?tenant=AMS", { token: null });
    expect(nobody.status).toBe(401);
    const screen = await call(readingsCsv, "/api/v1/readings.csv?tenant=AMS", { token: TOKENS.screen });
    expect(screen.status).toBe(403);
  });
});

describe("GET /api/v1/readings.xlsx", () => {
  const workbook = async (search: string) => {
    const response = await call(readingsXlsx, `/api/v1/readings.xlsx?${search}`);
    expect(response.status).toBe(200);
    return readWorkbook(new Uint8Array(await response.arrayBuffer()));
  };
  /** Time, offset and value of each cell of an index in a sheet, as the CSV writes them. */
  const valuesOf = ({ rows }: { rows: readonly unknown[][] }, head: RegExp) => {
    const place = rows[0]?.findIndex((cell) => head.test(String(cell))) ?? -1;
    return rows
      .slice(1)
      .flatMap((row) =>
        (row[place] ?? null) === null ? [] : [`${wallClock(row[0] as number)}${row[1]},${row[place]}`],
      );
  };

  test("has a row a time with areas by name, a column an index, unknown indices apart", async () => {
    const [readings, others, about] = await workbook("tenant=AMS");
    expect(readings?.rows[0]).toEqual([
      ...["Time (Europe/Amsterdam)", "UTC offset", "Area", "Growth job", "Health (Fv/Fm index)"],
      ...["Light-use efficiency (index)", "Alpha (%)", "Productivity (µmol/m²/s)"],
      ...["Plant energy balance (index)", "Daily photosynthesis integral (mol/m²/day)"],
      ...["Daily light integral (mol/m²/day)", "PPFD (µmol/m²/s)", "Interpolated"],
    ]);
    const told = readings?.rows
      .slice(1)
      .map(([time, ...rest]) => [wallClock(time), ...rest.filter((cell) => cell !== null)]);
    expect(told).toEqual([
      ["2026-06-01T07:00:00", "+02:00", 'Odd, "x"', "=J", -3.5],
      ["2026-06-01T02:00:00", "+02:00", "Zone 1", "JOB", 78.4],
      ["2026-06-01T03:00:00", "+02:00", "Zone 1", "JOB", 80.1, "Health"],
      ["2026-06-01T23:00:00", "+02:00", "Zone 1", "JOB", 12.3],
      ["2026-06-02T01:35:00", "+02:00", "Zone 1", "JOB", 60.5, "Health (not known)"],
      ["2026-06-02T23:00:00", "+02:00", "Zone 1", "JOB", 11.1, "Daily light integral"],
      ["2026-06-01T23:00:00", "+02:00", "Bench", "JOB", 14.3],
      ["2026-06-01T03:00:00", "+02:00", "Bench", "OTHER", 70.2],
      ["2026-06-01T03:00:00", "+02:00", "Zone 10", "JOB", 10],
    ]);
    expect(others?.name).toBe("Other indices");
    expect(others?.rows.slice(1).map(([, ...rest]) => rest)).toEqual([
      ["+02:00", "Zone 1", "JOB", "LEAF_TEMP", 21.5, false],
      ["+02:00", "Zone 1", "JOB", "LEAF_TEMP", 22.5, true],
    ]);
    expect(about?.rows).toContainEqual(["Period", expect.stringContaining("the first stored reading to ")]);
    expect(about?.rows).toContainEqual(["Areas", "All"]);
    expect(about?.rows).toContainEqual(["Rows", 11]);
    expect(about?.rows).toContainEqual(["Health", "Fv/Fm index. Fv/Fm at night; higher is stronger."]);
  });

  test("has only the requested values, and valid sheets without any", async () => {
    const area = encodeURIComponent("Site#Zone 1");
    const sheets = await workbook(`tenant=AMS&area=${area}&index=DLI&to=2026-06-01T21:00:00Z`);
    expect(sheets.map(({ name, rows }) => [name, rows.length])).toEqual([
      ["Readings", 3],
      ["About", expect.any(Number)],
    ]);
    expect(sheets[1]?.rows).toContainEqual(["Areas", "Site › Zone 1 and all areas below it"]);
    const none = await workbook("tenant=AMS&index=NEVER_SEEN");
    expect(none.map(({ name, rows }) => [name, rows.length])).toEqual([
      ["Other indices", 1],
      ["About", expect.any(Number)],
    ]);
  });

  test("has the figures of the CSV through a year with two changes of the clock", async () => {
    const search = "tenant=LHI&to=2027-01-01T00:00:00Z";
    const text = await (await call(readingsCsv, `/api/v1/readings.csv?${search}`)).text();
    const lines = text.trimEnd().split("\n").slice(1);
    const [readings] = await workbook(search);
    expect(readings && valuesOf(readings, /^PPFD/)).toEqual(
      lines.map((line) => [line.split(",")[1], line.split(",")[5]].join(",")),
    );
  });

  test("stops reading when its client disconnects", async () => {
    const response = await call(readingsXlsx, "/api/v1/readings.xlsx?tenant=LHI&to=2026-12-31T00:00:00Z");
    expect(response.headers.get("content-disposition")).toMatch(
      /filename="readings-.+-to-2026-12-31\.xlsx"$/,
    );
    const reader = response.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    expect(app.pool.idleCount).toBe(app.pool.totalCount);
  });

  test("reports the errors of the CSV before the first byte, and rejects a screen", async () => {
    const missing = await call(readingsXlsx, "/api/v1/readings.xlsx?tenant=AMS&area=None");
    expect([missing.status, await missing.json()]).toMatchObject([404, { parameter: "area" }]);
    const screen = await call(readingsXlsx, "/api/v1/readings.xlsx?tenant=AMS", { token: TOKENS.screen });
    expect(screen.status).toBe(403);
  });
});
