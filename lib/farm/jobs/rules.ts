/** Growth jobs, their names and their order. Pure; days are the site's days, zones IANA names. */

import { groupBy } from "@/lib/base/core/group-by";
import { comparePaths } from "@/lib/base/core/natural-order";
import { displayPath } from "@/lib/base/core/paths";
import { DAY_MS, daysBetween, formatDay, formatDayShort, siteDay } from "@/lib/base/core/time";
import { describePlaces } from "@/lib/base/places/places";
import type { Words } from "@/lib/base/words/words";
import type { Job } from "./contract";

/** One job in one area. */
export type JobInArea = {
  jobId: string;
  givenName: string | null;
  path: string;
  /** True if the area was asked for; the others only tell when the job began and where it is. */
  asked: boolean;
  firstAt: Date;
  lastAt: Date;
  current: boolean;
  begunBefore: boolean;
};

/**
 * Jobs with their areas, newest last reading first. The day of crop is counted in the site's days: the day
 * of the first reading is 0, also when it began an hour before midnight, and wherever that was.
 */
export function groupJobs(words: Words, rows: readonly JobInArea[], zone: string, now: Date): Job[] {
  return [...groupBy(rows, ({ jobId }) => jobId)]
    .flatMap(([jobId, all]) => {
      const own = all.filter(({ asked }) => asked);
      if (own.length === 0) return [];
      const { firstAt, begunBefore } = startOf(all);
      const lastAt = new Date(Math.max(...own.map((row) => row.lastAt.getTime())));
      return {
        jobId,
        name: chooseJobName(words, all, zone, now),
        givenName: all[0]?.givenName ?? null,
        firstAt: firstAt.toISOString(),
        lastAt: lastAt.toISOString(),
        dayOfCrop: daysBetween(siteDay(firstAt, zone), siteDay(lastAt, zone)),
        current: own.some((row) => row.current),
        begunBefore,
        areas: own.map((row) => row.path).sort(comparePaths),
      };
    })
    .sort((a, b) => b.lastAt.localeCompare(a.lastAt) || comparePaths(a.jobId, b.jobId));
}

type JobStart = Pick<JobInArea, "firstAt" | "begunBefore">;

function startOf(areas: readonly JobStart[]): JobStart {
  const firstAt = new Date(Math.min(...areas.map((row) => row.firstAt.getTime())));
  // What came to other areas later says nothing about the start.
  const begunBefore = areas.some((row) => row.begunBefore && +row.firstAt < +firstAt + DAY_MS);
  return { firstAt, begunBefore };
}

/** The name of a job: the one that a grower gave it, else that of its areas and first day. */
export function chooseJobName(
  words: Words,
  areas: readonly (JobStart & Pick<JobInArea, "givenName" | "path">)[],
  zone: string,
  now: Date,
): string {
  const places = areas.map(({ path }) => path);
  return areas[0]?.givenName ?? defaultJobName(words, places, startOf(areas), zone, now);
}

/**
 * The name of a job that nobody has named: "Glasshouse 2 › Zone B, from 3 Nov", with the year unless it is this one;
 * "from 3 Nov or before" if its start is not known. A name is data, so that callers pass English words.
 */
export function defaultJobName(
  words: Words,
  paths: readonly string[],
  { firstAt, begunBefore }: { firstAt: Date; begunBefore: boolean },
  zone: string,
  now: Date,
): string {
  const { name, tail, above } = describePlaces(words, paths) ?? {
    name: "Unknown place",
    tail: "",
    above: [],
  };
  // A root above a place with its parts adds nothing: "Glasshouse 2, 3 zones".
  const parent = tail !== "" && above.length === 1 ? [] : above.slice(-1);
  const place = [...parent, name].map((one) => one || "(no name)").join(" › ") + tail;
  const day = siteDay(firstAt, zone);
  const isThisYear = day.slice(0, 4) === siteDay(now, zone).slice(0, 4);
  return `${place}, from ${isThisYear ? formatDayShort(day) : formatDay(day)}${begunBefore ? " or before" : ""}`;
}

/** The address of a job's page. */
export const jobHref = (jobId: string) => `/jobs/${encodeURIComponent(jobId)}`;

/** What people may type to find a job: its name, its places, the service's own id. */
export const jobSearchText = ({ name, areas, jobId }: Pick<Job, "name" | "areas" | "jobId">): string =>
  [name, ...areas.map(displayPath), jobId].join(" · ");

/** The day of crop in words: `day 42`; `day 30 or more` if the job may have begun before the known history. */
export function cropDayWords(
  { t }: Words,
  { dayOfCrop, begunBefore }: Pick<Job, "dayOfCrop" | "begunBefore">,
): string {
  return t("jobs.cropDay", { begunBefore: begunBefore ? "yes" : "other", day: String(dayOfCrop) });
}

/** Jobs of one place, at most: more would show differences between years rather than the crop's. */
const MAX_RELATED = 8;

/** Finished jobs that began before `lead` and share an area with it, newest first. */
export function earlierJobs<J extends Job>(lead: Job, jobs: readonly J[]): J[] {
  return besides(lead, jobs)
    .filter((job) => !job.current && job.firstAt < lead.firstAt)
    .toSorted((a, b) => b.firstAt.localeCompare(a.firstAt))
    .slice(0, MAX_RELATED);
}

/** Jobs that began after `lead` and share an area with it, the first after it first. */
export function laterJobs<J extends Job>(lead: Job, jobs: readonly J[]): J[] {
  return besides(lead, jobs)
    .filter((job) => job.firstAt > lead.firstAt)
    .toSorted((a, b) => a.firstAt.localeCompare(b.firstAt))
    .slice(0, MAX_RELATED);
}

function besides<J extends Job>(lead: Job, jobs: readonly J[]): J[] {
  const own = new Set(lead.areas);
  return jobs.filter(
    ({ jobId, areas }) => jobId !== "" && jobId !== lead.jobId && areas.some((area) => own.has(area)),
  );
}
