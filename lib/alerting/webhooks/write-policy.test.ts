import { expect, it } from "vitest";
import { DatabaseGate, inTurns, SlowAlerts } from "./write-policy";

it("is open until storing has failed several times running", () => {
  const gate = new DatabaseGate();
  gate.failed(1);
  gate.failed(2);
  expect(gate.away).toBe(false);
  gate.failed(3);
  expect(gate.away).toBe(true);
  gate.succeeded(4);
  expect(gate.away).toBe(false);
});

it("does not count what was begun before the last success", () => {
  const gate = new DatabaseGate();
  gate.succeeded(10);
  for (let begun = 0; begun < 10; begun++) gate.failed(begun);
  expect(gate.away).toBe(false);
});

it("lets one request now and then try a database that is away", () => {
  const gate = new DatabaseGate();
  for (let n = 0; n < 3; n++) gate.failed(n);
  expect([1_000, 1_001, 1_499, 1_500, 1_501].map((now) => gate.admits(now))).toEqual([
    true,
    false,
    false,
    true,
    false,
  ]);
});

it("an alert that is too slow waits between its tries, and is set aside after the third", () => {
  const slow = new SlowAlerts();
  expect(slow.advise("A", 0)).toBe("try");
  for (const now of [0, 20_000]) {
    slow.failed("A", now);
    expect(slow.advise("A", now + 9_999)).toBe("wait");
    expect(slow.advise("A", now + 10_000)).toBe("alone");
  }
  slow.failed("A", 40_000);
  expect(slow.advise("A", 40_000)).toBe("aside");
  expect(slow.advise("B", 40_000)).toBe("try");
});

it("is tried again in the end, and forgotten once something of it is stored", () => {
  const slow = new SlowAlerts();
  for (const now of [0, 10_000, 20_000]) slow.failed("A", now);
  expect(slow.advise("A", 20_000 + 600_000)).toBe("alone");
  slow.failed("A", 700_000);
  expect(slow.advise("A", 700_001)).toBe("aside");
  slow.succeeded("A");
  expect(slow.advise("A", 700_002)).toBe("try");
  slow.failed("A", 800_000);
  expect(slow.advise("A", 800_001)).toBe("wait");
});

it("a long list holds the short ones up by no more than one of its own at a time", () => {
  expect(inTurns([["a1", "a2", "a3", "a4"], ["b1"], ["c1", "c2"]])).toEqual([
    ...["a1", "b1", "c1", "a2", "c2", "a3", "a4"],
  ]);
});

it("no list gives more than its part", () => {
  expect(inTurns([[1, 2, 3], [4]], 2)).toEqual([1, 4, 2]);
  expect(inTurns([], 2)).toEqual([]);
});
