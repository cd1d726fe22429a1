import { expect, test } from "vitest";
import { ENGLISH } from "@/lib/base/words/english.test-support";
import { boardParameters, parseBoards } from "@/lib/display/screens/boards";
import { boardWords } from "./board-words";
import { boardsOfView, boardsSchema, plainBoard, viewOfBoards } from "./boards";

test("describes a board in words", () => {
  expect(boardWords(ENGLISH, plainBoard("now"))).toBe("Now");
  expect(boardWords(ENGLISH, { kind: "area", path: "West#House 2", order: "place", seconds: null })).toBe(
    "Area focus: West › House 2",
  );
  expect(boardWords(ENGLISH, { kind: "areas", path: "West", order: "worst", seconds: 20 })).toBe(
    "Areas of West, worst first, 20\u00a0s per page",
  );
});

test("converts a view to one board and back", () => {
  for (const view of ["alerts", "areas"] as const) expect(viewOfBoards(boardsOfView(view))).toBe(view);
  expect(viewOfBoards([plainBoard("now"), plainBoard("areas")])).toBe("alerts");
});

test("requires a path for an area focus, and one to eight boards for a screen", () => {
  expect(boardsSchema.safeParse([{ kind: "area" }]).success).toBe(false);
  expect(boardsSchema.safeParse([]).success).toBe(false);
  expect(boardsSchema.safeParse(Array(9).fill({ kind: "now" })).success).toBe(false);
  expect(boardsSchema.parse([{ kind: "alerts" }])).toEqual([plainBoard("alerts")]);
});

test("gives screens with the same boards the same parameters, whatever characters a path has", () => {
  const path = "Site#50 %/:x";
  const boards = [
    { kind: "now", path: null },
    { kind: "areas", path },
    { kind: "area", path: "Site" },
    { kind: "now", path: null },
  ] as const;
  expect(boardParameters(boards)).toEqual(["area:Site", `areas:${path}`, "now"]);
  expect(parseBoards(boardParameters(boards))).toEqual([
    { kind: "area", path: "Site" },
    { kind: "areas", path },
    { kind: "now", path: null },
  ]);
});

test("rejects unknown kinds, an area focus without a path, an empty path and a ninth board", () => {
  for (const wrong of ["clock", "area", "area:", "areas:", "", "AREAS"])
    expect(parseBoards(["now", wrong])).toBeNull();
  expect(parseBoards(Array.from({ length: 9 }, (_, n) => `areas:${n}`))).toBeNull();
  expect(parseBoards(["now", "now"])).toHaveLength(1);
});
