import { expect, test } from "vitest";
import { problemKey } from "./groups";

test("distinguishes jobs and places, whatever characters they have", () => {
  const keys = [
    problemKey({ jobId: "JOB", place: "A#1" }),
    problemKey({ jobId: "JOB A#1", place: "" }),
    problemKey({ jobId: "JOB", place: "" }),
    problemKey({ jobId: "JOB", place: null }),
    problemKey({ jobId: 'JOB","A', place: "#1" }),
  ];
  expect(new Set(keys).size).toBe(keys.length);
  expect(problemKey({ jobId: "JOB", place: "A#1" })).toBe(keys[0]);
});
