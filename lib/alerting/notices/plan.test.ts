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

const toldOf = (members: Partial<PriorNotice> = {}): PriorNotice => ({
  userId: 7,
  tenancyId: 1,
  alertId: "A",
  kind: "raised",
  rank: 3,
  channel: "push",
  sentAt: ago(30),
  ...members,
});

const heard = { now, learned: new Set(["A"]) };

const found = { now, learned: new Set<string>() };

const brief = (planned: PlannedNotice[]) =>
  planned.map(({ userId, kind, rank, channel, quiet, late }) =>
    [userId, kind, rank, channel, quiet && "quiet", late && "late"]
      .filter((part) => part !== false)
      .join(" "),
  );

describe("a rule", () => {
  it("takes from its severity on, plant alerts by their rank", () => {
    expect(matches(ruleOf({ minRank: 2 }), alertOf({ rank: 1, severity: "LOW" }))).toBe(false);
    expect(matches(ruleOf({ minRank: 2 }), alertOf({ rank: 2, severity: "MEDIUM" }))).toBe(true);
    const stress = alertOf({ type: null, category: "PLANT_STRESS_ALERT", severity: null, rank: 2 });
    expect(matches(ruleOf({ minRank: 2 }), stress)).toBe(true);
    expect(matches(ruleOf({ minRank: 3 }), stress)).toBe(false);
  });

  it("takes its types and categories", () => {
    expect(matches(ruleOf({ types: ["PRODUCTIVITY"] }), alertOf())).toBe(false);
    expect(matches(ruleOf({ types: ["PRODUCTIVITY", "HEALTH"] }), alertOf())).toBe(true);
    const light = alertOf({ type: null, category: "PLANT_LIGHT_ALERT" });
    expect(matches(ruleOf({ types: ["PLANT_LIGHT_ALERT"] }), light)).toBe(true);
    expect(matches(ruleOf({ types: ["HEALTH"] }), light)).toBe(false);
  });

  it("takes its area and what lies below, by whole names", () => {
    const rule = ruleOf({ areaPath: "Farm#House 1" });
    expect(matches(rule, alertOf())).toBe(true);
    expect(matches(rule, alertOf({ paths: ["Farm#House 10#Zone 1"] }))).toBe(false);
    expect(matches(rule, alertOf({ paths: ["Farm#House 2", "Farm#House 1"] }))).toBe(true);
    expect(matches(rule, alertOf({ paths: [] }))).toBe(false);
  });

  it("and never what its person may not see: what lies elsewhere, or nobody knows where", () => {
    const limited = ruleOf({ within: ["Farm#House 1"] });
    expect(matches(limited, alertOf())).toBe(true);
    expect(matches(limited, alertOf({ paths: ["Farm#House 10#Zone 1"] }))).toBe(false);
    expect(matches(limited, alertOf({ paths: [] }))).toBe(false);
    const elsewhere = ruleOf({ within: ["Farm#House 2"], areaPath: "Farm" });
    expect(matches(elsewhere, alertOf())).toBe(false);
    expect(matches(elsewhere, alertOf({ paths: ["Farm#House 2"] }))).toBe(true);
  });
});

describe("news", () => {
  const plan = (alert: Subject, rules = [ruleOf()], told: PriorNotice[] = [], how = heard) =>
    brief(planNews([alert], rules, told, how));

  it("of a new alert reach each person once for each channel, however many rules want it", () => {
    const rules = [ruleOf(), ruleOf({ id: 2, email: true }), ruleOf({ id: 3, userId: 8 })];
    expect(plan(alertOf(), rules)).toEqual(["7 raised 3 push", "7 raised 3 email", "8 raised 3 push"]);
    expect(plan(alertOf(), [ruleOf({ tenancyId: 2 })])).toEqual([]);
  });

  it("are told once, and again when it rose", () => {
    const rose = alertOf({ beganAt: ago(20), severitySince: ago(1) });
    expect(plan(rose, [ruleOf()], [toldOf({ rank: 3 })])).toEqual([]);
    expect(plan(rose, [ruleOf()], [toldOf({ rank: 2 })])).toEqual(["7 rose 3 push"]);
    expect(plan(rose, [ruleOf({ minRank: 3 })])).toEqual(["7 rose 3 push"]);
  });

  it("are none of what is closed, acknowledged as heavy as it is, put off or recovered", () => {
    expect(plan(alertOf({ status: "closed" }))).toEqual([]);
    expect(plan(alertOf({ acknowledgedAt: ago(1), acknowledgedRank: 3 }))).toEqual([]);
    expect(plan(alertOf({ acknowledgedAt: ago(1), acknowledgedRank: 2 }))).toEqual(["7 raised 3 push"]);
    expect(plan(alertOf({ snoozedAt: ago(1), snoozedUntil: ago(-5) }))).toEqual([]);
    expect(plan(alertOf({ snoozedAt: ago(9), snoozedUntil: ago(5) }))).toEqual(["7 raised 3 push"]);
    expect(plan(alertOf({ snoozedAt: ago(1), snoozedRank: 2 }))).toEqual(["7 raised 3 push"]);
    expect(plan(alertOf({ recoveryConfirmedAt: ago(1) }))).toEqual([]);
  });

  it("come again when an alert got worse after its recovery was confirmed", () => {
    const confirmed = { beganAt: ago(90), recoveryConfirmedAt: ago(20) };
    expect(
      plan(alertOf({ ...confirmed, severitySince: ago(30) }), [ruleOf()], [toldOf({ rank: 2 })]),
    ).toEqual([]);
    expect(plan(alertOf({ ...confirmed, severitySince: ago(5) }), [ruleOf()], [toldOf({ rank: 2 })])).toEqual(
      ["7 rose 3 push"],
    );
  });

  it("that are older than an hour are late when just heard of, else none", () => {
    const old = alertOf({ beganAt: ago(61) });
    expect(plan(old)).toEqual(["7 raised 3 push late"]);
    expect(plan(old, [ruleOf()], [], found)).toEqual([]);
    expect(plan(alertOf({ beganAt: ago(59) }), [ruleOf()], [], found)).toEqual(["7 raised 3 push"]);
  });

  it("from before a rule was made are none, unless they come in now", () => {
    const rule = ruleOf({ createdAt: ago(5) });
    expect(plan(alertOf({ beganAt: ago(10) }), [rule], [], found)).toEqual([]);
    expect(plan(alertOf({ beganAt: ago(4) }), [rule], [], found)).toEqual(["7 raised 3 push"]);
    expect(plan(alertOf({ beganAt: ago(10) }), [rule])).toEqual(["7 raised 3 push"]);
  });

  it("wait in quiet hours, unless another rule of the person is awake", () => {
    const asleep = ruleOf({ quietFrom: 11 * 60, quietTo: 13 * 60 });
    expect(plan(alertOf(), [asleep])).toEqual(["7 raised 3 push quiet"]);
    expect(plan(alertOf(), [asleep, ruleOf({ id: 2, minRank: 3 })])).toEqual(["7 raised 3 push"]);
    expect(plan(alertOf(), [{ ...asleep, timeZone: "Europe/Athens" }])).toEqual(["7 raised 3 push"]);
  });
});

describe("a reminder", () => {
  const remind = (told: PriorNotice, alert = alertOf(), rule = ruleOf({ remindMinutes: 30 })) =>
    brief(planReminders([told], [alert], [rule], now));

  it("is due after its minutes, while nobody has the alert", () => {
    expect(remind(toldOf({ sentAt: ago(29) }))).toEqual([]);
    expect(remind(toldOf({ sentAt: ago(30) }))).toEqual(["7 reminder 3 push"]);
    expect(remind(toldOf(), alertOf({ acknowledgedAt: ago(2), acknowledgedRank: 3 }))).toEqual([]);
    expect(remind(toldOf(), alertOf({ status: "closed" }))).toEqual([]);
    expect(remind(toldOf(), alertOf(), ruleOf())).toEqual([]);
    expect(remind(toldOf({ channel: "email" }))).toEqual([]);
  });

  it("is for the present severity: an earlier one was told anew", () => {
    expect(remind(toldOf({ rank: 2 }))).toEqual([]);
  });

  it("waits in quiet hours too", () => {
    const rule = ruleOf({ remindMinutes: 30, quietFrom: 11 * 60, quietTo: 13 * 60 });
    expect(remind(toldOf(), alertOf(), rule)).toEqual(["7 reminder 3 push quiet"]);
  });
});

describe("what waits for the end of quiet hours", () => {
  const waiting = [{ ...toldOf({ sentAt: null }), id: "1" }];
  const judge = (alerts: Subject[], rule = ruleOf()) => judgeHeld(waiting, alerts, [rule], now);

  it("is sent after them and left during them", () => {
    expect(judge([alertOf()]).ready).toHaveLength(1);
    const asleep = ruleOf({ quietFrom: 11 * 60, quietTo: 13 * 60 });
    expect(judge([alertOf()], asleep)).toEqual({ ready: [], dropped: [] });
  });

  it("is dropped with its reason when it is of no use any more", () => {
    expect(judge([alertOf({ status: "closed" })]).dropped[0]?.reason).toMatch(/Closed/);
    const taken = alertOf({ acknowledgedAt: ago(1), acknowledgedRank: 3 });
    expect(judge([taken]).dropped[0]?.reason).toMatch(/Taken in hand/);
    expect(judge([alertOf()], ruleOf({ email: true, push: false })).dropped[0]?.reason).toMatch(/No rule/);
  });

  it("is one message for a person, a tenancy and a channel", () => {
    const ready = [
      { ...toldOf(), id: "1" },
      { ...toldOf({ alertId: "B" }), id: "2" },
      { ...toldOf({ alertId: "B", channel: "email" }), id: "3" },
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
      ...toldOf(),
      kind: "raised" as const,
      alertId: `A${n}`,
      quiet: false,
      late: false,
      ...members,
      id: String(n),
    }));

  it("are one for each alert, while they are few", () => {
    expect(toMessages(planned(MAX_SINGLE_MESSAGES)).map(({ why }) => why)).toEqual(
      Array(MAX_SINGLE_MESSAGES).fill("alert"),
    );
    expect(toMessages(planned(MAX_SINGLE_MESSAGES + 1)).map(({ why }) => why)).toEqual(["many"]);
  });

  it("of late alerts are one, and of those that wait there is none", () => {
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
  it("go over midnight and end at their time of the next day", () => {
    expect(until("2026-11-20T20:59:59Z")).toBeNull();
    expect(until("2026-11-20T21:00:00Z")).toBe("2026-11-21T05:30:00.000Z");
    expect(until("2026-11-21T05:29:59Z")).toBe("2026-11-21T05:30:00.000Z");
    expect(until("2026-11-21T05:30:00Z")).toBeNull();
  });

  it("within a day", () => {
    const noon = { quietFrom: 12 * 60, quietTo: 13 * 60 };
    expect(until("2026-11-20T11:30:00Z", noon)).toBe("2026-11-20T12:00:00.000Z");
    expect(until("2026-11-20T12:00:00Z", noon)).toBeNull();
    expect(until("2026-11-20T10:59:00Z", noon)).toBeNull();
  });

  it("none are never", () => {
    expect(until("2026-11-20T23:00:00Z", { quietFrom: null, quietTo: null } as never)).toBeNull();
  });

  it("keep site time over both changes of the clock", () => {
    // 29 March 2026: 02:00 becomes 03:00; 25 October: 03:00 becomes 02:00.
    expect(until("2026-03-28T22:00:00Z")).toBe("2026-03-29T04:30:00.000Z");
    expect(until("2026-10-24T22:00:00Z")).toBe("2026-10-25T05:30:00.000Z");
  });

  it("that end in the hour that is left out end with the change", () => {
    const early = { quietFrom: 22 * 60, quietTo: 2 * 60 + 30 };
    expect(until("2026-03-29T00:59:00Z", early)).not.toBeNull();
    expect(until("2026-03-29T01:30:00Z", early)).toBeNull();
  });

  it("that end in the hour that comes twice end in its first, once for all", () => {
    const early = { quietFrom: 22 * 60, quietTo: 2 * 60 + 30 };
    expect(until("2026-10-25T00:29:00Z", early)).toBe("2026-10-25T00:30:00.000Z");
    expect(until("2026-10-25T00:30:00Z", early)).toBeNull();
    // 02:10 for the second time.
    expect(until("2026-10-25T01:10:00Z", early)).toBeNull();
  });
});
