import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { siteDay, siteHour, startOfDay } from "@/lib/base/core/time";
import { firstDay, hourGrid, moveCell, nearestCell, SHADES, shadeFor, shadeRange } from "./hour-grid";

const HOUR = 3_600_000;
const ZONES = ["Europe/Amsterdam", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu"];
const point = (t: number, mean: number) => ({
  ...{ t: t, mean, min: mean, max: mean, count: 1, filled: 0 },
});
const dayOf = (day: string, zone: string, values: [string, number][] = []) =>
  hourGrid(
    values.map(([t, mean]) => point(Date.parse(t), mean)),
    startOfDay(day, zone).getTime(),
    startOfDay(day, zone).getTime() + 26 * HOUR,
    zone,
  )[0];

describe("the hours of a day", () => {
  it("are 25 when clocks are put back, with both values of the repeated hour", () => {
    const day = dayOf("2026-10-25", "Europe/Amsterdam", [
      ["2026-10-25T00:00:00Z", 1],
      ["2026-10-25T01:00:00Z", 2],
    ]);
    expect(day?.cells).toHaveLength(25);
    const twice = day?.cells.filter((cell) => cell.hour === 2);
    expect(twice?.map(({ place, of, point: own }) => [place, of, own?.mean])).toEqual([
      [0, 2, 1],
      [1, 2, 2],
    ]);
  });

  it("are 23 when clocks go forward, without a cell for the skipped hour", () => {
    const hours = dayOf("2026-03-29", "Europe/Amsterdam")?.cells.map(({ hour }) => hour);
    expect(hours).toHaveLength(23);
    expect(hours).not.toContain(2);
  });
});

test("puts every hour into one cell of its day and hour, in every zone", () => {
  const cases = fc.record({
    zone: fc.constantFrom(...ZONES),
    from: fc.integer({ min: Date.UTC(2026, 0, 1) / HOUR, max: Date.UTC(2027, 0, 1) / HOUR }),
    hours: fc.integer({ min: 1, max: 200 }),
  });
  fc.assert(
    fc.property(cases, ({ zone, from, hours }) => {
      const points = Array.from({ length: hours }, (_, n) => point((from + n) * HOUR, n));
      const days = hourGrid(points, from * HOUR, (from + hours) * HOUR, zone);
      const cells = days.flatMap(({ day, cells: own }) => own.map((cell) => ({ ...cell, day })));
      expect(cells.map((cell) => cell.point?.mean)).toEqual(points.map(({ mean }) => mean));
      for (const { t, day, hour } of cells) {
        expect(day).toBe(siteDay(new Date(t), zone));
        expect(hour).toBe(siteHour(new Date(t), zone));
      }
      expect(new Set(cells.map(({ day, hour, place }) => `${day} ${hour} ${place}`)).size).toBe(hours);
    }),
    { numRuns: 40 },
  );
});

test("ends eight weeks with today", () => {
  expect(firstDay(Date.parse("2026-11-20T23:30:00Z"), "Europe/Amsterdam", 56)).toBe("2026-09-27");
});

describe("shades", () => {
  const days = hourGrid([point(0, 20), point(HOUR, 80)], 0, 3 * HOUR, "UTC");

  it("go from the lowest or zero to the highest, and to both sides of zero for signed indices", () => {
    expect(shadeRange(days, "HEALTH")).toEqual([20, 80]);
    expect(shadeRange(days, "PPFD")).toEqual([0, 80]);
    expect(shadeRange(days, "PEI")).toEqual([-80, 80]);
    expect(shadeRange([], "PEI")).toBeNull();
    expect([20, 49, 51, 80].map((value) => shadeFor(value, [20, 80]))).toEqual([0, 2, 3, SHADES - 1]);
    expect([-80, -1, 0, 80].map((value) => shadeFor(value, [-80, 80]))).toEqual([-6, -1, 0, 5]);
  });
});

test("moves to the nearest hour of a day that lacks the hour, and stays within the strip", () => {
  const start = startOfDay("2026-03-28", "Europe/Amsterdam").getTime();
  const days = hourGrid([], start, start + 71 * HOUR, "Europe/Amsterdam");
  expect(days[1]?.cells[moveCell(days, { day: 0, cell: 2 }, { days: 1 }).cell]?.hour).toBe(1);
  expect(moveCell(days, { day: 0, cell: 0 }, { days: -7, hours: -1 })).toEqual({ day: 0, cell: 0 });
  expect(moveCell(days, { day: 1, cell: 22 }, { hours: 1 })).toEqual({ day: 1, cell: 22 });
  expect(nearestCell([], 4)).toBe(0);
});
