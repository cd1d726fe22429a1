import { expect, test } from "vitest";
import { ENGLISH } from "@/lib/base/words/english.test-support";
import { type Gap, gapWords, judgeContact, readGaps, withGap } from "./contact";

const NOW = new Date("2026-11-20T13:42:00Z");
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1_000);

test.each([
  [30, "live"],
  [75, "live"],
  [76, "late"],
  [135, "late"],
  [136, "dark"],
] as const)("judges a screen that painted %i s ago as %s", (seconds, state) => {
  expect(judgeContact(ago(seconds).toISOString(), NOW)).toBe(state);
});

test("judges a screen that never painted as neither live nor dark", () => {
  expect(judgeContact(null, NOW)).toBe("never");
});

test("records no gap for one missed report", () => {
  expect(withGap([], ago(60), 30, NOW)).toEqual([]);
  expect(withGap([], null, 0, NOW)).toEqual([]);
});

test("measures a gap by the server's clock; the screen's report decides only on its cause", () => {
  const from = ago(600).toISOString();
  const to = NOW.toISOString();
  expect(withGap([], ago(600), 590, NOW)).toEqual([{ from, to, cause: "network" }]);
  expect(withGap([], ago(600), 0, NOW)).toEqual([{ from, to, cause: "off" }]);
  expect(withGap([], ago(600), 9_999_999, NOW)[0]?.from).toBe(from);
});

test("keeps the last twenty gaps, newest first", () => {
  const old = Array.from({ length: 20 }, (_, day): Gap => {
    const at = ago(86_400 * (day + 1)).toISOString();
    return { from: at, to: at, cause: "off" };
  });
  const kept = withGap(old, ago(600), 0, NOW);
  expect(kept).toHaveLength(20);
  expect(kept[0]?.to).toBe(NOW.toISOString());
  expect(kept.at(-1)).toEqual(old[18]);
});

test("counts the gaps of the last seven days in words", () => {
  const gap = (seconds: number, length: number): Gap => ({
    from: ago(seconds + length).toISOString(),
    to: ago(seconds).toISOString(),
    cause: "network",
  });
  expect(gapWords(ENGLISH, [], NOW)).toBeNull();
  expect(gapWords(ENGLISH, [gap(8 * 86_400, 500)], NOW)).toBeNull();
  expect(gapWords(ENGLISH, [gap(60, 300)], NOW)).toBe("1 in 7 days, 5 min");
  expect(gapWords(ENGLISH, [gap(60, 300), gap(6_000, 3_900)], NOW)).toBe("2 in 7 days, longest 1 h 5 min");
});

test("reads an invalid stored value as no gaps", () => {
  expect(readGaps("x")).toEqual([]);
  expect(readGaps([{ from: 1 }])).toEqual([]);
});
