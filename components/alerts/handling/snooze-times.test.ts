import { describe, expect, it } from "vitest";
import { ENGLISH } from "@/lib/base/words/english.test-support";
import { endWords, snoozeChoices, tomorrowMorning } from "./snooze-times";

const zone = "Europe/Amsterdam";
const ends = (now: string) =>
  Object.fromEntries(
    snoozeChoices(ENGLISH, new Date(now), zone).map(({ id, until }) => [id, until?.toISOString() ?? null]),
  );

describe("snoozeChoices", () => {
  it("offers one hour, four, tomorrow at seven in site time, and until worse", () => {
    expect(ends("2026-11-20T12:00:00Z")).toEqual({
      "1h": "2026-11-20T13:00:00.000Z",
      "4h": "2026-11-20T16:00:00.000Z",
      tomorrow: "2026-11-21T06:00:00.000Z",
      worse: null,
    });
  });

  it("uses the site's tomorrow, also when it is another day in UTC", () => {
    expect(ends("2026-11-20T23:30:00Z").tomorrow).toBe("2026-11-22T06:00:00.000Z");
  });

  it("keeps seven o'clock and full hours when the clock changes", () => {
    expect(ends("2026-03-28T20:00:00Z")).toMatchObject({
      "4h": "2026-03-29T00:00:00.000Z",
      tomorrow: "2026-03-29T05:00:00.000Z",
    });
    expect(ends("2026-10-24T22:30:00Z")).toMatchObject({
      "4h": "2026-10-25T02:30:00.000Z",
      tomorrow: "2026-10-26T06:00:00.000Z",
    });
    expect(ends("2026-10-24T20:00:00Z").tomorrow).toBe("2026-10-25T06:00:00.000Z");
  });

  it("gives the end of a choice unless its label does", () => {
    const now = new Date("2026-11-20T12:00:00Z");
    expect(snoozeChoices(ENGLISH, now, zone).map((choice) => endWords(ENGLISH, choice, now, zone))).toEqual([
      "14:00",
      "17:00",
      "",
      "",
    ]);
  });
});

describe("tomorrowMorning", () => {
  it("is seven o'clock of the site's next day, on either side of a change of the clock", () => {
    expect(tomorrowMorning(new Date("2026-11-20T23:30:00Z"), zone).toISOString()).toBe(
      "2026-11-22T06:00:00.000Z",
    );
    expect(tomorrowMorning(new Date("2026-03-28T12:00:00Z"), zone).toISOString()).toBe(
      "2026-03-29T05:00:00.000Z",
    );
  });
});
