import { describe, expect, test } from "vitest";
import { compareRanks, rankAreas, trendOf } from "./order";

const none = { high: 0, medium: 0, low: 0, plain: 0 };
const area = (path: string, more: object = {}) => ({
  path,
  name: path,
  severities: none,
  waiting: none,
  health: null,
  ...more,
});
const health = (value: number, dayBefore: number | null) => ({
  at: "2026-11-01T05:00:00Z",
  value,
  dayBefore,
});
const never = () => false;
const inOrder = (
  order: "worst" | "worsening",
  items: ReturnType<typeof area>[],
  isSilent = never as (item: { path: string }) => boolean,
) => [...items].sort(compareRanks(rankAreas(order, items, isSilent))).map(({ path }) => path);

describe("the order of the areas of a level", () => {
  test("worst first: by severity, then by alerts not acknowledged, then silent areas before healthy ones", () => {
    const items = [
      area("A"),
      area("B silent"),
      area("C", { severities: { ...none, low: 9 } }),
      area("D", { severities: { ...none, high: 1 } }),
      area("E", { severities: { ...none, high: 1 }, waiting: { ...none, high: 1 } }),
    ];
    expect(inOrder("worst", items, ({ path }) => path === "B silent")).toEqual([
      "E",
      "D",
      "C",
      "B silent",
      "A",
    ]);
  });

  test("worsening: the greatest fall of Health since the day before first; silent areas last", () => {
    const items = [
      area("A", { health: health(80, 80.1) }),
      area("B", { health: health(80, 70) }),
      area("C", { health: health(78, 80) }),
      area("D", { health: health(70, 80) }),
      area("E silent", { health: health(20, 80) }),
    ];
    expect(inOrder("worsening", items, ({ path }) => path === "E silent")).toEqual([
      "D",
      "C",
      "A",
      "B",
      "E silent",
    ]);
  });

  test("areas added later come after the ranked ones, by name", () => {
    const ranks = rankAreas("worst", [area("B"), area("A", { severities: { ...none, low: 1 } })], never);
    expect(
      [area("D"), area("C"), area("B"), area("A")].sort(compareRanks(ranks)).map(({ path }) => path),
    ).toEqual(["A", "B", "C", "D"]);
  });

  test("the order by name needs no ranks", () => {
    expect(rankAreas("name", [area("A")], never)).toBeNull();
    expect([area("Bench 10"), area("Bench 9")].sort(compareRanks(null)).map(({ name }) => name)).toEqual([
      "Bench 9",
      "Bench 10",
    ]);
  });
});

test("a change under half a percent is level; without a value of the day before there is no trend", () => {
  expect(trendOf(health(80.3, 80))?.to).toBe("flat");
  expect(trendOf(health(78, 80))).toEqual({ change: -2, to: "falls" });
  expect(trendOf(health(82, 80))?.to).toBe("rises");
  expect(trendOf(health(82, null))).toBeNull();
  expect(trendOf(null)).toBeNull();
});
