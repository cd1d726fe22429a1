import { beforeEach, expect, test, vi } from "vitest";
import { forgetWidths, lettersIn } from "./measure";

/** Letters that are all as wide as 0.62 of their size. */
beforeEach(() => {
  vi.stubGlobal("document", { createElement: () => ({ getContext: () => null }) });
  forgetWidths();
  return () => vi.unstubAllGlobals();
});

test("both words of a state are written smaller before one of them goes", () => {
  const ways = ["HIGH, CRITICAL", "HIGH"];
  expect(lettersIn(ways, 70)).toEqual({ words: "HIGH, CRITICAL", type: "title" });
  expect(lettersIn(ways, 50)).toEqual({ words: "HIGH, CRITICAL", type: "text" });
  expect(lettersIn(ways, 40)).toEqual({ words: "HIGH", type: "title" });
});
