import { describe, expect, it } from "vitest";
import type { Series } from "@/lib/farm/series/contract";
import { nightsOf, withoutNightGaps } from "./nights";

const HOUR = 3_600_000;
const START = Date.UTC(2026, 9, 11);

const pointAt = (hour: number, mean: number) => ({
  ...{ t: START + hour * HOUR, mean, min: mean - 1, max: mean + 1 },
  ...{ count: 3, filled: 0 },
});
const seriesOf = (index: string, values: [number, number][], step = "PT1H"): Series => ({
  ...{ index, unit: null, area: "A", jobId: null, resolution: "hour", step },
  points: values.map(([hour, mean]) => pointAt(hour, mean)),
});
/** Days of the plants that are lit from 8 to 23. */
const lit = (hour: number) => hour % 24 >= 8;
const hours = (days: number) => Array.from({ length: days * 24 }, (_, hour) => hour);
const at = (from: number, to: number) => ({ from: START + from * HOUR, to: START + to * HOUR });

describe("nights", () => {
  it("are the hours without light, whatever the time of day", () => {
    const ppfd = seriesOf(
      "PPFD",
      hours(2).map((hour) => [hour, lit(hour) ? 300 : 0]),
    );
    expect(nightsOf([ppfd])).toEqual([at(0, 8), at(24, 32)]);
  });

  it("are judged by the area's own brightest light, so that a sensor that never reads zero has nights", () => {
    const of = (bright: number, dim: number) =>
      nightsOf([
        seriesOf(
          "PPFD",
          hours(2).map((hour) => [hour, lit(hour) ? bright : dim]),
        ),
      ]);
    expect(of(400, 4)).toEqual([at(0, 8), at(24, 32)]);
    expect(of(40, 4)).toEqual([]);
  });

  it("continue through missing hours that are dark on most days, but not after a single day", () => {
    const came = (days: number) =>
      seriesOf(
        "PPFD",
        hours(days)
          .filter((hour) => hour < 26 || hour > 40)
          .map((hour) => [hour, lit(hour) ? 300 : 0]),
      );
    expect(nightsOf([came(4)])).toEqual([at(0, 8), at(24, 32), at(48, 56), at(72, 80)]);
    expect(nightsOf([came(2)])).toEqual([at(0, 8), at(24, 26)]);
  });

  it("are the hours with Health where PPFD is missing, without a hole for missing hours", () => {
    const values = hours(5).filter((hour) => !lit(hour) && ![50, 51, 52].includes(hour));
    const health = seriesOf(
      "HEALTH",
      values.map((hour) => [hour, 80]),
    );
    expect(nightsOf([health])).toEqual([0, 24, 48, 72, 96].map((hour) => at(hour, hour + 8)));
  });

  it("are unknown for daily buckets", () => {
    expect(nightsOf([seriesOf("PPFD", [[0, 0]], "P1D")])).toEqual([]);
    expect(nightsOf([])).toEqual([]);
  });
});

describe("gaps of PEI, which is measured by day only", () => {
  const gap = { from: 0, to: 8 * HOUR };

  it("are dropped at night and kept by day", () => {
    expect(withoutNightGaps([gap], [{ from: 0, to: 7 * HOUR }])).toEqual([]);
    expect(withoutNightGaps([gap], [{ from: 0, to: 2 * HOUR }])).toEqual([gap]);
  });
});
