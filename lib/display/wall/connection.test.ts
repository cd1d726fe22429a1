import { expect, test } from "vitest";
import { hasJumped, isConnected, serverTime, syncClock, UNSYNCED } from "./connection";

const SERVER = Date.parse("2026-10-25T00:30:00Z");
const heard = syncClock(SERVER, { steady: 1_000, set: 5_000_000 });
const after = (ms: number, setBy = ms) => ({ steady: 1_000 + ms, set: 5_000_000 + setBy });

test("keeps the server's time whatever the machine's clock says, and advances it without contact", () => {
  expect(serverTime(UNSYNCED, after(0))).toBeNull();
  expect(serverTime(heard, after(0))).toBe(SERVER);
  expect(serverTime(heard, after(90_000))).toBe(SERVER + 90_000);
});

test("keeps the server's time when the machine's clock is set by an hour", () => {
  const hour = 3_600_000;
  for (const jump of [hour, -hour]) {
    expect(serverTime(heard, after(4_000, 4_000 + jump))).toBe(SERVER + 4_000);
    expect(hasJumped(heard, after(4_000, 4_000 + jump))).toBe(true);
    expect(isConnected(heard, after(4_000, 4_000 + jump))).toBe(false);
  }
});

test("is disconnected after two missed heartbeats, and connected after the next one", () => {
  expect([isConnected(heard, after(30_000)), isConnected(heard, after(30_001))]).toEqual([true, false]);
  expect(isConnected(UNSYNCED, after(0))).toBe(false);
  expect(isConnected(syncClock(SERVER, after(60_000)), after(61_000))).toBe(true);
});

test("is disconnected after the machine slept, since its monotonic clock may have stopped", () => {
  expect(isConnected(heard, { steady: 2_000, set: 5_000_000 + 8 * 3_600_000 })).toBe(false);
});

test("tolerates small differences between the machine's clocks", () => {
  expect(hasJumped(heard, after(60_000, 62_000))).toBe(false);
});
