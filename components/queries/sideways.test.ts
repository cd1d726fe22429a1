import { describe, expect, it } from "vitest";
import { besideOf, besideWords, columnOn, viewOn } from "./sideways";

/** Ten columns of 80 pixels, behind 350 that stay put. */
const columns = Array.from({ length: 10 }, (_, n) => ({ from: 350 + n * 80, to: 430 + n * 80 }));
const viewAt = (from: number) => ({ from, to: from + 250 });

describe("columns beside the view", () => {
  it("are those not fully in it", () => {
    expect(besideOf(columns, viewAt(350))).toEqual({ left: 0, right: 7 });
    expect(besideOf(columns, viewAt(430))).toEqual({ left: 1, right: 6 });
    expect(besideOf(columns, viewAt(900))).toEqual({ left: 7, right: 0 });
    expect(besideOf(columns, { from: 350, to: 1150 })).toEqual({ left: 0, right: 0 });
  });

  it("are counted in words; null if there are none", () => {
    expect(besideWords({ left: 0, right: 7 })).toBe("7 more columns to the right");
    expect(besideWords({ left: 1, right: 6 })).toBe("1 more column to the left, 6 to the right");
    expect(besideWords({ left: 7, right: 0 })).toBe("7 more columns to the left");
    expect(besideWords({ left: 0, right: 0 })).toBeNull();
  });
});

describe("stepping sideways", () => {
  it("moves the next column to the edge, and stops at the last", () => {
    expect(columnOn(columns, viewAt(350), 1)).toBe(430);
    expect(columnOn(columns, viewAt(900), 1)).toBe(900);
    expect(columnOn(columns, viewAt(430), -1)).toBe(350);
    expect(columnOn(columns, viewAt(350), -1)).toBe(350);
  });

  it("reaches every column in both directions", () => {
    for (const step of [columnOn, viewOn]) {
      const seen = new Set<number>();
      let at = 350;
      for (let n = 0; n < 20; n++) {
        for (const { from, to } of columns) if (from >= at - 1 && to <= at + 251) seen.add(from);
        at = Math.min(step(columns, viewAt(at), 1), 900);
      }
      expect(seen.size).toBe(columns.length);
      for (let n = 0; n < 20; n++) at = Math.max(step(columns, viewAt(at), -1), 350);
      expect(at).toBe(350);
    }
  });
});
