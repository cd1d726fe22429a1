import { describe, expect, it } from "vitest";
import { chooseSiblings, parentsOf, severitySteps } from "./chart";

const at = (hour: number) => new Date(Date.UTC(2026, 9, 14, hour));

describe("the bars of an alert", () => {
  it("begin with the RAISED and step at each rise, whatever the order of arrival", () => {
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

  it("show an alert of which only the end came", () => {
    expect(severitySteps([{ event: "CLOSED", severity: "LOW", timestamp: at(9) }])).toEqual([
      { severity: "LOW", at: at(9) },
    ]);
  });
});

const areas = (...paths: string[]) => paths.map((path) => ({ path }));

it("compares an area with those beside it, in the order of the tree", () => {
  const children = areas("H#Bench 10", "H#Bench 2", "H#Bench 1");
  expect(parentsOf(["H#Bench 1"])).toEqual(["H"]);
  expect(chooseSiblings(["H#Bench 1"], children)).toEqual(areas("H#Bench 2", "H#Bench 10"));
});

it("takes neither what an area holds nor what it lies in for another one", () => {
  const children = areas("H#Zone A", "H#Zone B", "H#Zone A#Bench 1", "H#Zone A#Bench 2");
  expect(parentsOf(["H#Zone A", "H#Zone A#Bench 1"])).toEqual(["H", "H#Zone A"]);
  expect(chooseSiblings(["H#Zone A", "H#Zone A#Bench 1"], children)).toEqual(areas("H#Zone B"));
});
