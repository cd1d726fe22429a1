import { expect, test } from "vitest";
import { patternFinder } from "./request-rules";

const patternOf = patternFinder(
  [
    { page: "/", regex: "^/(?:/)?$" },
    { page: "/wall", regex: "^/wall(?:/)?$" },
  ],
  [
    { page: "/alerts/[id]", regex: "^/alerts/([^/]+?)(?:/)?$" },
    { page: "/[...rest]", regex: "^/(.+?)(?:/)?$" },
  ],
);

test.each([
  ["/", "/"],
  ["/wall", "/wall"],
  ["/wall/", "/wall"],
  ["/alerts/01J8Z0", "/alerts/[id]"],
  ["/invitation/very-secret", "/[...rest]"],
  ["/_next/static/chunks/a.js", "/_next"],
])("%s is %s", (path, pattern) => {
  expect(patternOf(path)).toBe(pattern);
});

test("without a list nothing of a path is told", () => {
  expect(patternFinder([], [])("/invitation/very-secret")).toBe("other");
});
