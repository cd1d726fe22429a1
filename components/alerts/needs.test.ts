import { expect, test } from "vitest";
import { anAlert } from "./fixture.test-support";
import { learnNeeds, sortByNeed } from "./needs";

test("puts what nobody has first among alerts of one severity, and moves nothing by an act", () => {
  const taken = anAlert({ alertId: "taken", attention: false, owner: "R. Bakker" });
  const given = anAlert({ alertId: "given", owner: "Joris" });
  const free = anAlert({ alertId: "free" });
  const rose = anAlert({ alertId: "rose", owner: "R. Bakker", roseSinceAcknowledged: true });
  const medium = anAlert({ alertId: "medium", severity: "MEDIUM" });
  const alerts = [taken, given, free, rose, medium];
  const idsOf = (rows: { alertId: string }[]) => rows.map(({ alertId }) => alertId);
  const needs = learnNeeds(new Map(), alerts);
  expect(idsOf(sortByNeed(alerts, needs))).toEqual(["free", "rose", "given", "taken", "medium"]);
  const acted = alerts.map((one) => (one === free ? { ...free, attention: false, owner: "S. Okafor" } : one));
  expect(learnNeeds(needs, acted)).toBe(needs);
  expect(idsOf(sortByNeed(acted, needs))).toEqual(["free", "rose", "given", "taken", "medium"]);
  expect(idsOf(sortByNeed(acted))).toEqual(["rose", "given", "taken", "free", "medium"]);
});
