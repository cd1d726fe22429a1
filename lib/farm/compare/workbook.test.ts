import { expect, test } from "vitest";
import { readWorkbook, wallClock } from "../../../tests/support/workbook";
import { compareCsv } from "./csv";
import { compareWorkbook } from "./workbook";

const point = (at: string, mean: number) => ({
  ...{ t: Date.parse(at), mean, min: mean, max: mean, count: 1, filled: 0 },
});
const of = (letter: string, name: string, points: ReturnType<typeof point>[]) => ({
  ...{ letter, name, points, aligned: points, firstAt: null },
});
const about = { zone: "Europe/Amsterdam", range: "24 Oct to 26 Oct 2026", step: 3_600_000, now: new Date(0) };
const first = "2026-10-25T00:00:00.000Z";
const second = "2026-10-25T01:00:00.000Z";

test("has a row a time and a column an index and line, with the figures of the CSV", async () => {
  const lines = [
    of("A", "W#Bench 1", [point(first, 80.61234283447266), point(second, 81)]),
    of("B", "E#Bench 1", [point(second, -3)]),
  ];
  const parts = [
    { index: "HEALTH" as const, unit: "", lines },
    { index: "DLI" as const, unit: "", lines: [of("A", "W#Bench 1", [point(first, 12)])] },
  ];
  const bytes = await compareWorkbook({ ...about, kind: "area", crop: false, parts });
  const [sheet, last] = readWorkbook(Buffer.concat(bytes));
  expect(sheet?.rows[0]).toEqual([
    "Time (Europe/Amsterdam)",
    "UTC offset",
    "Health, A W › Bench 1 (Fv/Fm index)",
    "Health, B E › Bench 1 (Fv/Fm index)",
    "Daily light integral, A W › Bench 1 (mol/m²/day)",
  ]);
  expect(sheet?.rows.slice(1).map(([time, ...rest]) => [wallClock(time), ...rest])).toEqual([
    ["2026-10-25T02:00:00", "+02:00", 80.61234283447266, null, 12],
    ["2026-10-25T02:00:00", "+01:00", 81, -3],
  ]);
  const csv = compareCsv({ kind: "area", zone: about.zone, parts, reference: "A" })
    .trimEnd()
    .split("\n")
    .slice(1)
    .map((line) => Number(line.split(",")[8]));
  const values = sheet?.rows.slice(1).flatMap((row) => row.slice(2)) ?? [];
  expect(values.filter((value) => value !== null).toSorted()).toEqual(csv.toSorted());
  expect([last?.name, last?.rows.slice(1, 5)]).toEqual([
    "About",
    [
      ["Content", "Comparison of areas"],
      ["A", "W › Bench 1"],
      ["B", "E › Bench 1"],
      ["Period", "24 Oct to 26 Oct 2026"],
    ],
  ]);
});

test("has a row for each day of crop, and says whose start is unknown", async () => {
  const job = (letter: string, firstAt: string, days: [number, number][]) => ({
    ...of(letter, `=JOB ${letter}`, []),
    aligned: days.map(([day, mean]) => point(new Date(day * 86_400_000).toISOString(), mean)),
    firstAt: new Date(firstAt),
    job: { begunBefore: letter === "B" },
  });
  const lines = [
    job("A", first, [
      [0, 70],
      [2, 71],
    ]),
    job("B", second, [[0, 60]]),
  ];
  const bytes = await compareWorkbook({
    ...about,
    kind: "job",
    crop: true,
    step: 86_400_000,
    parts: [{ index: "HEALTH", lines }],
  });
  const [sheet, aboutIt] = readWorkbook(Buffer.concat(bytes));
  expect(aboutIt?.rows.slice(2, 4)).toEqual([
    ["A", "=JOB A"],
    ["B", "=JOB B (may have begun before day 0)"],
  ]);
  expect(sheet?.rows).toEqual([
    ["Day of crop", "Health, A =JOB A (Fv/Fm index)", "Health, B =JOB B (Fv/Fm index)"],
    [0, 70, 60],
    [2, 71],
  ]);
});
