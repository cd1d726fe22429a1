import { z } from "zod";
import { endpoint } from "@/lib/base/request/endpoint";
import { seriesSchema } from "@/lib/farm/series/contract";
import { instant, instantParameter, repeatable, tenantParameter } from "@/lib/web/http/query-schemas";
import { alertSpanSchema, EVENTS } from "./contract";

/** The calls that only the page of one alert makes. */

const params = z.object({ alertId: z.string() });

/** The notifications of an alert with their bodies. */
export const rawNotifications = endpoint({
  method: "GET",
  path: "/api/v1/alerts/{alertId}/raw",
  summary: "The notifications of an alert as they came, oldest first",
  access: "viewer",
  params,
  query: z.strictObject({ tenant: tenantParameter }),
  answer: z.object({
    items: z.array(
      z.object({
        notificationId: z.string().nullable(),
        event: z.enum(EVENTS),
        timestamp: instant,
        receivedAt: instant,
        requestId: z.string().nullable(),
        body: z.string().nullable().meta({ description: "As it came; null where it is no longer kept" }),
      }),
    ),
  }),
});

const rangeSchema = z.object({ low: z.number(), high: z.number() });

/** A sibling area with its lines. */
const siblingSchema = z.object({
  path: z.string(),
  name: z.string(),
  lines: z.array(
    z.object({ index: z.string(), points: z.array(z.object({ t: instant, value: z.number() })) }),
  ),
});
export type Sibling = z.output<typeof siblingSchema>;

/** All that the charts of an alert show, in one answer. */
export const alertChart = endpoint({
  method: "GET",
  path: "/api/v1/alerts/{alertId}/chart",
  summary: "How the indices of an alert's job ran where it is, the band before it, and the areas beside it",
  access: "screen",
  expensive: true,
  params,
  query: z.strictObject({
    tenant: tenantParameter,
    index: repeatable(z.string().min(1)),
    from: instantParameter,
    to: instantParameter,
  }),
  answer: z.object({
    area: z.string().nullable().meta({ description: "What the series pool; null where no place is known" }),
    series: z.array(seriesSchema),
    span: alertSpanSchema,
    band: z
      .object({
        index: z.string(),
        range: rangeSchema,
        hours: z
          .array(rangeSchema.nullable())
          .nullable()
          .meta({ description: "By hour of the site's day, where the index has a daily course" }),
        days: z.int(),
        values: z.int(),
      })
      .nullable()
      .meta({ description: "Where the alert's index lay before it; null where too little is known" }),
    areas: z
      .array(z.object({ path: z.string(), last: z.object({ at: instant, value: z.number() }).nullable() }))
      .meta({ description: "Where the alert's job grows and where it is placed: newest value of its index" }),
    siblings: z.array(siblingSchema).meta({
      description: "Areas with the same parent: hourly means of measured values, of all their jobs",
    }),
  }),
});
export type AlertChart = z.output<NonNullable<typeof alertChart.answer>>;

/** An act on one alert. */
export const oneAlertSchema = z.strictObject({ tenant: tenantParameter, alertId: z.string().min(1) });
export type OneAlert = z.output<typeof oneAlertSchema>;

/** The place of an alert as a person corrects it; `paths` null: as inferred. */
export const placeInputSchema = oneAlertSchema.extend({
  paths: z
    .array(z.string().min(1))
    .min(1, "Name at least one area")
    .max(50, "Name 50 areas at most: an area takes in all below it")
    .transform((paths) => [...new Set(paths)])
    .nullable(),
});
export type PlaceInput = z.output<typeof placeInputSchema>;
