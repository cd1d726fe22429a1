import { expect, test } from "vitest";
import { rowsToText } from "./rows-to-text";

test("writes instants and large integers as text and leaves all else as it is", () => {
  const areas = [{ path: "H#Bench 1" }];
  expect(rowsToText([{ id: 7n, at: new Date("2026-11-20T12:00:00+01:00"), closedAt: null, areas }])).toEqual([
    { id: "7", at: "2026-11-20T11:00:00.000Z", closedAt: null, areas },
  ]);
});
