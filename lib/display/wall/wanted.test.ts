import { expect, test } from "vitest";
import { boardParameters, parseBoards } from "./wanted";

test("alike screens ask alike, and a path may hold any sign", () => {
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

test("what is no board is none: unknown kinds, a focus on nothing, an empty path, a ninth", () => {
  for (const wrong of ["clock", "area", "area:", "areas:", "", "AREAS"])
    expect(parseBoards(["now", wrong])).toBeNull();
  expect(parseBoards(Array.from({ length: 9 }, (_, n) => `areas:${n}`))).toBeNull();
  expect(parseBoards(["now", "now"])).toHaveLength(1);
});
