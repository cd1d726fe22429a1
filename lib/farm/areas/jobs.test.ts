import { expect, test } from "vitest";
import { groupJobs } from "./jobs";

const row = (jobId: string, path: string, firstAt: string, lastAt: string, current = false) => ({
  jobId,
  path,
  firstAt: new Date(firstAt),
  lastAt: new Date(lastAt),
  current,
  begunBefore: jobId === "OLD",
});

test("groups a job over its areas and counts site days across a clock change", () => {
  const jobs = groupJobs(
    [
      row("OLD", "A#1", "2026-09-01T00:00:00Z", "2026-10-01T00:00:00Z"),
      row("NEW", "A#10", "2026-10-24T21:30:00Z", "2026-10-25T22:30:00Z", true),
      row("NEW", "A#2", "2026-10-24T22:30:00Z", "2026-10-25T23:30:00Z"),
    ],
    "Europe/Amsterdam",
  );
  expect(jobs.map((job) => job.jobId)).toEqual(["NEW", "OLD"]);
  expect(jobs.map((job) => job.begunBefore)).toEqual([false, true]);
  expect(jobs[0]).toEqual({
    jobId: "NEW",
    firstAt: "2026-10-24T21:30:00.000Z",
    lastAt: "2026-10-25T23:30:00.000Z",
    dayOfCrop: 2,
    current: true,
    begunBefore: false,
    areas: ["A#2", "A#10"],
  });
});

test("the day of the first reading is day 0", () => {
  const [job] = groupJobs([row("J", "A", "2026-10-20T05:00:00Z", "2026-10-20T20:00:00Z")], "UTC");
  expect(job?.dayOfCrop).toBe(0);
});
