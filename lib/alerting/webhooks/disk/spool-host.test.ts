import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { newOwner, OwnerWatch } from "./spool-host.server";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const elsewhere = "7-1234-00000000-abcdef01";

/** A watch that looks every 15 s of a clock that the test moves. */
function watchedEvery15s() {
  let now = 5_000;
  const watch = new OwnerWatch(() => now);
  const look = (touchedAt: number, passed = 15_000) => {
    now += passed;
    return watch.isGone("file", elsewhere, touchedAt);
  };
  return { look };
}

test("a process on another host with heartbeats is not gone, however far its clock is behind", () => {
  const { look } = watchedEvery15s();
  const hourBehind = Date.now() - HOUR;
  const looks = Array.from({ length: 20 }, (_, n) => look(hourBehind + n * 15_000));
  expect(looks).not.toContain(true);
});

test("a process on another host without heartbeats for a minute is gone, however far its clock is ahead", () => {
  const { look } = watchedEvery15s();
  const dayAhead = Date.now() + 24 * HOUR;
  const looks = Array.from({ length: 6 }, () => look(dayAhead));
  expect(looks).toEqual([false, false, false, false, true, true]);
});

test("time in which this process was suspended does not count", () => {
  const { look } = watchedEvery15s();
  const touchedAt = Date.now();
  expect([look(touchedAt), look(touchedAt, HOUR), look(touchedAt)]).toEqual([false, false, false]);
});

test("files from a restore count as abandoned on any machine", () => {
  expect(new OwnerWatch().isGone("file", elsewhere, Date.UTC(2000, 0, 1))).toBe(true);
});

test("a process of this machine is recognized at once", () => {
  const ended = newOwner().replace(/^\d+/, String(spawnSync("true").pid));
  const watch = new OwnerWatch();
  expect([watch.isGone("a", newOwner(), 0), watch.isGone("b", ended, Date.now())]).toEqual([false, true]);
});
