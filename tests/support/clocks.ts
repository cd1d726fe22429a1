// Two clocks for tests: the one on the wall, which may be set, and the one that only runs on.

import { vi } from "vitest";

const steady = performance.now.bind(performance);
let passed = 0;

/** Sets the wall clock by so many milliseconds; all else runs on as it does. */
export function setWallClock(byMs: number): void {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + byMs });
}

/** Lets so many milliseconds pass, on the clock that only runs on; the one on the wall stays. */
export function letTimePass(ms: number): void {
  passed += ms;
  vi.spyOn(performance, "now").mockImplementation(() => steady() + passed);
}

/** Sets the wall clock right; the other has run on for good. */
export function rightWallClock(): void {
  vi.useRealTimers();
}
