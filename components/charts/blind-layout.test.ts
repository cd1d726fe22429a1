import { expect, test } from "vitest";
import { drawnTimes } from "./blind-layout";
import { PLOT_RIGHT } from "./plot-room";

const HOUR = 3_600_000;
const WIDTH = 648;
/** 600 px for 60 h: 10 px an hour. */
const WINDOW = { from: 0, to: 60 * HOUR };
const time = (from: number, to: number, words: string) => ({ from: from * HOUR, to: to * HOUR, words });

test("times that lie close are one hatch, told by the newest, whatever their order", () => {
  const times = [time(58, 58.2, "new"), time(57.5, 57.6, "mid"), time(57, 57.2, "old"), time(20, 24, "far")];
  const drawn = drawnTimes(times, WINDOW, WIDTH);
  expect(drawn.map(({ words }) => words)).toEqual(["far", "new, and at 2 times before"]);
  expect(drawn[1]).toMatchObject({ from: 57 * HOUR, to: 58.2 * HOUR });
  expect(drawn[0]?.wide).toBeCloseTo(40);
});

test("a moment at the end is wide enough to be seen, inside the plot", () => {
  const [drawn] = drawnTimes([time(60, 60, "now")], WINDOW, WIDTH);
  expect(drawn?.wide).toBeGreaterThan(4);
  expect((drawn?.x ?? 0) + (drawn?.wide ?? 0)).toBeLessThanOrEqual(WIDTH - PLOT_RIGHT);
  expect(drawnTimes([time(-9, -8, "before")], WINDOW, WIDTH)).toEqual([]);
});
