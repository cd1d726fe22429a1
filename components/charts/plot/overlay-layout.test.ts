import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { SeverityLevel } from "@/components/ui/severity";
import { ENGLISH } from "@/lib/base/words/english.test-support";
import {
  bracketTexts,
  endAbove,
  flagDirection,
  notesNear,
  noteWords,
  onsetsIn,
  placeBrackets,
  placeFlags,
  placeLinks,
  placeSteps,
  sentenceBox,
} from "./overlay-layout";

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

test("draws close onsets as one line, that of the worst", () => {
  const onsets = onsetsIn(
    placed(["low", 30, 31], ["high", 30.3, 31], ["medium", 30.6, 31], ["low", 40, 41]),
    WINDOW,
  );
  expect(onsets.map(({ level, from }) => [level, from / HOUR])).toEqual([
    ["high", 30.3],
    ["low", 40],
  ]);
  expect(onsetsIn(placed(["high", -5, 10]), WINDOW)).toEqual([]);
});

const noteWindow = { from: 0, to: 100 * HOUR };
// A pixel an hour: 100 of plot beside 48 of margins.
const noteWidth = 148;
const at = (hour: number, id = `n${hour}`) => ({ id, t: hour * HOUR, words: `${id}, Ruth` });

describe("notes above a plot", () => {
  it("are placed within the window only", () => {
    expect(placeFlags([at(50), at(-1), at(101)], noteWindow, noteWidth).map(({ x }) => x)).toEqual([88]);
  });

  it("share a flag if they are close", () => {
    const flags = placeFlags([at(58), at(50), at(70)], noteWindow, noteWidth);
    expect(flags.map(({ notes }) => notes.map(({ id }) => id))).toEqual([["n50", "n58"], ["n70"]]);
  });

  it("are those of the flag nearest to the cursor", () => {
    const notes = [at(20), at(33), at(60)];
    expect(notesNear(notes, 26.9 * HOUR, noteWindow, noteWidth).map(({ id }) => id)).toEqual(["n33"]);
    expect(notesNear(notes, 45 * HOUR, noteWindow, noteWidth)).toEqual([]);
    expect(noteWords(ENGLISH, notesNear([at(20), at(22), at(23)], 21 * HOUR, noteWindow, noteWidth))).toBe(
      "n20, Ruth; and 2 more",
    );
    expect(noteWords(ENGLISH, [])).toBeNull();
  });

  it("are in exactly one flag each", () => {
    const hours = fc.array(fc.double({ min: 0, max: 100, noNaN: true }), { maxLength: 60 });
    fc.assert(
      fc.property(hours, (given) => {
        const notes = given.map((hour, n) => at(hour, String(n)));
        const flags = placeFlags(notes, noteWindow, noteWidth);
        expect(flags.flatMap((flag) => flag.notes)).toHaveLength(notes.length);
        flags.slice(1).forEach((flag, n) => {
          expect(flag.x - (flags[n]?.x ?? 0)).toBeGreaterThanOrEqual(12);
        });
      }),
    );
  });
});

it("turns a flag at the end of the plot to the left, unless it would cover the one before", () => {
  expect(flagDirection(300, undefined, 648)).toBe(1);
  expect(flagDirection(635, undefined, 648)).toBe(-1);
  expect(flagDirection(635, 600, 648)).toBe(-1);
  expect(flagDirection(635, 622, 648)).toBe(1);
});

/** 10 px an hour. */
const toX = (t: number) => (t / HOUR) * 10;
const gapText = (from: number, to: number) =>
  placeBrackets(ENGLISH, [{ from: from * HOUR, to: to * HOUR }], toX)[0]?.words;

test("gives a gap the longest text that fits between its ends", () => {
  expect(gapText(0, 30)).toBe("no data for 1 d 6 h");
  expect(gapText(10, 15)).toBe("5 h");
  expect(gapText(10, 11)).toBeNull();
});

test("ends a line above a text in its way, else at the foot", () => {
  const texts = bracketTexts(placeBrackets(ENGLISH, [{ from: 0, to: 30 * HOUR }], toX), 118);
  const [text] = texts;
  expect(endAbove(150, texts, 124)).toBe(text?.top);
  expect(text?.top).toBeLessThan(118 - 12);
  expect(endAbove((text?.right ?? 0) + 10, texts, 124)).toBe(124);
  expect(endAbove((text?.left ?? 0) - 10, texts, 124)).toBe(124);
});

test("crosses no sentence, whatever its number of lines", () => {
  // Three lines of 20 px in the middle of a plot of 132.
  expect(endAbove(200, [sentenceBox(38, 300)], 124)).toBeLessThan(66 - 30);
});

test("places links that can be hit, none over another, the worst first", () => {
  const places = (...bars: [left: number, length: number][]) =>
    placeLinks(
      bars.map(([left, length]) => ({ left, length })),
      300,
    ).map(({ left, width }) => [left, width]);
  expect(places([100, 4])).toEqual([[90, 24]]);
  expect(places([298, 2])).toEqual([[276, 24]]);
  // The worst stands last: it cuts the long one, and leaves nothing of the short one under it.
  expect(places([0, 200], [150, 6], [140, 40])).toEqual([
    [140, 40],
    [0, 140],
  ]);
});
