import fc from "fast-check";
import { expect, test } from "vitest";
import { addTo, type Buckets, meanOf } from "./aggregate";

const single = (key: number, value: number) => ({
  key,
  sum: value,
  min: value,
  max: value,
  count: 1,
  filled: 0,
});

test("however values fall into buckets, no extreme is lost and the mean is between them", () => {
  const value = fc.integer({ min: -999, max: 999 }).map((tenths) => Math.fround(tenths / 10));
  const values = fc.array(fc.tuple(fc.integer({ min: 0, max: 5 }), value), { minLength: 1, maxLength: 100 });
  fc.assert(
    fc.property(values, (given) => {
      const buckets: Buckets = new Map();
      for (const [key, one] of given) addTo(buckets, single(key, one));
      const all = [...buckets.values()];
      const numbers = given.map(([, one]) => one);
      expect(Math.min(...all.map((bucket) => bucket.min))).toBe(Math.min(...numbers));
      expect(Math.max(...all.map((bucket) => bucket.max))).toBe(Math.max(...numbers));
      expect(all.reduce((sum, bucket) => sum + bucket.count, 0)).toBe(given.length);
      for (const bucket of all) {
        expect(meanOf(bucket)).toBeGreaterThanOrEqual(bucket.min);
        expect(meanOf(bucket)).toBeLessThanOrEqual(bucket.max);
      }
    }),
  );
});

test("a mean does not show what single precision adds", () => {
  const value = Math.fround(78.4);
  expect(meanOf({ key: 0, sum: value * 3, min: 78.4, max: 78.4, count: 3, filled: 0 })).toBe(78.4);
});
