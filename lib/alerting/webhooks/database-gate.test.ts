import { expect, it } from "vitest";
import { DatabaseGate } from "./database-gate";

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
