import { describe, expect, test } from "vitest";
import { fitRow, widthOfName } from "./row-fit";

const quiet = { counts: [], hasHealth: true, hasTrend: true, isSilent: false };

describe("what fits beside a name in the tree", () => {
  test("everything, if there is room", () => {
    expect(fitRow(220, "Bench 14", { ...quiet, counts: [2, 4] })).toEqual({ health: "whole", counts: 2 });
  });

  test("drops the arrow first, then Health, then all counts but the weightiest", () => {
    const four = { ...quiet, counts: [2, 4, 3, 1] };
    expect(fitRow(250, "Propagation", four)).toMatchObject({ health: "value", counts: 4 });
    expect(fitRow(230, "Propagation", four)).toMatchObject({ health: "none", counts: 4 });
    expect(fitRow(200, "Propagation west", four).health).toBe("none");
    expect(fitRow(200, "Propagation and seedlings, west wing", four)).toEqual({ health: "none", counts: 1 });
  });

  test("a name keeps its room, whatever the counts", () => {
    for (const name of ["Bench 14", "Vertical farm", "温室 2", "Glasshouse 2, east wing"])
      for (const room of [120, 160, 200, 240]) {
        const { health, counts } = fitRow(room, name, { ...quiet, counts: [12, 4, 3, 1], isSilent: true });
        const least = widthOfName(name) + 24 + 40 > room;
        if (least) expect({ health, counts }).toEqual({ health: "none", counts: 1 });
      }
  });

  test("shows no count if there are none", () => {
    expect(fitRow(40, "A long name of a bench", quiet)).toEqual({ health: "none", counts: 0 });
  });

  test("counts letters of other scripts as wide", () => {
    expect(widthOfName("温室")).toBeGreaterThan(widthOfName("ab"));
  });
});
