import { comparePaths } from "@/lib/base/core/natural-order";
import { daysBetween, siteDay } from "@/lib/base/core/time";
import type { Job } from "./contract";

/** One job in one area. */
export type JobInArea = {
  jobId: string;
  path: string;
  firstAt: Date;
  lastAt: Date;
  current: boolean;
  begunBefore: boolean;
};

/**
 * Jobs with all their areas, newest last reading first. The day of crop is counted in the site's days: the day
 * of the first reading is 0, also when it began an hour before midnight.
 */
export function groupJobs(rows: readonly JobInArea[], zone: string): Job[] {
  const byJob = new Map<string, JobInArea[]>();
  for (const row of rows) byJob.set(row.jobId, [...(byJob.get(row.jobId) ?? []), row]);
  return [...byJob.values()]
    .map((own) => jobOf(own, zone))
    .sort((a, b) => b.lastAt.localeCompare(a.lastAt) || comparePaths(a.jobId, b.jobId));
}

function jobOf(rows: readonly JobInArea[], zone: string): Job {
  const firstAt = new Date(Math.min(...rows.map((row) => row.firstAt.getTime())));
  const lastAt = new Date(Math.max(...rows.map((row) => row.lastAt.getTime())));
  return {
    jobId: rows[0]?.jobId ?? "",
    firstAt: firstAt.toISOString(),
    lastAt: lastAt.toISOString(),
    dayOfCrop: daysBetween(siteDay(firstAt, zone), siteDay(lastAt, zone)),
    current: rows.some((row) => row.current),
    begunBefore: rows.some((row) => row.begunBefore),
    areas: rows.map((row) => row.path).sort(comparePaths),
  };
}

/** The day of crop of a job: `day 42`; of one that history does not know from its beginning `day 30 or more`. */
export function cropDayWords({ dayOfCrop, begunBefore }: Pick<Job, "dayOfCrop" | "begunBefore">): string {
  return begunBefore ? `day ${dayOfCrop} or more` : `day ${dayOfCrop}`;
}
