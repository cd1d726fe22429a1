import { expect, test } from "vitest";
import { cropTime } from "@/lib/farm/compare/crop";
import type { Job } from "@/lib/farm/jobs/contract";
import { earlierJobs } from "@/lib/farm/jobs/rules";
import { planComparison, unknownStarts } from "./plan";
import { chosenNames, compareAddress, loadCompareView, removeName } from "./view";

const zone = "Europe/Amsterdam";
const now = Date.parse("2026-11-21T10:00:00Z");
const context = { tenant: "T", zone, now };
const view = (address: string) => loadCompareView(new URLSearchParams(address.split("?")[1] ?? ""));
const job = (jobId: string, firstAt: string, lastAt: string, areas: string[], current = false): Job => ({
  ...{ jobId, firstAt, lastAt, areas, current, dayOfCrop: 0, begunBefore: false },
  ...{ name: `Crop ${jobId}`, givenName: null },
});
const JOBS = [
  job("NOW", "2026-10-20T08:00:00Z", "2026-11-21T09:00:00Z", ["W#G#1", "W#G#2"], true),
  job("LAST", "2026-08-01T08:00:00Z", "2026-10-19T08:00:00Z", ["W#G#2"]),
  job("BEFORE", "2026-05-01T08:00:00Z", "2026-07-19T08:00:00Z", ["W#G#1", "X#1"]),
  job("ELSEWHERE", "2026-05-01T08:00:00Z", "2026-07-19T08:00:00Z", ["W#H"]),
  job("", "2026-05-01T08:00:00Z", "2026-07-19T08:00:00Z", ["W#G#1"]),
];

test("keeps names in any script in the address, without duplicates, at most six", () => {
  const odd = ["Häus#Rack 4/5#=1+1", "A,B#50 %", "#", "日本#x&y=z", "a", "b", "c"];
  const read = view(compareAddress({ area: [...odd, "a"] }));
  expect(chosenNames(read)).toEqual(odd.slice(0, 6));
});

test("compares areas by hours up to two weeks, then by whole site days", () => {
  const week = planComparison(view("?area=W%23G&area=W&range=7d"), context, []);
  expect(week).toMatchObject({ crop: false, step: 3_600_000, lead: "A" });
  expect(week.subjects.map(({ letter, inputs }) => [letter, inputs.length])).toEqual([
    ["A", 1],
    ["B", 1],
  ]);
  expect(week.subjects[1]?.inputs[0]).toEqual({
    ...{ tenant: "T", area: "W", index: ["HEALTH"], resolution: "hour" },
    ...{ from: "2026-11-14T10:00:00Z", to: "2026-11-21T10:00:00Z" },
  });
  const month = planComparison(view("?area=W&range=30d"), context, []);
  expect(month.subjects[0]?.inputs[0]).toMatchObject({ from: "2026-10-21T22:00:00Z", resolution: "day" });
  expect(planComparison(view("?area=W&range=7d&index=DLI"), context, []).step).toBe(86_400_000);
  expect(planComparison(view("?area=W&lead=F"), context, []).lead).toBe("A");
});

test("aligns jobs from the midnight before their first reading, with one read per site", () => {
  const plan = planComparison(view("?what=jobs&job=NOW&job=BEFORE&job=NONE"), context, JOBS);
  expect(plan).toMatchObject({ crop: true, window: { from: 0, to: cropTime(79.5) } });
  const [current, before, none] = plan.subjects;
  expect(current?.inputs).toEqual([
    {
      ...{ tenant: "T", area: "W#G", index: ["HEALTH"], jobId: "NOW", resolution: "day" },
      ...{ from: "2026-10-19T22:00:00Z", to: "2026-11-21T22:59:59.999Z" },
    },
  ]);
  expect(before?.inputs.map(({ area }) => area)).toEqual(["W#G#1", "X#1"]);
  expect(none?.inputs).toEqual([]);
  expect(plan.past.map(({ name }) => name)).toEqual(["LAST", "BEFORE"]);
});

test("makes the band of finished earlier jobs that share an area with the reference", () => {
  const [lead] = JOBS;
  if (!lead) throw new Error("There is no job");
  expect(earlierJobs(lead, JOBS).map(({ jobId }) => jobId)).toEqual(["LAST", "BEFORE"]);
  const later = job("LATER", "2026-11-01T08:00:00Z", "2026-11-02T08:00:00Z", ["W#G#1"]);
  expect(earlierJobs(lead, [later])).toEqual([]);
});

test("names the jobs of unknown start by day of crop, and keeps them out of the band", () => {
  const jobs = JOBS.map((one) => ({ ...one, begunBefore: one.jobId === "BEFORE" }));
  const plan = planComparison(view("?what=jobs&job=NOW&job=BEFORE&job=NONE"), context, jobs);
  expect(unknownStarts(plan)).toEqual(["B"]);
  expect(plan.past.map(({ name }) => name)).toEqual(["LAST"]);
  const calendar = planComparison(view("?what=jobs&job=NOW&job=BEFORE&by=calendar"), context, jobs);
  expect({ crop: calendar.crop, letters: unknownStarts(calendar) }).toEqual({ crop: false, letters: [] });
});

test("keeps the reference when another is removed, else takes the first", () => {
  expect(removeName(["x", "y", "z"], "x", "C")).toEqual({ rest: ["y", "z"], lead: "B" });
  expect(removeName(["x", "y", "z"], "z", "C")).toEqual({ rest: ["x", "y"], lead: "A" });
  expect(removeName(["x"], "x", "A")).toEqual({ rest: [], lead: "A" });
});
