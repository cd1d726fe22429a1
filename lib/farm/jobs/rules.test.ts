import { expect, test } from "vitest";
import { ENGLISH } from "@/lib/base/words/english.test-support";
import { defaultJobName, groupJobs, laterJobs } from "./rules";

const now = new Date("2026-11-20T12:00:00Z");
const row = (jobId: string, path: string, firstAt: string, lastAt: string, current = false) => ({
  jobId,
  givenName: jobId === "OLD" ? "Tomatoes" : null,
  path,
  asked: true,
  firstAt: new Date(firstAt),
  lastAt: new Date(lastAt),
  current,
  begunBefore: jobId === "OLD",
});

test("groups a job over its areas and counts site days across a clock change", () => {
  const jobs = groupJobs(
    ENGLISH,
    [
      row("OLD", "A#1", "2026-09-01T00:00:00Z", "2026-10-01T00:00:00Z"),
      row("NEW", "A#10", "2026-10-24T21:30:00Z", "2026-10-25T22:30:00Z", true),
      row("NEW", "A#2", "2026-10-24T22:30:00Z", "2026-10-25T23:30:00Z"),
    ],
    "Europe/Amsterdam",
    now,
  );
  expect(jobs.map((job) => job.jobId)).toEqual(["NEW", "OLD"]);
  expect(jobs.map((job) => job.begunBefore)).toEqual([false, true]);
  expect(jobs[0]).toEqual({
    jobId: "NEW",
    name: "A, 2 areas, from 24 Oct",
    givenName: null,
    firstAt: "2026-10-24T21:30:00.000Z",
    lastAt: "2026-10-25T23:30:00.000Z",
    dayOfCrop: 2,
    current: true,
    begunBefore: false,
    areas: ["A#2", "A#10"],
  });
});

test("the day of the first reading is day 0", () => {
  const [job] = groupJobs(
    ENGLISH,
    [row("J", "A", "2026-10-20T05:00:00Z", "2026-10-20T20:00:00Z")],
    "UTC",
    now,
  );
  expect(job?.dayOfCrop).toBe(0);
});

test("begins where it began first, though another area was asked for, and leaves out jobs that were not there", () => {
  const rows = [
    { ...row("J", "A#1", "2026-10-20T05:00:00Z", "2026-11-02T05:00:00Z"), asked: false },
    row("J", "A#2", "2026-10-24T05:00:00Z", "2026-11-01T05:00:00Z"),
    { ...row("ELSEWHERE", "A#1", "2026-10-01T05:00:00Z", "2026-10-10T05:00:00Z"), asked: false },
  ];
  expect(groupJobs(ENGLISH, rows, "UTC", now)).toEqual([
    expect.objectContaining({
      ...{ jobId: "J", name: "A, 2 areas, from 20 Oct", firstAt: "2026-10-20T05:00:00.000Z" },
      ...{ lastAt: "2026-11-01T05:00:00.000Z", dayOfCrop: 12, areas: ["A#2"] },
    }),
  ]);
});

test("an area that came later, with no history of its own, does not make the start unknown", () => {
  const later = (begunBefore: boolean, at: string) => ({
    ...row("J", "A#2", at, "2026-11-01T05:00:00Z"),
    begunBefore,
  });
  const first = row("J", "A#1", "2026-10-20T05:00:00Z", "2026-11-01T05:00:00Z");
  const isUnknown = (at: string) => groupJobs(ENGLISH, [first, later(true, at)], "UTC", now)[0]?.begunBefore;
  expect(isUnknown("2026-10-24T05:00:00Z")).toBe(false);
  expect(isUnknown("2026-10-20T20:00:00Z")).toBe(true);
});

test("names a job by its place and first day at the site, until somebody names it", () => {
  const named = (paths: string[], at: string, begunBefore = false) =>
    defaultJobName(ENGLISH, paths, { firstAt: new Date(at), begunBefore }, "Europe/Amsterdam", now);
  expect(named(["W#Glasshouse 2#Zone B"], "2026-11-02T23:30:00Z")).toBe("Glasshouse 2 › Zone B, from 3 Nov");
  expect(named(["W#Zone B#Bench 15", "W#Zone B#Bench 14"], "2025-11-03T12:00:00Z", true)).toBe(
    "Zone B › Bench 14–15, from 3 Nov 2025 or before",
  );
  expect(named(["Bench 1"], "2026-11-03T12:00:00Z")).toBe("Bench 1, from 3 Nov");
  expect(named(["A#1", "B#1"], "2026-11-03T12:00:00Z")).toBe("A and B, 2 areas, from 3 Nov");
  const [old] = groupJobs(
    ENGLISH,
    [row("OLD", "A", "2026-10-20T05:00:00Z", "2026-10-20T20:00:00Z")],
    "UTC",
    now,
  );
  expect(old).toMatchObject({ name: "Tomatoes", givenName: "Tomatoes" });
});

test("the successor is the first job that began later in one of its areas", () => {
  const jobs = groupJobs(
    ENGLISH,
    [
      row("FIRST", "A#1", "2026-09-01T00:00:00Z", "2026-09-10T00:00:00Z"),
      row("THIRD", "A#1", "2026-10-01T00:00:00Z", "2026-10-10T00:00:00Z"),
      row("SECOND", "A#1", "2026-09-11T00:00:00Z", "2026-09-20T00:00:00Z"),
      row("BESIDE", "A#2", "2026-09-12T00:00:00Z", "2026-09-20T00:00:00Z"),
    ],
    "UTC",
    now,
  );
  const first = jobs.find(({ jobId }) => jobId === "FIRST");
  expect(first && laterJobs(first, jobs).map(({ jobId }) => jobId)).toEqual(["SECOND", "THIRD"]);
});
