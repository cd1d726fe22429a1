import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  apartWhileRunning,
  extentOf,
  gapsOf,
  nearestRow,
  niceScale,
  type Point,
  stepLength,
  toRows,
  withoutNights,
} from "./model";

const HOUR = 3_600_000;
const START = Date.UTC(2026, 9, 11, 12);

const pointAt = (hour: number, mean: number, filled = 0): Point => ({
  t: new Date(START + hour * HOUR).toISOString(),
  mean,
  min: mean - 1,
  max: mean + 1,
  count: 3,
  filled,
});

describe("rows of a plot", () => {
  it("breaks the line at a missing hour and invents no value there", () => {
    const rows = toRows([pointAt(0, 70), pointAt(1, 71), pointAt(5, 72)], HOUR);
    expect(rows.map((row) => row.measured)).toEqual([70, 71, null, 72]);
    expect(rows[2]).toMatchObject({ filled: null, band: null, point: null });
  });

  it("draws an interpolated stretch apart and joins it to its measured neighbours", () => {
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

  it("finds the points that no line reaches", () => {
    const rows = toRows([pointAt(0, 70), pointAt(4, 71), pointAt(5, 72)], HOUR);
    expect(rows.map((row) => row.lone)).toEqual([70, null, null, null]);
  });
});

describe("gaps", () => {
  it("says from when to when nothing came, where it is long enough", () => {
    const points = [pointAt(0, 70), pointAt(2, 70), pointAt(8, 70)];
    expect(gapsOf(points, HOUR, 3 * HOUR)).toEqual([{ from: START + 2 * HOUR, to: START + 8 * HOUR }]);
  });
});

describe("gaps of what is known by light only", () => {
  const gap = { from: START, to: START + 8 * HOUR };

  it("are none by night, and stay by day", () => {
    expect(withoutNights([gap], [{ from: START, to: START + 7 * HOUR }])).toEqual([]);
    expect(withoutNights([gap], [{ from: START, to: START + 2 * HOUR }])).toEqual([gap]);
  });
});

describe("scale", () => {
  it("has three to six ticks that cover the data", () => {
    const value = fc.double({ min: -500, max: 2_000, noNaN: true });
    fc.assert(
      fc.property(value, value, fc.boolean(), (a, b, zeroBased) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)];
        const { domain, ticks } = niceScale(low, high, zeroBased);
        expect(domain[0]).toBeLessThanOrEqual(low);
        expect(domain[1]).toBeGreaterThanOrEqual(high);
        expect(ticks.length).toBeGreaterThanOrEqual(2);
        expect(ticks.length).toBeLessThanOrEqual(5);
        if (domain[0] < 0 && domain[1] > 0)
          expect(ticks.some((tick) => Object.is(Math.abs(tick), 0))).toBe(true);
      }),
    );
  });

  it("begins at zero for amounts", () => {
    expect(niceScale(3, 18, true).domain[0]).toBe(0);
  });
});

describe("reading a row", () => {
  const rows = toRows([pointAt(0, 70), pointAt(5, 72)], HOUR);

  it("takes the nearest within reach, and none beyond it", () => {
    expect(nearestRow(rows, START + 0.4 * HOUR, HOUR)?.measured).toBe(70);
    expect(nearestRow(rows, START + 2.5 * HOUR, HOUR)).toBeNull();
  });

  it("knows the extremes of the band", () => {
    expect(extentOf(rows)).toEqual([69, 73]);
    expect(extentOf([])).toBeNull();
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

it("a day that is not over stands apart: no line falls to its mean so far", () => {
  const day = 86_400_000;
  const points = [0, 1, 2].map((at) => ({
    t: new Date(at * day).toISOString(),
    mean: 10 - at,
    min: 8 - at,
    max: 12 - at,
    count: 24,
    filled: 0,
  }));
  const rows = toRows(points, day);
  const running = apartWhileRunning(rows, day, 2 * day + 7 * 3_600_000);
  expect(running.map((row) => row.measured)).toEqual([10, 9, null, 8]);
  expect(running.at(-1)?.lone).toBe(8);
  expect(apartWhileRunning(rows, day, 3 * day)).toEqual(rows);
});
