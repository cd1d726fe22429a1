import { describe, expect, test } from "vitest";
import { wallAlert, wallArea, wallSnapshot } from "@/lib/display/wall/fixture.test-support";
import { chartShape, domainOf, nightsIn, roundScale, sparkPath } from "./chart-shape";
import { openHigh, pagesInTurn, sourcesOf, stateOf, waitingHigh } from "./model";

import {
  bannerOf,
  forHowLong,
  levelWays,
  newWords,
  notificationLines,
  notificationsWays,
  readingsWays,
  stateWays,
  whoHasIt,
} from "./words";

const zone = "Europe/Amsterdam";
const now = new Date("2026-11-21T13:42:00Z");
const later = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
const sources = (at: Date, silence = 60_000) => {
  const snapshot = wallSnapshot();
  const endpointAnsweredAt = new Date(at.getTime() - silence).toISOString();
  const notifications = { ...snapshot.freshness.notifications, endpointAnsweredAt };
  return sourcesOf({ ...snapshot, freshness: { ...snapshot.freshness, notifications } }, at);
};

describe("how old each source is", () => {
  test("fresh: until when, with its age; what was heard, and that our address answers", () => {
    expect(readingsWays(sources(now), zone, now)[0]).toBe("Readings until 13:00, 1 h 42 min ago");
    expect(notificationsWays(sources(now), zone, now)).toEqual([
      "Alerts heard 30 min ago, address answered 14:41",
      "Alerts heard 30 min ago",
    ]);
    expect(bannerOf(sources(now), zone, now)).toBeNull();
  });

  test("late: what is here and what could be; no banner yet", () => {
    const at = later(2);
    expect(readingsWays(sources(at), zone, at)[0]).toBe("Readings late: until 13:00; expected 15:00");
    expect(bannerOf(sources(at), zone, at)).toBeNull();
  });

  test("stale: said over the picture; a silent address is the graver of the two", () => {
    const at = later(5);
    expect(bannerOf(sources(at), zone, at)).toEqual({
      ways: ["Readings stopped at 13:00", "Readings stopped"],
      age: "6 h 42 min ago",
      below: "at 13:00, 6 h 42 min ago",
    });
    expect(bannerOf(sources(at, 3_600_000), zone, at)?.ways[0]).toBe("Alerts may be missing since 18:42");
    expect(notificationLines(sources(at, 3_600_000), zone, at)).toEqual([
      ["Alerts heard 5 h 30 min ago"],
      ["Our address answered 1 h ago", "Address answered 18:42"],
    ]);
  });

  test("a full disk is said before all else", () => {
    const snapshot = wallSnapshot();
    const notifications = { ...snapshot.freshness.notifications, diskFullSince: "2026-11-21T13:30:00.000Z" };
    const full = sourcesOf({ ...snapshot, freshness: { ...snapshot.freshness, notifications } }, now);
    expect(bannerOf(full, zone, now)).toEqual({
      ways: [
        "Alerts may be missing since 14:30: disk full",
        "Alerts may be missing since 14:30",
        "Disk full",
      ],
      age: "12 min",
      below: "Disk full since 14:30, 12 min",
    });
    expect(notificationsWays(full, zone, now)[0]).toBe("Alerts heard 30 min ago, disk full since 14:30");
    expect(notificationLines(full, zone, now)).toEqual([
      ["Alerts heard 30 min ago"],
      ["Disk full since 14:30"],
    ]);
  });

  test("an area keeps its alert when readings stop; a healthy one becomes unknown", () => {
    const snapshot = wallSnapshot();
    const alerting = wallArea("F#A", { severities: { high: 0, medium: 1, low: 0, plain: 0 } });
    const states = (at: Date) =>
      [alerting, wallArea("F#B")].map((area) => stateOf(area, snapshot, sources(at), at));
    expect(states(now)).toEqual(["medium", "healthy"]);
    expect(states(later(5))).toEqual(["medium", "unknown"]);
  });
});

describe("alerts in words", () => {
  test("new for ten minutes, then only how long ago", () => {
    const since = (seconds: number) =>
      wallAlert("A", { severitySince: new Date(now.getTime() - seconds * 1_000).toISOString() });
    expect(newWords(since(20), now)[0]).toBe("new, 20 s ago");
    expect(newWords(since(3_600), now)).toEqual(["1 h ago"]);
    expect(forHowLong("2026-11-21T06:12:00Z", now)).toEqual(["for 7 h 30 min", "7 h 30 min", "7 h"]);
  });

  test("who has it: the owner, who acknowledged it, or nobody yet", () => {
    expect(whoHasIt(wallAlert("A"))[0]).toBe("Nobody has it yet");
    expect(whoHasIt(wallAlert("A", { owner: "R. Bakker", acknowledgedBy: "A. Vos" })).at(-1)).toBe(
      "R. Bakker",
    );
    expect(whoHasIt(wallAlert("A", { acknowledgedBy: "A. Vos" }))[0]).toBe("A. Vos has it");
  });

  test("HIGH by severity or by category; waiting is what nobody acknowledged or put off", () => {
    const items = [
      wallAlert("A"),
      wallAlert("B", {
        severity: null,
        category: "PLANT_CRITICAL_ALERT",
        acknowledgedAt: "2026-11-21T13:00:00Z",
      }),
      wallAlert("C", { severity: "MEDIUM" }),
      wallAlert("D", { snoozed: "until-worse" }),
    ];
    const snapshot = wallSnapshot({ alerts: [{ path: null, open: 4, items }] });
    expect(openHigh(snapshot).map(({ alertId }) => alertId)).toEqual(["A", "B", "D"]);
    expect(waitingHigh(snapshot).map(({ alertId }) => alertId)).toEqual(["A"]);
  });

  test("the page of a HIGH that nobody has comes first until it is acknowledged", () => {
    const tiles = ["A", "B"].flatMap((name) =>
      Array.from({ length: 12 }, (_, at) => wallArea(`Farm#Zone ${name}#Bench ${at + 1}`)),
    );
    const places = (acknowledgedAt: string | null) => {
      const areas = [{ path: "Farm#Zone B#Bench 2", certainty: "inferred" as const, until: null }];
      const items = [wallAlert("X", { areas, acknowledgedAt })];
      const snapshot = wallSnapshot({
        alerts: [{ path: null, open: 1, items }],
        boards: [{ path: null, total: 24, tiles }],
      });
      const board = { kind: "areas", path: null, order: "place", seconds: null } as const;
      return pagesInTurn([board], snapshot, false, now).map((page) => page.kind === "areas" && page.place);
    };
    expect(places(null)).toEqual(["Farm#Zone B", "Farm#Zone A"]);
    expect(places("2026-11-21T13:00:00Z")).toEqual(["Farm#Zone A", "Farm#Zone B"]);
  });
});

describe("lines", () => {
  const HOUR = 3_600_000;
  const span = { from: 0, to: 10 * HOUR };

  test("a chart breaks at a gap, and goes on where only its kind changes", () => {
    const line = { t: [0, 1, 2, 5, 6].map((hour) => hour * HOUR), v: [1, 2, 3, 4, 5], filled: [2] };
    const { runs, last } = chartShape(line, span, true);
    expect(runs.map(({ filled, points }) => [filled, points.map(({ v }) => v)])).toEqual([
      [false, [1, 2]],
      [true, [2, 3]],
      [false, [4, 5]],
    ]);
    expect(last?.v).toBe(5);
  });

  test("the scale is in round numbers, from zero where the index wants it", () => {
    expect(roundScale([9.8, 16.2], true)).toMatchObject({ low: 0, high: 20 });
    expect(roundScale([78.2, 81.4], false)).toMatchObject({ low: 78, high: 82 });
    expect(roundScale([], true)).toMatchObject({ low: 0, high: 1 });
    expect(roundScale([80, 80], false).high).toBeGreaterThan(80);
  });

  test("night is where there is no light, within what is shown", () => {
    const light = {
      index: "PPFD",
      unit: "",
      t: Array.from({ length: 8 }, (_, hour) => hour * HOUR),
      v: [0, 0, 300, 400, 300, 0, 0, 0],
      filled: [],
    };
    expect(nightsIn(light, light, { from: HOUR, to: 7 * HOUR })).toEqual([
      { from: HOUR, to: 2 * HOUR },
      { from: 5 * HOUR, to: 7 * HOUR },
    ]);
  });

  test("a small line breaks where there is no value, and a single one is a dot", () => {
    expect(sparkPath([1, 2, null, 1], [1, 2], 30, 100)).toBe("M0.0 92.0L10.0 8.0M30.0 92.0h0");
    expect(domainOf([[1, null, 5], null, [0.5]])).toEqual([0.5, 5]);
    expect(domainOf([null, [null]])).toBeNull();
  });
});

describe("the word of a plant alert", () => {
  const none = { high: 0, medium: 0, low: 0, plain: 0 };

  test("is that of its category on the tile of its area and in the counts, as in a list", () => {
    const area = wallArea("Farm#Zone A", { severities: { ...none, high: 1 }, plants: { ...none, high: 1 } });
    expect(stateWays("high", area)).toEqual(["CRITICAL"]);
    const stressed = wallArea("Farm", { severities: { ...none, medium: 2 }, plants: { ...none, medium: 2 } });
    expect(stateWays("medium", stressed)).toEqual(["STRESS"]);
    const snapshot = wallSnapshot({ counts: { ...none, high: 2 }, plants: { ...none, high: 2 } });
    expect(levelWays("high", snapshot)).toEqual(["CRITICAL"]);
    expect(levelWays("low", snapshot)).toEqual(["LOW"]);
  });

  test("stands beside that of the others; where only one has room, it is the word of the others", () => {
    const area = wallArea("Farm", { severities: { ...none, high: 3 }, plants: { ...none, high: 1 } });
    expect(stateWays("high", area)).toEqual(["HIGH, CRITICAL", "HIGH"]);
  });

  test("changes nothing in what no alert says", () => {
    expect(stateWays("healthy", wallArea("Farm"))).toEqual(["Healthy"]);
    expect(stateWays("no-data", wallArea("Farm"))).toEqual(["No data"]);
  });
});
