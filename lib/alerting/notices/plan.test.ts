import { describe, expect, it } from "vitest";
import {
  judgeHeld,
  MAX_SINGLE_MESSAGES,
  matches,
  type PersonalRule,
  type PlannedNotice,
  type PriorNotice,
  planNews,
  planReminders,
  quietUntil,
  type Subject,
  toMessages,
  toSummaries,
} from "./plan";

const now = new Date("2026-11-20T12:00:00Z");

const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);

function alertOf(members: Partial<Subject> = {}): Subject {
  const beganAt = members.beganAt ?? ago(1);
  return {
    tenancyId: 1,
    alertId: "A",
    type: "HEALTH",
    category: null,
    severity: "HIGH",
    rank: 3,
    status: "open",
    jobId: "JOB",
    beganAt,
    severitySince: beganAt,
    lastEventAt: members.severitySince ?? beganAt,
    acknowledgedAt: null,
    acknowledgedRank: null,
    snoozedAt: null,
    snoozedUntil: null,
    snoozedRank: null,
    recoveryConfirmedAt: null,
    paths: ["Farm#House 1#Zone 1"],
    ...members,
  };
}

function ruleOf(members: Partial<PersonalRule> = {}): PersonalRule {
  return {
    id: 1,
    userId: 7,
    tenancyId: 1,
    timeZone: "UTC",
    minRank: 0,
    types: [],
    areaPath: null,
    push: true,
    email: false,
    quietFrom: null,
    quietTo: null,
    remindMinutes: null,
    within: null,
    createdAt: ago(10_000),
    ...members,
  };
}

const priorOf = (members: Partial<PriorNotice> = {}): PriorNotice => ({
  userId: 7,
  tenancyId: 1,
  alertId: "A",
  kind: "raised",
  rank: 3,
  channel: "push",
  sentAt: ago(30),
  ...members,
});

const justArrived = { now, arrived: new Set(["A"]) };

const foundLater = { now, arrived: new Set<string>() };

const brief = (planned: PlannedNotice[]) =>
  planned.map(({ userId, kind, rank, channel, quiet, late }) =>
    [userId, kind, rank, channel, quiet && "quiet", late && "late"]
      .filter((part) => part !== false)
      .join(" "),
  );

describe("a rule", () => {
  it("matches from its severity upwards, plant alerts by rank", () => {
    expect(matches(ruleOf({ minRank: 2 }), alertOf({ rank: 1, severity: "LOW" }))).toBe(false);
    expect(matches(ruleOf({ minRank: 2 }), alertOf({ rank: 2, severity: "MEDIUM" }))).toBe(true);
    const stress = alertOf({ type: null, category: "PLANT_STRESS_ALERT", severity: null, rank: 2 });
    expect(matches(ruleOf({ minRank: 2 }), stress)).toBe(true);
    expect(matches(ruleOf({ minRank: 3 }), stress)).toBe(false);
  });

  it("matches its types and categories", () => {
    expect(matches(ruleOf({ types: ["PRODUCTIVITY"] }), alertOf())).toBe(false);
    expect(matches(ruleOf({ types: ["PRODUCTIVITY", "HEALTH"] }), alertOf())).toBe(true);
    const light = alertOf({ type: null, category: "PLANT_LIGHT_ALERT" });
    expect(matches(ruleOf({ types: ["PLANT_LIGHT_ALERT"] }), light)).toBe(true);
    expect(matches(ruleOf({ types: ["HEALTH"] }), light)).toBe(false);
  });

  it("matches its area and those below it, by whole segments", () => {
    const rule = ruleOf({ areaPath: "Farm#House 1" });
    expect(matches(rule, alertOf())).toBe(true);
    expect(matches(rule, alertOf({ paths: ["Farm#House 10#Zone 1"] }))).toBe(false);
    expect(matches(rule, alertOf({ paths: ["Farm#House 2", "Farm#House 1"] }))).toBe(true);
    expect(matches(rule, alertOf({ paths: [] }))).toBe(false);
  });

  it("never matches an alert in an area that its person may not see, or without a known place", () => {
    const limited = ruleOf({ within: ["Farm#House 1"] });
    expect(matches(limited, alertOf())).toBe(true);
    expect(matches(limited, alertOf({ paths: ["Farm#House 10#Zone 1"] }))).toBe(false);
    expect(matches(limited, alertOf({ paths: [] }))).toBe(false);
    const elsewhere = ruleOf({ within: ["Farm#House 2"], areaPath: "Farm" });
    expect(matches(elsewhere, alertOf())).toBe(false);
    expect(matches(elsewhere, alertOf({ paths: ["Farm#House 2"] }))).toBe(true);
  });
});

describe("a notice of an alert", () => {
  const plan = (alert: Subject, rules = [ruleOf()], prior: PriorNotice[] = [], how = justArrived) =>
    brief(planNews([alert], rules, prior, how));

  it("goes to each person once for each channel, however many rules match", () => {
    const rules = [ruleOf(), ruleOf({ id: 2, email: true }), ruleOf({ id: 3, userId: 8 })];
    expect(plan(alertOf(), rules)).toEqual(["7 raised 3 push", "7 raised 3 email", "8 raised 3 push"]);
    expect(plan(alertOf(), [ruleOf({ tenancyId: 2 })])).toEqual([]);
  });

  it("is sent once, and again after a higher severity", () => {
    const rose = alertOf({ beganAt: ago(20), severitySince: ago(1) });
    expect(plan(rose, [ruleOf()], [priorOf({ rank: 3 })])).toEqual([]);
    expect(plan(rose, [ruleOf()], [priorOf({ rank: 2 })])).toEqual(["7 rose 3 push"]);
    expect(plan(rose, [ruleOf({ minRank: 3 })])).toEqual(["7 rose 3 push"]);
  });

  it("is not sent if the alert is closed, acknowledged at its severity, snoozed or recovered", () => {
    expect(plan(alertOf({ status: "closed" }))).toEqual([]);
    expect(plan(alertOf({ acknowledgedAt: ago(1), acknowledgedRank: 3 }))).toEqual([]);
    expect(plan(alertOf({ acknowledgedAt: ago(1), acknowledgedRank: 2 }))).toEqual(["7 raised 3 push"]);
    expect(plan(alertOf({ snoozedAt: ago(1), snoozedUntil: ago(-5) }))).toEqual([]);
    expect(plan(alertOf({ snoozedAt: ago(9), snoozedUntil: ago(5) }))).toEqual(["7 raised 3 push"]);
    expect(plan(alertOf({ snoozedAt: ago(1), snoozedRank: 2 }))).toEqual(["7 raised 3 push"]);
    expect(plan(alertOf({ recoveryConfirmedAt: ago(1) }))).toEqual([]);
  });

  it("is sent again if the alert got worse after its recovery was confirmed", () => {
    const confirmed = { beganAt: ago(90), recoveryConfirmedAt: ago(20) };
    expect(
      plan(alertOf({ ...confirmed, severitySince: ago(30) }), [ruleOf()], [priorOf({ rank: 2 })]),
    ).toEqual([]);
    expect(
      plan(alertOf({ ...confirmed, severitySince: ago(5) }), [ruleOf()], [priorOf({ rank: 2 })]),
    ).toEqual(["7 rose 3 push"]);
  });

  it("of an event older than an hour is late if the alert just arrived, and not sent otherwise", () => {
    const old = alertOf({ beganAt: ago(61) });
    expect(plan(old)).toEqual(["7 raised 3 push late"]);
    expect(plan(old, [ruleOf()], [], foundLater)).toEqual([]);
    expect(plan(alertOf({ beganAt: ago(59) }), [ruleOf()], [], foundLater)).toEqual(["7 raised 3 push"]);
  });

  it("of an event before the rule was made is sent only if the alert just arrived", () => {
    const rule = ruleOf({ createdAt: ago(5) });
    expect(plan(alertOf({ beganAt: ago(10) }), [rule], [], foundLater)).toEqual([]);
    expect(plan(alertOf({ beganAt: ago(4) }), [rule], [], foundLater)).toEqual(["7 raised 3 push"]);
    expect(plan(alertOf({ beganAt: ago(10) }), [rule])).toEqual(["7 raised 3 push"]);
  });

  it("is held in quiet hours unless another rule of the person has none", () => {
    const asleep = ruleOf({ quietFrom: 11 * 60, quietTo: 13 * 60 });
    expect(plan(alertOf(), [asleep])).toEqual(["7 raised 3 push quiet"]);
    expect(plan(alertOf(), [asleep, ruleOf({ id: 2, minRank: 3 })])).toEqual(["7 raised 3 push"]);
    expect(plan(alertOf(), [{ ...asleep, timeZone: "Europe/Athens" }])).toEqual(["7 raised 3 push"]);
  });
});

describe("a reminder", () => {
  const remind = (prior: PriorNotice, alert = alertOf(), rule = ruleOf({ remindMinutes: 30 })) =>
    brief(planReminders([prior], [alert], [rule], now));

  it("is due after its minutes while nobody acknowledged the alert", () => {
    expect(remind(priorOf({ sentAt: ago(29) }))).toEqual([]);
    expect(remind(priorOf({ sentAt: ago(30) }))).toEqual(["7 reminder 3 push"]);
    expect(remind(priorOf(), alertOf({ acknowledgedAt: ago(2), acknowledgedRank: 3 }))).toEqual([]);
    expect(remind(priorOf(), alertOf({ status: "closed" }))).toEqual([]);
    expect(remind(priorOf(), alertOf(), ruleOf())).toEqual([]);
    expect(remind(priorOf({ channel: "email" }))).toEqual([]);
  });

  it("is for the present severity only", () => {
    expect(remind(priorOf({ rank: 2 }))).toEqual([]);
  });

  it("is held in quiet hours", () => {
    const rule = ruleOf({ remindMinutes: 30, quietFrom: 11 * 60, quietTo: 13 * 60 });
    expect(remind(priorOf(), alertOf(), rule)).toEqual(["7 reminder 3 push quiet"]);
  });
});

describe("a notice held in quiet hours", () => {
  const held = [{ ...priorOf({ sentAt: null }), id: "1" }];
  const judge = (alerts: Subject[], rule = ruleOf()) => judgeHeld(held, alerts, [rule], now);

  it("is sent after them and stays held during them", () => {
    expect(judge([alertOf()]).ready).toHaveLength(1);
    const asleep = ruleOf({ quietFrom: 11 * 60, quietTo: 13 * 60 });
    expect(judge([alertOf()], asleep)).toEqual({ ready: [], dropped: [] });
  });

  it("is dropped with a reason when the alert is closed, acknowledged or no longer matched", () => {
    expect(judge([alertOf({ status: "closed" })]).dropped[0]?.reason).toMatch(/Closed/);
    const taken = alertOf({ acknowledgedAt: ago(1), acknowledgedRank: 3 });
    expect(judge([taken]).dropped[0]?.reason).toMatch(/Taken in hand/);
    expect(judge([alertOf()], ruleOf({ email: true, push: false })).dropped[0]?.reason).toMatch(/No rule/);
  });

  it("shares one message for each person, tenancy and channel", () => {
    const ready = [
      { ...priorOf(), id: "1" },
      { ...priorOf({ alertId: "B" }), id: "2" },
      { ...priorOf({ alertId: "B", channel: "email" }), id: "3" },
    ];
    expect(toSummaries(ready).map(({ channel, why, noticeIds }) => [channel, why, noticeIds])).toEqual([
      ["push", "quiet", ["1", "2"]],
      ["email", "quiet", ["3"]],
    ]);
  });
});

describe("messages", () => {
  const planned = (count: number, members: Partial<PlannedNotice> = {}) =>
    Array.from({ length: count }, (_, n) => ({
      ...priorOf(),
      kind: "raised" as const,
      alertId: `A${n}`,
      quiet: false,
      late: false,
      ...members,
      id: String(n),
    }));

  it("are one for each alert up to a limit, then one for all", () => {
    expect(toMessages(planned(MAX_SINGLE_MESSAGES)).map(({ why }) => why)).toEqual(
      Array(MAX_SINGLE_MESSAGES).fill("alert"),
    );
    expect(toMessages(planned(MAX_SINGLE_MESSAGES + 1)).map(({ why }) => why)).toEqual(["many"]);
  });

  it("are one for all late notices, and none for held ones", () => {
    expect(
      toMessages(planned(12, { late: true })).map(({ why, noticeIds }) => [why, noticeIds.length]),
    ).toEqual([["missed", 12]]);
    expect(toMessages(planned(3, { quiet: true }))).toEqual([]);
  });
});

const ZONE = "Europe/Amsterdam";

const night = { quietFrom: 22 * 60, quietTo: 6 * 60 + 30 };

const until = (at: string, hours = night) => quietUntil(hours, new Date(at), ZONE)?.toISOString() ?? null;

describe("quiet hours", () => {
  it("run past midnight and end at their time of the next day", () => {
    expect(until("2026-11-20T20:59:59Z")).toBeNull();
    expect(until("2026-11-20T21:00:00Z")).toBe("2026-11-21T05:30:00.000Z");
    expect(until("2026-11-21T05:29:59Z")).toBe("2026-11-21T05:30:00.000Z");
    expect(until("2026-11-21T05:30:00Z")).toBeNull();
  });

  it("can begin and end on the same day", () => {
    const noon = { quietFrom: 12 * 60, quietTo: 13 * 60 };
    expect(until("2026-11-20T11:30:00Z", noon)).toBe("2026-11-20T12:00:00.000Z");
    expect(until("2026-11-20T12:00:00Z", noon)).toBeNull();
    expect(until("2026-11-20T10:59:00Z", noon)).toBeNull();
  });

  it("never apply without times", () => {
    expect(until("2026-11-20T23:00:00Z", { quietFrom: null, quietTo: null } as never)).toBeNull();
  });

  it("keep site time through both clock changes", () => {
    // 29 March 2026: 02:00 becomes 03:00; 25 October: 03:00 becomes 02:00.
    expect(until("2026-03-28T22:00:00Z")).toBe("2026-03-29T04:30:00.000Z");
    expect(until("2026-10-24T22:00:00Z")).toBe("2026-10-25T05:30:00.000Z");
  });

  it("end with the clock change if their end falls into the skipped hour", () => {
    const early = { quietFrom: 22 * 60, quietTo: 2 * 60 + 30 };
    expect(until("2026-03-29T00:59:00Z", early)).not.toBeNull();
    expect(until("2026-03-29T01:30:00Z", early)).toBeNull();
  });

  it("end once, in the first of the repeated hours", () => {
    const early = { quietFrom: 22 * 60, quietTo: 2 * 60 + 30 };
    expect(until("2026-10-25T00:29:00Z", early)).toBe("2026-10-25T00:30:00.000Z");
    expect(until("2026-10-25T00:30:00Z", early)).toBeNull();
    // 02:10 for the second time.
    expect(until("2026-10-25T01:10:00Z", early)).toBeNull();
  });
});
