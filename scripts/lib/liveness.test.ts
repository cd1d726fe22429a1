import { expect, test } from "vitest";
import { Liveness } from "./liveness.mjs";

const LOOK_MS = 10_000;

/** What is made of answers and silences, one after the other. */
function judge(answers: readonly boolean[], tookMs = (_: number) => LOOK_MS): boolean[] {
  const liveness = new Liveness();
  return answers.map((answered, n) => liveness.record(answered, tookMs(n)));
}

const silence = (looks: number) => Array<boolean>(looks).fill(false);

test("three failures in a row are a hang, and two with an answer between them are none", () => {
  expect(judge([true, false, false, false])).toEqual([false, false, false, true]);
  expect(judge([true, false, false, true, false, false])).not.toContain(true);
});

test("one that starts slowly is left alone, and one that never comes up is not", () => {
  expect(judge([...silence(11), true])).not.toContain(true);
  expect(judge(silence(12)).at(-1)).toBe(true);
});

test("after a sleep of the machine it is counted afresh", () => {
  const slept = (n: number) => (n === 3 ? 3_600_000 : LOOK_MS);
  expect(judge([true, ...silence(5)], slept)).toEqual([false, false, false, false, false, false]);
  expect(judge([true, ...silence(6)], slept).at(-1)).toBe(true);
});
