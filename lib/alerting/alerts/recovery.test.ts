import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Band, bandBefore, detectRecovery, isInBand, type MeasuredValue, rangeAt } from "./recovery";

const HOUR = 3_600_000;
const ZONE = "Europe/Amsterdam";
const began = new Date("2026-10-14T06:00:00Z");
const hour = (n: number) => new Date(began.getTime() + n * HOUR);

/** Values of some hours before (negative) and after the alert began. */
function hourly(from: number, to: number, value: (n: number) => number | null): MeasuredValue[] {
  return Array.from({ length: to - from }, (_, n) => n + from).flatMap((n) => {
    const here = value(n);
    return here === null ? [] : [{ at: hour(n), value: here }];
  });
}

const isNight = (n: number) => (((n + 6) % 24) + 24) % 24 < 6;
const nights = (value: (n: number) => number) => (n: number) => (isNight(n) ? value(n) : null);
const wobble = (n: number) => Math.abs(n * 7919) % 11;
/** Light from 06 to 18 UTC with its peak at noon. */
const bow = (n: number) => Math.max(0, Math.sin((((((n + 6) % 24) + 24) % 24) / 12 - 0.5) * Math.PI));

const health = hourly(
  -200,
  0,
  nights((n) => 80 + wobble(n) / 10),
);

describe("the earlier band", () => {
  it("contains a value or not, and is null in an hour without information", () => {
    const range = { low: 78, high: 83 };
    const at = hour(2);
    const band = { range, hours: null };
    expect(isInBand(band, { at, value: 80 }, ZONE)).toBe(true);
    expect(isInBand(band, { at, value: 73.3 }, ZONE)).toBe(false);
    const silent = Array.from({ length: 24 }, () => null);
    expect(isInBand({ range, hours: silent }, { at, value: 80 }, ZONE)).toBeNull();
  });

  it("of Health is one range, which one bad night does not widen", () => {
    const calm = bandBefore("HEALTH", health, began, [], ZONE);
    const bad = health.map((one) =>
      one.at >= hour(-100) && one.at < hour(-94) ? { ...one, value: 60 } : one,
    );
    const disturbed = bandBefore("HEALTH", bad, began, [], ZONE);
    expect(calm?.hours).toBeNull();
    expect(calm?.range.low).toBeGreaterThan(78);
    expect(calm?.range.high).toBeLessThan(83);
    expect(disturbed?.range.low).toBeGreaterThan(77);
  });

  it("leaves out the hours before the raise, values older than two weeks, and other alerts", () => {
    const odd = hourly(
      -11,
      0,
      nights(() => 50),
    );
    const old = hourly(
      -400,
      -340,
      nights(() => 95),
    );
    const other = hourly(
      -60,
      -24,
      nights(() => 55),
    );
    const clean = health.filter(({ at }) => at < hour(-72) || at >= hour(-24));
    const expected = bandBefore("HEALTH", clean, began, [], ZONE);
    const found = bandBefore(
      "HEALTH",
      [...clean.filter(({ at }) => at < hour(-11)), ...odd, ...old, ...other],
      began,
      [{ from: hour(-60), to: hour(-24) }],
      ZONE,
    );
    expect(found?.range).toEqual(expected?.range);
  });

  it("of an index with a daily course has a range for each light hour", () => {
    const values = hourly(-240, 0, (n) => 20 * bow(n) + wobble(n) / 10);
    const band = bandBefore("PRODUCTIVITY", values, began, [], ZONE) as Band;
    const noon = rangeAt(band, new Date("2026-10-14T12:00:00Z"), ZONE);
    const morning = rangeAt(band, new Date("2026-10-14T08:00:00Z"), ZONE);
    expect(noon?.low).toBeGreaterThan(morning?.high ?? 0);
    expect(rangeAt(band, new Date("2026-10-14T00:00:00Z"), ZONE)).toBeNull();
    expect(band.range.high).toBeGreaterThanOrEqual(noon?.high ?? Number.POSITIVE_INFINITY);
  });

  it("is null if hardly an hour of the day is known, as after three days of history", () => {
    const since = (days: number) =>
      hourly(-24 * days - 12, -12, (n) => 70 + wobble(n) / 10).filter(({ at }) => at >= hour(-24 * days));
    // Two hours of the day came on a third day, all others on two.
    const short = hourly(-62, -12, () => 70);
    expect(bandBefore("EFFICIENCY", short, began, [], ZONE)).toBeNull();
    expect(bandBefore("EFFICIENCY", since(5), began, [], ZONE)?.hours?.every((range) => range)).toBe(true);
  });

  it("is null with too few days or values", () => {
    expect(bandBefore("HEALTH", [], began, [], ZONE)).toBeNull();
    expect(
      bandBefore(
        "HEALTH",
        health.filter(({ at }) => at >= hour(-48)),
        began,
        [],
        ZONE,
      ),
    ).toBeNull();
    expect(
      bandBefore(
        "HEALTH",
        health.filter((_, n) => n % 8 === 0),
        began,
        [],
        ZONE,
      ),
    ).toBeNull();
    expect(
      bandBefore(
        "EFFICIENCY",
        hourly(-40, 0, () => 70),
        began,
        [],
        ZONE,
      ),
    ).toBeNull();
  });

  it("does not depend on the order of the values and contains their middle half", () => {
    const readings = fc.array(
      fc.tuple(fc.integer({ min: -330, max: -13 }), fc.double({ min: 0, max: 100, noNaN: true })),
      {
        minLength: 40,
        maxLength: 200,
      },
    );
    fc.assert(
      fc.property(readings, fc.constantFrom("HEALTH", "EFFICIENCY", "PRODUCTIVITY"), (given, index) => {
        const values = given.map(([n, value]) => ({ at: hour(n), value }));
        const band = bandBefore(index, values, began, [], ZONE);
        const turned = bandBefore(index, values.toReversed(), began, [], ZONE);
        expect(turned).toEqual(band);
        if (!band || index !== "HEALTH") return;
        const inside = values.filter(({ value }) => value >= band.range.low && value <= band.range.high);
        expect(inside.length * 2).toBeGreaterThanOrEqual(values.length);
      }),
    );
  });
});

describe("probably recovered", () => {
  const band: Band = { range: { low: 78, high: 83 }, hours: null, days: 14, values: 100 };
  const facts = { lastRise: began, newest: hour(40), deniedAt: null, hours: 6, zone: ZONE };
  const sick = hourly(0, 20, () => 70);
  const well = (from: number, to: number) => hourly(from, to, () => 80);

  it("is claimed once every reading of six hours lies in the band", () => {
    expect(detectRecovery(band, [...sick, ...well(35, 40)], facts)).toBeNull();
    expect(detectRecovery(band, [...sick, ...well(34, 40)], facts)).toEqual({
      since: hour(34),
      until: hour(39),
    });
  });

  it("counts hours with readings, over two nights", () => {
    const twoNights = [...sick, ...well(28, 31), ...well(46, 49)];
    expect(detectRecovery(band, twoNights, { ...facts, newest: hour(49) })).toEqual({
      since: hour(28),
      until: hour(48),
    });
  });

  it("is not claimed while one area of several lies outside", () => {
    const other = [{ at: hour(37), value: 72 }];
    expect(detectRecovery(band, [...sick, ...well(30, 40), ...other], facts)).toBeNull();
    const early = [{ at: hour(31), value: 72 }];
    expect(detectRecovery(band, [...well(30, 40), ...early], facts)?.since).toEqual(hour(32));
  });

  it("does not count readings before the last rise or before a pause of a day", () => {
    expect(detectRecovery(band, well(20, 40), { ...facts, lastRise: hour(36) })).toBeNull();
    expect(detectRecovery(band, [...well(5, 10), ...well(38, 40)], facts)).toBeNull();
  });

  it("is not claimed from readings a day older than the newest of the job", () => {
    expect(detectRecovery(band, well(20, 40), { ...facts, newest: hour(80) })).toBeNull();
  });

  it("is claimed again after a denial only when the index left its band and came back", () => {
    const denied = { ...facts, deniedAt: hour(40), newest: hour(70) };
    expect(detectRecovery(band, [...sick, ...well(30, 70)], denied)).toBeNull();
    const left = [{ at: hour(50), value: 60 }];
    expect(detectRecovery(band, [...sick, ...well(30, 50), ...left, ...well(51, 70)], denied)?.since).toEqual(
      hour(51),
    );
    expect(
      detectRecovery(band, [...sick, ...well(30, 70)], { ...denied, lastRise: hour(45) }),
    ).not.toBeNull();
  });

  it("does not count dark hours of an index with a daily course", () => {
    const hours = Array.from({ length: 24 }, (_, n) => (n >= 8 && n < 16 ? { low: 9, high: 11 } : null));
    const daily: Band = { ...band, hours, range: { low: 9, high: 11 } };
    const dark = hourly(14, 40, (n) => (bow(n) === 0 ? 0 : null));
    expect(detectRecovery(daily, dark, facts)).toBeNull();
    expect(
      detectRecovery(
        daily,
        hourly(0, 40, () => 10),
        facts,
      ),
    ).not.toBeNull();
  });

  it("is never claimed with a reading outside the band or with too few", () => {
    const readings = fc.array(fc.tuple(fc.integer({ min: -20, max: 60 }), fc.constantFrom(70, 80)), {
      maxLength: 120,
    });
    fc.assert(
      fc.property(readings, fc.integer({ min: 1, max: 24 }), (given, hours) => {
        const values = given.map(([n, value]) => ({ at: hour(n), value }));
        const found = detectRecovery(band, values, { ...facts, newest: hour(60), hours });
        if (!found) return;
        const resting = values.filter(({ at }) => at >= found.since && at <= found.until);
        expect(values.some(({ at, value }) => at >= found.since && value === 70)).toBe(false);
        expect(new Set(resting.map(({ at }) => at.getTime())).size).toBeGreaterThanOrEqual(hours);
        expect(found.since > began).toBe(true);
      }),
    );
  });
});
