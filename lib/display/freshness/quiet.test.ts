import { describe, expect, test } from "vitest";
import type { FreshnessState } from "./judge";
import { judgeQuiet, quietSentence, quietTitle } from "./quiet";

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

  test("looks like all is well only where it is quiet", () => {
    const saying = all.filter((one) => quietSentence(judge(one)) === "No alert is open.");
    expect(saying.every((one) => judge(one).state === "quiet")).toBe(true);
    expect(saying).toHaveLength(4);
  });

  test("before anything is read nothing is claimed", () => {
    expect(judgeQuiet(null).state).toBe("unknown");
  });
});

test("before the first notification a count of none is no proof", () => {
  const alive = { state: "fresh" as const };
  const notifications = { ...alive, ...HEARD, lastAt: null };
  const sources = { notifications, readings: alive, outages: [] };
  expect(quietSentence(judgeQuiet(sources))).toBe(
    "No alert is open as far as we know: no notification has been received yet.",
  );
});

test("what was signed and set aside may be an alert", () => {
  const alive = { state: "fresh" as const };
  const notifications = { ...alive, ...HEARD, quarantined: 1 };
  expect(quietSentence(judgeQuiet({ notifications, readings: alive, outages: [] }))).toBe(
    "No alert is open as far as we know: a notification of the last 24 h stands in quarantine.",
  );
});

test("with a full disk nothing can be known, and it says so before all else", () => {
  const notifications = {
    ...HEARD,
    state: "stale" as const,
    diskFullSince: new Date("2026-11-20T12:00:00Z"),
  };
  expect(quietSentence(judgeQuiet({ notifications, readings: { state: "stale" }, outages: [] }))).toBe(
    "Cannot know whether an alert is open: the disk is full, so alerts may be lost.",
  );
});

test("says the gravest doubt first, in the words of each case", () => {
  const say = (notifications: FreshnessState, readings: FreshnessState, outage: keyof typeof OUTAGES) =>
    quietSentence(judge({ notifications, readings, outage }));
  expect(say("stale", "stale", "over")).toBe(
    "Cannot know whether an alert is open: our address does not answer, so no alert may come in.",
  );
  expect(say("fresh", "stale", "none")).toBe("No alert is open as far as we know: readings have stopped.");
  expect(say("fresh", "fresh", "over")).toBe(
    "No alert is open as far as we know: alerts of the last 24 h may be missing.",
  );
  expect(quietTitle(judgeQuiet(null))).toBe("Cannot know whether an alert is open");
});
