import { expect, it } from "vitest";
import { type FaintLine, faintValues, lineAt, linePath, samplingStep, valueAt } from "./faint-lines";
import { extentOf } from "./geometry";

const line = (name: string, ...points: [number, number][]): FaintLine => ({
  name,
  points: points.map(([t, value]) => ({ t, value })),
});
const one = line("Bench 1", [0, 10], [1, 11], [5, 12]);
const two = line("Bench 2", [0, 20], [1, 21]);
const scale = { toX: (t: number) => t, toY: (value: number) => value };

it("breaks a line where points are missing", () => {
  expect(samplingStep([one, two])).toBe(1);
  expect(linePath(one, 1, scale)).toBe("M0.0 10.0L1.0 11.0M5.0 12.0");
});

it("finds the line near a point, or none", () => {
  expect(valueAt(one, 1.4, 1)).toBe(11);
  expect(valueAt(one, 3, 1)).toBeNull();
  expect(lineAt([one, two], { t: 1, value: 19 }, 1, 3)?.name).toBe("Bench 2");
  expect(lineAt([one, two], { t: 1, value: 16 }, 1, 3)).toBeNull();
});

it("takes the values within the window", () => {
  const band = [{ from: 0, to: 2, low: 5, high: 13 }];
  expect(faintValues([one, two], [], { from: 4, to: 6 })).toEqual([12]);
  expect(extentOf(faintValues([one], band, { from: 0, to: 2 }))).toEqual([5, 13]);
  expect(extentOf(faintValues([one], [], { from: 6, to: 7 }))).toBeNull();
});
