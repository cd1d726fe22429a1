import { expect, test } from "vitest";
import { boardsOfView, boardWords, plainBoard } from "./board-words";
import { boardsSchema, viewOfBoards } from "./boards";

test("a board in words", () => {
  expect(boardWords(plainBoard("now"))).toBe("Now");
  expect(boardWords({ kind: "area", path: "West#House 2", order: "place", seconds: null })).toBe(
    "Area focus: West › House 2",
  );
  expect(boardWords({ kind: "areas", path: "West", order: "worst", seconds: 20 })).toBe(
    "Areas of West, worst first, 20\u00a0s a page",
  );
});

test("a view is one board, which is that view again", () => {
  for (const view of ["alerts", "areas"] as const) expect(viewOfBoards(boardsOfView(view))).toBe(view);
  expect(viewOfBoards([plainBoard("now"), plainBoard("areas")])).toBe("alerts");
});

test("a focus needs its area, a screen one board to eight", () => {
  expect(boardsSchema.safeParse([{ kind: "area" }]).success).toBe(false);
  expect(boardsSchema.safeParse([]).success).toBe(false);
  expect(boardsSchema.safeParse(Array(9).fill({ kind: "now" })).success).toBe(false);
  expect(boardsSchema.parse([{ kind: "alerts" }])).toEqual([plainBoard("alerts")]);
});
