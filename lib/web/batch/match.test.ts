import { expect, test } from "vitest";
import { matchPath } from "./match";

const PATHS = ["/api/v1/alerts/{alertId}", "/api/v1/alerts", "/api/v1/alerts/counts"];

test("a path fits the pattern without places before the one with them", () => {
  expect(matchPath("/api/v1/alerts", PATHS)).toEqual({ path: "/api/v1/alerts", params: {} });
  expect(matchPath("/api/v1/alerts/counts", PATHS)).toEqual({ path: "/api/v1/alerts/counts", params: {} });
  expect(matchPath("/api/v1/alerts/A%2FB", PATHS)).toEqual({
    path: "/api/v1/alerts/{alertId}",
    params: { alertId: "A/B" },
  });
});

test("what fits none is none, and what cannot be decoded stays as it is", () => {
  expect(matchPath("/api/v1/alerts/a/b", PATHS)).toBeNull();
  expect(matchPath("/api/v1/deliveries", PATHS)).toBeNull();
  expect(matchPath("/api/v1/alerts/%zz", PATHS)?.params).toEqual({ alertId: "%zz" });
});
