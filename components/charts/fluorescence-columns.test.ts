import { expect, test } from "vitest";
import { chooseColumns, columnSeries, isDividedByLight, pointsByLight } from "./fluorescence-columns";

const HOUR = 3_600_000;
const point = (hour: number) => ({
  ...{ t: new Date(hour * HOUR).toISOString(), mean: hour, min: hour, max: hour, count: 1 },
});
const series = columnSeries({ column: "npq", step: "PT1H", points: [0, 5, 6, 7, 12].map(point) }, "Site");
const nights = [{ from: 0, to: 6.25 * HOUR }];

test("divides points into day and night by the middle of their hour", () => {
  const means = (light: "any" | "day" | "night") =>
    pointsByLight(series, light, nights).points.map(({ mean }) => mean);
  expect(means("night")).toEqual([0, 5]);
  expect(means("day")).toEqual([6, 7, 12]);
  expect(means("any")).toEqual([0, 5, 6, 7, 12]);
});

test("divides by light only up to two hours, since a longer bucket may contain both", () => {
  expect(isDividedByLight(series, nights)).toBe(true);
  expect(isDividedByLight({ step: "PT6H" }, nights)).toBe(false);
  expect(isDividedByLight({ step: "P1D" }, nights)).toBe(false);
  expect(isDividedByLight(series, [])).toBe(false);
});

test("keeps the wanted columns in the order of the interface, at least one", () => {
  expect(chooseColumns(["fv_fm", "npq", "ql"], ["npq", "fv_fm"])).toEqual(["fv_fm", "npq"]);
  expect(chooseColumns(["ql"], null)).toEqual(["ql"]);
});
