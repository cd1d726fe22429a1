import { describe, expect, test } from "vitest";
import { ENGLISH as english } from "./english.test-support";
import { makeFormats } from "./formats";

const AMSTERDAM = "Europe/Amsterdam";
/** As a language writes that has a comma for decimals and groups from five digits on. */
const other = makeFormats((key, ...values) => {
  const signs: Record<string, string> = {
    "formats.decimalSign": ",",
    "formats.thousandsSign": ".",
    "formats.groupedFrom": "10000",
  };
  return signs[key] ?? english.t(key, ...values);
});

describe("values", () => {
  const { formatValue, formatSigned, formatIndexValue } = english;

  test.each([
    [78.4, "78.4"],
    [78, "78.0"],
    [-3.25, "−3.3"],
    [-0.04, "0.0"],
    [0, "0.0"],
  ])("%d reads %s", (value, text) => {
    expect(formatValue(value)).toBe(text);
    expect(other.formatValue(value)).toBe(text.replace(".", ","));
  });

  test("a change carries its sign, nothing does not", () => {
    expect([2.1, -2.1, 0.01].map((value) => formatSigned(value))).toEqual(["+2.1", "−2.1", "0.0"]);
  });

  test("only Alpha and the energy balance are signed", () => {
    expect(formatIndexValue(4.2, "ALPHA")).toBe("+4.2");
    expect(formatIndexValue(4.2, "PEI")).toBe("+4.2");
    expect(formatIndexValue(78.4, "HEALTH")).toBe("78.4");
  });

  test("what is none of the eight has the decimals that it needs, at most three", () => {
    const values = [0.8123, 0.8, 21.5, 70, 512.25, -0.0512, 0];
    const texts = ["0.812", "0.8", "21.5", "70", "512.3", "−0.051", "0"];
    expect(values.map((value) => formatIndexValue(value, "fv_fm"))).toEqual(texts);
    expect(values.map((value) => other.formatIndexValue(value, "fv_fm"))).toEqual(
      texts.map((text) => text.replace(".", ",")),
    );
  });
});

test("counts, shares and sizes", () => {
  const counts = [7, 999, 1000, 61400, 1234567];
  expect(counts.map(english.formatCount)).toEqual(["7", "999", "1,000", "61,400", "1,234,567"]);
  expect(counts.map(other.formatCount)).toEqual(["7", "999", "1000", "61.400", "1.234.567"]);
  const shares = [0, 0.001, 0.12, 0.999, 1].map(english.formatShare);
  expect(shares).toEqual(["0 %", "under 1 %", "12 %", "over 99 %", "100 %"]);
  const sizes = [812, 4_200, 999_990, 1_100_000].map(english.formatBytes);
  expect(sizes).toEqual(["812 B", "4.2 kB", "1.0 MB", "1.1 MB"]);
});

describe("times", () => {
  const { timeOfDay, siteTime, siteDateTime, siteTimeAmong, formatDuration, formatAge, formatUntil } =
    english;

  test("the repeated hour is marked the second time only", () => {
    expect(timeOfDay(new Date("2026-10-25T00:30:00Z"), AMSTERDAM)).toBe("02:30");
    expect(timeOfDay(new Date("2026-10-25T01:30:00Z"), AMSTERDAM)).toBe("02:30 (second)");
  });

  test("midnight is 00:00, never 24:00", () => {
    expect(timeOfDay(new Date("2026-06-01T22:00:00Z"), AMSTERDAM)).toBe("00:00");
  });

  test("today no date, within six days the weekday, else the date", () => {
    const now = new Date("2026-09-02T12:00:00Z");
    expect(siteTime(new Date("2026-09-02T12:12:00Z"), AMSTERDAM, now)).toBe("14:12");
    expect(siteTime(new Date("2026-09-01T19:40:00Z"), AMSTERDAM, now)).toBe("Tue 21:40");
    expect(siteTime(new Date("2026-08-27T19:40:00Z"), AMSTERDAM, now)).toBe("Thu 21:40");
    expect(siteTime(new Date("2026-08-26T19:40:00Z"), AMSTERDAM, now)).toBe("26 Aug 2026");
    expect(siteDateTime(new Date("2026-08-26T19:40:00Z"), AMSTERDAM)).toBe("26 Aug 2026, 21:40");
  });

  test("times of one earlier day are told apart, those of days of their own are not longer than they must be", () => {
    const now = new Date("2026-09-20T12:00:00Z");
    const all = ["2026-09-02T08:15:00Z", "2026-09-02T19:40:00Z", "2026-09-03T19:40:00Z"].map(
      (at) => new Date(at),
    );
    expect(all.map((at) => siteTimeAmong(at, all, AMSTERDAM, now))).toEqual([
      "2 Sep 2026, 10:15",
      "2 Sep 2026, 21:40",
      "3 Sep 2026",
    ]);
  });

  test("an hour before midnight is yesterday by the site's clock, not by UTC", () => {
    const now = new Date("2026-09-01T22:30:00Z");
    expect(siteTime(new Date("2026-09-01T21:30:00Z"), AMSTERDAM, now)).toBe("Tue 23:30");
  });

  test("lengths have at most two units", () => {
    const now = new Date("2026-09-02T12:00:00Z");
    const lengths = [-1, 40_000, 1_800_000, 27_000_000, 7_200_000, 97_200_000, 172_800_000];
    const texts = ["0 s", "40 s", "30 min", "7 h 30 min", "2 h", "1 d 3 h", "2 d"];
    expect(lengths.map(formatDuration)).toEqual(texts);
    expect(formatAge(new Date(now.getTime() - 1_800_000), now)).toBe("30 min ago");
    expect(formatUntil(new Date(now.getTime() + 40_000), now)).toBe("in 40 s");
    expect(formatUntil(now, now)).toBe("now");
  });
});
