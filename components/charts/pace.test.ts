import { describe, expect, it } from "vitest";
import type { Point, Stretch } from "./model";
import { lightOf, missedOf, paceOf } from "./pace";

const HOUR = 3_600_000;
const START = Date.UTC(2026, 10, 16);
const at = (hour: number) => START + hour * HOUR;
const pointsAt = (hours: readonly number[]): Point[] =>
  hours.map((hour) => ({
    t: new Date(at(hour)).toISOString(),
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

describe("the pace of a series", () => {
  it("is how often it usually comes, and never less than its buckets", () => {
    expect(paceOf(pointsAt([0, 3, 6, 9, 15, 18]), HOUR)).toBe(3 * HOUR);
    expect(paceOf(pointsAt(hoursOf(3, byDay)), HOUR)).toBe(HOUR);
    expect(paceOf(pointsAt([0, 30]), HOUR)).toBe(HOUR);
  });
});

describe("gaps by a series' own pace", () => {
  it("are no nights of what comes by day, and no days of what comes at night", () => {
    expect(missedOf(pointsAt(hoursOf(5, byDay)), HOUR, [])).toEqual([]);
    expect(missedOf(pointsAt(hoursOf(5, (hour) => !byDay(hour))), HOUR, [])).toEqual([]);
  });

  it("are none where dawn comes an hour later on some days", () => {
    const hours = hoursOf(6, byDay).filter((hour) => !(hour % 24 === 6 && hour > 72));
    expect(missedOf(pointsAt(hours), HOUR, [])).toEqual([]);
  });

  it("are the hours that come on other days, without the night around them", () => {
    const hours = hoursOf(5, byDay).filter((hour) => hour < 58 || hour > 90);
    expect(missedOf(pointsAt(hours), HOUR, [])).toEqual([{ from: at(57), to: at(90) }]);
    const evening = hoursOf(5, byDay).filter((hour) => hour < 62 || hour > 66);
    expect(missedOf(pointsAt(evening), HOUR, [])).toEqual([{ from: at(61), to: at(66) }]);
  });

  it("are told by the light where there are too few days", () => {
    const day = hoursOf(2, byDay).filter((hour) => hour >= 12 && hour < 36);
    expect(missedOf(pointsAt(day), HOUR, nightsOf(2))).toEqual([]);
    const torn = day.filter((hour) => hour < 31 || hour > 33);
    expect(missedOf(pointsAt(torn), HOUR, nightsOf(2))).toEqual([{ from: at(30), to: at(34) }]);
  });

  it("are missing days where a value is one of a day", () => {
    expect(missedOf(pointsAt([0, 24, 48, 120, 144]), 24 * HOUR, [])).toEqual([{ from: at(48), to: at(120) }]);
  });
});

describe("the light that a series comes in", () => {
  it("is told from its own hours", () => {
    expect(lightOf(pointsAt(hoursOf(4, byDay)), HOUR, nightsOf(4))).toBe("by day only");
    expect(lightOf(pointsAt(hoursOf(4, (hour) => !byDay(hour))), HOUR, nightsOf(4))).toBe("at night only");
    expect(lightOf(pointsAt(hoursOf(4, () => true)), HOUR, nightsOf(4))).toBeNull();
    expect(lightOf(pointsAt(hoursOf(4, byDay)), HOUR, [])).toBeNull();
  });
});
