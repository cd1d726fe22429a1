import { describe, expect, it } from "vitest";
import { ENGLISH } from "@/lib/base/words/english.test-support";
import { countOutOfView, outOfViewWords, stepByColumn, stepByView } from "./sideways";

/** Ten columns of 80 pixels, behind 350 that stay put. */
const columns = Array.from({ length: 10 }, (_, n) => ({ from: 350 + n * 80, to: 430 + n * 80 }));
const viewAt = (from: number) => ({ from, to: from + 250 });

describe("columns out of view", () => {
  it("are those not fully in it", () => {
    expect(countOutOfView(columns, viewAt(350))).toEqual({ left: 0, right: 7 });
    expect(countOutOfView(columns, viewAt(430))).toEqual({ left: 1, right: 6 });
    expect(countOutOfView(columns, viewAt(900))).toEqual({ left: 7, right: 0 });
    expect(countOutOfView(columns, { from: 350, to: 1150 })).toEqual({ left: 0, right: 0 });
  });

  it("are counted in words; null if there are none", () => {
    expect(outOfViewWords(ENGLISH, { left: 0, right: 7 })).toBe("7 more columns to the right");
    expect(outOfViewWords(ENGLISH, { left: 1, right: 6 })).toBe("1 more column to the left, 6 to the right");
    expect(outOfViewWords(ENGLISH, { left: 7, right: 0 })).toBe("7 more columns to the left");
    expect(outOfViewWords(ENGLISH, { left: 0, right: 0 })).toBeNull();
  });
});

describe("stepping sideways", () => {
  it("moves the next column to the edge, and stops at the last", () => {
    expect(stepByColumn(columns, viewAt(350), 1)).toBe(430);
    expect(stepByColumn(columns, viewAt(900), 1)).toBe(900);
    expect(stepByColumn(columns, viewAt(430), -1)).toBe(350);
    expect(stepByColumn(columns, viewAt(350), -1)).toBe(350);
  });

  it("reaches every column in both directions", () => {
    for (const step of [stepByColumn, stepByView]) {
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
