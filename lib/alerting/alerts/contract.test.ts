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
  it("needs attention until it is acknowledged at its rank or above", () => {
    expect(standing({})).toEqual(needs);
    expect(standing(taken)).toEqual({ ...needs, attention: false });
    expect(standing({ ...taken, acknowledgedRank: 3, rank: 2 }).attention).toBe(false);
  });

  it("needs attention again when it rises above the acknowledged rank", () => {
    expect(standing({ ...taken, rank: 2 })).toEqual({ ...needs, roseSinceAcknowledged: true });
  });

  it("stays acknowledged if the rank at that time was not recorded", () => {
    expect(standing({ ...taken, acknowledgedRank: null, rank: 3 }).attention).toBe(false);
  });

  it("stays snoozed until the very instant at which the snooze ends", () => {
    expect(standing({ ...away, snoozedUntil: at(1) })).toEqual({
      ...needs,
      attention: false,
      snoozed: "until-time",
    });
    expect(standing({ ...away, snoozedUntil: at(0) })).toEqual(needs);
  });

  it("stays snoozed until it gets worse; a rise also ends a snooze until a time", () => {
    expect(standing(away)).toEqual({ ...needs, attention: false, snoozed: "until-worse" });
    expect(standing({ ...away, rank: 2 })).toEqual(needs);
    expect(standing({ ...away, snoozedUntil: at(60), rank: 2 })).toEqual(needs);
  });

  it("needs no attention once its recovery is confirmed, unless it rose after that", () => {
    expect(standing({ recoveryConfirmedAt: at(-10) }).attention).toBe(false);
    expect(standing({ recoveryConfirmedAt: at(-10), severitySince: at(-5) }).attention).toBe(true);
    expect(standing({ recoveryConfirmedAt: at(-10), severitySince: null }).attention).toBe(false);
  });
});

it("a closed alert needs no attention and is not snoozed", () => {
  expect(standing({ status: "closed" })).toEqual({ ...needs, attention: false });
  expect(standing({ status: "closed", ...away }).snoozed).toBeNull();
});
