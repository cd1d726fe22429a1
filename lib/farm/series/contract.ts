import { z } from "zod";
import { endpoint } from "@/lib/base/request/endpoint";
import { XLSX_TYPE } from "@/lib/base/spreadsheet/content-type";
import {
  booleanParameter,
  instantParameter,
  repeatable,
  tenantParameter,
  wholeNumber,
} from "@/lib/web/http/query-schemas";

export const RESOLUTIONS = ["auto", "hour", "day", "raw"] as const;

/**
 * Points that every chart reads. The server reads them before the width of a plot is known, and a resized plot must not
 * read again, so that it is one number: at least a point per pixel column of a plot in two columns or on a phone. Each
 * point keeps the extremes of its bucket.
 */
export const CHART_POINTS = 720;

export const seriesQuerySchema = z.strictObject({
  tenant: tenantParameter,
  area: z.string().min(1),
  index: repeatable(z.string().min(1)),
  jobId: z.string().min(1).optional(),
  from: instantParameter.optional().meta({ description: "Default: 30 days before `to`" }),
  to: instantParameter.optional().meta({ description: "Default: now" }),
  resolution: z.enum(RESOLUTIONS).default("auto"),
  maxPoints: wholeNumber(2, 5000).optional().meta({ description: "auto: 500 unless given" }),
  includeFilled: booleanParameter.default(true),
  format: z.enum(["points", "columns"]).optional().meta({
    description:
      "points unless given; columns: for each series t, mean, min, max, count and filled as arrays in the place of points, t in epoch milliseconds, each after the first as the distance to the last, filled as a count",
  }),
});
export type SeriesQuery = z.infer<typeof seriesQuerySchema>;

export const pointSchema = z.object({
  t: z.string().meta({ description: "Start of the bucket; for days local midnight" }),
  mean: z.number(),
  min: z.number(),
  max: z.number(),
  count: z.int(),
  filled: z.number().meta({ description: "Interpolated share, 0 to 1" }),
});

export const seriesSchema = z.object({
  index: z.string(),
  unit: z.string().nullable(),
  area: z.string(),
  jobId: z.string().nullable(),
  resolution: z.enum(["hour", "day", "raw"]),
  step: z
    .string()
    .meta({ description: "ISO 8601 length of a bucket, such as PT1H, PT6H, P1D; PT0S for raw" }),
  points: z.array(pointSchema),
});
export type SeriesAnswer = z.infer<typeof seriesSchema>;

/** A point inside Leafwatch: `t` in epoch milliseconds, which answers give as text. */
export type Point = Omit<z.infer<typeof pointSchema>, "t"> & { t: number };

/** A series inside Leafwatch; {@link seriesToText} and {@link seriesFromText} convert it at the border. */
export type Series = Omit<SeriesAnswer, "points"> & { points: Point[] };

/** A series as the read API writes it (docs/spec/http-contract.md "Series and readings"). */
export function seriesToText(series: Series): SeriesAnswer {
  return {
    ...series,
    points: series.points.map((point) => ({ ...point, t: new Date(point.t).toISOString() })),
  };
}

/** The series of an answer of {@link seriesToText}. */
export function seriesFromText(series: SeriesAnswer): Series {
  return { ...series, points: series.points.map((point) => ({ ...point, t: Date.parse(point.t) })) };
}

export const readSeries = endpoint({
  method: "GET",
  path: "/api/v1/series",
  summary: "Index values of an area and all below it, in buckets with their extremes",
  access: "screen",
  expensive: true,
  query: seriesQuerySchema,
  answer: z.object({ series: z.array(seriesSchema) }),
});

const exported = (path: string, summary: string, contentType: string) =>
  endpoint({
    method: "GET",
    path,
    summary,
    access: "viewer",
    expensive: true,
    query: z.strictObject({
      tenant: tenantParameter,
      area: z.string().min(1).optional(),
      index: repeatable(z.string().min(1)).optional(),
      jobId: z.string().min(1).optional(),
      from: instantParameter.optional(),
      to: instantParameter.optional(),
    }),
    contentType,
  });

export const exportReadings = exported("/api/v1/readings.csv", "Readings as they came, streamed", "text/csv");
export const exportReadingsXlsx = exported(
  "/api/v1/readings.xlsx",
  "Readings as they came as an Excel workbook: a row for each time, area and growth job, a column for each index",
  XLSX_TYPE,
);
