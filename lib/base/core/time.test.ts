import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  addDays,
  daysBetween,
  formatAge,
  formatDuration,
  formatUntil,
  instantOf,
  isRepeated,
  isTimeZone,
  offsetAt,
  siteDateTime,
  siteDay,
  siteInstant,
  siteInstants,
  siteTime,
  siteTimeAmong,
  startOfDay,
  timeOfDay,
} from "./time";

const AMSTERDAM = "Europe/Amsterdam";
const HOUR = 3_600_000;
const lengthOf = (day: string, zone: string) =>
  (startOfDay(addDays(day, 1), zone).getTime() - startOfDay(day, zone).getTime()) / HOUR;

describe("site days", () => {
  test.each([
    [AMSTERDAM, "2026-03-29", 23],
    [AMSTERDAM, "2026-10-25", 25],
    ["America/New_York", "2026-03-08", 23],
    ["America/New_York", "2026-11-01", 25],
    ["Australia/Lord_Howe", "2026-04-05", 24.5],
    ["Australia/Lord_Howe", "2026-10-04", 23.5],
    [AMSTERDAM, "2026-06-01", 24],
  ])("%s %s has %d hours", (zone, day, hours) => {
    expect(lengthOf(day, zone)).toBe(hours);
  });

  test("a midnight that the clock leaves out begins at the change", () => {
    expect(startOfDay("2026-09-06", "America/Santiago").toISOString()).toBe("2026-09-06T04:00:00.000Z");
  });

  test("a midnight that comes twice begins at the first", () => {
    expect(startOfDay("2026-11-01", "America/Havana").toISOString()).toBe("2026-11-01T04:00:00.000Z");
  });

  test("every instant lies in the day that it is said to be in", () => {
    const zones = fc.constantFrom(
      AMSTERDAM,
      "America/New_York",
      "Australia/Lord_Howe",
      "Asia/Kathmandu",
      "America/Havana",
      "Pacific/Apia",
    );
    const instants = fc.date({
      min: new Date("2024-01-01T00:00:00Z"),
      max: new Date("2027-12-31T00:00:00Z"),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(instants, zones, (at, zone) => {
        const day = siteDay(at, zone);
        expect(startOfDay(day, zone).getTime()).toBeLessThanOrEqual(at.getTime());
        expect(startOfDay(addDays(day, 1), zone).getTime()).toBeGreaterThan(at.getTime());
        expect(siteDay(startOfDay(day, zone), zone)).toBe(day);
      }),
    );
  });

  test("days are counted, not hours", () => {
    expect(daysBetween("2026-10-24", "2026-10-26")).toBe(2);
    expect(daysBetween("2026-03-01", "2026-02-28")).toBe(-1);
    expect(addDays("2028-02-28", 1)).toBe("2028-02-29");
  });

  test("a time of the clock that comes twice is the first of them; one left out is the change", () => {
    expect(instantOf("2026-10-25", AMSTERDAM, 2, 30).toISOString()).toBe("2026-10-25T00:30:00.000Z");
    expect(instantOf("2026-03-29", AMSTERDAM, 2).toISOString()).toBe("2026-03-29T01:00:00.000Z");
    expect(instantOf("2026-10-25", AMSTERDAM, 24).toISOString()).toBe("2026-10-25T23:00:00.000Z");
  });
});

describe("times of the clock", () => {
  test("the repeated hour is marked the second time only", () => {
    expect(timeOfDay(new Date("2026-10-25T00:30:00Z"), AMSTERDAM)).toBe("02:30");
    expect(timeOfDay(new Date("2026-10-25T01:30:00Z"), AMSTERDAM)).toBe("02:30 (second)");
    expect(timeOfDay(new Date("2026-10-25T02:00:00Z"), AMSTERDAM)).toBe("03:00");
    expect(isRepeated(new Date("2026-04-04T15:10:00Z"), "Australia/Lord_Howe")).toBe(true);
    expect(isRepeated(new Date("2026-04-04T15:30:00Z"), "Australia/Lord_Howe")).toBe(false);
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
    const [raised, closed, noted] = [
      "2026-09-02T08:15:00Z",
      "2026-09-02T19:40:00Z",
      "2026-09-03T19:40:00Z",
    ].map((at) => new Date(at)) as [Date, Date, Date];
    const all = [raised, closed, noted];
    expect(all.map((at) => siteTimeAmong(at, all, AMSTERDAM, now))).toEqual([
      "2 Sep 2026, 10:15",
      "2 Sep 2026, 21:40",
      "3 Sep 2026",
    ]);
    expect(siteTimeAmong(raised, all, AMSTERDAM, closed)).toBe("10:15");
  });

  test("an hour before midnight is yesterday by the site's clock, not by UTC", () => {
    const now = new Date("2026-09-01T22:30:00Z");
    expect(siteTime(new Date("2026-09-01T21:30:00Z"), AMSTERDAM, now)).toBe("Tue 23:30");
  });
});

describe("exports", () => {
  test.each([
    ["2026-05-03T21:00:00Z", AMSTERDAM, "2026-05-03T23:00:00+02:00"],
    ["2026-01-03T21:35:00Z", "America/New_York", "2026-01-03T16:35:00-05:00"],
    ["2026-01-03T21:35:00Z", "Asia/Kathmandu", "2026-01-04T03:20:00+05:45"],
    ["2026-01-03T21:35:00.250Z", "UTC", "2026-01-03T21:35:00.250+00:00"],
  ])("%s in %s is %s", (at, zone, text) => {
    expect(siteInstant(new Date(at), zone)).toBe(text);
    expect(new Date(text).getTime()).toBe(new Date(at).getTime());
  });

  test("many instants read as each alone, over the change of the clock", () => {
    for (const zone of [AMSTERDAM, "Australia/Lord_Howe"]) {
      const each = siteInstants(zone);
      for (let minutes = 0; minutes < 4 * 60; minutes += 7) {
        const at = new Date(
          Date.UTC(2026, 9, zone === AMSTERDAM ? 25 : 3, 13 * Number(zone !== AMSTERDAM), minutes),
        );
        expect(each(at)).toBe(siteInstant(at, zone));
      }
    }
  });

  test("an offset is in milliseconds ahead of UTC", () => {
    expect(offsetAt(new Date("2026-05-03T21:00:00.900Z"), AMSTERDAM)).toBe(2 * HOUR);
  });
});

describe("ages", () => {
  test.each([
    [45_000, "45 s"],
    [59_999, "59 s"],
    [60_000, "1 min"],
    [30 * 60_000, "30 min"],
    [7.5 * HOUR, "7 h 30 min"],
    [8 * HOUR, "8 h"],
    [27 * HOUR, "1 d 3 h"],
    [48 * HOUR, "2 d"],
    [-5_000, "0 s"],
  ])("%d ms is %s", (length, text) => {
    expect(formatDuration(length)).toBe(text);
  });

  test("age and time left", () => {
    const now = new Date("2026-09-02T12:00:00Z");
    expect(formatAge(new Date("2026-09-02T11:30:00Z"), now)).toBe("30 min ago");
    expect(formatUntil(new Date("2026-09-02T12:00:40Z"), now)).toBe("in 40 s");
    expect(formatUntil(new Date("2026-09-02T11:59:00Z"), now)).toBe("now");
  });
});

test("a zone that nobody knows is told from one that is known", () => {
  expect(isTimeZone("Europe/Amsterdam")).toBe(true);
  expect(isTimeZone("Europe/Westland")).toBe(false);
});
