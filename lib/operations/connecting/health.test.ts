import { expect, test } from "vitest";
import { coverage } from "./health";

const until = new Date("2026-11-20T12:00:00Z");
const wantedFrom = new Date("2026-11-10T12:00:00Z");

test("returns the complete share of the wanted history", () => {
  expect(coverage({ completeFrom: null, completeUntil: until, wantedFrom })).toBeNull();
  expect(coverage({ completeFrom: new Date("2026-11-15T12:00:00Z"), completeUntil: until, wantedFrom })).toBe(
    0.5,
  );
  expect(coverage({ completeFrom: wantedFrom, completeUntil: until, wantedFrom })).toBe(1);
});

test("returns at most 1, also for more history than is wanted", () => {
  expect(coverage({ completeFrom: new Date("2026-10-01T00:00:00Z"), completeUntil: until, wantedFrom })).toBe(
    1,
  );
  expect(coverage({ completeFrom: wantedFrom, completeUntil: wantedFrom, wantedFrom: until })).toBe(1);
});
