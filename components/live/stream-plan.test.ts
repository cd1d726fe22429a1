import { expect, test } from "vitest";
import { isTouched, retryWait } from "./stream-plan";

test("tries come quickly at first and then each quarter of a minute", () => {
  expect([1, 2, 3, 4, 5, 6, 60].map(retryWait)).toEqual([
    1_000, 2_000, 5_000, 10_000, 15_000, 15_000, 15_000,
  ]);
});

test("an alert changes alerts, areas and freshness, but no series", () => {
  const paths = [
    "/api/v1/alerts",
    "/api/v1/alerts/{alertId}",
    "/api/v1/areas/overview",
    "/api/v1/areas/tree",
    "/api/v1/freshness",
  ];
  expect(paths.every((path) => isTouched(path, "alert"))).toBe(true);
  expect(isTouched("/api/v1/areas/sparks", "alert")).toBe(false);
  expect(isTouched("/api/v1/series", "alert")).toBe(false);
  expect(isTouched("/api/v1/alerts/evidence", "alert")).toBe(false);
});

test("new readings change charts, areas and the evidence of alerts, but no query", () => {
  expect(isTouched("/api/v1/series", "sync")).toBe(true);
  expect(isTouched("/api/v1/alerts/evidence", "sync")).toBe(true);
  expect(isTouched("/api/v1/queries/{id}", "sync")).toBe(false);
  expect(isTouched("/api/v1/queries/{id}", "query")).toBe(true);
});

test("notes are read again when notes changed, and nothing else then", () => {
  expect(isTouched("/api/v1/areas/notes", "note")).toBe(true);
  expect(isTouched("/api/v1/areas/notes", "alert")).toBe(false);
  expect(["/api/v1/areas/overview", "/api/v1/series"].some((path) => isTouched(path, "note"))).toBe(false);
});
