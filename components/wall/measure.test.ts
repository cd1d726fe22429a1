import { beforeEach, expect, test, vi } from "vitest";
import { fitTitleOrText, forgetWidths } from "./measure";

/** Without a canvas every letter counts as 0.62 of the font size wide, less the letter spacing. */
beforeEach(() => {
  vi.stubGlobal("document", { createElement: () => ({ getContext: () => null }) });
  forgetWidths();
  return () => vi.unstubAllGlobals();
});

test("reduces the font size of both words before it drops one", () => {
  const variants = ["HIGH, CRITICAL", "HIGH"];
  expect(fitTitleOrText(variants, 70)).toEqual({ words: "HIGH, CRITICAL", type: "title" });
  expect(fitTitleOrText(variants, 50)).toEqual({ words: "HIGH, CRITICAL", type: "text" });
  expect(fitTitleOrText(variants, 40)).toEqual({ words: "HIGH", type: "title" });
});
