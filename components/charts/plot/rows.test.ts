import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Point } from "@/lib/farm/series/contract";
import { extentOf } from "./geometry";
import { findGaps, nearestRow, rowValues, separateRunningDay, stepLength, toRows } from "./rows";

const HOUR = 3_600_000;
const START = Date.UTC(2026, 9, 11, 12);

const pointAt = (hour: number, mean: number, filled = 0): Point => ({
  t: START + hour * HOUR,
  mean,
  min: mean - 1,
  max: mean + 1,
  count: 3,
  filled,
});

describe("rows of a plot", () => {
  it("breaks the line at a missing hour without inventing a value", () => {
    const rows = toRows([pointAt(0, 70), pointAt(1, 71), pointAt(5, 72)], HOUR);
    expect(rows.map((row) => row.measured)).toEqual([70, 71, null, 72]);
    expect(rows[2]).toMatchObject({ filled: null, band: null, point: null });
  });

  it("draws interpolated points dashed, joined to their measured neighbours", () => {
    const rows = toRows([pointAt(0, 70), pointAt(1, 71, 1), pointAt(2, 72, 1), pointAt(3, 73)], HOUR);
    expect(rows.map((row) => row.measured)).toEqual([70, null, null, 73]);
    expect(rows.map((row) => row.filled)).toEqual([70, 71, 72, 73]);
  });

  it("does not join over a gap", () => {
    const rows = toRows([pointAt(0, 70), pointAt(6, 71, 1)], HOUR);
    expect(rows[0]?.filled).toBeNull();
  });

  it("keeps every value exactly once", () => {
    const hours = fc.uniqueArray(fc.integer({ min: 0, max: 500 }), { minLength: 1, maxLength: 80 });
    fc.assert(
      fc.property(hours, (list) => {
        const points = list.sort((a, b) => a - b).map((hour) => pointAt(hour, hour));
        const drawn = toRows(points, HOUR).flatMap((row) => (row.point ? [row.measured] : []));
        expect(drawn).toEqual(list);
      }),
    );
  });

  it("marks points without neighbours", () => {
    const rows = toRows([pointAt(0, 70), pointAt(4, 71), pointAt(5, 72)], HOUR);
    expect(rows.map((row) => row.lone)).toEqual([70, null, null, null]);
  });
});

describe("gaps", () => {
  it("are found from the minimum length on", () => {
    const points = [pointAt(0, 70), pointAt(2, 70), pointAt(8, 70)];
    expect(findGaps(points, HOUR, 3 * HOUR)).toEqual([{ from: START + 2 * HOUR, to: START + 8 * HOUR }]);
  });
});

describe("reading a row", () => {
  const rows = toRows([pointAt(0, 70), pointAt(5, 72)], HOUR);

  it("takes the nearest within reach, or none", () => {
    expect(nearestRow(rows, START + 0.4 * HOUR, HOUR)?.measured).toBe(70);
    expect(nearestRow(rows, START + 2.5 * HOUR, HOUR)).toBeNull();
  });

  it("gives the extremes of the band", () => {
    expect(extentOf(rowValues(rows))).toEqual([69, 73]);
    expect(extentOf(rowValues([]))).toBeNull();
  });
});

it("reads the length of a bucket", () => {
  expect(["PT1H", "PT6H", "P1D", "P7D", "PT0S"].map(stepLength)).toEqual([
    HOUR,
    6 * HOUR,
    24 * HOUR,
    168 * HOUR,
    HOUR,
  ]);
});

it("separates a running day from the line", () => {
  const day = 86_400_000;
  const points = [0, 1, 2].map((at) => ({
    t: at * day,
    mean: 10 - at,
    min: 8 - at,
    max: 12 - at,
    count: 24,
    filled: 0,
  }));
  const rows = toRows(points, day);
  const running = separateRunningDay(rows, day, 2 * day + 7 * 3_600_000);
  expect(running.map((row) => row.measured)).toEqual([10, 9, null, 8]);
  expect(running.at(-1)?.lone).toBe(8);
  expect(separateRunningDay(rows, day, 3 * day)).toEqual(rows);
});
