import { describe, expect, test } from "vitest";
import { ENGLISH } from "@/lib/base/words/english.test-support";
import type { Freshness } from "./contract";
import {
  type FreshnessState,
  judgeArea,
  judgeNotifications,
  judgeQuiet,
  judgeReadings,
  noDataWords,
  notificationsWords,
  quietSentence,
  readingsWords,
  unknownWords,
} from "./judge";

const ZONE = "Europe/Amsterdam";

/** 14:42 on the site's clock. */
const NOW = new Date("2026-11-20T13:42:00Z");

/** An instant of that day by the site's clock. */
const site = (hour: number, minute = 0) => new Date(Date.UTC(2026, 10, 20, hour - 1, minute)).toISOString();

const readings = (
  until: string | null,
  more: Partial<Freshness["readings"]> = {},
): Freshness["readings"] => ({
  connected: true,
  syncEnabled: true,
  until,
  delayHours: 1,
  everyMinutes: 60,
  lastSuccessAt: null,
  nextTryAt: null,
  failures: 0,
  lastError: null,
  backfill: null,
  ...more,
});

const words = (until: string | null, more?: Partial<Freshness["readings"]>) =>
  readingsWords(ENGLISH, judgeReadings(readings(until, more), NOW), ZONE, NOW);

describe("readings", () => {
  test("are fresh within the delay and one interval", () => {
    expect(judgeReadings(readings(site(13)), NOW).state).toBe("fresh");
    expect(words(site(13))).toBe("Readings until 13:00, 1 h 42 min ago.");
  });

  test("are late after one missed interval, with what was expected", () => {
    expect(judgeReadings(readings(site(11)), NOW).state).toBe("late");
    expect(words(site(11))).toBe("Readings are late: until 11:00, expected 13:00.");
  });

  test("are stale after three missed intervals, with the next try", () => {
    const nextTryAt = new Date(NOW.getTime() + 40_000).toISOString();
    expect(words(site(7), { nextTryAt })).toBe("Readings stopped at 07:00. Next try in 40 s.");
    expect(words(site(7))).toBe("Readings stopped at 07:00. No next try is planned.");
  });

  test("stay fresh within the hour while every fetch succeeds", () => {
    for (let minute = 0; minute < 24 * 60; minute += 1) {
      const now = new Date(Date.UTC(2026, 10, 20, 0, minute));
      const fetched = new Date(Date.UTC(2026, 10, 20, 0, Math.floor((minute - 37) / 60) * 60 + 37));
      const until = new Date(Math.floor((fetched.getTime() - 3_600_000) / 3_600_000) * 3_600_000);
      expect(judgeReadings(readings(until.toISOString()), now).state).toBe("fresh");
    }
  });

  test("are not late within a longer delay of the licence", () => {
    const yesterday = new Date(NOW.getTime() - 25 * 3_600_000).toISOString();
    expect(judgeReadings(readings(yesterday, { delayHours: 24 }), NOW).state).toBe("fresh");
    expect(judgeReadings(readings(yesterday), NOW).state).toBe("stale");
  });

  test("are never without any", () => {
    expect(judgeReadings(readings(null), NOW).state).toBe("never");
    expect(words(null)).toBe("No readings yet.");
  });
});

describe("notifications", () => {
  const facts = (answered: string | null, lastAt: string | null = site(14, 12)) => ({
    connected: true,
    lastAt,
    endpointAnsweredAt: answered,
    diskFullSince: null,
    accepted24h: 0,
    quarantined24h: 0,
    rejected24h: 0,
    lastRejectedAt: null,
  });
  const say = (given: Freshness["notifications"]) =>
    notificationsWords(ENGLISH, judgeNotifications(given, NOW), ZONE, NOW);

  test("are fresh while our address answers, however old the last one", () => {
    const quiet = facts(site(14, 40), new Date(NOW.getTime() - 5 * 86_400_000).toISOString());
    expect(judgeNotifications(quiet, NOW).state).toBe("fresh");
    expect(say(facts(site(14, 40)))).toBe(
      "Last notification 14:12, 30 min ago. Our address answered at 14:40.",
    );
  });

  test("are late, then stale, when our address does not answer", () => {
    expect(judgeNotifications(facts(site(14, 30)), NOW).state).toBe("late");
    expect(judgeNotifications(facts(site(14, 20)), NOW).state).toBe("stale");
    expect(judgeNotifications(facts(null), NOW).state).toBe("stale");
    expect(say(facts(site(14, 20), null))).toBe("No notification yet. Our address last answered at 14:20.");
  });

  test("are stale while the disk is full, whatever our address answers", () => {
    const full = { ...facts(site(14, 40)), diskFullSince: site(14, 30) };
    expect(judgeNotifications(full, NOW).state).toBe("stale");
    expect(say(full)).toBe(
      "Last notification 14:12, 30 min ago. Nothing has been stored since 14:30: the disk is full.",
    );
    const { state, diskFullSince } = judgeNotifications(full, NOW);
    const sources = { readings: { state: "fresh" as const }, notifications: { state, diskFullSince } };
    expect(unknownWords(sources)).toBe("freshness.unknown.diskFull");
  });

  test("are not connected without a secret", () => {
    expect(say({ ...facts(site(14, 40)), connected: false })).toBe("Notifications are not connected.");
  });
});

describe("an area", () => {
  const none = { high: 0, medium: 0, low: 0, plain: 0 };
  const judge = (
    severities: typeof none,
    lastReadingAt: string | null,
    state: FreshnessState = "fresh",
    heard: FreshnessState = "fresh",
  ) =>
    judgeArea(
      { severities, lastReadingAt },
      { readings: { state }, notifications: { state: heard } },
      readings(site(13)),
      NOW,
    );

  test("is healthy with fresh readings and no open alert", () => {
    expect(judge(none, site(13))).toBe("healthy");
    expect(judge(none, site(11), "late")).toBe("healthy");
  });

  test("has no data when its readings stopped or never came", () => {
    expect(judge(none, site(8))).toBe("no-data");
    expect(judge(none, null)).toBe("no-data");
    expect(noDataWords(ENGLISH, site(8), ZONE, NOW)).toBe("No data for 6 h 42 min, last at 08:00.");
  });

  test("is unknown when all readings stopped or the server is lost", () => {
    expect(judge(none, site(13), "stale")).toBe("unknown");
    expect(judge(none, site(13), "blind")).toBe("unknown");
  });

  test("is unknown while no alert could come in, unless it has no data", () => {
    expect(judge(none, site(13), "fresh", "late")).toBe("healthy");
    for (const heard of ["stale", "never", "blind"] as const) {
      expect(judge(none, site(13), "fresh", heard)).toBe("unknown");
      expect(judge(none, site(8), "fresh", heard)).toBe("no-data");
    }
  });

  test("is healthy only with both sources alive and readings of its own, in every combination", () => {
    const states = ["fresh", "late", "stale", "blind", "never"] as const;
    const alive = (state: FreshnessState) => state === "fresh" || state === "late";
    for (const state of states)
      for (const heard of states)
        for (const lastReadingAt of [site(13), site(11), site(8), null]) {
          const judged = judge(none, lastReadingAt, state, heard);
          const reads = lastReadingAt === site(13) || lastReadingAt === site(11);
          const mayBeHealthy = alive(heard) && state !== "stale" && state !== "blind" && reads;
          expect([state, heard, lastReadingAt, judged === "healthy"]).toEqual([
            state,
            heard,
            lastReadingAt,
            mayBeHealthy,
          ]);
          expect(["healthy", "no-data", "unknown"]).toContain(judged);
        }
  });

  test("says why it is unknown", () => {
    const why = (state: FreshnessState, heard: FreshnessState) =>
      unknownWords({ readings: { state }, notifications: { state: heard, diskFullSince } });
    const diskFullSince = null;
    expect(why("stale", "stale")).toBe("freshness.unknown.readingsStopped");
    expect(why("fresh", "stale")).toBe("freshness.unknown.silent");
    expect(why("fresh", "never")).toBe("freshness.unknown.notConnected");
    expect(why("blind", "fresh")).toBe("freshness.unknown.blind");
  });

  test("shows its worst open alert, also when readings stopped", () => {
    expect(judge({ ...none, medium: 1, plain: 3 }, site(7), "stale")).toBe("medium");
    expect(judge({ ...none, plain: 1 }, null, "never")).toBe("plain");
  });
});

const STATES: FreshnessState[] = ["fresh", "late", "stale", "blind", "never"];

const OUTAGES = { none: [], over: [{ endedAt: "2026-11-20T02:05:00Z" }], now: [{ endedAt: null }] };

const all = STATES.flatMap((notifications) =>
  STATES.flatMap((readings) =>
    (Object.keys(OUTAGES) as (keyof typeof OUTAGES)[]).map((outage) => ({ notifications, readings, outage })),
  ),
);

type Case = (typeof all)[number];

const HEARD = { lastAt: new Date("2026-11-20T11:00:00Z"), diskFullSince: null, quarantined: 0 };

const judge = ({ notifications, readings, outage }: Case) =>
  judgeQuiet({
    notifications: { ...HEARD, state: notifications },
    readings: { state: readings },
    outages: OUTAGES[outage],
  });

const alive = (state: FreshnessState) => state === "fresh" || state === "late";

describe("no open alert", () => {
  test.each(all)("notifications $notifications, readings $readings, outage $outage", (one) => {
    const { state, doubts } = judge(one);
    const hears = alive(one.notifications) && one.readings !== "blind" && one.outage !== "now";
    const isQuiet = hears && alive(one.readings) && one.outage === "none";
    expect(state).toBe(isQuiet ? "quiet" : hears ? "doubtful" : "unknown");
    expect(doubts.length === 0).toBe(isQuiet);
  });

  test("claims that all is well only when quiet", () => {
    const saying = all.filter((one) => quietSentence(ENGLISH, judge(one)) === "No alert is open.");
    expect(saying.every((one) => judge(one).state === "quiet")).toBe(true);
    expect(saying).toHaveLength(4);
  });

  test("is unknown before anything is read", () => {
    expect(judgeQuiet(null).state).toBe("unknown");
  });
});

test("doubts a count of 0 before the first notification", () => {
  const alive = { state: "fresh" as const };
  const notifications = { ...alive, ...HEARD, lastAt: null };
  const sources = { notifications, readings: alive, outages: [] };
  expect(quietSentence(ENGLISH, judgeQuiet(sources))).toBe(
    "No alert is open as far as we know: no notification has been received yet.",
  );
});

test("doubts a count of 0 with a signed delivery in quarantine", () => {
  const alive = { state: "fresh" as const };
  const notifications = { ...alive, ...HEARD, quarantined: 1 };
  expect(quietSentence(ENGLISH, judgeQuiet({ notifications, readings: alive, outages: [] }))).toBe(
    "No alert is open as far as we know: a notification from the last 24 h is in quarantine.",
  );
});

test("names a full disk before all other doubts", () => {
  const notifications = {
    ...HEARD,
    state: "stale" as const,
    diskFullSince: new Date("2026-11-20T12:00:00Z"),
  };
  expect(
    quietSentence(ENGLISH, judgeQuiet({ notifications, readings: { state: "stale" }, outages: [] })),
  ).toBe("Cannot know whether an alert is open: the disk is full, so alerts may be lost.");
});

test("names the gravest doubt first", () => {
  const say = (notifications: FreshnessState, readings: FreshnessState, outage: keyof typeof OUTAGES) =>
    quietSentence(ENGLISH, judge({ notifications, readings, outage }));
  expect(say("stale", "stale", "over")).toBe(
    "Cannot know whether an alert is open: our address does not answer, so alerts may not arrive.",
  );
  expect(say("fresh", "stale", "none")).toBe("No alert is open as far as we know: readings have stopped.");
  expect(say("fresh", "fresh", "over")).toBe(
    "No alert is open as far as we know: alerts from the last 24 h may be missing.",
  );
  expect(judgeQuiet(null).state).toBe("unknown");
});
