import { expect, test } from "vitest";
import { ENGLISH } from "@/lib/base/words/english.test-support";
import { shownPageWords } from "./board-words";

test("what a screen shows is said in words; the words of an earlier version stay", () => {
  const said = (page: string) => shownPageWords(ENGLISH, page);
  expect(["areas 2/3", "alerts 1/1", "takeover 1/2"].map(said)).toEqual([
    "Areas 2 of 3",
    "Alerts 1 of 1",
    "New HIGH 1 of 2",
  ]);
  expect(["now", "area", "blind"].map(said)).toEqual(["Now", "Area focus", "Cannot see"]);
  expect(["Cannot see", "Areas 2 of 3", "Now", "toString"].map(said)).toEqual([
    "Cannot see",
    "Areas 2 of 3",
    "Now",
    "toString",
  ]);
});
