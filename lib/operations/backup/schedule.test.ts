import { expect, test } from "vitest";
import { addDays, HOUR_MS } from "@/lib/base/core/time";
import { type BackupSettings, DEFAULT_BACKUPS } from "./contract";
import { backupName, chooseOld, nextDue, takenAt } from "./schedule";

const ZONE = "Europe/Amsterdam";
const now = new Date("2026-11-20T12:00:00Z");
const nightly: BackupSettings = { ...DEFAULT_BACKUPS, at: "02:40" };
const made = (at: string) => ({ outcome: "made", startedAt: new Date(at), finishedAt: null }) as const;
const due = (last: Parameters<typeof nextDue>[1], settings = nightly) =>
  nextDue(settings, last, ZONE, now)?.toISOString() ?? null;

test("is never due while it is off, and at once when none was made yet", () => {
  expect(due(null, DEFAULT_BACKUPS)).toBeNull();
  expect(due(null)).toBe(now.toISOString());
});

test("is due at the site's time of day, also where the clock changes", () => {
  expect(due(made("2026-11-20T01:40:05Z"))).toBe("2026-11-21T01:40:00.000Z");
  expect(due(made("2026-11-20T09:00:00Z"))).toBe("2026-11-21T01:40:00.000Z");
  // There is no 02:40 on that morning: an hour later by the clock.
  expect(due(made("2027-03-27T05:00:00Z"))).toBe("2027-03-28T01:40:00.000Z");
});

test("is due an interval after the last one began", () => {
  const settings = { ...DEFAULT_BACKUPS, everyHours: 6 };
  expect(due(made("2026-11-20T09:00:00Z"), settings)).toBe("2026-11-20T15:00:00.000Z");
});

test("is tried again an hour after it failed", () => {
  const failed = {
    outcome: "failed",
    startedAt: new Date("2026-11-20T01:40:00Z"),
    finishedAt: new Date("2026-11-20T01:55:00Z"),
  } as const;
  expect(due(failed)).toBe("2026-11-20T02:55:00.000Z");
});

test("names a backup by its instant, and reads it back from the name", () => {
  const name = backupName(new Date("2026-11-20T01:40:07.123Z"));
  expect(name).toBe("leafwatch-scheduled-2026-11-20T014007.123Z.tar.gz");
  expect(takenAt(name)).toEqual(new Date("2026-11-20T01:40:07.123Z"));
  expect(takenAt("leafwatch-2026-11-20T014007Z.tar.gz")).toBeNull();
});

test("keeps the newest of each of the last days and weeks, and no other file is touched", () => {
  const nights = Array.from({ length: 40 }, (_, n) =>
    backupName(new Date(`${addDays("2026-11-20", -n)}T01:40:00Z`)),
  );
  const second = backupName(new Date(Date.parse("2026-11-20T01:40:00Z") + 3 * HOUR_MS));
  const foreign = ["leafwatch-2026-01-01T000000Z.tar.gz", "notes.txt", `${second}.part`];
  const old = chooseOld([...foreign, ...nights, second], { keepDaily: 3, keepWeekly: 3 }, ZONE);
  const kept = [second, ...nights].filter((name) => !old.includes(name));
  // 20 November 2026 is a Friday.
  expect(kept.map((name) => takenAt(name)?.toISOString().slice(0, 13))).toEqual([
    "2026-11-20T04",
    "2026-11-19T01",
    "2026-11-18T01",
    "2026-11-15T01",
    "2026-11-08T01",
  ]);
  expect(foreign.filter((name) => old.includes(name))).toEqual([]);
});

test("always keeps the newest", () => {
  const [newest = "", older = ""] = ["2026-11-20T01:40:00Z", "2026-11-19T01:40:00Z"].map((at) =>
    backupName(new Date(at)),
  );
  expect(chooseOld([older, newest], { keepDaily: 0, keepWeekly: 0 }, ZONE)).toEqual([older]);
});
