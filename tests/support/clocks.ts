// Two clocks for tests: the wall clock, which may be set, and the monotonic clock.

import { vi } from "vitest";

const steady = performance.now.bind(performance);
let passed = 0;

/** Shifts the wall clock by milliseconds; the monotonic clock and timers run on. */
export function setWallClock(byMs: number): void {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + byMs });
}

/** Advances the monotonic clock by milliseconds; the wall clock stays. */
export function letTimePass(ms: number): void {
  passed += ms;
  vi.spyOn(performance, "now").mockImplementation(() => steady() + passed);
}

/** Resets the wall clock; the monotonic clock stays advanced. */
export function rightWallClock(): void {
  vi.useRealTimers();
}
