import { describe, expect, it } from "vitest";
import { type AttentionFacts, judgeStanding } from "./contract";

const now = new Date("2026-11-20T12:00:00Z");
const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000).toISOString();

const untouched: AttentionFacts = {
  status: "open",
  rank: 1,
  severitySince: at(-60),
  acknowledgedAt: null,
  acknowledgedRank: null,
  snoozedAt: null,
  snoozedUntil: null,
  snoozedRank: null,
  recoveryConfirmedAt: null,
};
const taken = { acknowledgedAt: at(-30), acknowledgedRank: 1 };
const away = { snoozedAt: at(-30), snoozedRank: 1 };
const standing = (facts: Partial<AttentionFacts>) => judgeStanding({ ...untouched, ...facts }, now);
const needs = { attention: true, roseSinceAcknowledged: false, snoozed: null };

describe("an open alert", () => {
  it("needs somebody until it is acknowledged, at its rank or above", () => {
    expect(standing({})).toEqual(needs);
    expect(standing(taken)).toEqual({ ...needs, attention: false });
    expect(standing({ ...taken, acknowledgedRank: 3, rank: 2 }).attention).toBe(false);
  });

  it("comes back when it rises above what was acknowledged, and says so", () => {
    expect(standing({ ...taken, rank: 2 })).toEqual({ ...needs, roseSinceAcknowledged: true });
  });

  it("stays with who took it where the rank of then is not known", () => {
    expect(standing({ ...taken, acknowledgedRank: null, rank: 3 }).attention).toBe(false);
  });

  it("is away until the very instant that its snooze ends", () => {
    expect(standing({ ...away, snoozedUntil: at(1) })).toEqual({
      ...needs,
      attention: false,
      snoozed: "until-time",
    });
    expect(standing({ ...away, snoozedUntil: at(0) })).toEqual(needs);
  });

  it("is away until it gets worse, and a rise ends a snooze until a time as well", () => {
    expect(standing(away)).toEqual({ ...needs, attention: false, snoozed: "until-worse" });
    expect(standing({ ...away, rank: 2 })).toEqual(needs);
    expect(standing({ ...away, snoozedUntil: at(60), rank: 2 })).toEqual(needs);
  });

  it("needs nobody once somebody confirmed its recovery, unless it rose after that", () => {
    expect(standing({ recoveryConfirmedAt: at(-10) }).attention).toBe(false);
    expect(standing({ recoveryConfirmedAt: at(-10), severitySince: at(-5) }).attention).toBe(true);
    expect(standing({ recoveryConfirmedAt: at(-10), severitySince: null }).attention).toBe(false);
  });
});

it("a closed alert needs nobody, and is not snoozed", () => {
  expect(standing({ status: "closed" })).toEqual({ ...needs, attention: false });
  expect(standing({ status: "closed", ...away }).snoozed).toBeNull();
});
