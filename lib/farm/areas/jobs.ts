import { groupBy } from "@/lib/base/core/group-by";
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
  return [...groupBy(rows, ({ jobId }) => jobId)]
    .map(([jobId, own]) => {
      const firstAt = new Date(Math.min(...own.map((row) => row.firstAt.getTime())));
      const lastAt = new Date(Math.max(...own.map((row) => row.lastAt.getTime())));
      return {
        jobId,
        firstAt: firstAt.toISOString(),
        lastAt: lastAt.toISOString(),
        dayOfCrop: daysBetween(siteDay(firstAt, zone), siteDay(lastAt, zone)),
        current: own.some((row) => row.current),
        begunBefore: own.some((row) => row.begunBefore),
        areas: own.map((row) => row.path).sort(comparePaths),
      };
    })
    .sort((a, b) => b.lastAt.localeCompare(a.lastAt) || comparePaths(a.jobId, b.jobId));
}

/** The day of crop in words: `day 42`; `day 30 or more` if the job may have begun before the known history. */
export function cropDayWords({ dayOfCrop, begunBefore }: Pick<Job, "dayOfCrop" | "begunBefore">): string {
  return begunBefore ? `day ${dayOfCrop} or more` : `day ${dayOfCrop}`;
}
