import { expect, test } from "vitest";
import { DAY, HOUR } from "../time";
import { createFarm } from "./farm";
import { NOW, testWorld } from "./test-world";

test("has three sites and some forty areas, three to five levels deep, each path once", () => {
  const { farm } = testWorld();
  const paths = farm.areas.map((area) => area.path);
  expect(new Set(paths).size).toBe(paths.length);
  expect(paths.length).toBeGreaterThanOrEqual(38);
  expect(new Set(paths.map((path) => path.split("#")[0])).size).toBe(3);
  expect(new Set(paths.map((path) => path.split("#").length))).toEqual(new Set([3, 4, 5]));
});

test("has names with a comma, a quote, a slash, a percent sign and an umlaut", () => {
  const all = testWorld()
    .farm.areas.map((area) => area.path)
    .join("\n");
  for (const awkward of [",", '"', "/", "%", "ü"]) expect(all).toContain(awkward);
});

test("gives every sensor to one area", () => {
  const devices = testWorld().farm.areas.flatMap((area) => area.devices);
  expect(new Set(devices).size).toBe(devices.length);
});

test("growth jobs last five weeks and follow each other on a plot with a day between", () => {
  const { farm } = testWorld();
  for (const plot of farm.plots) {
    const job = farm.jobAt(plot, NOW) ?? farm.jobAt(plot, NOW + DAY);
    if (!job) throw new Error("no job");
    expect(job.end - job.start).toBe(35 * DAY);
    expect(farm.jobAt(plot, job.end - 1)?.id).toBe(job.id);
    expect(farm.jobAt(plot, job.end)).toBeUndefined();
    const next = farm.jobAt(plot, job.end + DAY);
    expect(next?.start).toBe(job.end + DAY);
    expect(next?.id).not.toBe(job.id);
  }
});

test("names no growth job twice, over plots and a year", () => {
  const { farm } = testWorld();
  const owners = new Map<string, number>();
  for (const plot of farm.plots) {
    for (let at = NOW - 365 * DAY; at < NOW; at += DAY) {
      const id = farm.jobAt(plot, at)?.id;
      if (id === undefined) continue;
      expect(id).toMatch(/^JOB_V1_PLANT\d+$/);
      expect(owners.get(id) ?? plot.number).toBe(plot.number);
      owners.set(id, plot.number);
    }
  }
});

test("one area never reports and one stopped hours before the start", () => {
  const limits = createFarm(1, NOW).areas.map((area) => area.reportsUntil);
  expect(limits.filter((limit) => limit === 0)).toHaveLength(1);
  const stopped = limits.filter((limit) => limit > 0 && Number.isFinite(limit));
  expect(stopped).toEqual([Math.floor(NOW / HOUR) * HOUR - 9 * HOUR]);
});
