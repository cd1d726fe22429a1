import { expect, test } from "vitest";
import {
  addChange,
  type Changes,
  type ChangeType,
  type GatheredChanges,
  isOld,
  isTouched,
} from "./stream-plan";

test("an alert event touches alerts, areas and freshness, but no series", () => {
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

test("a sync event touches charts, areas and the evidence of alerts, but no query", () => {
  expect(isTouched("/api/v1/series", "sync")).toBe(true);
  expect(isTouched("/api/v1/alerts/evidence", "sync")).toBe(true);
  expect(isTouched("/api/v1/queries/{id}", "sync")).toBe(false);
  expect(isTouched("/api/v1/queries/{id}", "query")).toBe(true);
});

test("a note event touches notes alone", () => {
  expect(isTouched("/api/v1/areas/notes", "note")).toBe(true);
  expect(isTouched("/api/v1/areas/notes", "alert")).toBe(false);
  expect(["/api/v1/areas/overview", "/api/v1/series"].some((path) => isTouched(path, "note"))).toBe(false);
});

const changes = (...all: [ChangeType, string[] | null][]): Changes =>
  new Map(all.map(([type, ids]) => [type, ids && new Set(ids)]));

test("an open alert is old after its own event, or one without an id", () => {
  const page = { path: "/api/v1/alerts/{alertId}", openAlert: "A" };
  expect(isOld(page, changes(["alert", ["B", "C"]]))).toBe(false);
  expect(isOld(page, changes(["alert", ["B", "A"]]))).toBe(true);
  expect(isOld(page, changes(["alert", null]))).toBe(true);
  expect(isOld(page, changes(["alert", ["B"]], ["sync", ["readings"]]))).toBe(true);
});

test("a closed alert is old after any alert's event, since its successor may have come; so are lists", () => {
  expect(isOld({ path: "/api/v1/alerts/{alertId}" }, changes(["alert", ["B"]]))).toBe(true);
  expect(isOld({ path: "/api/v1/alerts" }, changes(["alert", ["B"]]))).toBe(true);
  expect(isOld({ path: "/api/v1/series" }, changes(["alert", ["B"]]))).toBe(false);
});

test("an id does not narrow changes that were already unknown", () => {
  const changes: GatheredChanges = new Map();
  addChange(changes, "alert", "a");
  addChange(changes, "alert", "b");
  addChange(changes, "sync", null);
  addChange(changes, "sync", "c");
  expect(changes).toEqual(
    new Map<ChangeType, Set<string> | null>([
      ["alert", new Set(["a", "b"])],
      ["sync", null],
    ]),
  );
  addChange(changes, "alert", null);
  expect(changes.get("alert")).toBeNull();
});
