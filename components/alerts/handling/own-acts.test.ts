import { expect, it, vi } from "vitest";
import { once } from "./own-acts";

it("runs an act once however often it is asked for before its answer", async () => {
  const answers: (() => void)[] = [];
  const run = vi.fn(() => new Promise<boolean>((resolve) => answers.push(() => resolve(true))));
  const snooze = () => once(["A"], { act: "snoozed", until: new Date(0) }, run);
  const both = [snooze(), snooze()];
  expect(run).toHaveBeenCalledTimes(1);
  answers[0]?.();
  expect(await Promise.all(both)).toEqual([true, true]);
  void snooze();
  expect(run).toHaveBeenCalledTimes(2);
});

it("runs the same act again after another one on the same alerts", () => {
  const run = vi.fn(() => new Promise<boolean>(() => undefined));
  for (const act of ["acknowledged", "released", "acknowledged"]) void once(["B"], { act }, run);
  void once(["C"], { act: "acknowledged" }, run);
  expect(run).toHaveBeenCalledTimes(4);
});
