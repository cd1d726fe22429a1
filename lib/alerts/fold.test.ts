import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CATEGORIES, CLOSE_REASONS, EVENTS, type NotificationFacts, SEVERITIES } from "./contract";
import { foldAlert } from "./fold";

const noon = Date.UTC(2026, 10, 20, 12);
const at = (hour: number) => new Date(noon + hour * 3_600_000);

function fact(members: Partial<NotificationFacts> = {}): NotificationFacts {
  return {
    shape: "alert",
    alertId: "A",
    event: "RAISED",
    type: "HEALTH",
    category: null,
    severity: "LOW",
    previousSeverity: null,
    closeReason: null,
    jobId: "J",
    locationId: null,
    controlAreaId: null,
    timestamp: at(0),
    raisedAt: null,
    closedAt: null,
    ...members,
  };
}

const raised = fact();
const worse = fact({
  event: "SEVERITY_INCREASED",
  severity: "MEDIUM",
  previousSeverity: "LOW",
  timestamp: at(1),
});
const worst = fact({
  event: "SEVERITY_INCREASED",
  severity: "HIGH",
  previousSeverity: "MEDIUM",
  timestamp: at(2),
});
const closed = fact({
  event: "CLOSED",
  severity: "HIGH",
  closeReason: "RECOVERY_DETECTED",
  timestamp: at(3),
});

describe("a whole story", () => {
  it("goes from raised to closed", () => {
    expect(foldAlert([raised, worse, worst, closed])).toMatchObject({
      status: "closed",
      type: "HEALTH",
      severity: "HIGH",
      peakSeverity: "HIGH",
      rank: 3,
      raisedAt: at(0),
      severitySince: at(2),
      lastEventAt: at(3),
      closedAt: at(3),
      closeReason: "RECOVERY_DETECTED",
      incomplete: false,
      notifications: 4,
    });
  });

  it("has the last severity and the highest apart", () => {
    expect(foldAlert([raised, worse, worst, fact({ ...closed, severity: "LOW" })])).toMatchObject({
      severity: "LOW",
      peakSeverity: "HIGH",
      severitySince: at(3),
    });
  });

  it("stays closed whatever is dated after the close", () => {
    const late = fact({ event: "RAISED", severity: "HIGH", timestamp: at(9) });
    expect(foldAlert([raised, worse, worst, closed, late])).toMatchObject({
      status: "closed",
      closedAt: at(3),
      lastEventAt: at(9),
      severity: "HIGH",
    });
  });

  it("orders what carries one timestamp by event, then by severity", () => {
    const same = [raised, worse, worst, closed].map((one) => ({ ...one, timestamp: at(0) }));
    expect(foldAlert(same.reverse())).toMatchObject({
      severity: "HIGH",
      status: "closed",
      incomplete: false,
    });
  });
});

describe("what is missing", () => {
  it.each([
    ["the RAISED", [worse], { incomplete: true, raisedAt: null, firstEventAt: at(1) }],
    ["a step between", [raised, worst], { incomplete: true, severity: "HIGH" }],
    ["the rise to the severity of the close", [raised, closed], { incomplete: true, status: "closed" }],
    [
      "nothing but an optional previousSeverity",
      [raised, { ...worse, previousSeverity: null }],
      { incomplete: false },
    ],
    ["the close", [raised, worse], { incomplete: false, status: "open", closedAt: null }],
  ])("%s", (_, story, expected) => {
    expect(foldAlert(story)).toMatchObject(expected);
  });
});

describe("a plant alert", () => {
  const plant = fact({
    shape: "plant",
    type: null,
    severity: null,
    category: "PLANT_CRITICAL_ALERT",
    raisedAt: at(-1),
    controlAreaId: "C",
  });
  const plantClosed = { ...plant, event: "CLOSED" as const, timestamp: at(5), closedAt: at(4) };

  it("has a category, its own times, and no severity", () => {
    expect(foldAlert([plant, plantClosed])).toMatchObject({
      shape: "plant",
      type: null,
      severity: null,
      peakSeverity: null,
      severitySince: null,
      category: "PLANT_CRITICAL_ALERT",
      rank: 3,
      raisedAt: at(-1),
      closedAt: at(4),
      lastEventAt: at(5),
      controlAreaId: "C",
      incomplete: false,
    });
    expect(foldAlert([plant, { ...plantClosed, closedAt: null }]).closedAt).toEqual(at(5));
  });

  it.each(CATEGORIES.map((category, index) => [category, 3 - index] as const))(
    "%s ranks %i",
    (category, rank) => {
      expect(foldAlert([{ ...plant, category }]).rank).toBe(rank);
    },
  );
});

const severity = fc.constantFrom(...SEVERITIES);
const anyFact = fc.record({
  event: fc.constantFrom(...EVENTS),
  severity,
  previousSeverity: fc.option(severity),
  closeReason: fc.option(fc.constantFrom(...CLOSE_REASONS)),
  timestamp: fc.integer({ min: 0, max: 3 }).map(at),
  jobId: fc.constantFrom("J", "K"),
});
const story = fc.array(anyFact, { minLength: 1, maxLength: 7 }).map((list) => list.map(fact));
/** A story told in order, and the same told in another order with repetitions. */
const twoTellings = story.chain((first) =>
  fc
    .tuple(
      fc.shuffledSubarray(first, { minLength: first.length }),
      fc.array(fc.constantFrom(...first), { maxLength: 5 }),
    )
    .map(([shuffled, repeated]) => ({ first, second: [...repeated, ...shuffled] })),
);

describe("the state", () => {
  it("depends on neither order nor repetition", () => {
    fc.assert(
      fc.property(twoTellings, ({ first, second }) => {
        expect(foldAlert(second)).toEqual(foldAlert(first));
      }),
    );
  });

  it("is closed for ever after one CLOSED, and its peak never falls", () => {
    fc.assert(
      fc.property(story, anyFact.map(fact), (before, more) => {
        const [a, b] = [foldAlert(before), foldAlert([...before, more])];
        if (a.status === "closed") expect(b.status).toBe("closed");
        const height = (one: typeof a) => SEVERITIES.indexOf(one.peakSeverity ?? "LOW");
        expect(height(b)).toBeGreaterThanOrEqual(height(a));
        expect(b.lastEventAt >= a.lastEventAt).toBe(true);
      }),
    );
  });
});
