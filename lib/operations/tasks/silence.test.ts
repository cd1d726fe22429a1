import { expect, test } from "vitest";
import { SilenceWatch } from "./silence";

const worker = (beat: string, ended = false) => ({ id: "w", beat, ended });

test("who gives signs of life is alive, whatever time stands on them", () => {
  const watch = new SilenceWatch();
  const beats = ["12:00:00", "12:00:10", "11:00:20", "2026-12-24 11:00:30", "2026-11-23 11:00:40"];
  for (const [n, beat] of beats.entries()) expect(watch.look([worker(beat)], n * 20_000)).toEqual([]);
});

test("who gives none for 25 seconds is dead, also with one of tomorrow", () => {
  const watch = new SilenceWatch();
  expect(watch.look([worker("tomorrow")], 0)).toEqual([]);
  expect(watch.look([worker("tomorrow")], 15_000)).toEqual([]);
  expect(watch.look([worker("tomorrow")], 30_000)).toEqual(["w"]);
});

test("who has said farewell is dead at once; who held nothing meanwhile is watched anew", () => {
  const watch = new SilenceWatch();
  expect(watch.look([worker("-infinity", true)], 0)).toEqual(["w"]);
  expect(watch.look([worker("a")], 10_000)).toEqual([]);
  expect(watch.look([], 20_000)).toEqual([]);
  expect(watch.look([worker("a")], 40_000)).toEqual([]);
});
