import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { covers, joined, overlaps } from "@/lib/base/core/stretches";
import { DAY, fetched, HOUR, MINUTE, NEWEST, NOW, type Outcome, settings } from "./fetching.test-support";
import { emptyBook, missingStretches, nextWindow, type SyncWindow } from "./plan";

describe("with any failures at any times", () => {
  const turn = fc.record({
    wait: fc.integer({ min: 0, max: 3 * DAY }),
    outcome: fc.constantFrom<Outcome>("succeeded", "succeeded", "failed", "cancelled"),
    days: fc.constantFrom(0, 30, 30, 90, 365),
  });

  test("complete stretches were fetched, and lines of the ledger never touch", () => {
    fc.assert(
      fc.property(fc.array(turn, { maxLength: 60 }), (turns) => {
        let book = emptyBook();
        let now = NOW;
        const done: SyncWindow[] = [];
        for (const { wait, outcome, days } of turns) {
          now += wait;
          const window = nextWindow(book, { ...settings, backfillDays: days }, now);
          if (!window) continue;
          expect(window.from).toBeLessThan(window.to);
          expect(window.to - window.from).toBeLessThanOrEqual(12 * DAY);
          if (outcome === "succeeded") done.push(window);
          book = fetched(book, window, now, outcome);
        }
        expect(book.complete.map(({ from, to }) => ({ from, to }))).toEqual(joined(done));
        for (const trouble of book.troubles)
          expect(book.complete.some((line) => overlaps(line, trouble))).toBe(false);
      }),
    );
  });

  test("the newest hours are next when due, or next but one after they failed", () => {
    fc.assert(
      fc.property(fc.array(turn, { maxLength: 60 }), (turns) => {
        let book = emptyBook();
        let now = NOW;
        let passedOver = 0;
        for (const { wait, outcome, days } of turns) {
          now += wait;
          const wasDue = book.state.nextTryAt === null || now >= book.state.nextTryAt;
          const window = nextWindow(book, { ...settings, backfillDays: days }, now);
          if (!window) continue;
          passedOver = window.purpose === "sync" || !wasDue ? 0 : passedOver + 1;
          expect(passedOver).toBeLessThanOrEqual(1);
          book = fetched(book, window, now, outcome);
        }
      }),
    );
  });

  test("an hour that always fails blocks no more than a day", () => {
    const poison = fc.integer({ min: 3 * 24, max: 26 * 24 });
    fc.assert(
      fc.property(poison, (hoursBack) => {
        const bad = { from: NEWEST - hoursBack * HOUR, to: NEWEST - (hoursBack - 1) * HOUR };
        let book = emptyBook();
        let now = NOW;
        for (let step = 0; step < 400; step++) {
          now += 10 * MINUTE;
          const window = nextWindow(book, settings, now);
          if (window) book = fetched(book, window, now, overlaps(window, bad) ? "failed" : "succeeded");
        }
        const left = missingStretches(book.complete, settings, now);
        expect(left).toHaveLength(1);
        expect(covers(left, bad)).toBe(true);
        expect((left[0]?.to ?? 0) - (left[0]?.from ?? 0)).toBeLessThanOrEqual(DAY);
      }),
      { numRuns: 20 },
    );
  });
});
