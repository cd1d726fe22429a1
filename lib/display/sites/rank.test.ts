import { describe, expect, test } from "vitest";
import { compareSites, judgeSite, type SiteFacts } from "./rank";

describe("the state of a site", () => {
  test("is attention while an open alert needs somebody, whatever its sources", () => {
    for (const quiet of ["quiet", "doubtful", "unknown"] as const)
      expect(judgeSite(3, 1, quiet)).toBe("attention");
  });
  test("is unknown rather than handled or quiet while no alert could come in", () => {
    expect(judgeSite(0, 0, "unknown")).toBe("unknown");
    expect(judgeSite(2, 0, "unknown")).toBe("unknown");
  });
  test("is handled with open alerts that need nobody, and else as quiet as its list", () => {
    expect(judgeSite(2, 0, "doubtful")).toBe("handled");
    expect(judgeSite(0, 0, "doubtful")).toBe("doubtful");
    expect(judgeSite(0, 0, "quiet")).toBe("quiet");
  });
});

test("sites are ordered by state, severity, number, age and name", () => {
  const site = (name: string, more: Partial<SiteFacts>): SiteFacts => ({
    name,
    state: "attention",
    rank: 3,
    attention: 1,
    oldestUnacknowledgedAt: "2026-11-20T10:00:00Z",
    ...more,
  });
  const worstFirst = [
    site("Z, two HIGH", { attention: 2 }),
    site("Y, older", { oldestUnacknowledgedAt: "2026-11-19T10:00:00Z" }),
    site("Site 2", {}),
    site("Site 10", {}),
    site("X, rose after it was acknowledged", { oldestUnacknowledgedAt: null }),
    site("D, MEDIUM", { rank: 2, attention: 9 }),
    site("C", { state: "unknown", rank: -1, attention: 0 }),
    site("B", { state: "handled", attention: 0, oldestUnacknowledgedAt: null }),
    site("A", { state: "quiet", rank: -1, attention: 0, oldestUnacknowledgedAt: null }),
  ];
  expect(worstFirst.toReversed().sort(compareSites)).toEqual(worstFirst);
});
