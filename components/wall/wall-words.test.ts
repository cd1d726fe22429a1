import { describe, expect, test } from "vitest";
import { sparkDomain } from "@/components/charts/spark-shape";
import { ENGLISH } from "@/lib/base/words/english.test-support";
import { wallAlert, wallArea, wallSnapshot } from "@/lib/display/wall/fixture.test-support";
import { chartShape, hourlyPoints, nightsIn, roundScale, sparkPath } from "./chart-shape";
import { areaState, judgeSources, openHighAlerts, pagesInTurn, unhandledHighAlerts } from "./runtime/model";
import {
  bannerWords,
  durationVariants,
  heldVariants,
  levelVariants,
  newnessVariants,
  notificationLines,
  notificationsVariants,
  outageVariants,
  ownerVariants,
  readingsVariants,
  stateVariants,
} from "./words";

const zone = "Europe/Amsterdam";
const now = new Date("2026-11-21T13:42:00Z");
const later = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
const sources = (at: Date, silence = 60_000) => {
  const snapshot = wallSnapshot();
  const endpointAnsweredAt = new Date(at.getTime() - silence).toISOString();
  const notifications = { ...snapshot.freshness.notifications, endpointAnsweredAt };
  return judgeSources({ ...snapshot, freshness: { ...snapshot.freshness, notifications } }, at);
};

describe("the age of each source", () => {
  test("fresh: the newest reading with its age, the last alert, and that our address answers", () => {
    expect(readingsVariants(ENGLISH, sources(now), zone, now)[0]).toBe(
      "Readings until 13:00, 1 h 42 min ago",
    );
    expect(notificationsVariants(ENGLISH, sources(now), zone, now)).toEqual([
      "Last alert 30 min ago, our address answered 14:41",
      "Last alert 30 min ago",
    ]);
    expect(bannerWords(ENGLISH, sources(now), zone, now)).toBeNull();
  });

  test("late: the newest and the expected reading; no banner yet", () => {
    const at = later(2);
    expect(readingsVariants(ENGLISH, sources(at), zone, at)[0]).toBe(
      "Readings late: until 13:00, expected 15:00",
    );
    expect(bannerWords(ENGLISH, sources(at), zone, at)).toBeNull();
  });

  test("stale: a banner, which names a silent address before stopped readings", () => {
    const at = later(5);
    expect(bannerWords(ENGLISH, sources(at), zone, at)).toEqual({
      variants: ["Readings stopped at 13:00", "Readings stopped"],
      age: "6 h 42 min ago",
      below: "at 13:00, 6 h 42 min ago",
    });
    expect(bannerWords(ENGLISH, sources(at, 3_600_000), zone, at)?.variants[0]).toBe(
      "Alerts may be missing since 18:42",
    );
    expect(notificationLines(ENGLISH, sources(at, 3_600_000), zone, at)).toEqual([
      ["Last alert 5 h 30 min ago"],
      ["Our address answered 1 h ago", "Address answered 18:42"],
    ]);
  });

  test("a full disk comes before everything else", () => {
    const snapshot = wallSnapshot();
    const notifications = { ...snapshot.freshness.notifications, diskFullSince: "2026-11-21T13:30:00.000Z" };
    const full = judgeSources({ ...snapshot, freshness: { ...snapshot.freshness, notifications } }, now);
    expect(bannerWords(ENGLISH, full, zone, now)).toEqual({
      variants: [
        "Alerts may be missing since 14:30: disk full",
        "Alerts may be missing since 14:30",
        "Disk full",
      ],
      age: "12 min",
      below: "Disk full since 14:30, 12 min",
    });
    expect(notificationsVariants(ENGLISH, full, zone, now)[0]).toBe(
      "Last alert 30 min ago, disk full since 14:30",
    );
    expect(notificationLines(ENGLISH, full, zone, now)).toEqual([
      ["Last alert 30 min ago"],
      ["Disk full since 14:30"],
    ]);
  });

  test("an area keeps its alert when readings stop; a healthy area becomes unknown", () => {
    const snapshot = wallSnapshot();
    const alerting = wallArea("F#A", { severities: { high: 0, medium: 1, low: 0, plain: 0 } });
    const states = (at: Date) =>
      [alerting, wallArea("F#B")].map((area) => areaState(area, { snapshot, sources: sources(at), now: at }));
    expect(states(now)).toEqual(["medium", "healthy"]);
    expect(states(later(5))).toEqual(["medium", "unknown"]);
  });
});

test("an outage is named by its time, the newest of several first", () => {
  const outage = (startedAt: string, endedAt: string | null) => ({
    ...{ startedAt: `2026-11-21T${startedAt}:00Z`, cause: "stopped" as const },
    endedAt: endedAt && `2026-11-21T${endedAt}:00Z`,
  });
  const first = outage("03:00", "03:10");
  expect(outageVariants(ENGLISH, [], zone, now)).toEqual([]);
  expect(outageVariants(ENGLISH, [first], zone, now)[0]).toBe("Outage 04:00–04:10: alerts may be missing");
  expect(outageVariants(ENGLISH, [first, outage("13:30", null)], zone, now)).toEqual([
    "Outage since 14:30 and 1 more: alerts may be missing",
    "Outage since 14:30 and 1 more",
    "Outage since 14:30",
  ]);
});

describe("alerts in words", () => {
  test("new for ten minutes, then only its age", () => {
    const since = (seconds: number) =>
      wallAlert("A", { severitySince: new Date(now.getTime() - seconds * 1_000).toISOString() });
    expect(newnessVariants(ENGLISH, since(20), now)[0]).toBe("new, 20 s ago");
    expect(newnessVariants(ENGLISH, since(3_600), now)).toEqual(["1 h ago"]);
    expect(durationVariants(ENGLISH, "2026-11-21T06:12:00Z", now)).toEqual([
      "for 7 h 30 min",
      "7 h 30 min",
      "7 h",
    ]);
  });

  test("the time beside a severity is that of the severity, not of the alert", () => {
    const rose = wallAlert("A", {
      raisedAt: "2026-11-20T19:10:00.000Z",
      firstEventAt: "2026-11-20T19:10:00.000Z",
      severitySince: "2026-11-21T12:12:00.000Z",
    });
    expect(heldVariants(ENGLISH, rose, now)[0]).toBe("for 1 h 30 min");
    expect(heldVariants(ENGLISH, { ...rose, severitySince: null }, now)[0]).toBe("for 18 h 32 min");
  });

  test("the owner, else who acknowledged it, else that nobody did, in the same words at any width", () => {
    expect(ownerVariants(ENGLISH, wallAlert("A"))).toEqual(["Not acknowledged"]);
    expect(ownerVariants(ENGLISH, wallAlert("A", { snoozed: "until-worse" }))[0]).toBe(
      "Not acknowledged, snoozed",
    );
    expect(
      ownerVariants(ENGLISH, wallAlert("A", { owner: "R. Bakker", acknowledgedBy: "A. Vos" })).at(-1),
    ).toBe("R. Bakker");
    expect(ownerVariants(ENGLISH, wallAlert("A", { acknowledgedBy: "A. Vos" }))[0]).toBe(
      "Acknowledged by A. Vos",
    );
  });

  test("HIGH by severity or by category; unhandled if neither acknowledged nor snoozed", () => {
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
    expect(openHighAlerts(snapshot).map(({ alertId }) => alertId)).toEqual(["A", "B", "D"]);
    expect(unhandledHighAlerts(snapshot).map(({ alertId }) => alertId)).toEqual(["A"]);
  });

  test("the page of an unhandled HIGH alert comes first until it is acknowledged", () => {
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

  test("a chart breaks at a gap, and continues where it becomes interpolated", () => {
    const line = {
      index: "PRODUCTIVITY",
      t: [0, 1, 2, 5, 6].map((hour) => hour * HOUR),
      v: [1, 2, 3, 4, 5],
      filled: [2],
    };
    const { runs, last } = chartShape(line, span);
    expect(runs.map(({ filled, points }) => [filled, points.map(({ v }) => v)])).toEqual([
      [false, [1, 2]],
      [true, [2, 3]],
      [false, [4, 5]],
    ]);
    expect(last?.v).toBe(5);
  });

  test("the scale is in round numbers, from zero for some indices", () => {
    expect(roundScale([9.8, 16.2], true)).toMatchObject({ low: 0, high: 20 });
    expect(roundScale([78.2, 81.4], false)).toMatchObject({ low: 78, high: 82 });
    expect(roundScale([], true)).toMatchObject({ low: 0, high: 1 });
    expect(roundScale([80, 80], false).high).toBeGreaterThan(80);
  });

  test("nights are the hours without light, cut to the shown range", () => {
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

  test("a small line breaks at a missing value, and a single value is a dot", () => {
    expect(sparkPath([1, 2, null, 1], [1, 2], 30, 100)).toBe("M0 92L10 8M30 92h0");
    expect(sparkDomain([[1, null, 5], [], [0.5]].map(hourlyPoints))).toEqual([0.5, 5]);
    expect(sparkDomain([[], hourlyPoints([null])])).toBeNull();
  });
});

describe("the word of a plant alert", () => {
  const none = { high: 0, medium: 0, low: 0, plain: 0 };

  test("is that of its category, on tiles and in counts as in a list", () => {
    const area = wallArea("Farm#Zone A", { severities: { ...none, high: 1 }, plants: { ...none, high: 1 } });
    expect(stateVariants(ENGLISH, "high", area)).toEqual(["CRITICAL"]);
    const stressed = wallArea("Farm", { severities: { ...none, medium: 2 }, plants: { ...none, medium: 2 } });
    expect(stateVariants(ENGLISH, "medium", stressed)).toEqual(["STRESS"]);
    const snapshot = wallSnapshot({ counts: { ...none, high: 2 }, plants: { ...none, high: 2 } });
    expect(levelVariants("high", snapshot)).toEqual(["CRITICAL"]);
    expect(levelVariants("low", snapshot)).toEqual(["LOW"]);
  });

  test("follows the word of other alerts; with less room it is dropped", () => {
    const area = wallArea("Farm", { severities: { ...none, high: 3 }, plants: { ...none, high: 1 } });
    expect(stateVariants(ENGLISH, "high", area)).toEqual(["HIGH, CRITICAL", "HIGH"]);
  });

  test("is not shown without an alert", () => {
    expect(stateVariants(ENGLISH, "healthy", wallArea("Farm"))).toEqual(["Healthy"]);
    expect(stateVariants(ENGLISH, "no-data", wallArea("Farm"))).toEqual(["No data"]);
  });
});
