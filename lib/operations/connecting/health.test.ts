import { expect, test } from "vitest";
import { coverage } from "./health";

const until = "2026-11-20T12:00:00Z";
const wantedFrom = "2026-11-10T12:00:00Z";

test("the share of the wanted history that is complete", () => {
  expect(coverage({ completeFrom: null, completeUntil: until, wantedFrom })).toBeNull();
  expect(coverage({ completeFrom: "2026-11-15T12:00:00Z", completeUntil: until, wantedFrom })).toBe(0.5);
  expect(coverage({ completeFrom: wantedFrom, completeUntil: until, wantedFrom })).toBe(1);
});

test("more than is wanted is all of it, and never more", () => {
  expect(coverage({ completeFrom: "2026-10-01T00:00:00Z", completeUntil: until, wantedFrom })).toBe(1);
  expect(coverage({ completeFrom: wantedFrom, completeUntil: wantedFrom, wantedFrom: until })).toBe(1);
});
