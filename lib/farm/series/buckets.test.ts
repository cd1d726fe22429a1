import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays, siteDay } from "@/lib/base/core/time";
import {
  addTo,
  type Buckets,
  bucketKey,
  chooseStep,
  countBuckets,
  durationOf,
  meanOf,
  type Step,
  splitDays,
  startOfBucket,
  wholeDaysWithin,
} from "./buckets";

const ZONES = ["Europe/Amsterdam", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu"];

const HOUR = 3_600_000;

const at = (text: string) => new Date(text);

const zone = fc.constantFrom(...ZONES);

const instant = fc.date({
  min: at("2026-01-01T00:00:00Z"),
  max: at("2026-12-31T00:00:00Z"),
  noInvalidDate: true,
});

const period = fc.tuple(instant, instant).map(([a, b]) => (a <= b ? { from: a, to: b } : { from: b, to: a }));

describe("the automatic step", () => {
  test.each([
    [20, "PT1H"],
    [40, "PT2H"],
    [60, "PT3H"],
    [120, "PT6H"],
    [126, "P1D"],
    [365, "P1D"],
    [1000, "P3D"],
  ])("%d days in 500 points are cut by %s", (days, step) => {
    const from = at("2024-01-01T00:00:00Z");
    const to = new Date(from.getTime() + days * 24 * HOUR);
    expect(durationOf(chooseStep({ from, to }, "UTC", 500))).toBe(step);
  });

  test("never passes maxPoints, whatever the period, the zone and the limit", () => {
    fc.assert(
      fc.property(period, zone, fc.integer({ min: 2, max: 600 }), (asked, site, maxPoints) => {
        const step = chooseStep(asked, site, maxPoints);
        expect(countBuckets(step, asked, site)).toBeLessThanOrEqual(maxPoints);
      }),
    );
  });
});

describe("buckets", () => {
  const step = fc.constantFrom<Step>(
    { kind: "raw" },
    ...([1, 2, 3, 6] as const).map((hours): Step => ({ kind: "hours", hours })),
    { kind: "days", days: 1, first: "2026-01-01" },
    { kind: "days", days: 7, first: "2025-12-30" },
  );

  test("starts a bucket at or before its instants, within itself", () => {
    fc.assert(
      fc.property(instant, zone, step, (time, site, cut) => {
        const key = bucketKey(cut, time, site);
        const start = startOfBucket(cut, key, site);
        expect(start.getTime()).toBeLessThanOrEqual(time.getTime());
        expect(bucketKey(cut, start, site)).toBe(key);
      }),
    );
  });

  test("begins days at local midnight, 23 and 25 hours apart at clock changes", () => {
    const days: Step = { kind: "days", days: 1, first: "2026-01-01" };
    const start = (text: string) =>
      startOfBucket(days, bucketKey(days, at(text), "Europe/Amsterdam"), "Europe/Amsterdam");
    expect(start("2026-03-29T12:00:00Z").toISOString()).toBe("2026-03-28T23:00:00.000Z");
    expect(start("2026-03-30T12:00:00Z").toISOString()).toBe("2026-03-29T22:00:00.000Z");
    expect(start("2026-10-25T12:00:00Z").toISOString()).toBe("2026-10-24T22:00:00.000Z");
    expect(start("2026-10-26T12:00:00Z").toISOString()).toBe("2026-10-25T23:00:00.000Z");
  });

  test("cuts six hours from local midnight", () => {
    const six: Step = { kind: "hours", hours: 6 };
    const key = bucketKey(six, at("2026-06-01T03:59:00Z"), "Europe/Amsterdam");
    expect(startOfBucket(six, key, "Europe/Amsterdam").toISOString()).toBe("2026-05-31T22:00:00.000Z");
  });
});

describe("downsampling", () => {
  const value = fc.integer({ min: -999, max: 999 }).map((tenths) => tenths / 10);
  const values = fc.array(fc.tuple(instant, value), { minLength: 1, maxLength: 60 });

  test("keeps the lowest and highest value of every bucket", () => {
    fc.assert(
      fc.property(values, zone, fc.integer({ min: 2, max: 5_000 }), (given, site, maxPoints) => {
        const times = given.map(([time]) => time.getTime());
        const held = { from: new Date(Math.min(...times)), to: new Date(Math.max(...times)) };
        const step = chooseStep(held, site, maxPoints);
        const buckets: Buckets = new Map();
        for (const [time, one] of given) {
          const key = bucketKey(step, time, site);
          addTo(buckets, { key, sum: one, min: one, max: one, count: 1, filled: 0 });
        }
        expect(buckets.size).toBeLessThanOrEqual(maxPoints);
        for (const bucket of buckets.values()) {
          const start = startOfBucket(step, bucket.key, site);
          const end = startOfBucket(step, bucket.key + 1, site);
          const inside = given.filter(([time]) => time >= start && time < end).map(([, one]) => one);
          expect([bucket.count, bucket.min, bucket.max]).toEqual([
            inside.length,
            Math.min(...inside),
            Math.max(...inside),
          ]);
        }
      }),
    );
  });
});

describe("days with a clock change", () => {
  /** Another way to the site's calendar than ours. */
  const calendar = (site: string) => new Intl.DateTimeFormat("sv-SE", { timeZone: site });
  const days: Step = { kind: "days", days: 1, first: "2026-01-01" };

  test.each([
    ["Europe/Amsterdam", "2026-03-29", 23],
    ["Europe/Amsterdam", "2026-10-25", 25],
    ["America/New_York", "2026-03-08", 23],
    ["America/New_York", "2026-11-01", 25],
    ["Australia/Lord_Howe", "2026-04-05", 24.5],
    ["Australia/Lord_Howe", "2026-10-04", 23.5],
  ])("in %s %s has %d hours, and every instant around it lies in its own day", (site, day, length) => {
    const key = bucketKey(days, startOfBucket(days, 0, site), site) + daysFromNewYear(day);
    const start = startOfBucket(days, key, site);
    const end = startOfBucket(days, key + 1, site);
    expect((end.getTime() - start.getTime()) / HOUR).toBe(length);
    expect(calendar(site).format(new Date(start.getTime() - 1))).toBe(addDays(day, -1));
    const minutes = fc.integer({ min: -36 * 60, max: 36 * 60 });
    fc.assert(
      fc.property(minutes, (offset) => {
        const time = new Date(start.getTime() + offset * 60_000);
        const own = calendar(site).format(time);
        expect(siteDay(time, site)).toBe(own);
        expect(bucketKey(days, time, site)).toBe(daysFromNewYear(own));
      }),
    );
  });

  const daysFromNewYear = (day: string) => (Date.parse(day) - Date.parse("2026-01-01")) / (24 * HOUR);
});

describe("whole days and what is left", () => {
  test("puts every instant of the period into exactly one part", () => {
    fc.assert(
      fc.property(period, instant, zone, (asked, time, site) => {
        const { whole, rest } = splitDays(asked, site);
        const day = siteDay(time, site);
        const inWhole = whole !== null && day >= whole.first && day <= whole.last;
        const inRest = rest.filter((part) => time >= part.from && time <= part.to).length;
        const inside = time >= asked.from && time <= asked.to;
        expect(Number(inWhole) + inRest).toBe(inside ? 1 : 0);
      }),
    );
  });

  test("widens a part to whole days within the period", () => {
    fc.assert(
      fc.property(period, instant, instant, zone, (asked, a, b, site) => {
        const clip = (time: Date) =>
          new Date(Math.min(asked.to.getTime(), Math.max(asked.from.getTime(), time.getTime())));
        const [from, to] = [clip(a), clip(b)].toSorted((x, y) => x.getTime() - y.getTime());
        const part = { from: from ?? asked.from, to: to ?? asked.to };
        const grown = wholeDaysWithin(part, asked, site);
        expect(grown.from >= asked.from && grown.from <= part.from).toBe(true);
        expect(grown.to <= asked.to && grown.to >= part.to).toBe(true);
        expect([siteDay(grown.from, site), siteDay(grown.to, site)]).toEqual([
          siteDay(part.from, site),
          siteDay(part.to, site),
        ]);
      }),
    );
  });

  test("needs no readings from midnight to the last millisecond of a day", () => {
    const asked = { from: at("2026-10-24T22:00:00Z"), to: at("2026-10-25T22:59:59.999Z") };
    expect(splitDays(asked, "Europe/Amsterdam")).toEqual({
      whole: { first: "2026-10-25", last: addDays("2026-10-26", -1) },
      rest: [],
    });
  });
});

const single = (key: number, value: number) => ({
  key,
  sum: value,
  min: value,
  max: value,
  count: 1,
  filled: 0,
});

test("loses no extreme and keeps the mean between them", () => {
  const value = fc.integer({ min: -999, max: 999 }).map((tenths) => Math.fround(tenths / 10));
  const values = fc.array(fc.tuple(fc.integer({ min: 0, max: 5 }), value), { minLength: 1, maxLength: 100 });
  fc.assert(
    fc.property(values, (given) => {
      const buckets: Buckets = new Map();
      for (const [key, one] of given) addTo(buckets, single(key, one));
      const all = [...buckets.values()];
      const numbers = given.map(([, one]) => one);
      expect(Math.min(...all.map((bucket) => bucket.min))).toBe(Math.min(...numbers));
      expect(Math.max(...all.map((bucket) => bucket.max))).toBe(Math.max(...numbers));
      expect(all.reduce((sum, bucket) => sum + bucket.count, 0)).toBe(given.length);
      for (const bucket of all) {
        expect(meanOf(bucket)).toBeGreaterThanOrEqual(bucket.min);
        expect(meanOf(bucket)).toBeLessThanOrEqual(bucket.max);
      }
    }),
  );
});

test("rounds a mean to the digits of single precision", () => {
  const value = Math.fround(78.4);
  expect(meanOf({ key: 0, sum: value * 3, min: 78.4, max: 78.4, count: 3, filled: 0 })).toBe(78.4);
});
