import { describe, expect, test } from "vitest";
import { endOfLastVisit, groupByArea, resolveSince } from "./rules";

const SITE = { timeZone: "Europe/Amsterdam", shiftTimes: ["06:00", "18:00"] };
/** A time of the site's clock in November, which is an hour ahead of UTC. */
const site = (day: number, hour: number, minute = 0) => new Date(Date.UTC(2026, 10, day, hour - 1, minute));
const since = (choice: Parameters<typeof resolveSince>[0], now: Date) => resolveSince(choice, SITE, now);

describe("resolveSince", () => {
  test.each([
    ["in the afternoon starts at six", site(20, 14, 42), site(20, 6)],
    ["at the end of a shift is the one that ends", site(20, 18, 0), site(20, 6)],
    ["an hour and a half later is still the same", site(20, 19, 30), site(20, 6)],
    ["two hours later is the one that began", site(20, 20, 0), site(20, 18)],
    ["at night starts in the evening", site(21, 3, 0), site(20, 18)],
    ["in the morning is the night that ended", site(21, 7, 59), site(20, 18)],
  ])("the shift, %s", (_, now, expected) => {
    expect(since("shift", now)).toEqual(expected);
  });

  test("counts from the shifts of the site, also at half an hour", () => {
    const threeShifts = { ...SITE, shiftTimes: ["05:30", "14:00", "22:00"] };
    const from = (choice: "shift" | "friday", now: Date) => resolveSince(choice, threeShifts, now);
    expect(from("shift", site(20, 7, 29))).toEqual(site(19, 22));
    expect(from("shift", site(20, 7, 30))).toEqual(site(20, 5, 30));
    expect(from("shift", site(20, 16))).toEqual(site(20, 14));
    expect(from("friday", site(23, 7))).toEqual(site(20, 22));
  });

  test("returns Friday evening; on a Friday until 20:00 the one a week before", () => {
    expect(since("friday", site(23, 7))).toEqual(site(20, 18));
    expect(since("friday", site(20, 14))).toEqual(site(13, 18));
    expect(since("friday", site(20, 20))).toEqual(site(20, 18));
  });

  test("counts hours back from now in steps of ten minutes", () => {
    expect(since("8h", site(20, 14, 42))).toEqual(site(20, 6, 40));
    expect(since("8h", site(20, 14, 49))).toEqual(site(20, 6, 40));
    expect(since("24h", site(20, 14, 50))).toEqual(site(19, 14, 50));
  });

  test("follows the site's clock over both changes to and from summer time", () => {
    expect(since("shift", new Date("2026-10-25T10:00:00Z")).toISOString()).toBe("2026-10-25T05:00:00.000Z");
    expect(since("shift", new Date("2026-10-25T02:00:00Z")).toISOString()).toBe("2026-10-24T16:00:00.000Z");
    expect(since("shift", new Date("2027-03-28T10:00:00Z")).toISOString()).toBe("2027-03-28T04:00:00.000Z");
  });
});

describe("endOfLastVisit", () => {
  const visit = { seenAt: site(20, 12), beforeAt: site(20, 6) };

  test("stays while the person comes back within half an hour", () => {
    expect(endOfLastVisit(visit, site(20, 12, 30))).toEqual(site(20, 6));
  });

  test("is the last look after a longer absence", () => {
    expect(endOfLastVisit(visit, site(20, 12, 31))).toEqual(site(20, 12));
  });

  test("is null before and during the first visit", () => {
    expect(endOfLastVisit(null, site(20, 12))).toBeNull();
    expect(endOfLastVisit({ ...visit, beforeAt: null }, site(20, 12, 5))).toBeNull();
  });
});

describe("groupByArea", () => {
  const at = (id: string, ...paths: string[]) => ({ id, areas: paths.map((path) => ({ path })) });

  test("groups benches by what they lie in, the worst first and unknown places last", () => {
    const groups = groupByArea([
      at("lost"),
      at("a", "W#G2#Zone B#Bench 14"),
      at("b", "W#G1#Zone A#Bench 1", "W#G1#Zone A#Bench 2"),
      at("c", "W#G2#Zone B#Bench 3"),
      at("root", "W"),
    ]);
    expect(groups.map(({ path, alerts }) => [path, alerts.map(({ id }) => id)])).toEqual([
      ["W#G2#Zone B", ["a", "c"]],
      ["W#G1#Zone A", ["b"]],
      ["W", ["root"]],
      [null, ["lost"]],
    ]);
  });
});
