import fc from "fast-check";
import { expect, test } from "vitest";
import { panned, wheelFactor, zoomedAt } from "./zoom";

const HOUR = 3_600_000;
const LATEST = 10_000 * HOUR;
const window = { from: LATEST - 72 * HOUR, to: LATEST };

test("what lies under the pointer stays there", () => {
  const at = LATEST - 48 * HOUR;
  const near = zoomedAt(window, at, 0.5, LATEST);
  expect(near.to - near.from).toBe(36 * HOUR);
  expect((at - near.from) / (near.to - near.from)).toBeCloseTo(1 / 3);
});

test("nothing after the newest is shown; zooming out at the edge reaches back", () => {
  expect(zoomedAt(window, LATEST - HOUR, 2, LATEST)).toEqual({ from: LATEST - 144 * HOUR, to: LATEST });
  expect(panned(window, 5 * HOUR, LATEST)).toEqual(window);
  expect(panned(window, -5 * HOUR, LATEST).to).toBe(LATEST - 5 * HOUR);
});

test("a window is never shorter than two hours, longer than a year or beyond the newest", () => {
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
        now = zoomedAt(now, at, wheelFactor(delta, 0), LATEST);
        now = panned(now, delta * HOUR, LATEST);
        expect(now.to).toBeLessThanOrEqual(LATEST);
        expect(now.to - now.from).toBeGreaterThan(2 * HOUR - 1);
        expect(now.to - now.from).toBeLessThan(366 * 24 * HOUR + 1);
      }
    }),
  );
});
