import { expect, it } from "vitest";
import { requestIdOf } from "./contract";

it.each([
  ["plant-monitoring/1.0 (request 01J8Z-7)", "01J8Z-7"],
  ["notifier requestId=abc.9 build 4", "abc.9"],
  ["Request-Id: 77", "77"],
  ["  f3c1a2b8  ", "f3c1a2b8"],
  ["requests/2.31", "requests/2.31"],
  ["", null],
  [null, null],
])("%j carries %j", (userAgent, id) => {
  expect(requestIdOf(userAgent)).toBe(id);
});
