import { z } from "zod";
import { endpoint } from "@/lib/base/request/endpoint";
import { XLSX_TYPE } from "@/lib/base/spreadsheet/content-type";
import { pointSchema } from "@/lib/farm/series/contract";
import { CHF_VALUE_COLUMNS, type ChfValueColumn } from "@/lib/service/contract";
import {
  booleanParameter,
  cursorParameter,
  instant,
  instantParameter,
  limitParameter,
  pageOf,
  repeatable,
  tenantParameter,
  wholeNumber,
} from "@/lib/web/http/query-schemas";

const value = z.number().nullable();
const valueColumns = Object.fromEntries(CHF_VALUE_COLUMNS.map((column) => [column, value])) as Record<
  ChfValueColumn,
  typeof value
>;

/** Members have the names of the interface's columns (docs/spec/service-interface.md "Columns of type chf"). */
const measurementSchema = z.object({
  measurementId: z.string(),
  timestamp: z.string(),
  timestampIso: z.string(),
  deviceId: z.string(),
  controlAreaPathName: z.string(),
  jobId: z.string(),
  ...valueColumns,
});
export type MeasurementItem = z.infer<typeof measurementSchema>;

const filters = {
  tenant: tenantParameter,
  area: z.string().min(1).optional(),
  device: z.string().min(1).optional(),
  jobId: z.string().min(1).optional(),
  from: instantParameter.optional(),
  to: instantParameter.optional(),
};

export const listMeasurements = endpoint({
  method: "GET",
  path: "/api/v1/measurements",
  summary: "Chlorophyll fluorescence measurements, newest first",
  access: "viewer",
  expensive: true,
  query: z.strictObject({ ...filters, limit: limitParameter, cursor: cursorParameter }),
  answer: pageOf(measurementSchema),
});

export const exportMeasurements = endpoint({
  method: "GET",
  path: "/api/v1/measurements.csv",
  summary: "Measurements, streamed",
  access: "viewer",
  expensive: true,
  query: z.strictObject(filters),
  contentType: "text/csv",
});

export const exportMeasurementsXlsx = endpoint({
  method: "GET",
  path: "/api/v1/measurements.xlsx",
  summary: "Measurements as an Excel workbook, a row for each",
  access: "viewer",
  expensive: true,
  query: z.strictObject(filters),
  contentType: XLSX_TYPE,
});

/** The sensors that a filter can choose from. */
export const listDevices = endpoint({
  method: "GET",
  path: "/api/v1/devices",
  summary: "Sensors that made measurements, by identifier",
  access: "viewer",
  query: z.strictObject({ tenant: tenantParameter }),
  answer: z.object({
    items: z.array(
      z.object({
        deviceId: z.string(),
        lastAt: instant.meta({ description: "Its newest measurement" }),
        area: z.string().meta({ description: "Where that was made" }),
        measurements: z.int(),
      }),
    ),
  }),
});

const columnSeriesSchema = z.object({
  column: z.enum(CHF_VALUE_COLUMNS),
  step: z.string().meta({ description: "ISO 8601 length of a bucket, such as PT1H, P1D" }),
  points: z.array(pointSchema.omit({ filled: true })),
});
export type ColumnSeries = z.infer<typeof columnSeriesSchema>;

export const readMeasurementSeries = endpoint({
  method: "GET",
  path: "/api/v1/measurements/series",
  summary: "Values of measurements of an area and all below it, in buckets with their extremes",
  access: "viewer",
  expensive: true,
  query: z.strictObject({
    tenant: tenantParameter,
    area: z.string().min(1).optional(),
    column: repeatable(z.enum(CHF_VALUE_COLUMNS)),
    device: repeatable(z.string().min(1), 500).optional(),
    jobId: z.string().min(1).optional(),
    isDaytime: booleanParameter.optional().meta({
      description: "Those that a query for plant daytime (true) or plant night (false) brought last",
    }),
    from: instantParameter.optional().meta({ description: "Default: 30 days before `to`" }),
    to: instantParameter.optional().meta({ description: "Default: now" }),
    maxPoints: wholeNumber(2, 5000).default(500),
  }),
  answer: z.object({ series: z.array(columnSeriesSchema) }),
});
