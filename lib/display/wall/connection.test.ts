import { expect, test } from "vitest";
import { hasJumped, isConnected, serverTime, syncClock, UNSYNCED } from "./connection";

const SERVER = Date.parse("2026-10-25T00:30:00Z");
const heard = syncClock(SERVER, { steady: 1_000, set: 5_000_000 });
const after = (ms: number, setBy = ms) => ({ steady: 1_000 + ms, set: 5_000_000 + setBy });

test("the time is the server's, however wrong the machine is, and goes on without hearing", () => {
  expect(serverTime(UNSYNCED, after(0))).toBeNull();
  expect(serverTime(heard, after(0))).toBe(SERVER);
  expect(serverTime(heard, after(90_000))).toBe(SERVER + 90_000);
});

test("a machine whose clock is set over the change of the clock changes no time", () => {
  const hour = 3_600_000;
  for (const jump of [hour, -hour]) {
    expect(serverTime(heard, after(4_000, 4_000 + jump))).toBe(SERVER + 4_000);
    expect(hasJumped(heard, after(4_000, 4_000 + jump))).toBe(true);
    expect(isConnected(heard, after(4_000, 4_000 + jump))).toBe(false);
  }
});

test("two missed heartbeats and nothing is seen; hearing again is seeing again", () => {
  expect([isConnected(heard, after(30_000)), isConnected(heard, after(30_001))]).toEqual([true, false]);
  expect(isConnected(UNSYNCED, after(0))).toBe(false);
  expect(isConnected(syncClock(SERVER, after(60_000)), after(61_000))).toBe(true);
});

test("a machine that slept is asked anew: its steady clock may have stood still", () => {
  expect(isConnected(heard, { steady: 2_000, set: 5_000_000 + 8 * 3_600_000 })).toBe(false);
});

test("small differences of the machine's clocks are no jump", () => {
  expect(hasJumped(heard, after(60_000, 62_000))).toBe(false);
});
