import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { SyncState, SyncWindow } from "./contract";
import { nextWindow, type SyncSettings, settle } from "./plan";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.parse("2026-11-20T10:20:00Z");
const NEWEST = Date.parse("2026-11-20T09:00:00Z");
const settings: SyncSettings = { backfillDays: 30, everyMinutes: 60, dataDelayHours: 1 };
const fresh: SyncState = {
  completeUntil: null,
  completeFrom: null,
  nextTryAt: null,
  failures: 0,
  lastError: null,
};

function fetched(state: SyncState, window: SyncWindow, at: number, succeeded = true): SyncState {
  const message = succeeded ? null : "Submit answered 503";
  return settle(
    state,
    { ...window, succeeded, message, createdAt: at, finishedAt: at + 5_000 },
    settings.everyMinutes,
  );
}

/** Fetches until nothing is left, as fast as the service can. */
function fetchAll(start: SyncState, now: number): { state: SyncState; windows: SyncWindow[] } {
  const windows: SyncWindow[] = [];
  let state = start;
  for (let window = nextWindow(state, settings, now); window; window = nextWindow(state, settings, now)) {
    windows.push(window);
    state = fetched(state, window, now);
    if (windows.length > 100) throw new Error("It never ends");
  }
  return { state, windows };
}

describe("a new tenancy", () => {
  test("the newest 48 hours come first, then older windows that begin where the last one ended", () => {
    const { state, windows } = fetchAll(fresh, NOW);
    expect(windows[0]).toEqual({ purpose: "sync", from: NEWEST - 2 * DAY, to: NEWEST });
    expect(windows.slice(1).every((window) => window.purpose === "backfill")).toBe(true);
    for (const [index, window] of windows.slice(1).entries()) {
      expect(window.to).toBe(windows[index]?.from);
      expect(window.to - window.from).toBeLessThanOrEqual(10 * DAY);
    }
    expect(state.completeFrom).toBe(Date.parse("2026-10-21T10:00:00Z"));
  });

  test("never asks for more than a year, however much is wanted", () => {
    const wide = { ...settings, backfillDays: 4_000 };
    const state = { ...fresh, completeUntil: NEWEST, completeFrom: NOW - 364 * DAY, nextTryAt: NOW + HOUR };
    expect(nextWindow(state, wide, NOW)?.from).toBe(Math.floor((NOW - 365 * DAY) / HOUR) * HOUR);
  });
});

describe("every hour", () => {
  const { state } = fetchAll(fresh, NOW);

  test("nothing within the hour, and the newest hours with an overlap after it", () => {
    expect(nextWindow(state, settings, NOW + 30 * 60_000)).toBeNull();
    const later = NOW + 41 * 60_000;
    expect(nextWindow(state, settings, later)).toEqual({
      purpose: "sync",
      from: NEWEST - 2 * DAY,
      to: NEWEST + HOUR,
    });
  });

  test("a delay that became shorter is used at once", () => {
    const slow = { ...settings, dataDelayHours: 24 };
    const late = { ...state, completeUntil: NEWEST - 23 * HOUR };
    expect(nextWindow(late, slow, NOW)).toBeNull();
    expect(nextWindow(late, settings, NOW)?.to).toBe(NEWEST);
  });

  test("after a long pause the windows follow each other until now, without a gap", () => {
    const { windows } = fetchAll(state, NOW + 40 * DAY);
    const forward = windows.filter((window) => window.purpose === "sync");
    expect(forward.length).toBeGreaterThan(3);
    expect(forward[0]?.from).toBe(NEWEST - 2 * DAY);
    for (const [index, window] of forward.slice(1).entries())
      expect(window.from).toBeLessThanOrEqual(forward[index]?.to ?? 0);
    expect(forward.at(-1)?.to).toBe(NEWEST + 40 * DAY);
  });
});

test("failures wait 1, 2, 5, then 15 minutes, and a success forgets them", () => {
  let state = fresh;
  const waits: number[] = [];
  let now = NOW;
  for (let turn = 0; turn < 6; turn++) {
    const window = nextWindow(state, settings, now);
    if (!window) throw new Error("It is due");
    state = fetched(state, window, now, false);
    expect(nextWindow(state, settings, (state.nextTryAt ?? 0) - 1)).toBeNull();
    waits.push(((state.nextTryAt ?? 0) - now - 5_000) / 60_000);
    now = state.nextTryAt ?? 0;
  }
  expect(waits).toEqual([1, 2, 5, 15, 15, 15]);
  expect(state).toMatchObject({ failures: 6, lastError: "Submit answered 503", completeUntil: null });
  const window = nextWindow(state, settings, now);
  expect(window && fetched(state, window, now)).toMatchObject({ failures: 0, lastError: null });
});

test("whatever fails and whenever it looks, what counts as complete has really been fetched", () => {
  const turn = fc.record({ wait: fc.integer({ min: 0, max: 3 * DAY }), succeeds: fc.boolean() });
  fc.assert(
    fc.property(fc.array(turn, { maxLength: 60 }), (turns) => {
      let state = fresh;
      let now = NOW;
      const done: SyncWindow[] = [];
      for (const { wait, succeeds } of turns) {
        now += wait;
        const window = nextWindow(state, settings, now);
        if (!window) continue;
        expect(window.from).toBeLessThan(window.to);
        if (succeeds) done.push(window);
        state = fetched(state, window, now, succeeds);
      }
      for (let hour = state.completeFrom ?? 1; hour < (state.completeUntil ?? 0); hour += HOUR)
        expect(done.some((window) => window.from <= hour && window.to >= hour + HOUR)).toBe(true);
    }),
  );
});
