import { expect, test } from "vitest";
import { bandPath, placeLetters, rowPaths, unknownStartStrip } from "./compare-layout";
import { toRows } from "./plot/rows";

const DAY = 86_400_000;
const scale = { toX: (t: number) => (t / DAY) * 20, toY: (value: number) => 100 - value };
const line = (values: (number | null)[], filled = 0) =>
  toRows(
    values.flatMap((mean, day) =>
      mean === null ? [] : [{ t: day * DAY, mean, min: mean, max: mean, count: 1, filled }],
    ),
    DAY,
  );

test("breaks a line at missing days, draws interpolated days apart and a single day as a dot", () => {
  expect(rowPaths(line([10, 20, null, null, 30, 40]), scale)).toEqual({
    measured: "M0.0 90.0L20.0 80.0M80.0 70.0L100.0 60.0",
    filled: "",
    dots: [],
  });
  expect(rowPaths(line([10, 20], 1), scale)).toMatchObject({ measured: "", filled: "M0.0 90.0L20.0 80.0" });
  expect(rowPaths(line([10, null, null, 30]), scale).dots).toEqual([
    { x: 0, y: 90 },
    { x: 60, y: 70 },
  ]);
});

test("draws a band as one shape for consecutive days, a single day as wide as a day", () => {
  const step = (day: number, low: number, high: number) => ({
    ...{ from: (day - 0.5) * DAY, to: (day + 0.5) * DAY, low, high },
  });
  expect(bandPath([step(1, 10, 30), step(2, 20, 40), step(5, 50, 60)], scale)).toBe(
    "M20.0 70.0L40.0 60.0L40.0 80.0L20.0 90.0ZM90.0 40.0L110.0 40.0L110.0 50.0L90.0 50.0Z",
  );
  expect(bandPath([], scale)).toBe("");
});

test("gives every line in view a letter without overlap, also where all lines coincide", () => {
  const same = line(Array.from({ length: 40 }, () => 50));
  const lines = ["A", "B", "C", "D", "E", "F"].map((letter) => ({ letter, rows: same }));
  const placed = placeLetters(lines, { from: 0, to: 39 * DAY }, scale);
  expect(new Set(placed.map(({ letter }) => letter))).toEqual(new Set("ABCDEF"));
  for (const [index, one] of placed.entries())
    for (const other of placed.slice(index + 1))
      expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThanOrEqual(17);
});

test("puts the letter on the only day of a line, and none on a line out of view", () => {
  const rows = line([null, null, 50]);
  expect(placeLetters([{ letter: "B", rows }], { from: 0, to: 30 * DAY }, scale)).toEqual([
    { letter: "B", x: 40, y: 50 },
  ]);
  expect(placeLetters([{ letter: "B", rows }], { from: 5 * DAY, to: 30 * DAY }, scale)).toEqual([]);
});

test("hatches the first edge of the plot with the letters of unknown start, in every zoom", () => {
  const edges = { left: 38, top: 8, bottom: 192 };
  expect(unknownStartStrip([], edges)).toBeNull();
  expect(unknownStartStrip(["A", "C"], edges)).toEqual({
    box: { x: 38, y: 8, width: 18, height: 184 },
    letters: [
      { letter: "A", x: 47, y: 20 },
      { letter: "C", x: 47, y: 36 },
    ],
  });
});
