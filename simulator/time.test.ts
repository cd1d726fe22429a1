import { expect, test } from "vitest";
import { createLocalClock, isoSeconds, plainSeconds } from "./time";

const local = createLocalClock("Europe/Amsterdam");

test("reads winter and summer hours of the time zone", () => {
  expect(local(Date.UTC(2026, 0, 15, 22)).hour).toBe(23);
  expect(local(Date.UTC(2026, 6, 15, 22)).hour).toBe(0);
});

test("the local day changes at local midnight", () => {
  const before = local(Date.UTC(2026, 6, 15, 21, 59));
  expect(local(Date.UTC(2026, 6, 15, 22)).day).toBe(before.day + 1);
});

test("the night on which the clock goes back has two o'clock twice", () => {
  const hours = [0, 1, 2].map((hour) => local(Date.UTC(2026, 9, 25, hour)).hour);
  expect(hours).toEqual([2, 2, 3]);
});

test("writes both spellings of an instant", () => {
  const at = Date.UTC(2026, 4, 3, 21);
  expect(isoSeconds(at)).toBe("2026-05-03T21:00:00Z");
  expect(plainSeconds(at)).toBe("2026-05-03 21:00:00");
});
