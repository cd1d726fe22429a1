import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays, siteDay } from "@/lib/core/time";
import { chooseStep, countBuckets, durationOf, keyOf, type Step, startOfBucket } from "./buckets";
import { splitDays } from "./days";

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

describe("the ladder of auto", () => {
  test.each([
    [20, "PT1H"],
    [40, "PT2H"],
    [60, "PT3H"],
    [120, "PT6H"],
    [240, "PT12H"],
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
    ...([1, 2, 3, 6, 12] as const).map((hours): Step => ({ kind: "hours", hours })),
    { kind: "days", days: 1, first: "2026-01-01" },
    { kind: "days", days: 7, first: "2025-12-30" },
  );

  test("an instant is never before the start of its bucket, and the start lies in its own bucket", () => {
    fc.assert(
      fc.property(instant, zone, step, (time, site, cut) => {
        const key = keyOf(cut, time, site);
        const start = startOfBucket(cut, key, site);
        expect(start.getTime()).toBeLessThanOrEqual(time.getTime());
        expect(keyOf(cut, start, site)).toBe(key);
      }),
    );
  });

  test("days begin at local midnight, 23 and 25 hours apart when the clock changes", () => {
    const days: Step = { kind: "days", days: 1, first: "2026-01-01" };
    const start = (text: string) =>
      startOfBucket(days, keyOf(days, at(text), "Europe/Amsterdam"), "Europe/Amsterdam");
    expect(start("2026-03-29T12:00:00Z").toISOString()).toBe("2026-03-28T23:00:00.000Z");
    expect(start("2026-03-30T12:00:00Z").toISOString()).toBe("2026-03-29T22:00:00.000Z");
    expect(start("2026-10-25T12:00:00Z").toISOString()).toBe("2026-10-24T22:00:00.000Z");
    expect(start("2026-10-26T12:00:00Z").toISOString()).toBe("2026-10-25T23:00:00.000Z");
  });

  test("hours of six are cut from local midnight", () => {
    const six: Step = { kind: "hours", hours: 6 };
    const key = keyOf(six, at("2026-06-01T03:59:00Z"), "Europe/Amsterdam");
    expect(startOfBucket(six, key, "Europe/Amsterdam").toISOString()).toBe("2026-05-31T22:00:00.000Z");
  });
});

describe("whole days and what is left", () => {
  test("every instant of the period is in exactly one part", () => {
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

  test("a period from midnight to the last millisecond of a day needs no readings", () => {
    const asked = { from: at("2026-10-24T22:00:00Z"), to: at("2026-10-25T22:59:59.999Z") };
    expect(splitDays(asked, "Europe/Amsterdam")).toEqual({
      whole: { first: "2026-10-25", last: addDays("2026-10-26", -1) },
      rest: [],
    });
  });
});
