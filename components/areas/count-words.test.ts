import { expect, test } from "vitest";
import { countWords } from "./count-words";

const none = { high: 0, medium: 0, low: 0, plain: 0 };

test("a count in the tree has the word that its alerts have", () => {
  const item = { severities: { ...none, high: 2 }, waiting: { ...none, high: 2 } };
  expect(countWords("high", { ...item, plants: none })).toBe("HIGH 2");
  expect(countWords("high", { ...item, plants: { ...none, high: 2 } })).toBe("CRITICAL 2");
  expect(countWords("high", { ...item, plants: { ...none, high: 1 } })).toBe("HIGH, CRITICAL 2");
});

test("a count in the tree says how many of them nobody has acknowledged", () => {
  const item = { severities: { ...none, medium: 2 }, plants: { ...none, medium: 2 } };
  expect(countWords("medium", { ...item, waiting: none })).toBe("STRESS 2, acknowledged");
  expect(countWords("medium", { ...item, waiting: { ...none, medium: 1 } })).toBe(
    "STRESS 2, 1 not acknowledged",
  );
});
