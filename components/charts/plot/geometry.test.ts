import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { niceScale, panBy, wheelFactor, zoomAt } from "./geometry";

const HOUR = 3_600_000;
const LATEST = 10_000 * HOUR;
const window = { from: LATEST - 72 * HOUR, to: LATEST };

test("keeps the instant under the pointer in place", () => {
  const at = LATEST - 48 * HOUR;
  const near = zoomAt(window, at, 0.5, { latest: LATEST });
  expect(near.to - near.from).toBe(36 * HOUR);
  expect((at - near.from) / (near.to - near.from)).toBeCloseTo(1 / 3);
});

test("never passes the latest instant; zooming out there reaches back", () => {
  expect(zoomAt(window, LATEST - HOUR, 2, { latest: LATEST })).toEqual({
    from: LATEST - 144 * HOUR,
    to: LATEST,
  });
  expect(panBy(window, 5 * HOUR, { latest: LATEST })).toEqual(window);
  expect(panBy(window, -5 * HOUR, { latest: LATEST }).to).toBe(LATEST - 5 * HOUR);
});

test("keeps a window between two hours and a year, up to the latest instant", () => {
  const cases = fc.record({
    length: fc.integer({ min: 2 * HOUR, max: 366 * 24 * HOUR }),
    back: fc.integer({ min: 0, max: 1000 * HOUR }),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    deltas: fc.array(fc.double({ min: -500, max: 500, noNaN: true }), { maxLength: 30 }),
  });
  fc.assert(
    fc.property(cases, ({ length, back, share, deltas }) => {
      let now = { from: LATEST - back - length, to: LATEST - back };
      for (const delta of deltas) {
        const at = now.from + share * (now.to - now.from);
        now = zoomAt(now, at, wheelFactor(delta, 0), { latest: LATEST });
        now = panBy(now, delta * HOUR, { latest: LATEST });
        expect(now.to).toBeLessThanOrEqual(LATEST);
        expect(now.to - now.from).toBeGreaterThan(2 * HOUR - 1);
        expect(now.to - now.from).toBeLessThan(366 * 24 * HOUR + 1);
      }
    }),
  );
});

describe("the value scale", () => {
  it("has two to five ticks that cover the data", () => {
    const value = fc.double({ min: -500, max: 2_000, noNaN: true });
    fc.assert(
      fc.property(value, value, fc.boolean(), (a, b, zeroBased) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)];
        const { domain, ticks } = niceScale(low, high, zeroBased);
        expect(domain[0]).toBeLessThanOrEqual(low);
        expect(domain[1]).toBeGreaterThanOrEqual(high);
        expect(ticks.length).toBeGreaterThanOrEqual(2);
        expect(ticks.length).toBeLessThanOrEqual(5);
        if (domain[0] < 0 && domain[1] > 0)
          expect(ticks.some((tick) => Object.is(Math.abs(tick), 0))).toBe(true);
      }),
    );
  });

  it("starts at zero for amounts", () => {
    expect(niceScale(3, 18, true).domain[0]).toBe(0);
  });
});
