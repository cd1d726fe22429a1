import fc from "fast-check";
import { expect, test } from "vitest";
import { chooseStep, stepText } from "./steps";

const DAY = 86_400_000;
const period = (days: number) => ({ from: new Date(0), to: new Date(days * DAY) });

test("picks the shortest step that stays within the number of buckets", () => {
  expect(stepText(chooseStep(period(2), 500))).toBe("PT1H");
  expect(stepText(chooseStep(period(30), 500))).toBe("PT2H");
  expect(stepText(chooseStep(period(365), 500))).toBe("P1D");
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 2, max: 5000 }), (days, maxPoints) => {
      const { unit, length } = chooseStep(period(days), maxPoints);
      const buckets = Math.floor((days * DAY) / (length * (unit === "hour" ? DAY / 24 : DAY))) + 1;
      expect(buckets).toBeLessThanOrEqual(maxPoints);
    }),
  );
});
