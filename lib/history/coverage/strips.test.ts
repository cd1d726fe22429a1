import { describe, expect, test } from "vitest";
import { type DayCount, makeStrip, usualCount } from "./strips";

const days = Array.from({ length: 10 }, (_, day) => `2026-11-${String(day + 1).padStart(2, "0")}`);
const everyDay = (count: number, index = 0, filled = 0): DayCount[] =>
  days.map((day) => ({ index, day, count, filled }));

test("the usual count ignores single days with more and some with less", () => {
  expect(usualCount([24, 24, 24, 24, 24, 24, 24, 24, 24, 25])).toBe(24);
  expect(usualCount([3, 0, 24, 24, 24, 24])).toBe(24);
  expect(usualCount([])).toBe(0);
});

describe("a strip", () => {
  test("has measured, interpolated and missing shares", () => {
    const counts = everyDay(24);
    counts[3] = { index: 0, day: days[3] ?? "", count: 12, filled: 0.5 };
    counts.splice(5, 1);
    const strip = makeStrip(counts, days, () => true);
    expect(strip.measured).toEqual([1, 1, 1, 0.25, 1, 0, 1, 1, 1, 1]);
    expect(strip.filled).toEqual([0, 0, 0, 0.25, 0, 0, 0, 0, 0, 0]);
    expect(strip).toMatchObject({ measuredShare: 0.825, filledShare: 0.025, missingShare: 0.15 });
  });

  test("weighs a daily index as one value", () => {
    const counts = [...everyDay(23, 0), ...everyDay(1, 6).slice(0, 9)];
    expect(makeStrip(counts, days, () => true).measured.at(-1)).toBe(0.958);
  });

  test("has nothing missing on days that were not fetched", () => {
    const counts = everyDay(24).slice(4);
    const strip = makeStrip(counts, days, (_, position) => position >= 2);
    expect(strip.measured.slice(0, 5)).toEqual([null, null, 0, 0, 1]);
    expect(strip.missingShare).toBe(0.25);
  });

  test("has nothing missing on a day that was fetched in part", () => {
    const counts = everyDay(24);
    counts[0] = { index: 0, day: days[0] ?? "", count: 12, filled: 0 };
    const strip = makeStrip(counts, days, (_, position) => position >= 1);
    expect([strip.measured[0], strip.whole[0], strip.whole[1]]).toEqual([0.5, false, true]);
    expect(strip.missingShare).toBe(0);
  });

  test("without any value is missing on every judged day", () => {
    expect(makeStrip([], days, () => true)).toMatchObject({ missingShare: 1, measuredShare: 0 });
    expect(makeStrip([], days, () => false)).toMatchObject({ missingShare: null, measuredShare: null });
  });
});
