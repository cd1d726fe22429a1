import { expect, test } from "vitest";
import { isAskedFor, onlyAskedFor } from "./exact-paths";

test.each<[string, string[] | undefined, boolean]>([
  ["A#Zone 1", ["A#Zone 1"], true],
  ["A#Zone 1#Bench 2", ["A#Zone 1"], true],
  ["A#Zone 10", ["A#Zone 1"], false],
  ["A#Zone 10#Bench 2", ["A#Zone 1"], false],
  ["A#Zone 10", ["A#Zone 1", "A#Zone 10"], true],
  ["A", ["A#Zone 1"], false],
  ["A#Zone 1#Bench 2", ["A#Zone 1#"], true],
  ["A#Zone 10", ["A#Zone 1#"], false],
  ["a#zone 1", ["A#Zone 1"], false],
  ["B#Zone 1", ["A"], false],
  ["B#Zone 1", undefined, true],
  ["devices#S1", ["A#Zone 1"], true],
  ["devices 2#S1", ["A#Zone 1"], false],
])("%s asked for by %j: %s", (path, paths, expected) => {
  expect(isAskedFor(path, paths)).toBe(expected);
});

test("other rows leave their batch, and the source is let go of when the reader stops", async () => {
  let released = false;
  async function* batches() {
    try {
      yield [{ path: "A#Zone 1" }, { path: "A#Zone 10" }];
      yield [{ path: "A#Zone 11" }];
      yield [{ path: "A#Zone 1#B" }];
    } finally {
      released = true;
    }
  }
  const seen: string[][] = [];
  for await (const batch of onlyAskedFor(batches(), ["A#Zone 1"])) {
    seen.push(batch.map((row) => row.path));
    if (seen.length === 3) break;
  }
  expect(seen).toEqual([["A#Zone 1"], [], ["A#Zone 1#B"]]);
  expect(released).toBe(true);
});
