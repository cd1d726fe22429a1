import { expect, test } from "vitest";
import type { SeverityLevel } from "@/components/ui/severity";
import { placeLabels } from "./above-plot-layout";
import { PLOT_RIGHT } from "./geometry";
import { placeSteps } from "./overlay-layout";

const HOUR = 3_600_000;
const WIDTH = 648;
/** 600 px for 60 h: 10 px an hour. */
const WINDOW = { from: 0, to: 60 * HOUR };

function placed(...spans: [SeverityLevel, number, number | null][]) {
  return placeSteps(
    spans.map(([level, from, to], at) => ({
      alertId: String(at),
      steps: [{ level, word: level.toUpperCase(), from: from * HOUR, to: to === null ? null : to * HOUR }],
    })),
    WINDOW,
    WIDTH,
  );
}

function labelled(...spans: [SeverityLevel, number, number | null][]) {
  return placeLabels(placed(...spans), WIDTH).map(
    ({ step, word, alerts }) =>
      `${step.level} ${word ? "word" : "icon"}${alerts.size > 1 ? ` ${alerts.size}` : ""}`,
  );
}

test("labels a long bar with the word, a short one with the icon", () => {
  expect(labelled(["high", 10, 20], ["low", 30, 32])).toEqual(["high word", "low icon"]);
});

test("keeps the icon of a short alert at the end of the window inside the plot", () => {
  const steps = placeSteps(
    [{ alertId: "a", steps: [{ level: "high", word: "HIGH", from: 59.9 * HOUR, to: null }] }],
    WINDOW,
    WIDTH,
  );
  const [label] = placeLabels(steps, WIDTH);
  expect(label?.word).toBe(false);
  expect((label?.x ?? WIDTH) + (label?.width ?? 0)).toBeLessThanOrEqual(WIDTH - PLOT_RIGHT);
});

test("places labels without overlap, the worst first", () => {
  expect(labelled(["low", 10, 30], ["high", 10, 30])).toEqual(["high word"]);
  expect(labelled(["medium", 10, 11], ["high", 11, 12])).toEqual(["high icon"]);
});

test("counts close alerts of one severity in one icon", () => {
  const pile: [SeverityLevel, number, number | null][] = [57, 57.9, 58.6, 59.2, 59.9].map((at) => [
    "high",
    at,
    at + 0.1,
  ]);
  expect(labelled(...pile, ["high", 20, 20.2])).toEqual(["high icon 5", "high icon"]);
  const [label] = placeLabels(placed(...pile), WIDTH);
  expect((label?.x ?? WIDTH) + (label?.width ?? 0)).toBeLessThanOrEqual(WIDTH - PLOT_RIGHT);
});

test("counts an alert once whose severity falls and rises again", () => {
  const steps = [0, 0.4, 0.8].map((at, n) => ({
    ...{ level: n === 1 ? ("low" as const) : ("high" as const), word: "HIGH" },
    ...{ from: (30 + at) * HOUR, to: (30.4 + at) * HOUR },
  }));
  const [label] = placeLabels(placeSteps([{ alertId: "a", steps }], WINDOW, WIDTH), WIDTH);
  expect(label?.alerts.size).toBe(1);
});
