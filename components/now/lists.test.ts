import { expect, test } from "vitest";
import { anAlert } from "@/components/alerts/fixture.test-support";
import { nameOf, parentOf } from "@/lib/base/core/paths";
import { ENGLISH } from "@/lib/base/words/english.test-support";
import type { AreaOverview } from "@/lib/farm/areas/contract";
import { listFalls, listWorstAreas, noChangeWords, nowAlertsInput } from "./lists";

function area(path: string, high: number, low: number): AreaOverview {
  return {
    path,
    name: nameOf(path),
    parent: parentOf(path),
    depth: path.split("#").length - 1,
    hasReadings: true,
    openAlerts: high + low,
    severities: { high, medium: 0, low, plain: 0 },
    plants: { high: 0, medium: 0, low: 0, plain: 0 },
    unacknowledged: 0,
    waiting: { high: 0, medium: 0, low: 0, plain: 0 },
    lastReadingAt: null,
    health: null,
  };
}

test("lists zones with an open alert, the worst first, without benches and sites", () => {
  const areas = [
    area("W", 1, 5),
    area("W#Zone A", 0, 5),
    area("W#Zone A#Bench 1", 0, 5),
    area("W#Zone B", 1, 0),
    area("W#Zone B#Bench 2", 1, 0),
    area("W#Zone C", 0, 0),
    area("W#Zone C#Bench 3", 0, 0),
  ];
  expect(listWorstAreas(areas).map((one) => one.name)).toEqual(["Zone B", "Zone A"]);
});

function withEvidence(alertId: string, dayBefore: number | null, last: number, jobId = `JOB ${alertId}`) {
  const at = "2026-10-14T11:00:00.000Z";
  const value = { last: { at, value: last }, dayBefore, from: at, to: at };
  return { ...anAlert({ alertId, jobId }), evidence: { index: "HEALTH", unit: "", means: null, ...value } };
}

const NOW = new Date("2026-10-14T12:42:00Z");

test("does not compare a value that is days old with yesterday", () => {
  const alerts = [withEvidence("a", 80, 60)];
  expect(listFalls(alerts, NOW)).toHaveLength(1);
  expect(listFalls(alerts, new Date("2026-10-16T12:42:00Z"))).toEqual([]);
});

test("lists only falls, each job and index once, the greatest share first", () => {
  const alerts = [
    withEvidence("a", 80, 76),
    withEvidence("b", 80, 60),
    withEvidence("c", 70, 79),
    withEvidence("d", null, 60),
    anAlert({ alertId: "e", jobId: "JOB e" }),
    withEvidence("a again", 80, 76, "JOB a"),
  ];
  expect(listFalls(alerts, NOW).map(({ alert }) => alert.alertId)).toEqual(["b", "a"]);
});

test("says why a change since yesterday is not known", () => {
  expect(noChangeWords(ENGLISH, withEvidence("a", 80, 60), NOW)).toBeNull();
  expect(noChangeWords(ENGLISH, withEvidence("a", null, 60), NOW)).toBe(
    "There is no value from the day before",
  );
  expect(noChangeWords(ENGLISH, withEvidence("a", 80, 60), new Date("2026-10-16T12:42:00Z"))).toMatch(
    /more than a day old/,
  );
  const { evidence, ...alert } = withEvidence("a", 80, 60);
  expect(noChangeWords(ENGLISH, alert, NOW)).toBe("No readings yet");
  expect(noChangeWords(ENGLISH, { ...alert, evidence: { ...evidence, last: null } }, NOW)).toMatch(
    /^No Health value/,
  );
  expect(noChangeWords(ENGLISH, { ...alert, areas: [], evidence: { ...evidence, last: null } }, NOW)).toMatch(
    /^No readings for its job/,
  );
});

test("asks for problems or alerts, of all areas or the person's own, as the lists start", () => {
  expect(nowAlertsInput("T", { group: "problem", areas: "all" }).query).toMatchObject({ group: "problem" });
  expect(nowAlertsInput("T", { group: "none", areas: "mine" }).query).toMatchObject({ mine: "true" });
  expect(nowAlertsInput("T", { group: "none", areas: "mine" }).query).not.toHaveProperty("group");
});
