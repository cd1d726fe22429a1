import { expect, test } from "vitest";
import type { SeverityLevel } from "@/components/ui/severity";
import { PLOT_RIGHT } from "./plot-room";
import { drawnSteps, labelsOf } from "./span-layout";

const HOUR = 3_600_000;
const WIDTH = 648;
/** 600 px for 60 h: 10 px an hour. */
const WINDOW = { from: 0, to: 60 * HOUR };

function labelled(...spans: [SeverityLevel, number, number | null][]) {
  const drawn = drawnSteps(
    spans.map(([level, from, to], at) => ({
      alertId: String(at),
      steps: [{ level, word: level.toUpperCase(), from: from * HOUR, to: to === null ? null : to * HOUR }],
    })),
    WINDOW,
    WIDTH,
  );
  return labelsOf(drawn, WIDTH).map(({ step, word }) => `${step.level} ${word ? "word" : "icon"}`);
}

test("a long bar has the word, a short one the icon", () => {
  expect(labelled(["high", 10, 20], ["low", 30, 32])).toEqual(["high word", "low icon"]);
});

test("an alert of minutes at the end of the window still has its icon, inside the plot", () => {
  const drawn = drawnSteps(
    [{ alertId: "a", steps: [{ level: "high", word: "HIGH", from: 59.9 * HOUR, to: null }] }],
    WINDOW,
    WIDTH,
  );
  const [label] = labelsOf(drawn, WIDTH);
  expect(label?.word).toBe(false);
  expect((label?.x ?? WIDTH) + (label?.width ?? 0)).toBeLessThanOrEqual(WIDTH - PLOT_RIGHT);
});

test("no two labels overlap, and the worst keeps its own", () => {
  expect(labelled(["low", 10, 30], ["high", 10, 30])).toEqual(["high word"]);
  expect(labelled(["medium", 10, 11], ["high", 11, 12])).toEqual(["high icon"]);
});
