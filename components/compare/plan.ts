/** Plans the reads of a comparison and the alignment of its lines. Pure: runs on the server and in the browser. */

import type { TimeLimits, TimeWindow } from "@/components/charts/plot/chart-frame";
import { spanOf, wholeDays } from "@/components/places/page-inputs";
import { INDEX_FACTS, type IndexName } from "@/lib/base/core/indices";
import { DAY_MS, HOUR_MS } from "@/lib/base/core/time";
import { cropTime, dayOfCrop, startOfCropDay, toCropTime } from "@/lib/farm/compare/crop";
import { coveringAreas } from "@/lib/farm/compare/points";
import type { Job } from "@/lib/farm/jobs/contract";
import { earlierJobs } from "@/lib/farm/jobs/rules";
import type { SeriesInput } from "@/lib/farm/series/columns";
import { type CompareRange, type CompareState, chosenNames, isByCrop, LETTERS, type Letter } from "./view";

/** Longer ranges are compared in days. */
const MAX_HOURLY_RANGE = 14 * DAY_MS;
/** The length of each range, in days. */
export const RANGE_DAYS: Record<CompareRange, number> = { "7d": 7, "30d": 30, "90d": 90, "365d": 365 };

/** One area or job of a comparison. */
export type Subject = {
  /** Empty for a past job, which is only part of the band. */
  letter: Letter | "";
  /** The path of an area, or the name of a job. */
  name: string;
  job: Job | null;
  /** The instant from which days of crop are counted; null by calendar. */
  firstAt: Date | null;
  /** The reads that are pooled into its line; empty for a job without readings. */
  inputs: SeriesInput[];
};

export type Plan = {
  kind: "area" | "job";
  crop: boolean;
  subjects: Subject[];
  lead: Letter;
  /** Past jobs in the areas of the reference. */
  past: Subject[];
  /** The whole axis, in epoch milliseconds or in crop time ({@link cropTime}). */
  window: TimeWindow;
  /** How far wheel and fingers can zoom. */
  limits: TimeLimits;
  /** The length of a bucket, milliseconds. */
  step: number;
  zoomed: boolean;
};

type Context = { tenant: string; zone: string /** Epoch milliseconds. */; now: number };

/** Turns the state of the address into a plan. @param jobs all jobs of the tenancy; needed to compare jobs */
export function planComparison(state: CompareState, context: Context, jobs: readonly Job[]): Plan {
  const names = chosenNames(state);
  const lead = names[LETTERS.indexOf(state.lead)] === undefined ? "A" : state.lead;
  const byName = new Map(jobs.map((job) => [job.jobId, job]));
  const chosen = names.map((name, place) => ({
    name,
    letter: LETTERS[place] ?? ("" as const),
    job: state.what === "jobs" ? (byName.get(name) ?? null) : null,
  }));
  const common = { kind: state.what === "areas" ? ("area" as const) : ("job" as const), lead };
  if (isByCrop(state)) {
    const leader = chosen.find(({ letter }) => letter === lead)?.job;
    // A band has no line to hatch, so jobs of unknown start would be shifted unseen.
    const past = leader ? earlierJobs(leader, jobs).filter((job) => !job.begunBefore) : [];
    return {
      ...{ ...common, crop: true, step: DAY_MS },
      subjects: chosen.map((one) => planByCrop(one, state, context)),
      past: past.map((job) => planByCrop({ name: job.jobId, letter: "", job }, state, context)),
      ...cropWindow(state, chosen, context.zone),
    };
  }
  const calendar = calendarWindow(state, context);
  const subjects = chosen.map((one) => {
    const areas = state.what === "areas" ? [one.name] : coveringAreas(one.job?.areas ?? []);
    return toSubject(one, areas, { ...calendar, index: state.index, tenant: context.tenant }, null);
  });
  return { ...common, crop: false, subjects, past: [], ...calendar };
}

type Chosen = Pick<Subject, "name" | "letter" | "job">;

type Reads = { tenant: string; index: IndexName; window: TimeWindow; step: number };

/** A subject with a read for each of the areas. */
function toSubject(
  one: Chosen,
  areas: readonly string[],
  { tenant, index, window, step }: Reads,
  firstAt: Date | null,
): Subject {
  const inputs = areas.map((area) => ({
    ...{ tenant, area, index: [index], ...(one.job ? { jobId: one.job.jobId } : {}), ...spanOf(window) },
    resolution: step === DAY_MS ? ("day" as const) : ("hour" as const),
  }));
  return { ...one, firstAt, inputs };
}

/** All days of a job, from the midnight before its first reading to the midnight after its last. */
function planByCrop(one: Chosen, { index }: CompareState, { tenant, zone }: Context): Subject {
  const { job } = one;
  if (!job) return { ...one, firstAt: null, inputs: [] };
  const firstAt = new Date(job.firstAt);
  const midnight = (day: number) => startOfCropDay(day, firstAt, zone).getTime();
  const last = dayOfCrop(new Date(job.lastAt), firstAt, zone);
  const window = { from: midnight(0), to: midnight(last + 1) - 1 };
  return toSubject(one, coveringAreas(job.areas), { tenant, index, window, step: DAY_MS }, firstAt);
}

function calendarWindow({ from, to, range, index }: CompareState, { zone, now }: Context) {
  const end = Math.ceil(now / HOUR_MS) * HOUR_MS;
  const zoomed = from !== null && to !== null && to - from >= HOUR_MS;
  const window = zoomed ? { from, to } : { from: end - RANGE_DAYS[range] * DAY_MS, to: end };
  const isDaily = INDEX_FACTS[index].daily || window.to - window.from > MAX_HOURLY_RANGE;
  return {
    window: isDaily ? wholeDays(window, zone, end) : window,
    limits: { latest: end },
    step: isDaily ? DAY_MS : HOUR_MS,
    zoomed,
  };
}

function cropWindow({ from, to }: CompareState, chosen: readonly Chosen[], zone: string) {
  const zoomed = from !== null && to !== null && to > from;
  const last = chosen.map(({ job }) =>
    job ? dayOfCrop(new Date(job.lastAt), new Date(job.firstAt), zone) : 0,
  );
  const whole = { from: 0, to: Math.max(7, ...last) };
  const days = zoomed ? { from, to } : whole;
  // Half a day more keeps the point of the last day off the edge.
  const endOf = ({ to }: TimeWindow) => cropTime(to + 0.5);
  return {
    window: { from: cropTime(days.from), to: endOf(days) },
    limits: { earliest: 0, latest: Math.max(endOf(whole), endOf(days)) },
    zoomed,
  };
}

/** The letters of the jobs whose day 0 may not be the crop's first; none by calendar. */
export const unknownStarts = ({ crop, subjects }: Plan): string[] =>
  crop ? subjects.flatMap(({ job, letter }) => (job?.begunBefore ? [letter] : [])) : [];

/** The newest published hour on the axis of a subject: crop time where it has days of crop, else epoch milliseconds. */
export function publishedOnAxis(
  { firstAt }: Pick<Subject, "firstAt">,
  publishedUntil: number,
  zone: string,
): number {
  return firstAt ? toCropTime(new Date(publishedUntil), firstAt, zone) : publishedUntil;
}

/**
 * Returns true if a day is still running, so that its mean is not yet that of a whole day.
 * @param t its start, on the axis
 * @param until the newest hour that may have been published, on the same axis
 */
export const isRunning = (t: number, step: number, until: number): boolean =>
  step >= DAY_MS && t + step > until + HOUR_MS;
