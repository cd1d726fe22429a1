import { beforeEach, expect, test, vi } from "vitest";
import { fitTitleOrText, forgetWidths } from "./measure";

/** Every letter is 0.62 of its size wide. */
beforeEach(() => {
  vi.stubGlobal("document", { createElement: () => ({ getContext: () => null }) });
  forgetWidths();
  return () => vi.unstubAllGlobals();
});

test("both words of a state get smaller before one of them is dropped", () => {
  const variants = ["HIGH, CRITICAL", "HIGH"];
  expect(fitTitleOrText(variants, 70)).toEqual({ words: "HIGH, CRITICAL", type: "title" });
  expect(fitTitleOrText(variants, 50)).toEqual({ words: "HIGH, CRITICAL", type: "text" });
  expect(fitTitleOrText(variants, 40)).toEqual({ words: "HIGH", type: "title" });
});
