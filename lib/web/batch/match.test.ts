import { expect, test } from "vitest";
import { matchPath } from "./match";

const PATHS = ["/api/v1/alerts/{alertId}", "/api/v1/alerts", "/api/v1/alerts/counts"];

test("prefers a pattern without parameters", () => {
  expect(matchPath("/api/v1/alerts", PATHS)).toEqual({ path: "/api/v1/alerts", params: {} });
  expect(matchPath("/api/v1/alerts/counts", PATHS)).toEqual({ path: "/api/v1/alerts/counts", params: {} });
  expect(matchPath("/api/v1/alerts/A%2FB", PATHS)).toEqual({
    path: "/api/v1/alerts/{alertId}",
    params: { alertId: "A/B" },
  });
});

test("returns null without a match, and keeps parameters that cannot be decoded", () => {
  expect(matchPath("/api/v1/alerts/a/b", PATHS)).toBeNull();
  expect(matchPath("/api/v1/deliveries", PATHS)).toBeNull();
  expect(matchPath("/api/v1/alerts/%zz", PATHS)?.params).toEqual({ alertId: "%zz" });
});
