import "server-only";
import { AppError } from "@/lib/base/core/errors";
import { INDEX_FACTS, type IndexName, isIndexName } from "@/lib/base/core/indices";
import { type Period, periodOf } from "@/lib/base/core/period";
import { areaIdsWithin } from "@/lib/farm/areas/service.server";
import { resolveByJob } from "@/lib/farm/jobs/service.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { requireAccess } from "@/lib/identity/actor/rules";
import {
  addTo,
  type Buckets,
  type Cut,
  chooseStep,
  ONE_DAY,
  resolutionOf,
  type Step,
  splitDays,
  toColumns,
  wholeDaysWithin,
} from "./buckets";
import { type SeriesColumns, unpackSeries } from "./columns";
import type { Series, SeriesQuery } from "./contract";
import {
  type NamedAggregate,
  readBuckets,
  readDailyBuckets,
  readOtherBuckets,
  readStays,
  type Source,
  type Stay,
} from "./store.server";

const AUTO_POINTS = 500;
const DEFAULT_DAYS = 30;
const MANY_STAYS = 16;

type Request = Source & { area: string; indices: string[]; stays: Stay[] };

type Options = {
  /** The areas that are pooled, each with all below it; by default `query.area` alone. */
  areas?: readonly string[];
  /** Cancels the statements once it aborts. */
  signal?: AbortSignal;
};

/**
 * Reads the series of an area and all below it (docs/spec/http-contract.md "Series and readings"), as columns for our
 * own charts.
 * @throws AppError `bad-request` on a wrong period, or on `maxPoints` when an explicit resolution exceeds it;
 *   `not-found` on an area; `unavailable` where it is too much history for one answer
 */
export async function loadSeriesColumns(
  actor: Actor,
  query: SeriesQuery,
  { areas = [query.area], signal }: Options = {},
): Promise<{ series: SeriesColumns[] }> {
  requireAccess(actor, "screen");
  const tenancy = await resolveByJob(actor, query);
  const areaIds = await Promise.all(areas.map((path) => areaIdsWithin(tenancy, path)));
  const source: Source = {
    tenancyId: tenancy.id,
    areaIds: [...new Set(areaIds.flat())],
    jobId: query.jobId ?? null,
    zone: tenancy.timeZone,
    period: periodOf(query, DEFAULT_DAYS),
    includeFilled: query.includeFilled,
    signal,
  };
  const indices = [...new Set(query.index)];
  const request = { ...source, area: query.area, indices, stays: await readStays(source) };
  const cuts =
    query.resolution === "auto"
      ? await cutToFit(request, query.maxPoints ?? AUTO_POINTS)
      : await cutAsAsked(request, query.resolution, query.maxPoints);
  return { series: toColumns(cuts, request) };
}

/**
 * The same series with their points as objects.
 * @throws as `loadSeriesColumns`
 */
export async function loadSeries(actor: Actor, query: SeriesQuery, options?: Options): Promise<Series[]> {
  const { series } = await loadSeriesColumns(actor, query, options);
  return series.map(unpackSeries);
}

/**
 * Chooses the step by the part of the period that has readings, and reads that part alone: readings that are loaded
 * meanwhile cannot exceed the limit.
 */
function cutToFit(request: Request, maxPoints: number): Promise<Cut[]> {
  const { zone } = request;
  const occupied = occupiedPart(request);
  const period = wholeDaysWithin(occupied, request.period, zone);
  const step = chooseStep(occupied, zone, maxPoints);
  return cutBy({ ...request, period }, step, ONE_DAY);
}

function occupiedPart({ period, indices, stays }: Request): Period {
  if (!indices.every(isIndexName) || stays.length === 0) return period;
  const from = Math.min(...stays.map((stay) => stay.firstAt.getTime()));
  const to = Math.max(...stays.map((stay) => stay.lastAt.getTime()));
  return {
    from: new Date(Math.max(from, period.from.getTime())),
    to: new Date(Math.min(to, period.to.getTime())),
  };
}

async function cutAsAsked(
  request: Request,
  resolution: "hour" | "day" | "raw",
  maxPoints: number | undefined,
): Promise<Cut[]> {
  const steps: Record<typeof resolution, Step> = {
    raw: { kind: "raw" },
    hour: { kind: "hours", hours: 1 },
    day: ONE_DAY,
  };
  const cuts = await cutBy(request, steps[resolution], steps.raw);
  const points = Math.max(0, ...cuts.map((cut) => cut.buckets.size));
  if (maxPoints === undefined || points <= maxPoints) return cuts;
  throw new AppError(
    "bad-request",
    `The resolution ${resolution} gives ${points} points, more than maxPoints ${maxPoints}: ask for auto or a shorter period.`,
    { parameter: "maxPoints" },
  );
}

/**
 * @param daily the step of the daily integrals where buckets are shorter than a day, since they are never averaged over
 *   hours: raw, or days, which pool areas whose values come at different hours
 */
async function cutBy(request: Request, step: Step, daily: Step): Promise<Cut[]> {
  const cuts = request.indices.map((index): Cut => {
    const own = step.kind === "hours" && isDaily(index) ? daily : step;
    return {
      index,
      step: own,
      resolution: resolutionOf(own.kind === "raw" ? step : own),
      buckets: new Map(),
    };
  });
  const known = cuts.filter((cut): cut is KnownCut => isIndexName(cut.index));
  const unknown = cuts.filter(({ index }) => !isIndexName(index));
  await Promise.all([
    ...[...new Set(known.map((cut) => cut.step))].map((one) =>
      fillKnown(
        request,
        one,
        known.filter((cut) => cut.step === one),
      ),
    ),
    fill(unknown, (names) => readOtherBuckets(request, names, step)),
  ]);
  return cuts;
}

type KnownCut = Cut & { index: IndexName };

const isDaily = (index: string) => isIndexName(index) && INDEX_FACTS[index].daily;

async function fillKnown(request: Request, step: Step, cuts: readonly KnownCut[]): Promise<void> {
  const { period, zone, includeFilled, stays } = request;
  const fromReadings = (own: readonly KnownCut[], periods: readonly Period[]) =>
    periods.flatMap((part) =>
      halves(stays).map((half) => fill(own, (indices) => readBuckets(request, half, indices, step, part))),
    );
  if (step.kind !== "days") return void (await Promise.all(fromReadings(cuts, [period])));
  // The roll-up includes interpolated values: without them only the daily integrals, which have none, come from it.
  const isRolledUp = ({ index }: KnownCut) => includeFilled || isDaily(index);
  const rolledUp = cuts.filter(isRolledUp);
  const { whole, rest } = splitDays(period, zone);
  const fromRollUp = whole
    ? halves(stays).map((half) =>
        fill(rolledUp, (indices) => readDailyBuckets(request, half, indices, step, whole)),
      )
    : [];
  const others = cuts.filter((cut) => !isRolledUp(cut));
  await Promise.all([...fromReadings(others, [period]), ...fromReadings(rolledUp, rest), ...fromRollUp]);
}

/** Many stays are read over two connections at once: Postgres gives each statement one core. */
function halves(stays: readonly Stay[]): (readonly Stay[])[] {
  const half = Math.ceil(stays.length / 2);
  return stays.length < MANY_STAYS ? [stays] : [stays.slice(0, half), stays.slice(half)];
}

/** Adds what was read of the indices to their buckets; reads nothing without indices. */
async function fill<C extends Cut>(
  cuts: readonly C[],
  read: (indices: C["index"][]) => Promise<NamedAggregate[]>,
): Promise<void> {
  if (cuts.length === 0) return;
  const byIndex = new Map<string, Buckets>(cuts.map((cut) => [cut.index, cut.buckets]));
  for (const row of await read(cuts.map(({ index }) => index))) {
    const buckets = byIndex.get(row.index);
    if (buckets) addTo(buckets, row);
  }
}
