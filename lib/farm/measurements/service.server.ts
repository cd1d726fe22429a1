import "server-only";
import { z } from "zod";
import { csvLine } from "@/lib/base/core/csv";
import { cursorInstant, readCursor, writeCursor } from "@/lib/base/core/cursor";
import { compareNames } from "@/lib/base/core/natural-order";
import { periodOf } from "@/lib/base/core/period";
import { siteInstants, utcInstant } from "@/lib/base/core/time";
import type { AnswerOf, QueryOf } from "@/lib/base/request/endpoint";
import { areaIdsAsked } from "@/lib/farm/areas/service.server";
import { resolveTenancy } from "@/lib/farm/tenancies/service.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { requireAccess } from "@/lib/identity/actor/rules";
import { CHF_VALUE_COLUMNS, type ChfValueColumn } from "@/lib/service/contract";
import type {
  ColumnSeries,
  exportMeasurements,
  listDevices,
  listMeasurements,
  measurementSchema,
  readMeasurementSeries,
} from "./contract";
import { chooseStep, stepText } from "./steps";
import {
  type Bucket,
  type MeasurementFilter,
  type Position,
  readColumnBuckets,
  readDevices,
  readHasMeasurements,
  readMeasurements,
  type StoredMeasurement,
} from "./store.server";

const EXPORT_PAGE = 2_000;
/** Default period of a series, in days. */
const DEFAULT_DAYS = 30;

/** Columns of measurements.csv: those of the interface, and the site's time. */
export const MEASUREMENTS_HEADER = [
  ...([
    "measurementId",
    "timestamp",
    "timestampIso",
    "siteTime",
    "deviceId",
    "controlAreaPathName",
    "jobId",
  ] as const),
  ...CHF_VALUE_COLUMNS,
] as const;

export type MeasurementItem = z.infer<typeof measurementSchema>;
type Filters = QueryOf<typeof exportMeasurements>;

/**
 * A page of chlorophyll fluorescence measurements, newest first (docs/spec/http-contract.md "Measurements").
 * @throws AppError `bad-request` on a wrong period or cursor, `not-found` on `area`
 */
export async function listMeasurementsPage(
  actor: Actor,
  query: QueryOf<typeof listMeasurements>,
): Promise<{ items: MeasurementItem[]; nextCursor: string | null }> {
  requireAccess(actor, "viewer");
  const { filter } = await toFilter(actor, query);
  const after = query.cursor === undefined ? null : readPosition(query.cursor);
  const rows = await readMeasurements(filter, "newest", after, query.limit + 1);
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  return {
    items: page.map(toItem),
    nextCursor:
      last && rows.length > page.length ? writeCursor([last.at.getTime(), last.measurementId]) : null,
  };
}

function readPosition(cursor: string): Position {
  const [at, measurementId] = readCursor(cursor, z.tuple([cursorInstant, z.string().max(300)]));
  return { at: new Date(at), measurementId };
}

/**
 * measurements.csv, oldest first, read in pages. The query is checked before the first line.
 * @throws AppError as `listMeasurementsPage`
 */
export async function exportMeasurementsCsv(
  actor: Actor,
  query: Filters,
): Promise<AsyncGenerator<string, void>> {
  requireAccess(actor, "viewer");
  const { filter, timeZone } = await toFilter(actor, query);
  return csvLines(filter, siteInstants(timeZone));
}

async function toFilter(
  actor: Actor,
  query: Filters,
): Promise<{ filter: MeasurementFilter; timeZone: string }> {
  const tenancy = await resolveTenancy(actor, query.tenant);
  const period = periodOf(query, null);
  const areaIds = await areaIdsAsked(tenancy, query.area);
  const filter = {
    tenancyId: tenancy.id,
    areaIds,
    deviceId: query.device ?? null,
    jobId: query.jobId ?? null,
    ...period,
  };
  return { filter, timeZone: tenancy.timeZone };
}

async function* csvLines(
  filter: MeasurementFilter,
  siteTime: (at: Date) => string,
): AsyncGenerator<string, void> {
  yield csvLine(MEASUREMENTS_HEADER);
  let after: Position | null = null;
  for (;;) {
    const rows = await readMeasurements(filter, "oldest", after, EXPORT_PAGE);
    if (rows.length > 0) yield rows.map((row) => toCsvLine(row, siteTime)).join("");
    const last = rows.at(-1);
    if (!last || rows.length < EXPORT_PAGE) return;
    after = last;
  }
}

function toCsvLine(row: StoredMeasurement, siteTime: (at: Date) => string): string {
  const item = { ...toItem(row), siteTime: siteTime(row.at) };
  return csvLine(MEASUREMENTS_HEADER.map((column) => item[column]));
}

function toItem(row: StoredMeasurement): MeasurementItem {
  const timestamp = utcInstant(row.at);
  const values = Object.fromEntries(CHF_VALUE_COLUMNS.map((column) => [column, row[column]]));
  return {
    measurementId: row.measurementId,
    timestamp,
    timestampIso: timestamp,
    deviceId: row.deviceId,
    controlAreaPathName: row.controlAreaPathName,
    jobId: row.jobId,
    ...(values as Record<ChfValueColumn, number | null>),
  };
}

/**
 * Columns of measurements over time, pooled over an area with all below it and its sensors; extremes are kept.
 * @throws AppError `bad-request` on a wrong period, `not-found` on `area`, `unavailable`
 */
export async function measurementSeries(
  actor: Actor,
  query: QueryOf<typeof readMeasurementSeries>,
): Promise<{ series: ColumnSeries[] }> {
  requireAccess(actor, "viewer");
  const tenancy = await resolveTenancy(actor, query.tenant);
  const period = periodOf(query, DEFAULT_DAYS);
  const areaIds = await areaIdsAsked(tenancy, query.area);
  const columns = [...new Set(query.column)];
  const step = chooseStep(period, query.maxPoints);
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
    points: buckets.flatMap((bucket) => toPoints(bucket, n)),
  }));
  return { series };
}

function toPoints(bucket: Bucket, n: number): ColumnSeries["points"] {
  const at = (name: string) => Number(bucket[`${name}${n}`] ?? 0);
  if (at("count") === 0) return [];
  return [{ t: utcInstant(bucket.at), mean: at("mean"), min: at("min"), max: at("max"), count: at("count") }];
}

/** The sensors of a tenancy that made measurements. */
export async function readSensors(
  actor: Actor,
  { tenant }: QueryOf<typeof listDevices>,
): Promise<AnswerOf<typeof listDevices>> {
  requireAccess(actor, "viewer");
  const tenancy = await resolveTenancy(actor, tenant);
  const devices = (await readDevices(tenancy.id, await areaIdsAsked(tenancy, undefined))).sort((a, b) =>
    compareNames(a.deviceId, b.deviceId),
  );
  return { items: devices.map((device) => ({ ...device, lastAt: device.lastAt.toISOString() })) };
}

/** Whether a tenancy has fluorescence measurements: its licence may include indices only. Cheap. */
export async function hasMeasurements(actor: Actor, tenant: string): Promise<boolean> {
  requireAccess(actor, "viewer");
  const tenancy = await resolveTenancy(actor, tenant);
  return readHasMeasurements(tenancy.id, await areaIdsAsked(tenancy, undefined));
}
