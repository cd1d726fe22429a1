/** What a comparison reads and how its lines are aligned. Pure: runs on the server and in the browser. */

import type { TimeWindow } from "@/components/charts/plot/chart-frame";
import { wholeDays } from "@/components/places/page-inputs";
import { INDEX_FACTS } from "@/lib/base/core/indices";
import { DAY_MS, HOUR_MS, utcInstant } from "@/lib/base/core/time";
import type { Job } from "@/lib/farm/areas/contract";
import { cropTime, cropTimeOf, dayOfCrop, startOfCropDay } from "@/lib/farm/compare/crop";
import { coveringAreas } from "@/lib/farm/compare/points";
import type { SeriesInput } from "@/lib/farm/series/columns";
import { type CompareRange, type CompareState, chosenNames, isByCrop, LETTERS, type Letter } from "./view";

/** Longer ranges are compared in days. */
const MAX_HOURLY_RANGE = 14 * DAY_MS;
const DAYS: Record<CompareRange, number> = { "7d": 7, "30d": 30, "90d": 90, "365d": 365 };
/** Past jobs in the band: more would show differences between years rather than the crop's. */
const MAX_PAST_JOBS = 8;

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
    const line = (one: (typeof chosen)[number]) => planByCrop(one, state, context);
    const past = leader ? earlierJobs(leader, jobs) : [];
    return {
      ...{ ...common, crop: true, step: DAY_MS, subjects: chosen.map(line) },
      past: past.map((job) => line({ name: job.jobId, letter: "", job })),
      ...cropWindow(state, chosen, context.zone),
    };
  }
  const { window, step, zoomed } = calendarWindow(state, context);
  const subjects = chosen.map((one) => planByCalendar(one, state, context, window, step));
  return { ...common, crop: false, subjects, past: [], window, step, zoomed };
}

type Chosen = Pick<Subject, "name" | "letter" | "job">;

function calendarWindow({ from, to, range, index }: CompareState, { zone, now }: Context) {
  const end = Math.ceil(now / HOUR_MS) * HOUR_MS;
  const zoomed = from !== null && to !== null && to - from >= HOUR_MS;
  const window = zoomed ? { from, to } : { from: end - DAYS[range] * DAY_MS, to: end };
  const isDaily = INDEX_FACTS[index].daily || window.to - window.from > MAX_HOURLY_RANGE;
  return {
    window: isDaily ? wholeDays(window, zone, end) : window,
    step: isDaily ? DAY_MS : HOUR_MS,
    zoomed,
  };
}

function planByCalendar(
  one: Chosen,
  state: CompareState,
  context: Context,
  window: TimeWindow,
  step: number,
): Subject {
  const places = state.what === "areas" ? [one.name] : coveringAreas(one.job?.areas ?? []);
  const inputs = places.map((area) => ({
    ...seriesInputFor(state, context, area, one.job),
    from: utcInstant(new Date(window.from)),
    to: utcInstant(new Date(window.to)),
    resolution: step === DAY_MS ? ("day" as const) : ("hour" as const),
  }));
  return { ...one, firstAt: null, inputs };
}

/** All days of a job, from the midnight before its first reading to the midnight after its last. */
function planByCrop(one: Chosen, state: CompareState, context: Context): Subject {
  const { job } = one;
  if (!job) return { ...one, firstAt: null, inputs: [] };
  const { zone } = context;
  const firstAt = new Date(job.firstAt);
  const last = dayOfCrop(new Date(job.lastAt), firstAt, zone);
  const from = startOfCropDay(dayOfCrop(firstAt, firstAt, zone), firstAt, zone);
  const to = new Date(startOfCropDay(last + 1, firstAt, zone).getTime() - 1);
  const inputs = coveringAreas(job.areas).map((area) => ({
    ...seriesInputFor(state, context, area, job),
    ...{ from: utcInstant(from), to: utcInstant(to), resolution: "day" as const },
  }));
  return { ...one, firstAt, inputs };
}

function seriesInputFor(
  { index }: CompareState,
  { tenant }: Context,
  area: string,
  job: Job | null,
): SeriesInput {
  return { tenant, area, index: [index], ...(job ? { jobId: job.jobId } : {}) };
}

function cropWindow({ from, to }: CompareState, chosen: readonly Chosen[], zone: string) {
  const zoomed = from !== null && to !== null && to > from;
  const last = chosen.map(({ job }) =>
    job ? dayOfCrop(new Date(job.lastAt), new Date(job.firstAt), zone) : 0,
  );
  const days = zoomed ? { from, to } : { from: 0, to: Math.max(7, ...last) };
  // Half a day more, so that the point of the last day does not lie on the edge.
  return { window: { from: cropTime(days.from), to: cropTime(days.to + 0.5) }, zoomed };
}

/** Finished jobs that began before `lead` and share an area with it, newest first. */
export function earlierJobs(lead: Job, jobs: readonly Job[]): Job[] {
  const own = new Set(lead.areas);
  return jobs
    .filter((job) => job.jobId !== "" && !job.current && job.firstAt < lead.firstAt)
    .filter((job) => job.areas.some((area) => own.has(area)))
    .toSorted((a, b) => b.firstAt.localeCompare(a.firstAt))
    .slice(0, MAX_PAST_JOBS);
}

/** The newest published hour on the axis of a subject: crop time where it has days of crop, else epoch milliseconds. */
export function publishedOnAxis(
  { firstAt }: Pick<Subject, "firstAt">,
  publishedUntil: number,
  zone: string,
): number {
  return firstAt ? cropTimeOf(new Date(publishedUntil), firstAt, zone) : publishedUntil;
}

/**
 * Whether a day is still running, so that its mean is not yet that of a whole day.
 * @param t its start, on the axis
 * @param until the newest hour that may have been published, on the same axis
 */
export const isRunning = (t: number, step: number, until: number): boolean =>
  step >= DAY_MS && t + step > until + HOUR_MS;
