import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays, daysBetween, siteDay, startOfDay } from "@/lib/base/core/time";
import { ENGLISH } from "@/lib/base/words/english.test-support";
import { cropTicks, midnightsBetween, timeTicks } from "./time-ticks";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const utc = (text: string) => Date.parse(text);

describe("midnights of a site", () => {
  it.each([
    ["Europe/Amsterdam", "2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z", 25],
    ["America/New_York", "2026-03-08T05:00:00Z", "2026-03-09T04:00:00Z", 23],
    ["Australia/Lord_Howe", "2026-04-04T13:00:00Z", "2026-04-05T13:30:00Z", 24.5],
  ])("in %s follow the change of the clock", (zone, first, second, hours) => {
    const found = midnightsBetween(utc(first), utc(second), zone);
    expect(found).toEqual([utc(first), utc(second)]);
    expect((utc(second) - utc(first)) / 3_600_000).toBe(hours);
  });

  it("are the starts of its days, in every zone and at any time of the year", () => {
    const zones = [
      "Europe/Amsterdam",
      "America/New_York",
      "Australia/Lord_Howe",
      "Africa/Cairo",
      "Asia/Beirut",
    ];
    const starts = fc.integer({ min: utc("2005-01-01T00:00:00Z"), max: utc("2030-01-01T00:00:00Z") });
    fc.assert(
      fc.property(fc.constantFrom(...zones), starts, (zone, from) => {
        const [first, last] = [siteDay(new Date(from), zone), siteDay(new Date(from + 40 * DAY), zone)];
        const days = Array.from({ length: daysBetween(first, last) + 1 }, (_, n) => addDays(first, n));
        expect(midnightsBetween(from, from + 40 * DAY, zone)).toEqual(
          days.map((day) => startOfDay(day, zone).getTime()).filter((t) => t >= from && t <= from + 40 * DAY),
        );
      }),
    );
  });
});

describe("ticks", () => {
  const from = utc("2026-10-11T12:00:00Z");

  it("name midnights by date, and 06, 12 and 18 where there is room", () => {
    const ticks = timeTicks(ENGLISH, from, utc("2026-10-12T12:00:00Z"), "UTC", 600);
    expect(ticks.map((tick) => tick.label)).toEqual(["12", "18", "Mon 12", "06", "12"]);
  });

  it.each([
    [5, ["19", "20", "21", "22", "23"]],
    [11, ["20", "22", "Mon 12", "02", "04"]],
    [16, ["21", "Mon 12", "03", "06", "09"]],
  ])("of %i hours name the hours between, so that a zoom is never without", (hours, labels) => {
    const start = utc("2026-10-11T18:16:00Z");
    expect(timeTicks(ENGLISH, start, start + hours * HOUR, "UTC", 240).map(({ label }) => label)).toEqual(
      labels,
    );
  });

  it("have no two marks in one place when an hour is skipped", () => {
    const start = utc("2026-03-28T23:30:00Z");
    const ticks = timeTicks(ENGLISH, start, start + 5 * HOUR, "Europe/Amsterdam", 240);
    expect(ticks.map(({ label }) => label)).toEqual(["01", "03", "04", "05", "06"]);
    expect(new Set(ticks.map(({ t }) => t)).size).toBe(ticks.length);
  });

  it("are noons between the dates where there is no room for 06 and 18, and all three on a wide plot", () => {
    const labels = (width: number) =>
      timeTicks(ENGLISH, from, from + 3 * DAY, "UTC", width).map((tick) => tick.label);
    expect(labels(400)).toEqual(["12", "Mon 12", "12", "Tue 13", "12", "Wed 14", "12"]);
    const day = ["06", "12", "18"];
    const wide = ["12", "18", "Mon 12", ...day, "Tue 13", ...day, "Wed 14", "06", "12"];
    expect(labels(900)).toEqual(wide);
  });

  it.each([
    [3, 320],
    [7, 430],
    [30, 320],
    [90, 900],
  ])("mark each midnight of %i days, the last one too, with its date or without", (days, width) => {
    const ticks = timeTicks(ENGLISH, from, from + days * DAY, "UTC", width).filter(
      ({ midnight }) => midnight,
    );
    expect(ticks.map(({ t }) => t)).toEqual(midnightsBetween(from, from + days * DAY, "UTC"));
  });

  it("end with the date of the last day if nearly as many dates fit", () => {
    const dates = (days: number, width: number) =>
      timeTicks(ENGLISH, from, from + days * DAY, "UTC", width)
        .filter(({ midnight, label }) => midnight && label !== "")
        .map(({ label }) => label);
    expect(dates(7, 325)).toEqual(["Mon 12", "Thu 15", "Sun 18"]);
    expect(dates(30, 325)).toEqual(["13 Oct", "27 Oct", "10 Nov"]);
  });

  it.each([
    ["24 h", 1],
    ["72 h", 3],
    ["5 d", 5],
    ["7 d", 7],
    ["30 d", 30],
    ["90 d", 90],
  ])("of %s are at most five dates, each in room of its own", (_, days) => {
    for (const width of [265, 320, 560, 900]) {
      for (const hour of [0, 10, 21]) {
        const start = from + hour * HOUR;
        const xOf = (t: number) => ((t - start) / (days * DAY)) * width;
        const ticks = timeTicks(ENGLISH, start, start + days * DAY, "UTC", width);
        const dates = ticks.filter(({ midnight, label }) => midnight && label !== "");
        expect(dates.length).toBeLessThanOrEqual(5);
        if (days >= 5) expect(dates.length).toBeGreaterThanOrEqual(2);
        const words = dates.map(({ t, side }) =>
          side === "right" ? [xOf(t), xOf(t) + 46] : [xOf(t) - 46, xOf(t)],
        );
        words.forEach(([left = 0, right = 0], index) => {
          expect(left).toBeGreaterThanOrEqual(0);
          expect(right).toBeLessThanOrEqual(width);
          expect(left).toBeGreaterThanOrEqual(words[index - 1]?.[1] ?? 0);
        });
      }
    }
  });
});

it.each([
  ["2026-11-28T12:00:00Z", 290],
  ["2026-11-28T12:00:00Z", 310],
  ["2026-10-02T12:00:00Z", 300],
])("names October in a year until %s on a phone of %i px", (end, width) => {
  const to = utc(end);
  const ticks = timeTicks(ENGLISH, to - 365 * DAY, to, "Europe/Amsterdam", width).filter(
    ({ label }) => label !== "",
  );
  expect(ticks.map(({ label }) => label).slice(-2)).toEqual(["Jul", "Oct"]);
  // All of the name is in the plot.
  const last = ticks.at(-1);
  const x = (((last?.t ?? 0) - to + 365 * DAY) / (365 * DAY)) * width;
  expect(last?.side === "left" ? x - 26 : width - x - 26).toBeGreaterThanOrEqual(0);
});

describe("the months of a year", () => {
  const ticksOf = (width: number, zone = "Europe/Amsterdam") =>
    timeTicks(ENGLISH, utc("2026-03-10T09:00:00Z"), utc("2027-03-10T09:00:00Z"), zone, width);

  it("each have a mark at their first midnight, and their name where there is room", () => {
    const named = (width: number) => ticksOf(width).flatMap(({ label }) => label || []);
    expect(named(265)).toEqual(["Apr", "Jul", "Oct", "Jan 2027"]);
    expect(named(560)).toEqual(["May", "Jul", "Sep", "Nov", "Jan 2027", "Mar"]);
    expect(named(900)).toEqual([
      ...["Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec", "Jan 2027", "Feb", "Mar"],
    ]);
    for (const width of [265, 560, 900]) expect(ticksOf(width)).toHaveLength(12);
  });

  it("begin by the clock of the site, in winter and in summer", () => {
    const starts = ticksOf(900).map(({ t }) => new Date(t).toISOString());
    expect(starts[0]).toBe("2026-03-31T22:00:00.000Z");
    expect(starts[9]).toBe("2026-12-31T23:00:00.000Z");
  });
});

it("has at most five ticks of days of crop, at whole weeks of a long window", () => {
  const days = (from: number, to: number) =>
    cropTicks({ from: from * DAY, to: to * DAY }).map(({ label }) => Number(label));
  expect(days(0, 56)).toEqual([0, 14, 28, 42, 56]);
  expect(days(3, 6)).toEqual([3, 4, 5, 6]);
  expect(days(10, 40)).toEqual([14, 21, 28, 35]);
  expect(days(0, 2_000).length).toBeLessThanOrEqual(6);
});
