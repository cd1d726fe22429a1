import { expect, it } from "vitest";
import { anAlert } from "../fixture.test-support";
import { bandSteps, evidenceWindow, usualRange } from "./evidence-window";

const at = (text: string) => Date.parse(text);
const raised = { raisedAt: "2026-10-13T19:40:00.000Z" };

it("shows 72 hours until now, or until 12 hours after the close", () => {
  const now = at("2026-10-14T12:10:00Z");
  const open = evidenceWindow("72h", anAlert(raised), now);
  expect(open).toEqual({ from: at("2026-10-11T13:00:00Z"), to: at("2026-10-14T13:00:00Z") });
  const closed = anAlert({ ...raised, closedAt: "2026-10-14T01:00:00.000Z" });
  expect(evidenceWindow("72h", closed, at("2026-11-01T00:00:00Z")).to).toBe(at("2026-10-14T13:00:00Z"));
});

it("shows a long alert from a day before its raise", () => {
  const now = at("2026-10-20T12:00:00Z");
  expect(usualRange(anAlert(raised), now)).toBe("whole");
  expect(usualRange(anAlert(raised), at("2026-10-14T12:00:00Z"))).toBe("72h");
  expect(evidenceWindow("whole", anAlert(raised), now).from).toBe(at("2026-10-12T19:00:00Z"));
  expect(evidenceWindow("whole", anAlert(raised), at("2026-10-14T12:00:00Z")).from).toBe(
    at("2026-10-11T12:00:00Z"),
  );
});

it("returns steps for the hours of the site's day that have a range", () => {
  const range = { low: 8, high: 12 };
  const window = { from: at("2026-10-14T00:00:00Z"), to: at("2026-10-14T04:00:00Z") };
  expect(bandSteps({ range, hours: null }, window, "UTC")).toEqual([{ ...window, ...range }]);
  const hours = Array.from({ length: 24 }, (_, hour) => (hour === 4 ? range : null));
  expect(bandSteps({ range, hours }, window, "Europe/Amsterdam")).toEqual([
    { from: at("2026-10-14T01:30:00Z"), to: at("2026-10-14T02:30:00Z"), ...range },
  ]);
  expect(bandSteps(null, window, "UTC")).toEqual([]);
});
