import { expect, test } from "vitest";
import { ENGLISH } from "@/lib/base/words/english.test-support";
import { PLOT_RIGHT } from "./geometry";
import { outageWordsAt, placeOutages } from "./outage-layout";

const HOUR = 3_600_000;
const WIDTH = 648;
/** 600 px for 60 h: 10 px an hour. */
const WINDOW = { from: 0, to: 60 * HOUR };

const outage = (from: number, to: number, words: string) => ({ from: from * HOUR, to: to * HOUR, words });

test("joins close outages in one hatch with the words of the newest, in any order", () => {
  const outages = [
    outage(58, 58.2, "new"),
    outage(57.5, 57.6, "mid"),
    outage(57, 57.2, "old"),
    outage(20, 24, "far"),
  ];
  const placed = placeOutages(ENGLISH, outages, WINDOW, WIDTH);
  expect(placed.map(({ words }) => words)).toEqual(["far", "new, and 2 more before"]);
  expect(placed[1]).toMatchObject({ from: 57 * HOUR, to: 58.2 * HOUR });
  expect(placed[0]?.wide).toBeCloseTo(40);
});

test("keeps a short outage at the end visible and inside the plot", () => {
  const [first] = placeOutages(ENGLISH, [outage(60, 60, "now")], WINDOW, WIDTH);
  expect(first?.wide).toBeGreaterThan(4);
  expect((first?.x ?? 0) + (first?.wide ?? 0)).toBeLessThanOrEqual(WIDTH - PLOT_RIGHT);
  expect(placeOutages(ENGLISH, [outage(-9, -8, "before")], WINDOW, WIDTH)).toEqual([]);
});

test("names the outage at the cursor, and the nearer of two within a finger's width", () => {
  const outages = [outage(20, 24, "long"), outage(27, 27.1, "short")];
  const at = (hour: number) => outageWordsAt(ENGLISH, outages, hour * HOUR, WINDOW, WIDTH);
  expect([18, 19, 22, 25, 26, 28, 30].map(at)).toEqual([
    null,
    "long",
    "long",
    "long",
    "short",
    "short",
    null,
  ]);
});
