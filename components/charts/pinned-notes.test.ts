import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { flagsOf, flightOf, notesNear, noteWords } from "./pinned-notes";

const HOUR = 3_600_000;
const window = { from: 0, to: 100 * HOUR };
// A pixel an hour: 100 of plot beside 48 of margins.
const width = 148;
const at = (hour: number, id = `n${hour}`) => ({ id, t: hour * HOUR, words: `${id}, Ruth` });

describe("notes above a plot", () => {
  it("stand where they belong, those outside nowhere", () => {
    expect(flagsOf([at(50), at(-1), at(101)], window, width).map(({ x }) => x)).toEqual([88]);
  });

  it("share a flag where they would hide each other", () => {
    const flags = flagsOf([at(58), at(50), at(70)], window, width);
    expect(flags.map(({ notes }) => notes.map(({ id }) => id))).toEqual([["n50", "n58"], ["n70"]]);
  });

  it("are told when the cursor is near, the nearest flag's alone", () => {
    const notes = [at(20), at(33), at(60)];
    expect(notesNear(notes, 26.9 * HOUR, window, width).map(({ id }) => id)).toEqual(["n33"]);
    expect(notesNear(notes, 45 * HOUR, window, width)).toEqual([]);
    expect(noteWords(notesNear([at(20), at(22), at(23)], 21 * HOUR, window, width))).toBe(
      "n20, Ruth; and 2 more",
    );
    expect(noteWords([])).toBeNull();
  });

  it("are each in one flag, whatever their number", () => {
    const hours = fc.array(fc.double({ min: 0, max: 100, noNaN: true }), { maxLength: 60 });
    fc.assert(
      fc.property(hours, (given) => {
        const notes = given.map((hour, n) => at(hour, String(n)));
        const flags = flagsOf(notes, window, width);
        expect(flags.flatMap((flag) => flag.notes)).toHaveLength(notes.length);
        flags.slice(1).forEach((flag, n) => {
          expect(flag.x - (flags[n]?.x ?? 0)).toBeGreaterThanOrEqual(12);
        });
      }),
    );
  });
});

it("at the end of the plot a flag flies back into it, unless it would lie over the one before", () => {
  expect(flightOf(300, undefined, 648)).toBe(1);
  expect(flightOf(635, undefined, 648)).toBe(-1);
  expect(flightOf(635, 600, 648)).toBe(-1);
  expect(flightOf(635, 622, 648)).toBe(1);
});
