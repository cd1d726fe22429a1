import { Readable } from "node:stream";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { getPool } from "@/lib/base/db/pool.server";
import { importIndices, importMeasurements } from "@/lib/farm/readings/service.server";
import { CHF_VALUE_COLUMNS, type MeasurementRow } from "@/lib/service/contract";
import { parseIndices, parseMeasurements } from "@/lib/service/result-stream.server";
import { emptyTables, useFreshDatabase } from "../support/connected-tenancy";

const tenancy = { tenancyId: 1, tenantId: "01J8Z0000000000000000TENAN", timeZone: "Europe/Amsterdam" };
const HEADER =
  "data__timestampIso,data__controlAreaPathName,data__jobId,data__indexName,data__indexValue,data__isFilled";

let leave: () => Promise<void>;
beforeAll(async () => {
  leave = await useFreshDatabase();
});
afterAll(() => leave());
beforeEach(() => emptyTables());

const bytes = (text: string) => Readable.from([Buffer.from(text)], { objectMode: false });

async function load(
  rows: string[],
  options: Parameters<typeof importIndices>[2] = {},
  timeZone = tenancy.timeZone,
) {
  const parsed = parseIndices(bytes([HEADER, ...rows].join("\n")), { batchSize: 2 });
  const tally = await importIndices({ ...tenancy, timeZone }, parsed, options);
  return { ...tally, rejected: parsed.summary.rejected };
}

async function ask<T>(sql: string): Promise<T[]> {
  return (await getPool().query(sql)).rows as T[];
}

const readings = () =>
  ask<Record<string, unknown>>(
    `SELECT a.path, j.job_id AS job, r.at, r.health, r.efficiency, r.filled, r.unsure FROM readings r
     JOIN control_areas a ON a.id = r.area_id JOIN jobs j ON j.id = r.job_id ORDER BY a.path, r.at`,
  );

describe("stored rows", () => {
  test("merges the rows of one instant into one, with the exact instant", async () => {
    const tally = await load([
      "2026-05-03T23:35:00Z,Farm#House 1,JOB_1,HEALTH,78.4,FALSE",
      "2026-05-03T23:35:00Z,Farm#House 1,JOB_1,EFFICIENCY,61.2,TRUE",
    ]);
    expect(tally).toMatchObject({ stored: 2, empty: 0, rejected: 0 });
    expect(await readings()).toEqual([
      {
        path: "Farm#House 1",
        job: "JOB_1",
        at: new Date("2026-05-03T23:35:00Z"),
        health: 78.4,
        efficiency: 61.2,
        filled: 0b10,
        unsure: 0,
      },
    ]);
  });

  test("adds areas with their ancestors, and marks only areas with readings", async () => {
    await load(['2026-05-03T21:00:00Z,"Fárm, ""A""#50 %/x#Zone 10",JOB_1,HEALTH,78.4,FALSE']);
    expect(
      await ask("SELECT path, name, depth, parent_id, has_readings FROM control_areas ORDER BY depth"),
    ).toEqual([
      { path: 'Fárm, "A"', name: 'Fárm, "A"', depth: 0, parent_id: null, has_readings: false },
      { path: 'Fárm, "A"#50 %/x', name: "50 %/x", depth: 1, parent_id: 1, has_readings: false },
      { path: 'Fárm, "A"#50 %/x#Zone 10', name: "Zone 10", depth: 2, parent_id: 2, has_readings: true },
    ]);
  });

  test("counts rows without a value and rejected rows, and stores neither", async () => {
    const tally = await load([
      "2026-05-03T21:00:00Z,A,JOB_1,HEALTH,,FALSE",
      "2026-05-03T21:00:00Z,A,JOB_1,EFFICIENCY,NaN,FALSE",
      "yesterday,A,JOB_1,HEALTH,70.0,FALSE",
      "2026-05-03T22:00:00Z,A,JOB_1,HEALTH,70.0,FALSE",
    ]);
    expect(tally).toMatchObject({ stored: 1, empty: 2, rejected: 1 });
    expect(await readings()).toHaveLength(1);
  });

  test("stores unknown indices under their name, and counts their rows", async () => {
    const rows = [
      "2026-05-03T21:00:00Z,A,JOB_1,LEAF_TEMP,21.5,FALSE",
      "2026-05-03T21:00:00Z,A,JOB_1,EFICIENCY,60.0,",
      "2026-05-03T22:00:00Z,A,JOB_1,EFICIENCY,61.0,TRUE",
    ];
    expect(await load(rows)).toMatchObject({ stored: 3 });
    await load(rows);
    expect(await ask("SELECT index_name, value, filled FROM other_readings ORDER BY index_name, at")).toEqual(
      [
        { index_name: "EFICIENCY", value: 60, filled: null },
        { index_name: "EFICIENCY", value: 61, filled: true },
        { index_name: "LEAF_TEMP", value: 21.5, filled: false },
      ],
    );
    expect(await ask("SELECT name, rows::int FROM unknown_indices ORDER BY name")).toEqual([
      { name: "EFICIENCY", rows: 2 },
      { name: "LEAF_TEMP", rows: 1 },
    ]);
  });

  test("saves the stay of a job in an area, and reports the jobs with new readings", async () => {
    const told: string[][] = [];
    const onJobs = async (jobs: string[]) => void told.push(jobs);
    await load(
      ["2026-05-03T21:00:00Z,A,JOB_1,HEALTH,70,FALSE", "2026-05-05T21:00:00Z,A,JOB_1,HEALTH,71,FALSE"],
      { onJobs },
    );
    await load(["2026-05-04T21:00:00Z,A,JOB_1,HEALTH,70,FALSE", "2026-05-09T21:00:00Z,A,,HEALTH,71,FALSE"], {
      onJobs,
    });
    expect(
      await ask(
        "SELECT j.job_id, first_at, last_at FROM job_areas a JOIN jobs j ON j.id = a.job_id ORDER BY 1",
      ),
    ).toEqual([
      { job_id: "", first_at: new Date("2026-05-09T21:00:00Z"), last_at: new Date("2026-05-09T21:00:00Z") },
      {
        job_id: "JOB_1",
        first_at: new Date("2026-05-03T21:00:00Z"),
        last_at: new Date("2026-05-05T21:00:00Z"),
      },
    ]);
    expect(told).toEqual([["JOB_1"], ["JOB_1", ""]]);
    expect(await ask("SELECT last_reading_at FROM sync_states")).toEqual([
      { last_reading_at: new Date("2026-05-09T21:00:00Z") },
    ]);
  });
});

describe("a repeated area, job, instant and index", () => {
  const at = "2026-05-03T21:00:00Z,A,JOB_1,HEALTH";
  const health = async () => {
    const [row] = await readings();
    return { value: row?.health, filled: row?.filled, unsure: row?.unsure };
  };

  test.each([
    [
      "keeps a measured value over a later interpolated one",
      ["70,FALSE", "50,TRUE"],
      { value: 70, filled: 0, unsure: 0 },
    ],
    [
      "a measured value replaces an interpolated one",
      ["50,TRUE", "70,FALSE"],
      { value: 70, filled: 0, unsure: 0 },
    ],
    ["of two measured values the later wins", ["70,FALSE", "71,FALSE"], { value: 71, filled: 0, unsure: 0 }],
    [
      "the later of two interpolated values is kept",
      ["50,TRUE", "51,TRUE"],
      { value: 51, filled: 1, unsure: 0 },
    ],
    [
      "a value of unknown kind does not replace a measured one",
      ["70,FALSE", "71,"],
      { value: 70, filled: 0, unsure: 0 },
    ],
    ["nor makes an equal one unsure", ["70,FALSE", "70,"], { value: 70, filled: 0, unsure: 0 }],
    [
      "nor replaces one that is known to be interpolated",
      ["50,TRUE", "51,"],
      { value: 50, filled: 1, unsure: 0 },
    ],
    [
      "a measured value replaces an equal one of unknown kind",
      ["70,", "70,FALSE"],
      { value: 70, filled: 0, unsure: 0 },
    ],
    [
      "an interpolated value that comes after both does not replace the measured one",
      ["70,FALSE", "70,", "50,TRUE"],
      { value: 70, filled: 0, unsure: 0 },
    ],
    [
      "an interpolated value replaces one of unknown kind",
      ["70,", "50,TRUE"],
      { value: 50, filled: 1, unsure: 0 },
    ],
    ["an empty value changes nothing", ["70,FALSE", ",FALSE"], { value: 70, filled: 0, unsure: 0 }],
  ])("%s: in one result, and in two", async (_, values, expected) => {
    const rows = values.map((value) => `${at},${value}`);
    expect(await load(rows)).toMatchObject({ rejected: 0 });
    expect(await health()).toEqual(expected);
    await emptyTables();
    for (const row of rows) await load([row]);
    expect(await health()).toEqual(expected);
  });

  test("leaves other indices of the instant unchanged", async () => {
    await load([`${at},70,FALSE`, "2026-05-03T21:00:00Z,A,JOB_1,EFFICIENCY,60,TRUE"]);
    await load([`${at},71,TRUE`]);
    await load(["2026-05-03T21:00:00Z,A,JOB_1,EFFICIENCY,61,FALSE"]);
    expect(await readings()).toMatchObject([{ health: 70, efficiency: 61, filled: 0, unsure: 0 }]);
  });

  test("changes nothing when the same result is imported again, with chunks of any size", async () => {
    const rows = Array.from({ length: 40 }, (_, hour) => {
      const time = new Date(Date.parse("2026-05-01T00:00:00Z") + hour * 3_600_000).toISOString();
      return `${time},A#Zone ${hour % 3},JOB_${hour % 2},${hour % 5 ? "HEALTH" : "PEI"},${hour}.5,${hour % 4 ? "FALSE" : "TRUE"}`;
    });
    const everything = async () => [
      await readings(),
      await ask(
        "SELECT area_id, job_id, index, day::text, sum, min, max, count, filled FROM daily_readings ORDER BY 1, 2, 3, 4",
      ),
      await ask("SELECT * FROM job_areas ORDER BY area_id, job_id"),
    ];
    expect(await load(rows)).toMatchObject({ stored: 40 });
    const once = await everything();
    expect(await load(rows, { chunkRows: 3 })).toMatchObject({ stored: 40 });
    expect(await everything()).toEqual(once);
  });

  test("counts the outcome of each value, in one result and in two", async () => {
    const at2 = (hour: number, rest: string) => `2026-05-0${hour}T21:00:00Z,A,JOB_1,${rest}`;
    const first = [
      at2(1, "HEALTH,50,TRUE"),
      at2(1, "PEI,5,FALSE"),
      at2(2, "HEALTH,60,FALSE"),
      at2(3, "HEALTH,70,FALSE"),
      at2(4, "HEALTH,80,FALSE"),
      at2(5, "HEALTH,90,"),
      at2(1, "LEAF_TEMP,20,TRUE"),
      at2(2, "LEAF_TEMP,21,FALSE"),
    ];
    const second = [
      at2(1, "HEALTH,51,FALSE"),
      at2(2, "HEALTH,61,FALSE"),
      at2(3, "HEALTH,70,FALSE"),
      at2(4, "HEALTH,85,TRUE"),
      at2(5, "HEALTH,90,FALSE"),
      at2(6, "HEALTH,95,FALSE"),
      at2(1, "LEAF_TEMP,20,FALSE"),
      at2(2, "LEAF_TEMP,21,FALSE"),
      at2(1, "ALPHA,,FALSE"),
    ];
    expect(await load(first)).toMatchObject({ stored: 8, added: 8, improved: 0, changed: 0, unchanged: 0 });
    const later = { improved: 2, changed: 2, unchanged: 3 };
    expect(await load(second)).toMatchObject({ stored: 8, empty: 1, added: 1, ...later });
    await emptyTables();
    expect(await load([...first, ...second])).toMatchObject({ stored: 16, empty: 1, added: 9, ...later });
    await emptyTables();
    const small = await load([...first, ...second], { chunkRows: 1 });
    expect(small).toMatchObject({ stored: 16, empty: 1, added: 9, ...later });
  });

  test("imports two results concurrently and completely", async () => {
    const rows = (value: number) =>
      Array.from(
        { length: 200 },
        (_, zone) => `2026-05-03T21:00:00Z,A#Zone ${zone},J${zone % 7},HEALTH,${value},FALSE`,
      );
    await Promise.all([load(rows(70), { chunkRows: 20 }), load(rows(71).reverse(), { chunkRows: 20 })]);
    expect(await ask("SELECT count(*)::int AS count FROM readings")).toEqual([{ count: 200 }]);
  });
});

describe("the daily roll-up", () => {
  const daily = () =>
    ask<{ day: string; count: number; sum: number; min: number; max: number; filled: number }>(
      "SELECT day::text, count, sum, min, max, filled FROM daily_readings WHERE index = 0 ORDER BY day",
    );
  const hours = (from: string, count: number) =>
    Array.from({ length: count }, (_, hour) => {
      const time = new Date(Date.parse(from) + hour * 3_600_000).toISOString();
      return `${time},A,JOB_1,HEALTH,${hour},${hour === 0 ? "TRUE" : "FALSE"}`;
    });

  test.each([
    ["the day the clocks go forward has 23 hours", "2026-03-28T23:00:00Z", "2026-03-29", 23],
    ["the day the clocks go back has 25 hours", "2026-10-24T22:00:00Z", "2026-10-25", 25],
    ["any other day has 24", "2026-06-09T22:00:00Z", "2026-06-10", 24],
  ])("%s", async (_, midnight, day, length) => {
    await load(hours(midnight, 48));
    const sum = (length * (length - 1)) / 2;
    expect((await daily())[0]).toEqual({ day, count: length, sum, min: 0, max: length - 1, filled: 1 });
    expect((await daily()).reduce((total, each) => total + each.count, 0)).toBe(48);
  });

  test.each([
    // Havana goes from 00:00 to 01:00 on 2026-03-08, and from 01:00 back to 00:00 on 2026-11-01.
    ["forward", "2026-03-07T05:00:00Z", [24, 23, 24, 1]],
    ["back", "2026-10-31T04:00:00Z", [24, 25, 23]],
  ])("loses no hour where clocks go %s at midnight", async (_, midnight, counts) => {
    await load(hours(midnight, 72), {}, "America/Havana");
    expect((await daily()).map((each) => each.count)).toEqual(counts);
  });

  test("recomputes a touched day from all its readings", async () => {
    await load(hours("2026-06-09T22:00:00Z", 10));
    await load([
      "2026-06-09T23:35:00Z,A,JOB_1,HEALTH,99.5,FALSE",
      "2026-06-09T22:00:00Z,A,JOB_1,HEALTH,7,FALSE",
    ]);
    expect(await daily()).toEqual([
      { day: "2026-06-10", count: 11, sum: 45 + 99.5 + 7, min: 1, max: 99.5, filled: 0 },
    ]);
  });
});

describe("measurements", () => {
  const header =
    "data__measurementId,data__timestamp,data__deviceId,data__controlAreaPathName,data__jobId,data__f0,data__fv_fm,data__probe";
  const store = (rows: string[], columns = header) =>
    importMeasurements(tenancy, parseMeasurements(bytes([columns, ...rows].join("\n"))));

  test("are identified by id, and keep columns that a later result omits", async () => {
    await store(["M1,2026-05-03 21:35:00,S1,Farm#House 1,JOB_1,101.5,0.81,green"]);
    expect(
      await store(
        ["M1,2026-05-03 21:35:00,S1,Farm#House 1,JOB_1,102.5"],
        "data__measurementId,data__timestamp,data__deviceId,data__controlAreaPathName,data__jobId,data__f0",
      ),
    ).toMatchObject({ stored: 1, empty: 0, added: 0, changed: 1 });
    expect(await ask("SELECT measurement_id, at, device_id, f0, fv_fm, fm, extra FROM measurements")).toEqual(
      [
        {
          measurement_id: "M1",
          at: new Date("2026-05-03T21:35:00Z"),
          device_id: "S1",
          f0: 102.5,
          fv_fm: 0.81,
          fm: null,
          extra: { probe: "green" },
        },
      ],
    );
  });

  test("keep the later of two rows with one id, in one transaction and in two", async () => {
    const values = Object.fromEntries(
      CHF_VALUE_COLUMNS.map((column) => [column, null]),
    ) as MeasurementRow["values"];
    const row = (deviceId: string, f0: number): MeasurementRow => ({
      measurementId: `M-${deviceId}`,
      at: Date.parse("2026-05-03T21:00:00Z"),
      deviceId,
      path: "A",
      jobId: "JOB_1",
      values: { ...values, f0 },
      extra: null,
    });
    async function* result() {
      yield [row("S1", 1), row("S2", 2)];
      yield [row("S1", 3)];
    }
    const both = { stored: 3, added: 2, changed: 1, unchanged: 0 };
    expect(await importMeasurements(tenancy, result())).toMatchObject(both);
    // In two transactions the first row restores its value, and the third one overwrites it again.
    const again = { stored: 3, added: 0, changed: 2, unchanged: 1 };
    expect(await importMeasurements(tenancy, result(), { chunkRows: 1 })).toMatchObject(again);
    expect(await ask("SELECT device_id, f0 FROM measurements ORDER BY 1")).toEqual([
      { device_id: "S1", f0: 3 },
      { device_id: "S2", f0: 2 },
    ]);
  });
});
