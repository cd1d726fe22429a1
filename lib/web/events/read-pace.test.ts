import { expect, test } from "vitest";
import { ReadPace } from "./read-pace";

const always = (chance: number) => () => chance;

/** Simulates a window with an event every 50 ms and reads that take `took`. @returns the starts of its reads */
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

test("reads soon after a single event, also after a long calm", () => {
  const pace = new ReadPace(always(0.5));
  expect(pace.wait(1_000, 250)).toBe(250);
  pace.begin(2_000);
  pace.end(2_100);
  expect(pace.wait(60_000, 250)).toBe(250);
});

test("reads each change of a storm within two seconds, and no more often than needed", () => {
  const [first, ...others] = storm(100);
  expect(first).toBeLessThanOrEqual(300);
  const early = [first ?? 0, ...others].filter((at) => at < 10_000);
  expect(Math.max(...gaps(early))).toBeLessThanOrEqual(1_700);
  expect(early.length).toBeLessThan(10_000 / 1_200);
});

test("reads every ten seconds in a long storm, and soon again after its end", () => {
  const late = storm(100).filter((at) => at > 15_000);
  expect(Math.min(...gaps(late))).toBeGreaterThanOrEqual(9_000);
  expect(Math.max(...gaps(late))).toBeLessThanOrEqual(11_100);
  const pace = new ReadPace(always(0.5));
  for (let now = 0; now < 20_000; now += pace.wait(now, 250)) {
    pace.begin(now);
    pace.end(now);
  }
  // The last event is read, then a long pause follows.
  const [last, calm, next] = [30_000, 60_000, 61_000];
  pace.begin(last);
  pace.end(last);
  expect(pace.wait(calm, 250)).toBe(250);
  pace.begin(calm);
  pace.end(calm);
  expect(pace.wait(next, 250)).toBeLessThanOrEqual(1_400);
});

test("does not take spaced events for a storm", () => {
  const pace = new ReadPace(always(0.5));
  for (let now = 0; now < 60_000; now += 3_000) {
    expect(pace.wait(now, 250)).toBe(250);
    pace.begin(now);
    pace.end(now + 100);
  }
});

test("reads a slow server less often, but at least every eleven seconds", () => {
  expect(Math.min(...gaps(storm(1_000)))).toBeGreaterThanOrEqual(3_900);
  expect(Math.max(...gaps(storm(5_000)))).toBeLessThanOrEqual(11_100);
});

test("reads every ten seconds in a hidden window", () => {
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

test("spreads the reads of many clients after one event", () => {
  expect(waitAfter(0, always(1)) - waitAfter(0, always(0))).toBeGreaterThan(200);
});

test("spreads the reads of many clients in a long storm", () => {
  expect([0, 0.5, 1].map((chance) => waitAfter(20_000, always(chance)))).toEqual([7_000, 10_000, 13_000]);
});

test("keeps a wait however many events arrive in it", () => {
  let n = 0;
  const draw = () => [0.9, 0.1, 0.5][n++ % 3] ?? 0;
  const pace = new ReadPace(draw);
  pace.begin(0);
  pace.end(50);
  const due = Array.from({ length: 10 }, (_, event) => event * 100 + pace.wait(event * 100, 0));
  expect(new Set(due.map(Math.round)).size).toBe(1);
});

test("continues a storm after an event at the very end of a wait", () => {
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
