import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SEVERITIES } from "@/lib/base/core/severity";
import { CATEGORIES, CLOSE_REASONS, EVENTS, type NotificationFacts } from "./contract";
import { type FoldedAlert, foldAlert, foldOn } from "./fold";

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

describe("a complete set", () => {
  it("folds from raised to closed", () => {
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

  it("keeps the last severity apart from the highest", () => {
    expect(foldAlert([raised, worse, worst, fact({ ...closed, severity: "LOW" })])).toMatchObject({
      severity: "LOW",
      peakSeverity: "HIGH",
      severitySince: at(3),
    });
  });

  it("stays closed whatever has a later timestamp", () => {
    const late = fact({ event: "RAISED", severity: "HIGH", timestamp: at(9) });
    expect(foldAlert([raised, worse, worst, closed, late])).toMatchObject({
      status: "closed",
      closedAt: at(3),
      lastEventAt: at(9),
      severity: "HIGH",
    });
  });

  it("closes at the first of two CLOSED", () => {
    const again = fact({ ...closed, closeReason: "EXPIRED", timestamp: at(5) });
    expect(foldAlert([raised, worse, worst, closed, again])).toMatchObject({
      closedAt: at(3),
      closeReason: "RECOVERY_DETECTED",
      lastEventAt: at(5),
    });
  });

  it("orders equal timestamps by event, then by severity", () => {
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
    [
      "the RAISED, where the rise names nothing",
      [{ ...worse, previousSeverity: null }],
      { incomplete: true },
    ],
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

  it("folds to a category and its own times, without a severity", () => {
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
/** A list of notifications, and the same in another order with repetitions. */
const twoTellings = story.chain((first) =>
  fc
    .tuple(
      fc.shuffledSubarray(first, { minLength: first.length }),
      fc.array(fc.constantFrom(...first), { maxLength: 5 }),
    )
    .map(([shuffled, repeated]) => ({ first, second: [...repeated, ...shuffled] })),
);

describe("the state", () => {
  it("does not depend on order or repetition", () => {
    fc.assert(
      fc.property(twoTellings, ({ first, second }) => {
        expect(foldAlert(second)).toEqual(foldAlert(first));
      }),
    );
  });

  it("stays closed after one CLOSED, and its peak never falls", () => {
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

/** Both shapes under one id, with all that either may hold. */
const plantFact = fc
  .record({
    event: fc.constantFrom("RAISED" as const, "CLOSED" as const),
    category: fc.constantFrom(...CATEGORIES),
    timestamp: fc.integer({ min: 0, max: 3 }).map(at),
    raisedAt: fc.option(fc.integer({ min: -2, max: 0 }).map(at)),
    closedAt: fc.option(fc.integer({ min: 0, max: 5 }).map(at)),
    controlAreaId: fc.option(fc.constantFrom("C", "D")),
  })
  .map((members) => fact({ ...members, shape: "plant", type: null, severity: null }));
const batches = fc.array(fc.array(fc.oneof(anyFact.map(fact), plantFact), { minLength: 1, maxLength: 4 }), {
  minLength: 1,
  maxLength: 6,
});

/** Folds on with a batch, reading of what is kept only what lies at or behind the earliest that is new. */
function foldOnWith(
  state: FoldedAlert | null,
  kept: readonly NotificationFacts[],
  batch: readonly NotificationFacts[],
): FoldedAlert {
  const told = new Set(kept.map((one) => JSON.stringify(one)));
  const added = batch.filter((one) => !told.has(JSON.stringify(one)));
  const from = Math.min(...added.map(({ timestamp }) => timestamp.getTime()));
  const earlier = kept.filter(({ timestamp }) => timestamp.getTime() < from);
  const severityBefore = earlier.length > 0 ? foldAlert(earlier).severity : null;
  const stored = kept.filter(({ timestamp }) => timestamp.getTime() >= from);
  return foldOn(state, { added, stored, severityBefore });
}

describe("folding on from a state", () => {
  it("equals a fold of all notifications, in any order of arrival", () => {
    fc.assert(
      fc.property(batches, (all) => {
        let state: FoldedAlert | null = null;
        const kept: NotificationFacts[] = [];
        for (const batch of all) {
          state = foldOnWith(state, kept, batch);
          kept.push(...batch);
          expect(state).toEqual(foldAlert(kept));
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it("folds all notifications without a state", () => {
    const later = { added: [closed], stored: [raised, worse, worst], severityBefore: null };
    expect(foldOn(null, later)).toEqual(foldAlert([raised, worse, worst, closed]));
  });

  it("needs no stored notification if the new ones are later than all", () => {
    const state = foldAlert([raised, worse, worst]);
    expect(foldOn(state, { added: [closed], stored: [], severityBefore: state.severity })).toEqual(
      foldAlert([raised, worse, worst, closed]),
    );
  });
});

/** Complete sets as the service sends them: raised, each rise with the severity before, closed at the last one. */
const wholeStory = fc
  .record({
    start: fc.integer({ min: 0, max: 2 }),
    rises: fc.integer({ min: 0, max: 2 }),
    isClosed: fc.boolean(),
  })
  .map(({ start, rises, isClosed }) => {
    const levels = SEVERITIES.slice(start, start + rises + 1);
    const told = levels.map((level, step) =>
      step === 0
        ? fact({ severity: level, timestamp: at(0) })
        : fact({
            event: "SEVERITY_INCREASED",
            severity: level,
            previousSeverity: levels[step - 1] ?? null,
            timestamp: at(step),
          }),
    );
    const end = { event: "CLOSED", severity: levels.at(-1) ?? "LOW", closeReason: "EXPIRED" } as const;
    return isClosed ? [...told, fact({ ...end, timestamp: at(levels.length) })] : told;
  });

/** A whole story and what is left of it after some of it was lost. */
const withLoss = wholeStory.chain((whole) =>
  fc.subarray(whole, { minLength: 1 }).map((left) => ({ whole, left })),
);

const heightOf = (one: ReturnType<typeof foldAlert>) =>
  one.peakSeverity === null ? -1 : SEVERITIES.indexOf(one.peakSeverity);

describe("a lost notification", () => {
  it("makes the alert incomplete, unless only the end is lost", () => {
    fc.assert(
      fc.property(withLoss, ({ whole, left }) => {
        const isBeginning = left.every((one, step) => one === whole[step]);
        expect(foldAlert(whole).incomplete).toBe(false);
        expect(foldAlert(left).incomplete).toBe(!isBeginning);
      }),
    );
  });

  it("never opens a closed alert, closes an open one, or makes it worse than it was", () => {
    fc.assert(
      fc.property(withLoss, ({ whole, left }) => {
        const [all, some] = [foldAlert(whole), foldAlert(left)];
        expect(some.status).toBe(left.some(({ event }) => event === "CLOSED") ? "closed" : "open");
        if (some.status === "closed")
          expect(some).toMatchObject({ closedAt: all.closedAt, severity: all.severity });
        expect(heightOf(some)).toBeLessThanOrEqual(heightOf(all));
        expect(some.rank).toBeLessThanOrEqual(all.rank);
      }),
    );
  });

  it("leaves no trace once it comes late", () => {
    fc.assert(
      fc.property(withLoss, ({ whole, left }) => {
        const late = whole.filter((one) => !left.includes(one));
        expect(foldAlert([...left, ...late])).toEqual(foldAlert(whole));
      }),
    );
  });
});

/** All orders of a list. */
function permutations<T>(list: readonly T[]): T[][] {
  if (list.length < 2) return [[...list]];
  return list.flatMap((one, index) =>
    permutations(list.filter((_, other) => other !== index)).map((rest) => [one, ...rest]),
  );
}

describe("every order", () => {
  const late = fact({
    event: "SEVERITY_INCREASED",
    severity: "MEDIUM",
    previousSeverity: "HIGH",
    timestamp: at(4),
  });
  const twin = fact({ event: "SEVERITY_INCREASED", severity: "MEDIUM", jobId: "K", timestamp: at(1) });

  it.each([
    ["a whole story", [raised, worse, worst, closed]],
    ["one with a repetition", [raised, worse, worse, worst, closed]],
    ["one with news after its close", [raised, worse, worst, closed, late]],
    ["one with two that differ in content alone", [raised, worse, twin, worst, closed]],
    ["one at a single instant", [raised, worse, worst, closed].map((one) => ({ ...one, timestamp: at(0) }))],
    ["two closings", [raised, closed, { ...closed, closeReason: "EXPIRED" as const }, worse]],
  ])("of %s comes to the same", (_, told) => {
    const expected = foldAlert(told);
    for (const order of permutations(told)) expect(foldAlert(order)).toEqual(expected);
  });

  it("marks a contradicting previousSeverity and believes the severity", () => {
    const odd = { ...worse, previousSeverity: "HIGH" as const };
    expect(foldAlert([raised, odd])).toMatchObject({
      incomplete: true,
      severity: "MEDIUM",
      peakSeverity: "MEDIUM",
      status: "open",
    });
  });
});
