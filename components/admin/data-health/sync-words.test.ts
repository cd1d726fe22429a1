import { expect, test } from "vitest";
import { ENGLISH } from "@/lib/base/words/english.test-support";
import type { SyncTypeView } from "@/lib/history/sync/contract";
import {
  againWords,
  askProgress,
  comingWords,
  completeShare,
  ledgerWords,
  openStretches,
  stepWords,
} from "./sync-words";

const now = new Date("2026-11-20T10:20:00Z");
const where = { zone: "Europe/Amsterdam", now };
const at = (day: number) => `2026-11-${String(day).padStart(2, "0")}T09:00:00Z`;
const view: SyncTypeView = {
  type: "indices",
  paused: false,
  wanted: { from: at(1), to: at(20) },
  complete: [
    { from: at(8), to: at(10), fetchedAt: at(20), queryId: null },
    { from: at(12), to: at(20), fetchedAt: at(20), queryId: "Q" },
  ],
  troubles: [{ from: at(3), to: at(8), failures: 2, nextTryAt: "2026-11-20T10:35:00Z", lastError: "Bad" }],
  asks: [],
  active: null,
  coming: [],
};

test("open stretches are neither complete nor listed as failing", () => {
  expect(openStretches(view)).toEqual([
    { from: at(10), to: at(12) },
    { from: at(1), to: at(3) },
  ]);
  expect(openStretches({ ...view, complete: [], troubles: [] })).toEqual([view.wanted]);
  expect(
    openStretches({ ...view, complete: [{ from: at(1), to: at(20), fetchedAt: at(20), queryId: null }] }),
  ).toEqual([]);
  expect(openStretches({ ...view, wanted: { from: at(8), to: at(22) } })).toHaveLength(1);
  expect(openStretches({ ...view, wanted: { from: at(8), to: at(23) } })).toHaveLength(2);
  expect(completeShare(view)).toBeCloseTo(10 / 19);
  expect(ledgerWords(ENGLISH, view, where)).toBe(
    "53 % of the history is complete. Missing: 10 Nov 10:00 to 12 Nov 10:00; 1 Nov 10:00 to 3 Nov 10:00; 3 Nov 10:00 to 8 Nov 10:00.",
  );
});

test("describes the running fetch, the next one and retries", () => {
  expect(stepWords(ENGLISH, { status: "downloading", rows: 61_400, lastError: null })).toBe(
    "Downloading, 61,400 rows so far",
  );
  expect(stepWords(ENGLISH, { status: "running", rows: 0, lastError: "Status answered 503" })).toBe(
    "Status answered 503",
  );
  const coming = { from: at(1), to: at(2), reason: "older" as const, at: now.toISOString() };
  expect(comingWords(ENGLISH, coming, now, true)).toBe("Older history, after this");
  expect(comingWords(ENGLISH, { ...coming, reason: "newest", at: "2026-11-20T11:00:00Z" }, now, true)).toBe(
    "Newest hours, in 40 min",
  );
  expect(againWords(ENGLISH, view.troubles[0] ?? { failures: 0, nextTryAt: "" }, now)).toBe(
    "2 tries failed. Next try in 15 min.",
  );
  expect(againWords(ENGLISH, { failures: 0, nextTryAt: "2026-11-20T11:20:00Z" }, now)).toBe(
    "Stopped by an admin. Next try in 1 h.",
  );
  expect(askProgress({ from: at(1), to: at(7), remainingTo: at(5) })).toEqual({ done: 48, all: 144 });
});
