import { expect, test } from "vitest";
import type { SeverityLevel } from "@/components/ui/severity";
import { PLOT_RIGHT } from "./plot-room";
import { drawnSteps, dropsOf, labelsOf } from "./span-layout";

const HOUR = 3_600_000;
const WIDTH = 648;
/** 600 px for 60 h: 10 px an hour. */
const WINDOW = { from: 0, to: 60 * HOUR };

function drawnOf(...spans: [SeverityLevel, number, number | null][]) {
  return drawnSteps(
    spans.map(([level, from, to], at) => ({
      alertId: String(at),
      steps: [{ level, word: level.toUpperCase(), from: from * HOUR, to: to === null ? null : to * HOUR }],
    })),
    WINDOW,
    WIDTH,
  );
}

function labelled(...spans: [SeverityLevel, number, number | null][]) {
  return labelsOf(drawnOf(...spans), WIDTH).map(
    ({ step, word, alerts }) =>
      `${step.level} ${word ? "word" : "icon"}${alerts.size > 1 ? ` ${alerts.size}` : ""}`,
  );
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

test("alerts of one severity that pile up are one icon with their number, inside the plot", () => {
  const pile: [SeverityLevel, number, number | null][] = [57, 57.9, 58.6, 59.2, 59.9].map((at) => [
    "high",
    at,
    at + 0.1,
  ]);
  expect(labelled(...pile, ["high", 20, 20.2])).toEqual(["high icon 5", "high icon"]);
  const [label] = labelsOf(drawnOf(...pile), WIDTH);
  expect((label?.x ?? WIDTH) + (label?.width ?? 0)).toBeLessThanOrEqual(WIDTH - PLOT_RIGHT);
});

test("an alert that falls and rises again counts once", () => {
  const steps = [0, 0.4, 0.8].map((at, n) => ({
    ...{ level: n === 1 ? ("low" as const) : ("high" as const), word: "HIGH" },
    ...{ from: (30 + at) * HOUR, to: (30.4 + at) * HOUR },
  }));
  const [label] = labelsOf(drawnSteps([{ alertId: "a", steps }], WINDOW, WIDTH), WIDTH);
  expect(label?.alerts.size).toBe(1);
});

test("rises that lie too close drop one line, that of the worst", () => {
  const drops = dropsOf(
    drawnOf(["low", 30, 31], ["high", 30.3, 31], ["medium", 30.6, 31], ["low", 40, 41]),
    WINDOW,
  );
  expect(drops.map(({ level, from }) => [level, from / HOUR])).toEqual([
    ["high", 30.3],
    ["low", 40],
  ]);
  expect(dropsOf(drawnOf(["high", -5, 10]), WINDOW)).toEqual([]);
});
