import { Readable } from "node:stream";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { getPool } from "@/lib/base/db/pool.server";
import { getPrisma } from "@/lib/base/db/prisma.server";
import { importIndices, mustRecutDays, recutDays } from "@/lib/farm/readings/service.server";
import { JobRunner } from "@/lib/operations/tasks/runner.server";
import { parseIndices } from "@/lib/service/result-stream.server";
import { emptyTables, until, useFreshDatabase } from "../support/connected-tenancy";

const AMSTERDAM = "Europe/Amsterdam";
const HAVANA = "America/Havana";
const tenantId = "01J8Z0000000000000000TENAN";
const HEADER =
  "data__timestampIso,data__controlAreaPathName,data__jobId,data__indexName,data__indexValue,data__isFilled";
const ZONES = 5;

let leave: () => Promise<void>;
beforeAll(async () => {
  leave = await useFreshDatabase();
});
afterAll(() => leave());
beforeEach(() => emptyTables());

async function addTenancy(timeZone: string): Promise<void> {
  await getPrisma().tenancy.create({ data: { tenantId, name: "Farm", timeZone } });
}

async function moveTo(timeZone: string): Promise<void> {
  await getPrisma().tenancy.update({ where: { tenantId }, data: { timeZone } });
}

/** A value for each hour around both clock changes in Europe and in Cuba, for one or two indices. */
function rows(value: number, zones = ZONES): string[] {
  return ["2026-03-06", "2026-03-27", "2026-10-23", "2026-10-31"].flatMap((day) =>
    Array.from({ length: 72 }, (_, hour) => {
      const at = new Date(Date.parse(`${day}T00:00:00Z`) + hour * 3_600_000).toISOString();
      const filled = hour % 3 === 0 ? "TRUE" : "FALSE";
      const place = `Farm#Zone ${hour % zones},JOB_${hour % 2}`;
      return `${at},${place},${hour % 7 ? "HEALTH" : "PEI"},${value + hour}.5,${filled}`;
    }),
  );
}

async function load(lines: string[], timeZone: string): Promise<void> {
  const bytes = Readable.from([Buffer.from([HEADER, ...lines].join("\n"))], { objectMode: false });
  await importIndices({ tenancyId: 1, tenantId, timeZone }, parseIndices(bytes));
}

async function days(): Promise<unknown[]> {
  const { rows: found } = await getPool().query(
    `SELECT a.path, j.job_id, d.index, d.day::text, d.sum, d.min, d.max, d.count, d.filled FROM daily_readings d
     JOIN control_areas a ON a.id = d.area_id JOIN jobs j ON j.id = d.job_id ORDER BY 1, 2, 3, 4`,
  );
  return found;
}

const rest = async () => (await getPool().query("SELECT FROM next_daily_readings")).rowCount;

/** The days as if everything had been loaded in one zone from the beginning. */
async function daysIn(zone: string, ...results: string[][]): Promise<unknown[]> {
  await addTenancy(zone);
  for (const result of results) await load(result, zone);
  const found = await days();
  await emptyTables();
  return found;
}

/** Stops after a number of steps. */
async function recutSome(steps: number): Promise<void> {
  let left = steps;
  const signal = {
    get aborted() {
      return left-- <= 0;
    },
  } as AbortSignal;
  await recutDays(signal, 2);
}

test("recuts days in a new time zone, on both clock changes", async () => {
  const before = await daysIn(AMSTERDAM, rows(1));
  const after = await daysIn(HAVANA, rows(1));
  expect(after).not.toEqual(before);
  await addTenancy(AMSTERDAM);
  await load(rows(1), AMSTERDAM);
  expect(await mustRecutDays()).toBe(false);
  await moveTo(HAVANA);
  expect(await mustRecutDays()).toBe(true);
  await recutDays();
  expect(await days()).toEqual(after);
  expect([await mustRecutDays(), await rest()]).toEqual([false, 0]);
});

test("shows the old days until all new ones are ready, and resumes where it stopped", async () => {
  const before = await daysIn(AMSTERDAM, rows(1));
  const after = await daysIn(HAVANA, rows(1));
  await addTenancy(AMSTERDAM);
  await load(rows(1), AMSTERDAM);
  await moveTo(HAVANA);
  const made: (number | null)[] = [];
  for (let run = 0; run < 3; run++) {
    await recutSome(2);
    made.push(await rest());
    expect(await days()).toEqual(before);
  }
  expect(made).toEqual([...made].sort((a, b) => (a ?? 0) - (b ?? 0)));
  expect(new Set(made).size).toBe(3);
  await recutDays();
  expect(await days()).toEqual(after);
});

test("adds readings imported meanwhile to the old days and to the new ones", async () => {
  const later = rows(40, 9).map((row) => row.replaceAll("JOB_1", "JOB_9"));
  const before = await daysIn(AMSTERDAM, rows(1), later);
  const after = await daysIn(HAVANA, rows(1), later);
  await addTenancy(AMSTERDAM);
  await load(rows(1), AMSTERDAM);
  await moveTo(HAVANA);
  await recutSome(3);
  // The step that loads it may have read the zone before or after the change.
  await load(later, HAVANA);
  expect(await days()).toEqual(before);
  await recutDays();
  expect(await days()).toEqual(after);
});

test("starts over at a second change, and leaves the days unchanged when the change is reverted", async () => {
  const before = await daysIn(AMSTERDAM, rows(1));
  const after = await daysIn("Asia/Kolkata", rows(1));
  await addTenancy(AMSTERDAM);
  await load(rows(1), AMSTERDAM);
  await moveTo(HAVANA);
  await recutSome(3);
  await moveTo(AMSTERDAM);
  await recutDays();
  expect([await days(), await mustRecutDays(), await rest()]).toEqual([before, false, 0]);
  await moveTo(HAVANA);
  await recutSome(3);
  await moveTo("Asia/Kolkata");
  await recutDays();
  expect([await days(), await mustRecutDays(), await rest()]).toEqual([after, false, 0]);
});

test("recuts days in the background job", async () => {
  const after = await daysIn(HAVANA, rows(1));
  await addTenancy(AMSTERDAM);
  await load(rows(1), AMSTERDAM);
  await moveTo(HAVANA);
  const runner = new JobRunner();
  runner.start();
  try {
    await until(async () => !(await mustRecutDays()), "the days to be cut anew");
  } finally {
    await runner.stop();
  }
  expect(await days()).toEqual(after);
});
