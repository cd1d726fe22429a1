import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { machineClocks } from "@/components/live/event-stream";
import { ConnectionState } from "./connection-state";

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 5, 1, 12) }));
afterEach(() => void vi.useRealTimers());

/** The stream sends a heartbeat every 15 s. */
function beat(state: ConnectionState, seconds: number): void {
  for (let passed = 0; passed < seconds; passed += 1) {
    vi.advanceTimersByTime(1_000);
    if (passed % 15 === 0) state.onServerTime(Date.now());
  }
}

test("an open stream does not make an outdated snapshot live", () => {
  const state = new ConnectionState(() => undefined);
  state.start();
  state.onSnapshot(Date.now());
  beat(state, 30);
  // The read after 30 s hangs and times out after 10 s.
  beat(state, 10);
  state.onFailure(1_000);
  expect(state.judge(machineClocks(), true)).toBe("seen");
  beat(state, 1);
  expect(state.judge(machineClocks(), true)).toBe("failing");
  state.onSnapshot(Date.now());
  expect(state.judge(machineClocks(), true)).toBe("seen");
});
