import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, siteDay, startOfDay } from "@/lib/base/core/time";
import { onDaysOfCrop } from "./crop";
import { coveringAreas, differenceTo, poolPoints } from "./points";

const HOUR = 3_600_000;
const instants = fc.integer({ min: 0, max: 60 }).map((hour) => hour * HOUR);
const points = fc
  .uniqueArray(
    fc.record({
      t: instants,
      mean: fc.integer({ min: -1_000, max: 1_000 }).map((tenths) => tenths / 10),
      count: fc.integer({ min: 1, max: 9 }),
      filled: fc.constantFrom(0, 0.5, 1),
    }),
    { selector: ({ t }) => t },
  )
  .map((all) => all.map((one) => ({ ...one, min: one.mean - 1, max: one.mean + 2 })))
  .map((all) => all.sort((a, b) => a.t - b.t));

test("gives a difference exactly where both have a value", () => {
  fc.assert(
    fc.property(points, points, (line, reference) => {
      const both = line.filter(({ t }) => reference.some((other) => other.t === t));
      const found = differenceTo(line, reference);
      expect(found.map(({ t }) => t)).toEqual(both.map(({ t }) => t));
      found.forEach((point, place) => {
        const other = reference.find(({ t }) => t === point.t);
        expect(point.mean + (other?.mean ?? Number.NaN)).toBeCloseTo(both[place]?.mean ?? Number.NaN, 5);
        expect(point.filled).toBe(Math.max(both[place]?.filled ?? 0, other?.filled ?? 0));
      });
    }),
  );
});

test("is zero to itself, between its own lowest and highest", () => {
  fc.assert(
    fc.property(points, (line) => {
      for (const point of differenceTo(line, line)) {
        expect(point.mean).toBe(0);
        expect(point.min).toBeLessThanOrEqual(0);
        expect(point.max).toBeGreaterThanOrEqual(0);
      }
    }),
  );
});

test("gives 0.4 for 80.6 and 80.2, without the digits of floating point", () => {
  const at = (mean: number) => [
    { t: Date.parse("2026-10-14T10:00:00Z"), mean, min: mean, max: mean, count: 1, filled: 0 },
  ];
  expect(differenceTo(at(80.6), at(80.2))).toMatchObject([{ mean: 0.4 }]);
});

test("subtracts days of crop day by day, also across a clock change of one job", () => {
  const zone = "Australia/Lord_Howe";
  const daily = (first: string, base: number) => {
    const all = Array.from({ length: 10 }, (_, day) => ({
      t: startOfDay(addDays(first, day), zone).getTime(),
      ...{ mean: base + day, min: base, max: base + 10, count: 1, filled: 0 },
    }));
    return onDaysOfCrop(all, startOfDay(first, zone), zone);
  };
  expect(siteDay(new Date("2026-10-03T15:30:00Z"), zone)).toBe("2026-10-04");
  const found = differenceTo(daily("2026-09-30", 80), daily("2026-07-01", 70));
  expect(found).toHaveLength(10);
  expect(found.map(({ mean }) => mean)).toEqual(Array.from({ length: 10 }, () => 10));
});

test("pools the parts of a job without loss, each time once", () => {
  fc.assert(
    fc.property(fc.array(points, { minLength: 1, maxLength: 4 }), (parts) => {
      const pooled = poolPoints(parts);
      const all = parts.flat();
      expect(new Set(pooled.map(({ t }) => t)).size).toBe(pooled.length);
      expect(sum(pooled.map(({ count }) => count))).toBe(sum(all.map(({ count }) => count)));
      expect(sum(pooled.map((one) => one.mean * one.count))).toBeCloseTo(
        sum(all.map((one) => one.mean * one.count)),
        4,
      );
      for (const one of all) {
        const here = pooled.find(({ t }) => t === one.t);
        expect(here?.min).toBeLessThanOrEqual(one.min);
        expect(here?.max).toBeGreaterThanOrEqual(one.max);
      }
    }),
  );
});

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

test("covers the areas of a job by one area per site", () => {
  expect(coveringAreas(["W#G1#A#1", "W#G1#A#2", "W#G1#B"])).toEqual(["W#G1"]);
  expect(coveringAreas(["W#G1#A"])).toEqual(["W#G1#A"]);
  expect(coveringAreas(["W#G1", "W#G1#A"])).toEqual(["W#G1"]);
  expect(coveringAreas(["W#G1#A", "X#G1#A", "W#G2"])).toEqual(["W", "X#G1#A"]);
  expect(coveringAreas([])).toEqual([]);
});
