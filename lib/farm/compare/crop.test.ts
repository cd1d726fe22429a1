import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays, siteDay, startOfDay } from "@/lib/base/core/time";
import {
  clockChangeDays,
  cropDay,
  cropTime,
  dayOfCrop,
  onDaysOfCrop,
  rangeOf,
  startOfCropDay,
  toCropTime,
} from "./crop";

const ZONES = ["Europe/Amsterdam", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "UTC"];

const zones = fc.constantFrom(...ZONES);

const days = fc.integer({ min: 0, max: 3_000 }).map((days) => addDays("2022-01-01", days));

const hours = fc.integer({ min: 0, max: 22 });

const point = (t: number, mean: number) => ({ t, mean, min: mean - 1, max: mean + 1, count: 2, filled: 0 });

describe("the day of crop", () => {
  test("begins with the day of the first reading, also an hour before midnight", () => {
    const firstAt = new Date("2026-09-02T21:30:00Z");
    expect(dayOfCrop(firstAt, firstAt, "Europe/Amsterdam")).toBe(0);
    expect(dayOfCrop(new Date("2026-09-02T22:00:00Z"), firstAt, "Europe/Amsterdam")).toBe(1);
  });

  test("neither adds nor loses a day at a clock change", () => {
    const firstAt = new Date("2026-10-23T10:00:00Z");
    const zone = "Europe/Amsterdam";
    const midnights = [0, 1, 2, 3, 4].map((day) => startOfCropDay(day, firstAt, zone));
    expect(midnights.map((at) => at.toISOString())).toEqual([
      "2026-10-22T22:00:00.000Z",
      "2026-10-23T22:00:00.000Z",
      "2026-10-24T22:00:00.000Z",
      "2026-10-25T23:00:00.000Z",
      "2026-10-26T23:00:00.000Z",
    ]);
    expect(midnights.map((at) => dayOfCrop(at, firstAt, zone))).toEqual([0, 1, 2, 3, 4]);
    expect(toCropTime(new Date("2026-10-25T10:30:00Z"), firstAt, zone)).toBe(cropTime(2) + 43_200_000);
  });

  test("begins at local midnight, in any zone", () => {
    fc.assert(
      fc.property(zones, days, hours, fc.integer({ min: 0, max: 400 }), (zone, first, hour, day) => {
        const firstAt = new Date(startOfDay(first, zone).getTime() + hour * 3_600_000);
        fc.pre(siteDay(firstAt, zone) === first);
        const begin = startOfCropDay(day, firstAt, zone);
        expect(siteDay(begin, zone)).toBe(addDays(first, day));
        expect(dayOfCrop(begin, firstAt, zone)).toBe(day);
        expect(dayOfCrop(new Date(begin.getTime() - 1), firstAt, zone)).toBe(day - 1);
        expect(toCropTime(begin, firstAt, zone)).toBe(cropTime(day));
        expect(cropDay(cropTime(day))).toBe(day);
      }),
    );
  });

  test("keeps the values and order of daily points, consecutive days one day apart", () => {
    fc.assert(
      fc.property(
        zones,
        days,
        fc.array(fc.float({ noNaN: true }), { maxLength: 40 }),
        (zone, first, values) => {
          const points = values.map((value, day) =>
            point(startOfDay(addDays(first, day), zone).getTime(), value),
          );
          const firstAt = new Date(startOfDay(first, zone).getTime() + 5_400_000);
          const aligned = onDaysOfCrop(points, firstAt, zone);
          expect(aligned.map(({ t }) => cropDay(t))).toEqual(values.map((_, day) => day));
          expect(aligned.map(({ mean }) => mean)).toEqual(values);
        },
      ),
    );
  });
});

describe("the range of past jobs", () => {
  test("takes the lowest and highest of the lines with a value on each day", () => {
    const one = [point(cropTime(0), 70), point(cropTime(1), 71)];
    const other = [point(cropTime(1), 75), point(cropTime(2), 76)];
    expect(rangeOf([one, other])).toEqual([
      { t: cropTime(0), low: 69, high: 71 },
      { t: cropTime(1), low: 70, high: 76 },
      { t: cropTime(2), low: 75, high: 77 },
    ]);
  });

  test("contains every value of its days", () => {
    const lines = fc.array(
      fc.uniqueArray(fc.record({ day: fc.nat(20), mean: fc.integer() }), { selector: ({ day }) => day }),
    );
    fc.assert(
      fc.property(lines, (all) => {
        const points = all.map((line) => line.map(({ day, mean }) => point(cropTime(day), mean)));
        for (const { t, low, high } of rangeOf(points)) {
          const here = points.flat().filter((one) => one.t === t);
          expect(low).toBe(Math.min(...here.map(({ min }) => min)));
          expect(high).toBe(Math.max(...here.map(({ max }) => max)));
        }
      }),
    );
  });
});

const of = (from: string, to: string, zone: string) =>
  clockChangeDays(Date.parse(from), Date.parse(to), zone);

test("lists the days that a clock change makes longer or shorter, also by half an hour", () => {
  expect(of("2026-03-01T12:00:00Z", "2026-11-20T12:00:00Z", "Europe/Amsterdam")).toEqual([
    { day: "2026-03-29", hours: 23 },
    { day: "2026-10-25", hours: 25 },
  ]);
  expect(of("2026-10-25T12:00:00Z", "2026-10-25T12:00:00Z", "Europe/Amsterdam")).toHaveLength(1);
  expect(of("2026-10-03T00:00:00Z", "2026-10-05T00:00:00Z", "Australia/Lord_Howe")).toEqual([
    { day: "2026-10-04", hours: 23.5 },
  ]);
  expect(of("2026-01-01T00:00:00Z", "2026-12-31T00:00:00Z", "UTC")).toEqual([]);
});
