import { describe, expect, test } from "vitest";
import { compareClocks, findDowntime, gapsBetween, isRecorded, type Lifetime, mergeLifetimes } from "./lives";

const NOON = Date.parse("2026-11-20T12:00:00Z");
const at = (second: number) => NOON + second * 1_000;
const life = (id: string, since: number, last: number, stopped = false): Lifetime => ({
  id,
  since: at(since),
  at: at(last),
  stopped,
});
/** The process that started at noon, as seen a number of seconds later. */
const own = (seconds = 0) => life("own", 0, seconds);
const decide = (others: Lifetime[], seconds = 0) => {
  const settled = findDowntime(own(seconds), others);
  if (!settled.decided) throw new Error("not decided");
  return settled;
};
const window = (from: number, to: number) => ({ from: at(from), to: at(to) });

describe("after a start", () => {
  test("finds no outage before the first start", () => {
    expect(decide([])).toEqual({ decided: true, gaps: [], dead: [] });
  });

  test("begins an outage exactly at a recorded stop, however short", () => {
    expect(decide([life("old", -3_600, -4, true)]).gaps).toEqual([window(-4, 0)]);
  });

  test("counts a killed process as gone since its last heartbeat", () => {
    expect(decide([life("old", -3_600, -3_300)]).gaps).toEqual([window(-3_300, 0)]);
  });

  test("cannot decide while another process may be alive", () => {
    const old = life("old", -3_600, -9);
    expect(findDowntime(own(), [old])).toEqual({ decided: false });
    expect(findDowntime(own(5), [old])).toEqual({ decided: false });
    expect(decide([old], 7).gaps).toEqual([window(-9, 0)]);
    expect(decide([life("old", -3_600, 1)], 7).gaps).toEqual([]);
  });

  test("finds no outage if another process ran all the time", () => {
    const others = [life("old", -3_600, -600, true), life("other", -7_200, 3)];
    expect(decide(others, 4)).toEqual({ decided: true, gaps: [], dead: ["old"] });
  });

  test("finds each gap of several starts that were not judged", () => {
    const others = [life("first", -3_600, -3_000), life("second", -2_900, -60, true)];
    expect(decide(others).gaps).toEqual([window(-3_000, -2_900), window(-60, 0)]);
  });

  test("records a stop without length after the clock was set back", () => {
    const future = life("old", -3_600, 7_200);
    expect(decide([future])).toEqual({ decided: true, gaps: [window(0, 0)], dead: ["old"] });
    expect(decide([future, life("other", -60, 3)], 4).gaps).toEqual([]);
  });

  test("never finds a negative gap or one past the start", () => {
    const seconds = [-90_000, -3_600, -30, -5, 0, 4, 90_000];
    for (const since of seconds)
      for (const last of seconds)
        for (const stopped of [true, false]) {
          const settled = findDowntime(own(5), [life("old", since, last, stopped)]);
          for (const { from, to } of settled.decided ? settled.gaps : []) {
            expect(to).toBeGreaterThanOrEqual(from);
            expect(to).toBeLessThanOrEqual(at(5));
          }
        }
  });

  test("removes dead lifetimes and keeps the others", () => {
    const others = [life("killed", -900, -800), life("ended", -60, -1, true), life("alive", -900, 2)];
    expect(decide(others, 3).dead).toEqual(["killed", "ended"]);
  });
});

test("finds no gap between overlapping lifetimes in any order", () => {
  const lives = [life("c", 50, 60), life("a", 0, 30), life("b", 20, 40)];
  expect(gapsBetween(lives)).toEqual([window(40, 50)]);
  expect(gapsBetween([...lives].reverse())).toEqual([window(40, 50)]);
});

test("merges records of one lifetime by the newest heartbeat", () => {
  const merged = mergeLifetimes([life("a", 0, 10)], [life("a", 0, 300), life("b", 5, 6, true)]);
  expect(merged).toEqual([life("a", 0, 300), life("b", 5, 6, true)]);
  expect(mergeLifetimes([life("a", 0, 10, true)], [life("a", 0, 10)])[0]?.stopped).toBe(true);
});

describe("between two heartbeats", () => {
  const passed = (wall: number, steady: number) =>
    compareClocks({ wall: NOON, steady: 0 }, { wall: at(wall), steady: steady * 1_000 });

  test("reports a clock that was set as a shift, not as passed time", () => {
    expect(passed(3_610, 10)).toEqual({ took: 10_000, shift: 3_600_000 });
    expect(passed(-50, 10)).toEqual({ took: 10_000, shift: -60_000 });
  });

  test("reports passed time, and ignores small drift", () => {
    expect(passed(7_200, 7_200)).toEqual({ took: 7_200_000, shift: 0 });
    expect(passed(11, 10)).toEqual({ took: 10_000, shift: 0 });
  });
});

test("recognizes a recorded outage, and one that lasts longer as not recorded", () => {
  const spell = (startedAt: string, endedAt: string | null, cause = "storage") => ({
    startedAt,
    endedAt,
    cause,
  });
  const [one, two, three] = [
    "2026-11-20T01:10:00.000Z",
    "2026-11-20T01:11:00.000Z",
    "2026-11-20T01:12:00.000Z",
  ];
  const ledger = [spell(one, two)];
  expect(isRecorded(spell(one, two), ledger)).toBe(true);
  expect(isRecorded(spell(one, null), ledger)).toBe(true);
  expect(isRecorded(spell(two, null), ledger)).toBe(false);
  expect(isRecorded(spell(two, three), [spell(one, three)])).toBe(true);
  expect(isRecorded(spell(one, one), [spell(one, one)])).toBe(true);
  expect(isRecorded(spell(one, two), [spell(one, two, "stopped")])).toBe(false);
});
