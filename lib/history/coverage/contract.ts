import { z } from "zod";
import { INDICES } from "@/lib/base/core/indices";
import { endpoint } from "@/lib/base/request/endpoint";
import { queryTypeSchema } from "@/lib/service/contract";
import {
  cursorParameter,
  instant,
  limitParameter,
  tenantParameter,
  wholeNumber,
} from "@/lib/web/http/query-schemas";

const share = z.number().min(0).max(1);
const daysParameter = wholeNumber(1, 366)
  .default(30)
  .meta({ description: "How many whole days of the site, until yesterday" });

/** One strip: a cell per day, as shares of the usual number of values on a day; the rest up to 1 is missing. */
const stripSchema = z.object({
  measured: z
    .array(share.nullable())
    .meta({ description: "Null: not fetched, or not after the day of the first reading" }),
  filled: z.array(share.nullable()).meta({ description: "Interpolated" }),
  whole: z.array(z.boolean()).meta({
    description: "Whether what the day lacks is missing: it was fetched whole, and is not the first one",
  }),
  measuredShare: share.nullable().meta({ description: "Of all days that are not null; null without any" }),
  filledShare: share.nullable(),
  missingShare: share.nullable(),
  lastReadingAt: instant.nullable(),
});
export type Strip = z.infer<typeof stripSchema>;

const areaStripSchema = stripSchema.extend({ path: z.string() });
export type AreaStrip = z.infer<typeof areaStripSchema>;
const indexStripSchema = stripSchema.extend({ index: z.enum(INDICES) });

const days = {
  days: z.array(z.iso.date()).meta({ description: "Days of the site, oldest first" }),
  fetched: z.array(z.boolean()).meta({ description: "Whether the whole day has been fetched" }),
};

export const readCoverage = endpoint({
  method: "GET",
  path: "/api/v1/coverage",
  summary: "What is measured, interpolated and missing of each area, a day a cell, in the order of the tree",
  access: "admin",
  expensive: true,
  query: z.strictObject({
    tenant: tenantParameter,
    days: daysParameter,
    type: queryTypeSchema.default("indices").meta({
      description: "`chf`: of the hours of a day, those with a measurement; nothing of it is interpolated",
    }),
    index: z.enum(INDICES).optional().meta({ description: "Left out: all that an area reports, pooled" }),
    area: z.string().min(1).optional().meta({ description: "It and all below; left out: all areas" }),
    limit: limitParameter,
    cursor: cursorParameter,
  }),
  answer: z.object({
    ...days,
    total: z.int().meta({ description: "Areas with readings, or measurements, of their own" }),
    hasMeasurements: z.boolean().meta({ description: "Whether the tenancy has ChF measurements" }),
    first: z.int().meta({ description: "How many areas come before this page" }),
    items: z.array(areaStripSchema),
    nextCursor: z.string().nullable(),
  }),
});
export type Coverage = z.infer<NonNullable<typeof readCoverage.answer>>;

export const readAreaCoverage = endpoint({
  method: "GET",
  path: "/api/v1/coverage/indices",
  summary: "The same for each index of one area, with its last reading",
  access: "admin",
  expensive: true,
  query: z.strictObject({ tenant: tenantParameter, days: daysParameter, area: z.string().min(1) }),
  answer: z.object({ ...days, items: z.array(indexStripSchema) }),
});
