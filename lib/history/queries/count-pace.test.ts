import { expect, test } from "vitest";
import { nextPartHours } from "./row-map";

test("a part that was quick is followed by a longer one, a slow one by a shorter one, of an hour at least", () => {
  expect(nextPartHours(168, 20)).toBeGreaterThan(168);
  expect(nextPartHours(168, 1_000)).toBe(168);
  expect(nextPartHours(168, 5_000)).toBeLessThan(168);
  expect(nextPartHours(1, 50_000)).toBe(1);
});
