import { expect, test } from "vitest";
import { compareCsv } from "./csv";

const point = (at: string, mean: number, filled = 0) => ({
  ...{ t: Date.parse(at), mean, min: mean, max: mean, count: 1, filled },
});
const of = (letter: string, name: string, points: ReturnType<typeof point>[]) => ({
  ...{ letter, name, points, aligned: points, firstAt: null },
});
const at = "2026-10-14T10:00:00.000Z";
const head = (kind: string, reference: string) =>
  `letter,${kind},index,unit,time_utc,time_site,day_of_crop,begun_before,mean,lowest,highest,count,interpolated_share,difference_to_${reference}`;
const about = { kind: "area" as const, zone: "Europe/Amsterdam" };
const health = { index: "HEALTH", unit: "Fv/Fm index" };

test("writes times in UTC and site time, unrounded numbers, and formulas made harmless", () => {
  const lines = [
    of("A", "=cmd|calc#Bench 1", [point(at, 80.61234283447266), point("2026-10-25T00:30:00.000Z", -0.5, 1)]),
    of("B", 'W#Bench "2", left', [point(at, 80)]),
  ];
  expect(compareCsv({ ...about, parts: [{ ...health, lines }], reference: "A" }).split("\n")).toEqual([
    head("area", "A"),
    "A,'=cmd|calc#Bench 1,HEALTH,Fv/Fm index,2026-10-14T10:00:00Z,2026-10-14T12:00:00+02:00,,,80.61234283447266,80.61234283447266,80.61234283447266,1,0,0",
    "A,'=cmd|calc#Bench 1,HEALTH,Fv/Fm index,2026-10-25T00:30:00Z,2026-10-25T02:30:00+02:00,,,-0.5,-0.5,-0.5,1,1,0",
    'B,"W#Bench ""2"", left",HEALTH,Fv/Fm index,2026-10-14T10:00:00Z,2026-10-14T12:00:00+02:00,,,80,80,80,1,0,-0.612343',
    "",
  ]);
});

test("writes days of crop, whether the start is unknown, and differences to the same day of the reference", () => {
  const job = (letter: string, firstAt: string, mean: number) => ({
    ...of(letter, `JOB ${letter}`, [point(firstAt, mean)]),
    aligned: [point("1970-01-01T00:00:00.000Z", mean)],
    firstAt: new Date(firstAt),
    job: { begunBefore: letter === "A" },
  });
  const lines = [job("A", "2026-05-03T22:00:00.000Z", 70), job("B", "2026-11-20T23:00:00.000Z", 72.5)];
  const text = compareCsv({ ...about, kind: "job", parts: [{ ...health, lines }], reference: "B" });
  expect(text.split("\n")).toEqual([
    head("job", "B"),
    "A,JOB A,HEALTH,Fv/Fm index,2026-05-03T22:00:00Z,2026-05-04T00:00:00+02:00,0,true,70,70,70,1,0,-2.5",
    "B,JOB B,HEALTH,Fv/Fm index,2026-11-20T23:00:00Z,2026-11-21T00:00:00+01:00,0,false,72.5,72.5,72.5,1,0,0",
    "",
  ]);
});

test("writes all shown indices, each with its own differences", () => {
  const lines = (a: number, b: number) => [of("A", "W", [point(at, a)]), of("B", "E", [point(at, b)])];
  const parts = [
    { ...health, lines: lines(80, 81) },
    { index: "DLI", unit: "mol/m²/d", lines: lines(12, 10) },
  ];
  const cells = compareCsv({ ...about, parts, reference: "A" })
    .trimEnd()
    .split("\n")
    .slice(1)
    .map((line) => line.split(","));
  expect(cells.map(([letter, , index, unit, , , , , mean]) => [letter, index, unit, mean])).toEqual([
    ["A", "HEALTH", "Fv/Fm index", "80"],
    ["B", "HEALTH", "Fv/Fm index", "81"],
    ["A", "DLI", "mol/m²/d", "12"],
    ["B", "DLI", "mol/m²/d", "10"],
  ]);
  expect(cells.map((line) => line.at(-1))).toEqual(["0", "1", "0", "-2"]);
});
