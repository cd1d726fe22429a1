import "server-only";
import { z } from "zod";
import { csvLine, csvPages, rowPages } from "@/lib/base/core/csv";
import { cursorInstant, readCursor, writeCursor } from "@/lib/base/core/cursor";
import { compareNames } from "@/lib/base/core/natural-order";
import { displayPath, nameWithParent } from "@/lib/base/core/paths";
import { periodOf } from "@/lib/base/core/period";
import { siteDateTime, siteInstants, utcInstant } from "@/lib/base/core/time";
import type { AnswerOf, QueryOf } from "@/lib/base/request/endpoint";
import { exportFileName } from "@/lib/base/spreadsheet/file-name";
import { aboutSheet, siteSerials, timeColumns } from "@/lib/base/spreadsheet/sheets";
import { type Row, type Sheet, xlsxParts } from "@/lib/base/spreadsheet/xlsx";
import { areaIdsAsked } from "@/lib/farm/areas/service.server";
import { resolveByJob } from "@/lib/farm/jobs/service.server";
import { resolveTenancy } from "@/lib/farm/tenancies/service.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { requireAccess } from "@/lib/identity/actor/rules";
import { CHF_COLUMNS, CHF_VALUE_COLUMNS } from "@/lib/service/contract";
import type {
  exportMeasurements,
  listDevices,
  listMeasurements,
  MeasurementItem,
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
const HEADER = [
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

/**
 * Lists a page of chlorophyll fluorescence measurements, newest first (docs/spec/http-contract.md "Measurements").
 * @throws AppError `bad-request` on a wrong period or cursor, `not-found` on `area`
 */
export async function listMeasurementsPage(
  actor: Actor,
  query: QueryOf<typeof listMeasurements>,
): Promise<AnswerOf<typeof listMeasurements>> {
  const { filter } = await readFilter(actor, query, null);
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
 * Writes measurements.csv, oldest first, read in pages. The query is checked before the first line.
 * @throws AppError as `listMeasurementsPage`
 */
export async function exportMeasurementsCsv(
  actor: Actor,
  query: QueryOf<typeof exportMeasurements>,
): Promise<{ name: string; parts: AsyncGenerator<string, void> }> {
  const { filter, timeZone, name } = await readFilter(actor, query, null);
  const place = { area: query.area, site: name, zone: timeZone };
  const period = { from: query.from, to: filter.to };
  return {
    name: exportFileName("measurements", place, period, "csv"),
    parts: csvLines(filter, siteInstants(timeZone)),
  };
}

async function* csvLines(
  filter: MeasurementFilter,
  siteTime: (at: Date) => string,
): AsyncGenerator<string, void> {
  yield csvLine(HEADER);
  yield* csvPages<StoredMeasurement>(
    EXPORT_PAGE,
    (after) => readMeasurements(filter, "oldest", after, EXPORT_PAGE),
    (row) => {
      const item = { ...toItem(row), siteTime: siteTime(row.at) };
      return csvLine(HEADER.map((column) => item[column]));
    },
  );
}

/**
 * Writes measurements.xlsx, oldest first, in site time; areas by name and parent.
 * @throws AppError as `listMeasurementsPage`
 */
export async function exportMeasurementsWorkbook(
  actor: Actor,
  query: QueryOf<typeof exportMeasurements>,
): Promise<{ name: string; parts: AsyncGenerator<Uint8Array, void> }> {
  const { filter, timeZone: zone, name: site } = await readFilter(actor, query, null);
  const period = { from: query.from, to: filter.to };
  return {
    name: exportFileName("measurements", { area: query.area, site, zone }, period, "xlsx"),
    parts: xlsxParts(workbookSheets(filter, { query, zone, site, exportedAt: new Date() })),
  };
}

async function* workbookSheets(
  filter: MeasurementFilter,
  about: { query: QueryOf<typeof exportMeasurements>; zone: string; site: string; exportedAt: Date },
): AsyncGenerator<Sheet, void> {
  const { query, zone, site, exportedAt } = about;
  const siteTime = siteSerials(zone);
  let rows = 0;
  async function* pages() {
    const read = (after: StoredMeasurement | null) => readMeasurements(filter, "oldest", after, EXPORT_PAGE);
    for await (const page of rowPages<StoredMeasurement>(EXPORT_PAGE, read)) {
      rows += page.length;
      yield page.map((row): Row => {
        const { controlAreaPathName, deviceId, jobId, measurementId } = row;
        const place = [deviceId, nameWithParent(controlAreaPathName), jobId];
        return [
          ...siteTime(row.at),
          ...place,
          ...CHF_VALUE_COLUMNS.map((column) => row[column]),
          measurementId,
        ];
      });
    }
  }
  yield {
    name: "Measurements",
    columns: [
      ...timeColumns(zone),
      { head: "Sensor", width: 16 },
      { head: "Area", width: 24 },
      { head: "Growth job", width: 20 },
      ...CHF_VALUE_COLUMNS.map((head) => ({ head, width: 10 })),
      { head: "Measurement", width: 26 },
    ],
    rows: pages(),
  };
  const from = query.from ? siteDateTime(filter.from, zone) : "the first stored measurement";
  yield aboutSheet({
    facts: [
      ["Content", "Measurements of chlorophyll fluorescence"],
      ["Site", site],
      ["Areas", query.area === undefined ? "All" : `${displayPath(query.area)} and all areas below it`],
      ["Period", `${from} to ${siteDateTime(filter.to, zone)}`],
      ...CHF_VALUE_COLUMNS.map((column) => [column, CHF_COLUMNS[column]] as const),
    ],
    ...{ zone, exportedAt, rows, indices: [] },
  });
}

function toItem({ measurementId, at, ...rest }: StoredMeasurement): MeasurementItem {
  const timestamp = utcInstant(at);
  return { measurementId, timestamp, timestampIso: timestamp, ...rest };
}

type Filters = Pick<QueryOf<typeof exportMeasurements>, "tenant" | "area" | "jobId" | "from" | "to"> & {
  device?: string | string[] | undefined;
};

/** @param days the default length of the period; null: from the first measurement on */
async function readFilter(
  actor: Actor,
  query: Filters,
  days: number | null,
): Promise<{ filter: MeasurementFilter; timeZone: string; name: string }> {
  requireAccess(actor, "viewer");
  const tenancy = await resolveByJob(actor, query);
  const filter = {
    ...periodOf(query, days),
    tenancyId: tenancy.id,
    areaIds: await areaIdsAsked(tenancy, query.area),
    devices: query.device === undefined ? null : [query.device].flat(),
    jobId: query.jobId ?? null,
  };
  return { filter, timeZone: tenancy.timeZone, name: tenancy.name };
}

/**
 * Reads columns of measurements over time, pooled over an area with all below it and its sensors; extremes are kept.
 * @throws AppError `bad-request` on a wrong period, `not-found` on `area`, `unavailable` where it is too much
 */
export async function measurementSeries(
  actor: Actor,
  query: QueryOf<typeof readMeasurementSeries>,
): Promise<AnswerOf<typeof readMeasurementSeries>> {
  const { filter, timeZone } = await readFilter(actor, query, DEFAULT_DAYS);
  const columns = [...new Set(query.column)];
  const step = chooseStep(filter, query.maxPoints);
  const buckets = await readColumnBuckets(filter, query.isDaytime ?? null, columns, step, timeZone);
  const series = columns.map((column, n) => ({
    column,
    step: stepText(step),
    points: buckets.flatMap((bucket) => toPoints(bucket, n)),
  }));
  return { series };
}

function toPoints(bucket: Bucket, n: number) {
  const at = (name: string) => Number(bucket[`${name}${n}`] ?? 0);
  if (at("count") === 0) return [];
  return [{ t: utcInstant(bucket.at), mean: at("mean"), min: at("min"), max: at("max"), count: at("count") }];
}

/** Lists the sensors of a tenancy that made measurements. */
export async function listSensors(
  actor: Actor,
  { tenant }: QueryOf<typeof listDevices>,
): Promise<AnswerOf<typeof listDevices>> {
  requireAccess(actor, "viewer");
  const tenancy = await resolveTenancy(actor, tenant);
  const devices = await readDevices(tenancy.id, await areaIdsAsked(tenancy, undefined));
  devices.sort((a, b) => compareNames(a.deviceId, b.deviceId));
  return { items: devices.map((device) => ({ ...device, lastAt: device.lastAt.toISOString() })) };
}

/** Returns true if a tenancy has fluorescence measurements: its licence may include indices only. Cheap. */
export async function hasMeasurements(actor: Actor, tenant: string): Promise<boolean> {
  requireAccess(actor, "viewer");
  const tenancy = await resolveTenancy(actor, tenant);
  return readHasMeasurements(tenancy.id, await areaIdsAsked(tenancy, undefined));
}
