import "server-only";
import type { z } from "zod";
import { compareNames } from "@/lib/base/core/natural-order";
import { periodOf } from "@/lib/base/core/period";
import { utcInstant } from "@/lib/base/core/time";
import { areaIdsAsked } from "@/lib/farm/areas/service.server";
import { resolveTenancy } from "@/lib/farm/tenancies/service.server";
import type { Actor } from "@/lib/identity/auth/contract";
import { requireAccess } from "@/lib/identity/auth/rules";
import type { ColumnSeries, listDevices, readMeasurementSeries } from "./contract";
import { type Bucket, readColumnBuckets, readDevices, readHasMeasurements } from "./series-store.server";
import { stepOf, stepText } from "./steps";

const DEFAULT_DAYS = 30;

/**
 * Columns of measurements over time, pooled over an area, all below it, and its sensors; extremes are kept.
 * @throws AppError `bad-request` on a wrong period, `not-found` on `area`, `unavailable`
 */
export async function measurementSeriesOf(
  actor: Actor,
  query: z.output<NonNullable<typeof readMeasurementSeries.query>>,
): Promise<{ series: ColumnSeries[] }> {
  requireAccess(actor, "viewer");
  const tenancy = await resolveTenancy(actor, query.tenant);
  const period = periodOf(query, DEFAULT_DAYS);
  const areaIds = await areaIdsAsked(tenancy, query.area);
  const columns = [...new Set(query.column)];
  const step = stepOf(period, query.maxPoints);
  const buckets = await readColumnBuckets(
    {
      tenancyId: tenancy.id,
      areaIds,
      devices: query.device ?? null,
      jobId: query.jobId ?? null,
      isDaytime: query.isDaytime ?? null,
      ...period,
    },
    columns,
    step,
    tenancy.timeZone,
  );
  const series = columns.map((column, n) => ({
    column,
    step: stepText(step),
    points: buckets.flatMap((bucket) => pointOf(bucket, n)),
  }));
  return { series };
}

function pointOf(bucket: Bucket, n: number): ColumnSeries["points"] {
  const at = (name: string) => Number(bucket[`${name}${n}`] ?? 0);
  if (at("count") === 0) return [];
  return [{ t: utcInstant(bucket.at), mean: at("mean"), min: at("min"), max: at("max"), count: at("count") }];
}

/** The sensors of a tenancy that made measurements. */
export async function devicesOf(
  actor: Actor,
  { tenant }: z.output<NonNullable<typeof listDevices.query>>,
): Promise<z.input<NonNullable<typeof listDevices.answer>>> {
  requireAccess(actor, "viewer");
  const tenancy = await resolveTenancy(actor, tenant);
  const devices = (await readDevices(tenancy.id, await areaIdsAsked(tenancy, undefined))).sort((a, b) =>
    compareNames(a.deviceId, b.deviceId),
  );
  return { items: devices.map((device) => ({ ...device, lastAt: device.lastAt.toISOString() })) };
}

/** Whether a tenancy has measurements of fluorescence: its licence may know indices alone. Costs next to nothing. */
export async function hasMeasurements(actor: Actor, tenant: string): Promise<boolean> {
  requireAccess(actor, "viewer");
  const tenancy = await resolveTenancy(actor, tenant);
  return readHasMeasurements(tenancy.id, await areaIdsAsked(tenancy, undefined));
}
