import { expect, it } from "vitest";
import { buildEvidence, evidenceIndex, evidencePoints } from "./evidence";

const start = Date.UTC(2026, 10, 20);
const hour = (n: number) => new Date(start + n * 3_600_000);
const mean = (n: number, value: number) => ({ hour: start / 3_600_000 + n, value });

it.each([
  [{ type: "HEALTH", category: null }, "HEALTH"],
  [{ type: "PRODUCTIVITY", category: null }, "PRODUCTIVITY"],
  [{ type: null, category: "PLANT_LIGHT_ALERT" }, "EFFICIENCY"],
  [{ type: null, category: "PLANT_STRESS_ALERT" }, "HEALTH"],
] as const)("%j is about %s", (alert, index) => {
  expect(evidenceIndex(alert)).toBe(index);
});

it("returns the last value and the one nearest to a day before it", () => {
  const means = [0, 21, 25, 47].map(mean);
  expect(buildEvidence("HEALTH", means, hour(47))).toMatchObject({
    last: { at: hour(47).toISOString(), value: 3 },
    dayBefore: 1,
    from: hour(-25).toISOString(),
    to: hour(47).toISOString(),
  });
});

it("returns no value of a day before if none is near", () => {
  const means = [mean(0, 1), mean(47, 1)];
  expect(buildEvidence("HEALTH", means, hour(47)).dayBefore).toBeNull();
  expect(buildEvidence("HEALTH", [], hour(47))).toMatchObject({ last: null, dayBefore: null, means: null });
});

it("returns consecutive hours, null for those without a value", () => {
  const means = [3, 4, 6].map(mean);
  const told = buildEvidence("HEALTH", means, hour(6)).means;
  expect(told).toEqual({ from: hour(3).toISOString(), values: [0, 1, null, 2] });
  expect(evidencePoints(told)).toEqual([3, 4, 6].map((n, value) => ({ t: hour(n).getTime(), value })));
});
