import { describe, expect, it } from "vitest";
import type { Stretch } from "@/lib/base/core/stretches";
import type { Point } from "@/lib/farm/series/contract";
import { samplingGaps, samplingInterval, samplingLight } from "./sampling-gaps";

const HOUR = 3_600_000;
const START = Date.UTC(2026, 10, 16);
const at = (hour: number) => START + hour * HOUR;
const pointsAt = (hours: readonly number[]): Point[] =>
  hours.map((hour) => ({
    t: at(hour),
    mean: 1,
    min: 1,
    max: 1,
    count: 1,
    filled: 0,
  }));
const hoursOf = (days: number, isOn: (hour: number) => boolean) =>
  Array.from({ length: days * 24 }, (_, hour) => hour).filter((hour) => isOn(hour % 24));
const byDay = (hour: number) => hour >= 6 && hour < 18;
const nightsOf = (days: number): Stretch[] =>
  Array.from({ length: days + 1 }, (_, n) => ({ from: at(n * 24 - 6), to: at(n * 24 + 6) }));

describe("the sampling interval", () => {
  it("is the usual time between points, and at least a bucket", () => {
    expect(samplingInterval(pointsAt([0, 3, 6, 9, 15, 18]), HOUR)).toBe(3 * HOUR);
    expect(samplingInterval(pointsAt(hoursOf(3, byDay)), HOUR)).toBe(HOUR);
    expect(samplingInterval(pointsAt([0, 30]), HOUR)).toBe(HOUR);
  });
});

describe("gaps of a series with its own sampling", () => {
  it("are not the nights of a series sampled by day, nor the days of one sampled at night", () => {
    expect(samplingGaps(pointsAt(hoursOf(5, byDay)), HOUR, [])).toEqual([]);
    expect(samplingGaps(pointsAt(hoursOf(5, (hour) => !byDay(hour))), HOUR, [])).toEqual([]);
  });

  it("do not come from a dawn that is an hour later on some days", () => {
    const hours = hoursOf(6, byDay).filter((hour) => !(hour % 24 === 6 && hour > 72));
    expect(samplingGaps(pointsAt(hours), HOUR, [])).toEqual([]);
  });

  it("are the hours sampled on other days, without the night around them", () => {
    const hours = hoursOf(5, byDay).filter((hour) => hour < 58 || hour > 90);
    expect(samplingGaps(pointsAt(hours), HOUR, [])).toEqual([{ from: at(57), to: at(90) }]);
    const evening = hoursOf(5, byDay).filter((hour) => hour < 62 || hour > 66);
    expect(samplingGaps(pointsAt(evening), HOUR, [])).toEqual([{ from: at(61), to: at(66) }]);
  });

  it("follow day and night where there are too few days", () => {
    const day = hoursOf(2, byDay).filter((hour) => hour >= 12 && hour < 36);
    expect(samplingGaps(pointsAt(day), HOUR, nightsOf(2))).toEqual([]);
    const torn = day.filter((hour) => hour < 31 || hour > 33);
    expect(samplingGaps(pointsAt(torn), HOUR, nightsOf(2))).toEqual([{ from: at(30), to: at(34) }]);
  });

  it("are missing days in a daily series", () => {
    expect(samplingGaps(pointsAt([0, 24, 48, 120, 144]), 24 * HOUR, [])).toEqual([
      { from: at(48), to: at(120) },
    ]);
  });
});

describe("sampling by day or by night", () => {
  it("is derived from the hours of the points", () => {
    expect(samplingLight(pointsAt(hoursOf(4, byDay)), HOUR, nightsOf(4))).toBe("day");
    expect(samplingLight(pointsAt(hoursOf(4, (hour) => !byDay(hour))), HOUR, nightsOf(4))).toBe("night");
    expect(samplingLight(pointsAt(hoursOf(4, () => true)), HOUR, nightsOf(4))).toBeNull();
    expect(samplingLight(pointsAt(hoursOf(4, byDay)), HOUR, [])).toBeNull();
  });
});
