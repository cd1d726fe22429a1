import { describe, expect, it } from "vitest";
import { stepsOf } from "./spans";

const at = (hour: number) => new Date(Date.UTC(2026, 9, 14, hour));

describe("the bars of an alert", () => {
  it("begin with the RAISED and step at each rise, whatever the order of arrival", () => {
    const steps = stepsOf([
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
    expect(stepsOf([{ event: "CLOSED", severity: "LOW", timestamp: at(9) }])).toEqual([
      { severity: "LOW", at: at(9) },
    ]);
  });
});
