import { expect, it } from "vitest";
import { DatabaseCircuitBreaker, roundRobin, SlowAlerts } from "./write-policy";

it("opens after several failures in a row", () => {
  const breaker = new DatabaseCircuitBreaker();
  breaker.recordFailure(1);
  breaker.recordFailure(2);
  expect(breaker.isOpen).toBe(false);
  breaker.recordFailure(3);
  expect(breaker.isOpen).toBe(true);
  breaker.recordSuccess(4);
  expect(breaker.isOpen).toBe(false);
});

it("ignores failures of attempts that began before the last success", () => {
  const breaker = new DatabaseCircuitBreaker();
  breaker.recordSuccess(10);
  for (let begun = 0; begun < 10; begun++) breaker.recordFailure(begun);
  expect(breaker.isOpen).toBe(false);
});

it("lets one request at a time probe the database while it is open", () => {
  const breaker = new DatabaseCircuitBreaker();
  for (let n = 0; n < 3; n++) breaker.recordFailure(n);
  expect([1_000, 1_001, 1_499, 1_500, 1_501].map((now) => breaker.allowsAttempt(now))).toEqual([
    true,
    false,
    false,
    true,
    false,
  ]);
});

it("a slow alert pauses between attempts, and is quarantined after the third", () => {
  const slow = new SlowAlerts();
  expect(slow.advise("A", 0)).toBe("try");
  for (const now of [0, 20_000]) {
    slow.recordTimeout("A", now);
    expect(slow.advise("A", now + 9_999)).toBe("wait");
    expect(slow.advise("A", now + 10_000)).toBe("alone");
  }
  slow.recordTimeout("A", 40_000);
  expect(slow.advise("A", 40_000)).toBe("quarantine");
  expect(slow.advise("B", 40_000)).toBe("try");
});

it("is retried later, and forgotten after a success", () => {
  const slow = new SlowAlerts();
  for (const now of [0, 10_000, 20_000]) slow.recordTimeout("A", now);
  expect(slow.advise("A", 20_000 + 600_000)).toBe("alone");
  slow.recordTimeout("A", 700_000);
  expect(slow.advise("A", 700_001)).toBe("quarantine");
  slow.recordSuccess("A");
  expect(slow.advise("A", 700_002)).toBe("try");
  slow.recordTimeout("A", 800_000);
  expect(slow.advise("A", 800_001)).toBe("wait");
});

it("a long list delays short ones by one item at a time", () => {
  expect(roundRobin([["a1", "a2", "a3", "a4"], ["b1"], ["c1", "c2"]])).toEqual([
    ...["a1", "b1", "c1", "a2", "c2", "a3", "a4"],
  ]);
});

it("takes no more than the limit from any list", () => {
  expect(roundRobin([[1, 2, 3], [4]], 2)).toEqual([1, 4, 2]);
  expect(roundRobin([], 2)).toEqual([]);
});
