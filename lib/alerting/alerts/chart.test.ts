import { describe, expect, it } from "vitest";
import { chooseSiblings, parentsOf, severitySteps } from "./chart";

const at = (hour: number) => new Date(Date.UTC(2026, 9, 14, hour));

describe("severitySteps", () => {
  it("starts at the RAISED and steps at each rise, in any order of arrival", () => {
    const steps = severitySteps([
      { event: "SEVERITY_INCREASED", severity: "HIGH", timestamp: at(5) },
      { event: "CLOSED", severity: "HIGH", timestamp: at(9) },
      { event: "RAISED", severity: "LOW", timestamp: at(1) },
    ]);
    expect(steps).toEqual([
      { severity: "LOW", at: at(1) },
      { severity: "HIGH", at: at(5) },
    ]);
  });

  it("returns one step for an alert with only a CLOSED", () => {
    expect(severitySteps([{ event: "CLOSED", severity: "LOW", timestamp: at(9) }])).toEqual([
      { severity: "LOW", at: at(9) },
    ]);
  });
});

const areas = (...paths: string[]) => paths.map((path) => ({ path }));

it("chooses the siblings of an area in the order of the tree", () => {
  const children = areas("H#Bench 10", "H#Bench 2", "H#Bench 1");
  expect(parentsOf(["H#Bench 1"])).toEqual(["H"]);
  expect(chooseSiblings(["H#Bench 1"], children)).toEqual(areas("H#Bench 2", "H#Bench 10"));
});

it("excludes areas that contain an area or lie in it", () => {
  const children = areas("H#Zone A", "H#Zone B", "H#Zone A#Bench 1", "H#Zone A#Bench 2");
  expect(parentsOf(["H#Zone A", "H#Zone A#Bench 1"])).toEqual(["H", "H#Zone A"]);
  expect(chooseSiblings(["H#Zone A", "H#Zone A#Bench 1"], children)).toEqual(areas("H#Zone B"));
});
