import { expect, test } from "vitest";
import { chooseColumns, columnSeries, isDividedByLight, pointsByLight } from "./fluorescence-columns";

const HOUR = 3_600_000;
const point = (hour: number) => ({
  ...{ t: new Date(hour * HOUR).toISOString(), mean: hour, min: hour, max: hour, count: 1 },
});
const series = columnSeries({ column: "npq", step: "PT1H", points: [0, 5, 6, 7, 12].map(point) }, "Site");
const nights = [{ from: 0, to: 6.25 * HOUR }];

test("day and night part the points: each is in one of them, by the middle of its hour", () => {
  const means = (light: "any" | "day" | "night") =>
    pointsByLight(series, light, nights).points.map(({ mean }) => mean);
  expect(means("night")).toEqual([0, 5]);
  expect(means("day")).toEqual([6, 7, 12]);
  expect(means("any")).toEqual([0, 5, 6, 7, 12]);
});

test("light is told of hours alone: a longer step may hold day and night", () => {
  expect(isDividedByLight(series, nights)).toBe(true);
  expect(isDividedByLight({ step: "PT6H" }, nights)).toBe(false);
  expect(isDividedByLight({ step: "P1D" }, nights)).toBe(false);
  expect(isDividedByLight(series, [])).toBe(false);
});

test("the columns wanted stand in the order of the interface, and there is always one", () => {
  expect(chooseColumns(["fv_fm", "npq", "ql"], ["npq", "fv_fm"])).toEqual(["fv_fm", "npq"]);
  expect(chooseColumns(["ql"], null)).toEqual(["ql"]);
});
