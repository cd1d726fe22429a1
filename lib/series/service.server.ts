import "server-only";
import { areaIdsWithin } from "@/lib/areas/service.server";
import type { Actor } from "@/lib/auth/contract";
import { requireAccess } from "@/lib/auth/rules";
import { AppError } from "@/lib/core/errors";
import { INDEX_FACTS, type IndexName, isIndexName } from "@/lib/core/indices";
import { type Period, periodOf } from "@/lib/core/period";
import { resolveTenancy } from "@/lib/tenancies/service.server";
import { addTo, type Buckets, meanOf } from "./aggregate";
import { chooseStep, durationOf, resolutionOf, type Step, startOfBucket } from "./buckets";
import type { Series, SeriesQuery } from "./contract";
import { splitDays } from "./days";
import { readBuckets, readDailyBuckets, readExtent, readOtherBuckets, type Source } from "./store.server";

const AUTO_POINTS = 500;
const DEFAULT_DAYS = 30;

type Request = Source & {
  area: string;
  indices: string[];
  period: Period;
  includeFilled: boolean;
};

/** One index with the step that it was really cut by; the daily integrals may differ from the step of the rest. */
type Cut = { index: string; step: Step; resolution: Series["resolution"]; buckets: Buckets };

/**
 * Series of an area and all below it (contract.md "Read API", series).
 * @throws AppError `bad-request` on a wrong period, or on `maxPoints` when an explicit resolution passes it;
 *   `not-found` on `area`
 */
export function readSeriesOf(actor: Actor, query: SeriesQuery): Promise<{ series: Series[] }> {
  return readSeriesOfAreas(actor, query, [query.area]);
}

/**
 * The same over several areas, each with all below it; `query.area` is what they are called together.
 * @throws as `readSeriesOf`
 */
export async function readSeriesOfAreas(
  actor: Actor,
  query: SeriesQuery,
  areas: readonly string[],
): Promise<{ series: Series[] }> {
  requireAccess(actor, "screen");
  const tenancy = await resolveTenancy(actor, query.tenant);
  const request: Request = {
    tenancyId: tenancy.id,
    areaIds: await areaIdsOf(tenancy.id, areas),
    jobId: query.jobId ?? null,
    zone: tenancy.timeZone,
    area: query.area,
    indices: [...new Set(query.index)],
    period: periodOf(query, DEFAULT_DAYS),
    includeFilled: query.includeFilled,
  };
  const cuts =
    query.resolution === "auto"
      ? await cutToFit(request, query.maxPoints ?? AUTO_POINTS)
      : await cutAsAsked(request, query.resolution, query.maxPoints);
  return { series: cuts.map((cut) => seriesOf(cut, request)) };
}

async function areaIdsOf(tenancyId: number, areas: readonly string[]): Promise<number[]> {
  const ids = await Promise.all(areas.map((path) => areaIdsWithin(tenancyId, path)));
  return [...new Set(ids.flat())];
}

/**
 * The period in which there is anything decides the step. What a load adds meanwhile, or rows at odd instants,
 * may pass the limit: then the whole period decides, which can't.
 */
async function cutToFit(request: Request, maxPoints: number): Promise<Cut[]> {
  const { period, zone } = request;
  const likely = chooseStep(await occupied(request), zone, maxPoints);
  const cuts = await cutBy(request, likely, true);
  if (largest(cuts) <= maxPoints) return cuts;
  return cutBy(request, chooseStep(period, zone, maxPoints), false);
}

async function occupied(request: Request): Promise<Period> {
  const { period } = request;
  const extent = request.indices.every(isIndexName) ? await readExtent(request) : null;
  if (!extent) return period;
  const from = Math.max(extent.from.getTime(), period.from.getTime());
  const to = Math.min(extent.to.getTime(), period.to.getTime());
  return from <= to ? { from: new Date(from), to: new Date(to) } : period;
}

async function cutAsAsked(
  request: Request,
  resolution: "hour" | "day" | "raw",
  maxPoints: number | undefined,
): Promise<Cut[]> {
  const steps: Record<typeof resolution, Step> = {
    raw: { kind: "raw" },
    hour: { kind: "hours", hours: 1 },
    day: { kind: "days", days: 1, first: "1970-01-01" },
  };
  const cuts = await cutBy(request, steps[resolution], true);
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
 * @param dailyAsTheyAre the daily integrals keep their own instants where buckets are shorter than a day
 */
async function cutBy(request: Request, step: Step, dailyAsTheyAre: boolean): Promise<Cut[]> {
  const stepOf = (index: string): Step =>
    dailyAsTheyAre && step.kind === "hours" && isDaily(index) ? { kind: "raw" } : step;
  const resolution = resolutionOf(step);
  const cuts = request.indices.map((index): Cut => {
    return { index, step: stepOf(index), resolution, buckets: new Map() };
  });
  const known = cuts.filter((cut): cut is Cut & { index: IndexName } => isIndexName(cut.index));
  await Promise.all([
    fillKnown(
      request,
      step,
      known.filter((cut) => cut.step === step),
    ),
    fillKnown(
      request,
      { kind: "raw" },
      known.filter((cut) => cut.step !== step),
    ),
    ...cuts.filter((cut) => !isIndexName(cut.index)).map((cut) => fillOther(request, cut)),
  ]);
  return cuts;
}

const isDaily = (index: string) => isIndexName(index) && INDEX_FACTS[index].daily;

async function fillKnown(request: Request, step: Step, cuts: (Cut & { index: IndexName })[]): Promise<void> {
  if (cuts.length === 0) return;
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
  cuts: (Cut & { index: IndexName })[],
): Promise<void> {
  if (cuts.length === 0) return;
  const { whole, rest } = splitDays(request.period, request.zone);
  const indices = cuts.map((cut) => cut.index);
  const [rows] = await Promise.all([
    whole ? readDailyBuckets(request, indices, step, whole) : [],
    fillFromReadings(request, step, cuts, rest),
  ]);
  for (const row of rows) bucketsFor(cuts, row.index, (buckets) => addTo(buckets, row));
}

async function fillFromReadings(
  request: Request,
  step: Step,
  cuts: (Cut & { index: IndexName })[],
  periods: Period[],
): Promise<void> {
  if (cuts.length === 0) return;
  const indices = cuts.map((cut) => cut.index);
  for (const period of periods) {
    const rows = await readBuckets(request, indices, step, period, request.includeFilled);
    for (const row of rows) bucketsFor(cuts, row.index, (buckets) => addTo(buckets, row));
  }
}

function bucketsFor(cuts: readonly Cut[], index: string, use: (buckets: Buckets) => void): void {
  const cut = cuts.find((one) => one.index === index);
  if (cut) use(cut.buckets);
}

async function fillOther(request: Request, cut: Cut): Promise<void> {
  const rows = await readOtherBuckets(request, cut.index, cut.step, request.period, request.includeFilled);
  for (const row of rows) addTo(cut.buckets, row);
}

function seriesOf({ index, step, resolution, buckets }: Cut, request: Request): Series {
  return {
    index,
    unit: isIndexName(index) ? INDEX_FACTS[index].unit : null,
    area: request.area,
    jobId: request.jobId,
    resolution,
    step: durationOf(step),
    points: [...buckets.values()]
      .sort((a, b) => a.key - b.key)
      .map((bucket) => ({
        t: startOfBucket(step, bucket.key, request.zone).toISOString(),
        mean: meanOf(bucket),
        min: bucket.min,
        max: bucket.max,
        count: bucket.count,
        filled: bucket.filled / bucket.count,
      })),
  };
}
