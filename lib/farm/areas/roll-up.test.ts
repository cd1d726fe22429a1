import { describe, expect, test } from "vitest";
import { countUnplaced, rollUpAlerts, rollUpHealth, rollUpNewest } from "./roll-up";

describe("alerts", () => {
  test("counts an alert in two benches once in the zone above them", () => {
    const counts = rollUpAlerts([
      { isPlant: true, rank: 3, acknowledged: false, paths: ["A#Zone 1#Bench 1", "A#Zone 1#Bench 2"] },
      { isPlant: false, rank: 1, acknowledged: true, paths: ["A#Zone 10"] },
    ]);
    expect(counts.get("A#Zone 1")).toEqual({
      openAlerts: 1,
      unacknowledged: 1,
      severities: { high: 1, medium: 0, low: 0, plain: 0 },
      plants: { high: 1, medium: 0, low: 0, plain: 0 },
      waiting: { high: 1, medium: 0, low: 0, plain: 0 },
    });
    expect(counts.get("A")).toMatchObject({
      openAlerts: 2,
      unacknowledged: 1,
      severities: { high: 1, medium: 0, low: 1, plain: 0 },
      plants: { high: 1, medium: 0, low: 0, plain: 0 },
      waiting: { high: 1, medium: 0, low: 0, plain: 0 },
    });
    expect(counts.get("A#Zone 1#Bench 2")?.openAlerts).toBe(1);
  });

  test("counts alerts without a place separately", () => {
    const alerts = [{ isPlant: false, rank: 2, acknowledged: false, paths: [] }];
    expect(rollUpAlerts(alerts).size).toBe(0);
    expect(countUnplaced(alerts)).toEqual({ high: 0, medium: 1, low: 0, plain: 0 });
  });
});

test("the newest reading of an area is the newest at or below it", () => {
  const newest = rollUpNewest([
    { path: "A#1", at: 100 },
    { path: "A#2", at: 300 },
    { path: "A", at: 200 },
  ]);
  expect([...newest]).toEqual([
    ["A", 300],
    ["A#1", 100],
    ["A#2", 300],
  ]);
});

describe("health", () => {
  const hour = 3_600_000;

  test("is the mean over the benches with a value in the newest hour", () => {
    const health = rollUpHealth([
      { path: "A#1", at: 10 * hour, value: 80, dayBefore: 82 },
      { path: "A#2", at: 10 * hour, value: 70, dayBefore: null },
      { path: "A#3", at: 2 * hour, value: 20, dayBefore: 20 },
    ]);
    expect(health.get("A")).toEqual({ at: 10 * hour, value: 75, dayBefore: 82 });
    expect(health.get("A#3")).toEqual({ at: 2 * hour, value: 20, dayBefore: 20 });
  });

  test("rounds off the noise of a single-precision column", () => {
    const health = rollUpHealth([{ path: "A", at: 0, value: Math.fround(78.4), dayBefore: null }]);
    expect(health.get("A")?.value).toBe(78.4);
  });
});
