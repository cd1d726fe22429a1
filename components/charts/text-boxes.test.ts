import { expect, test } from "vitest";
import { bracketsOf, bracketTexts, endAbove, sentenceBox } from "./text-boxes";

const HOUR = 3_600_000;
/** 10 px an hour. */
const toX = (t: number) => (t / HOUR) * 10;
const wordsOf = (from: number, to: number) =>
  bracketsOf([{ from: from * HOUR, to: to * HOUR }], toX)[0]?.words;

test("a gap says how long it is: in words, shorter where there is less room, and not over its ends", () => {
  expect(wordsOf(0, 30)).toBe("no data 1 d 6 h");
  expect(wordsOf(10, 15)).toBe("5 h");
  expect(wordsOf(10, 11)).toBeNull();
});

test("a line ends above the words in its way, and nowhere else", () => {
  const texts = bracketTexts(bracketsOf([{ from: 0, to: 30 * HOUR }], toX), 118);
  const [text] = texts;
  expect(endAbove(150, texts, 124)).toBe(text?.top);
  expect(text?.top).toBeLessThan(118 - 12);
  expect(endAbove((text?.right ?? 0) + 10, texts, 124)).toBe(124);
  expect(endAbove((text?.left ?? 0) - 10, texts, 124)).toBe(124);
});

test("through a sentence no line runs, however many lines of words it has", () => {
  // Three lines of 20 px in the middle of a plot of 132.
  expect(endAbove(200, [sentenceBox(38, 300)], 124)).toBeLessThan(66 - 30);
});
