import { expect, test } from "vitest";
import type { Evidence } from "@/components/alerts/evidence-parts";
import { anAlert } from "@/components/alerts/fixture.test-support";
import { nameOf, parentOf } from "@/lib/base/core/paths";
import type { AreaOverview } from "@/lib/farm/areas/contract";
import { worseOnes } from "./worse";
import { worstAreas } from "./worst-areas";

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

test("the areas that one walks to are listed, the worst first, and no bench or site", () => {
  const areas = [
    area("W", 1, 5),
    area("W#Zone A", 0, 5),
    area("W#Zone A#Bench 1", 0, 5),
    area("W#Zone B", 1, 0),
    area("W#Zone B#Bench 2", 1, 0),
    area("W#Zone C", 0, 0),
    area("W#Zone C#Bench 3", 0, 0),
  ];
  expect(worstAreas(areas).map((one) => one.name)).toEqual(["Zone B", "Zone A"]);
});

function evidence(alertId: string, dayBefore: number | null, last: number): [string, Evidence] {
  const at = "2026-10-14T11:00:00.000Z";
  return [
    alertId,
    {
      index: "HEALTH",
      unit: "",
      last: { at, value: last },
      dayBefore,
      from: at,
      to: at,
      points: [],
    },
  ];
}

const NOW = new Date("2026-10-14T12:42:00Z");

test("a value of days ago is not worse than yesterday", () => {
  const alerts = [anAlert({ alertId: "a" })];
  const values = new Map([evidence("a", 80, 60)]);
  expect(worseOnes(alerts, values, NOW)).toHaveLength(1);
  expect(worseOnes(alerts, values, new Date("2026-10-16T12:42:00Z"))).toEqual([]);
});

test("only what has fallen is worse than yesterday, a job and index once, the greatest share first", () => {
  const alerts = ["a", "b", "c", "d", "e"].map((alertId) => anAlert({ alertId, jobId: `JOB ${alertId}` }));
  alerts.push(anAlert({ alertId: "a again", jobId: "JOB a" }));
  const values = new Map([
    evidence("a", 80, 76),
    evidence("b", 80, 60),
    evidence("c", 70, 79),
    evidence("d", null, 60),
    evidence("a again", 80, 76),
  ]);
  expect(worseOnes(alerts, values, NOW).map(({ alert }) => alert.alertId)).toEqual(["b", "a"]);
});
