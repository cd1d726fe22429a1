import "server-only";
import { AppError } from "@/lib/base/core/errors";
import { INDEX_FACTS, type IndexName, isIndexName } from "@/lib/base/core/indices";
import { type Period, periodOf } from "@/lib/base/core/period";
import { areaIdsWithin } from "@/lib/farm/areas/service.server";
import type { Scope } from "@/lib/farm/tenancies/contract";
import { resolveTenancy } from "@/lib/farm/tenancies/service.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { requireAccess } from "@/lib/identity/actor/rules";
import {
  addTo,
  type Buckets,
  type Cut,
  chooseStep,
  resolutionOf,
  type Step,
  splitDays,
  toColumns,
  toSeries,
  wholeDaysWithin,
} from "./buckets";
import type { SeriesColumns } from "./columns";
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

type Request = Source & {
  area: string;
  indices: string[];
  period: Period;
  includeFilled: boolean;
  stays: Stay[];
};

/**
 * Series of an area and all below it (docs/spec/http-contract.md "Series and readings").
 * @param signal of the request: once it aborts, the reads are cancelled
 * @throws AppError `bad-request` on a wrong period, or on `maxPoints` when an explicit resolution passes it;
 *   `not-found` on `area`
 */
export function readSeriesOf(
  actor: Actor,
  query: SeriesQuery,
  signal?: AbortSignal,
): Promise<{ series: Series[] }> {
  return readSeriesOfAreas(actor, query, [query.area], signal);
}

/**
 * The same over several areas, each with all below it; `query.area` is what they are called together.
 * @throws as `readSeriesOf`
 */
export async function readSeriesOfAreas(
  actor: Actor,
  query: SeriesQuery,
  areas: readonly string[],
  signal?: AbortSignal,
): Promise<{ series: Series[] }> {
  const { cuts, request } = await cutsOf(actor, query, areas, signal);
  return { series: toSeries(cuts, request) };
}

/**
 * As `readSeriesOf`, in columns.
 * @throws as `readSeriesOf`
 */
export async function readColumnsOf(
  actor: Actor,
  query: SeriesQuery,
  signal?: AbortSignal,
): Promise<{ series: SeriesColumns[] }> {
  const { cuts, request } = await cutsOf(actor, query, [query.area], signal);
  return { series: toColumns(cuts, request) };
}

async function cutsOf(
  actor: Actor,
  query: SeriesQuery,
  areas: readonly string[],
  signal: AbortSignal | undefined,
): Promise<{ cuts: Cut[]; request: Request }> {
  requireAccess(actor, "screen");
  const tenancy = await resolveTenancy(actor, query.tenant);
  const source: Source = {
    tenancyId: tenancy.id,
    areaIds: await areaIdsOf(tenancy, areas),
    jobId: query.jobId ?? null,
    zone: tenancy.timeZone,
    signal,
  };
  const period = periodOf(query, DEFAULT_DAYS);
  const request: Request = {
    ...source,
    area: query.area,
    indices: [...new Set(query.index)],
    period,
    includeFilled: query.includeFilled,
    stays: await readStays(source, period),
  };
  const cuts =
    query.resolution === "auto"
      ? await cutToFit(request, query.maxPoints ?? AUTO_POINTS)
      : await cutAsAsked(request, query.resolution, query.maxPoints);
  return { cuts, request };
}

async function areaIdsOf(tenancy: Scope, areas: readonly string[]): Promise<number[]> {
  const ids = await Promise.all(areas.map((path) => areaIdsWithin(tenancy, path)));
  return [...new Set(ids.flat())];
}

/**
 * The part of the period in which there is anything decides the step, and nothing else is read: what a load adds
 * meanwhile can't pass the limit.
 */
function cutToFit(request: Request, maxPoints: number): Promise<Cut[]> {
  const { zone } = request;
  const occupied = occupiedPart(request);
  const period = wholeDaysWithin(occupied, request.period, zone);
  const step = chooseStep(occupied, zone, maxPoints);
  return cutBy({ ...request, period }, step, { kind: "days", days: 1, first: EPOCH_DAY });
}

const EPOCH_DAY = "1970-01-01";

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
    day: { kind: "days", days: 1, first: EPOCH_DAY },
  };
  const cuts = await cutBy(request, steps[resolution], steps.raw);
  const points = largest(cuts);
  if (maxPoints === undefined || points <= maxPoints) return cuts;
  throw new AppError(
    "bad-request",
    `The resolution ${resolution} gives ${points} points, more than maxPoints ${maxPoints}: ask for auto or a shorter period.`,
    { parameter: "maxPoints" },
  );
}

const largest = (cuts: readonly Cut[]) => Math.max(0, ...cuts.map((cut) => cut.buckets.size));

/**
 * @param daily how the daily integrals are cut where buckets are shorter than a day: they are never averaged over
 *   hours. As they came, or by days, in which areas meet whose values come at different hours.
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
  await Promise.all([
    ...[...new Set(known.map((cut) => cut.step))].map((one) =>
      fillKnown(
        request,
        one,
        known.filter((cut) => cut.step === one),
      ),
    ),
    fillOthers(
      request,
      step,
      cuts.filter((cut) => !isIndexName(cut.index)),
    ),
  ]);
  return cuts;
}

type KnownCut = Cut & { index: IndexName };

const isDaily = (index: string) => isIndexName(index) && INDEX_FACTS[index].daily;

async function fillKnown(request: Request, step: Step, cuts: KnownCut[]): Promise<void> {
  // The roll-up holds interpolated values: without them only the daily integrals, which know none, come from it.
  const rolledUp = cuts.filter(
    (cut) => step.kind === "days" && (request.includeFilled || isDaily(cut.index)),
  );
  const others = cuts.filter((cut) => !rolledUp.includes(cut));
  await Promise.all([
    fillFromReadings(request, step, others, [request.period]),
    ...(step.kind === "days" ? [fillFromRollUp(request, step, rolledUp)] : []),
  ]);
}

async function fillFromRollUp(
  request: Request,
  step: Step & { kind: "days" },
  cuts: KnownCut[],
): Promise<void> {
  if (cuts.length === 0) return;
  const { whole, rest } = splitDays(request.period, request.zone);
  const indices = cuts.map((cut) => cut.index);
  await Promise.all([
    fillFromReadings(request, step, cuts, rest),
    ...partsOf(request.stays).map(async (stays) => {
      if (whole) addAll(cuts, await readDailyBuckets(request, stays, indices, step, whole));
    }),
  ]);
}

async function fillFromReadings(
  request: Request,
  step: Step,
  cuts: KnownCut[],
  periods: Period[],
): Promise<void> {
  if (cuts.length === 0) return;
  const indices = cuts.map((cut) => cut.index);
  const { includeFilled } = request;
  const reads = periods.flatMap((period) => partsOf(request.stays).map((stays) => ({ period, stays })));
  await Promise.all(
    reads.map(async ({ period, stays }) => {
      addAll(cuts, await readBuckets(request, stays, indices, step, period, includeFilled));
    }),
  );
}

/** Many are read by two connections at once: Postgres gives each of its reads one core. */
function partsOf(stays: readonly Stay[]): (readonly Stay[])[] {
  const half = Math.ceil(stays.length / 2);
  return stays.length < MANY_STAYS ? [stays] : [stays.slice(0, half), stays.slice(half)];
}

function addAll(cuts: readonly Cut[], rows: readonly NamedAggregate[]): void {
  const byIndex = new Map<string, Buckets>(cuts.map((cut) => [cut.index, cut.buckets]));
  for (const row of rows) {
    const buckets = byIndex.get(row.index);
    if (buckets) addTo(buckets, row);
  }
}

async function fillOthers(request: Request, step: Step, cuts: readonly Cut[]): Promise<void> {
  if (cuts.length === 0) return;
  const indices = cuts.map((cut) => cut.index);
  addAll(cuts, await readOtherBuckets(request, indices, step, request.period, request.includeFilled));
}
