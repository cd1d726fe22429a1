import { expect, test } from "vitest";
import { ReadPace } from "./read-pace";

const always = (chance: number) => () => chance;

/** A window that hears an event each 50 ms and reads in `took`. @returns when its reads began */
function storm(took: number, hidden = false): number[] {
  const pace = new ReadPace(always(0.5));
  const begun: number[] = [];
  let due: number | null = null;
  let busyUntil = 0;
  for (let now = 0; now < 60_000; now += 50) {
    if (now >= busyUntil) due ??= now + pace.wait(now, 250, hidden);
    if (due === null || now < due) continue;
    due = null;
    begun.push(now);
    pace.begin(now);
    pace.end(now + took);
    busyUntil = now + took;
  }
  return begun;
}

const gaps = (times: number[]) => times.slice(1).map((at, n) => at - (times[n] ?? 0));

test("an event that comes alone is read soon, also after a long calm", () => {
  const pace = new ReadPace(always(0.5));
  expect(pace.wait(1_000, 250)).toBe(250);
  pace.begin(2_000);
  pace.end(2_100);
  expect(pace.wait(60_000, 250)).toBe(250);
});

test("in a storm each change is read within two seconds, and no window reads more often than it must", () => {
  const [first, ...others] = storm(100);
  expect(first).toBeLessThanOrEqual(300);
  const early = [first ?? 0, ...others].filter((at) => at < 10_000);
  expect(Math.max(...gaps(early))).toBeLessThanOrEqual(1_700);
  expect(early.length).toBeLessThan(10_000 / 1_200);
});

test("a storm that goes on is read each ten seconds, and its end makes the next event quick again", () => {
  const late = storm(100).filter((at) => at > 15_000);
  expect(Math.min(...gaps(late))).toBeGreaterThanOrEqual(9_000);
  expect(Math.max(...gaps(late))).toBeLessThanOrEqual(11_100);
  const pace = new ReadPace(always(0.5));
  for (let now = 0; now < 20_000; now += pace.wait(now, 250)) {
    pace.begin(now);
    pace.end(now);
  }
  // What came last is read, then nothing comes for long.
  const [last, calm, next] = [30_000, 60_000, 61_000];
  pace.begin(last);
  pace.end(last);
  expect(pace.wait(calm, 250)).toBe(250);
  pace.begin(calm);
  pace.end(calm);
  expect(pace.wait(next, 250)).toBeLessThanOrEqual(1_400);
});

test("events that come apart are no storm, however long they go on", () => {
  const pace = new ReadPace(always(0.5));
  for (let now = 0; now < 60_000; now += 3_000) {
    expect(pace.wait(now, 250)).toBe(250);
    pace.begin(now);
    pace.end(now + 100);
  }
});

test("a server that answers late is asked less, and each eleven seconds all the same", () => {
  expect(Math.min(...gaps(storm(1_000)))).toBeGreaterThanOrEqual(3_900);
  expect(Math.max(...gaps(storm(5_000)))).toBeLessThanOrEqual(11_100);
});

test("a hidden window reads each ten seconds", () => {
  expect(Math.min(...gaps(storm(100, true)))).toBeGreaterThanOrEqual(9_900);
});

/** When a window reads again that has read already, in a storm of so long. */
function waitAfter(stormMs: number, draw: () => number): number {
  const pace = new ReadPace(draw);
  let now = 0;
  for (; now <= stormMs; now += pace.wait(now, 250)) {
    pace.begin(now);
    pace.end(now);
  }
  pace.begin(now);
  pace.end(now);
  return pace.wait(now, 250);
}

test("many that heard the same do not read at the same moment", () => {
  expect(waitAfter(0, always(1)) - waitAfter(0, always(0))).toBeGreaterThan(200);
});

test("in a long storm many that began together read at all moments", () => {
  expect([0, 0.5, 1].map((chance) => waitAfter(20_000, always(chance)))).toEqual([7_000, 10_000, 13_000]);
});

test("how many events there are in a wait does not make it shorter", () => {
  let n = 0;
  const draw = () => [0.9, 0.1, 0.5][n++ % 3] ?? 0;
  const pace = new ReadPace(draw);
  pace.begin(0);
  pace.end(50);
  const due = Array.from({ length: 10 }, (_, event) => event * 100 + pace.wait(event * 100, 0));
  expect(new Set(due.map(Math.round)).size).toBe(1);
});

test("an event at the very end of a wait does not end the storm", () => {
  const pace = new ReadPace(always(0.5));
  let now = 0;
  for (; now < 20_000; now += pace.wait(now, 250)) {
    pace.begin(now);
    pace.end(now);
  }
  pace.begin(now);
  pace.end(now);
  pace.wait(now + 100, 250);
  pace.wait(now + 10_000, 250);
  pace.begin(now + 10_001);
  pace.end(now + 10_001);
  expect(pace.wait(now + 10_100, 250)).toBeGreaterThan(9_000);
});
