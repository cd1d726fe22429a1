import { expect, test } from "vitest";
import { Liveness } from "./liveness.mjs";

const LOOK_MS = 10_000;

/** Judges a sequence of answers and silences. */
function judge(answers: readonly boolean[], tookMs = (_: number) => LOOK_MS): boolean[] {
  const liveness = new Liveness();
  return answers.map((answered, n) => liveness.record(answered, tookMs(n)));
}

const silence = (looks: number) => Array<boolean>(looks).fill(false);

test("reports a hang after three failures in a row, but not if an answer comes between", () => {
  expect(judge([true, false, false, false])).toEqual([false, false, false, true]);
  expect(judge([true, false, false, true, false, false])).not.toContain(true);
});

test("tolerates a slow start, but not a process that never answers", () => {
  expect(judge([...silence(11), true])).not.toContain(true);
  expect(judge(silence(12)).at(-1)).toBe(true);
});

test("restarts the count after the machine slept", () => {
  const slept = (n: number) => (n === 3 ? 3_600_000 : LOOK_MS);
  expect(judge([true, ...silence(5)], slept)).toEqual([false, false, false, false, false, false]);
  expect(judge([true, ...silence(6)], slept).at(-1)).toBe(true);
});
