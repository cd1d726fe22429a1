import { z } from "zod";
import { alertSchema, evidenceMembers } from "@/lib/alerting/alerts/contract";
import { outageSchema } from "@/lib/alerting/outages/contract";
import { severityCountsSchema } from "@/lib/base/core/severity";
import { endpoint } from "@/lib/base/request/endpoint";
import { freshnessSchema } from "@/lib/display/freshness/contract";
import { areaOverviewSchema } from "@/lib/farm/areas/contract";
import { instant, repeatable, tenantParameter } from "@/lib/web/http/query-schemas";

/** The fields of an alert that a wall shows. */
export const wallAlertSchema = alertSchema
  .pick({
    alertId: true,
    type: true,
    category: true,
    severity: true,
    raisedAt: true,
    firstEventAt: true,
    severitySince: true,
    jobId: true,
    areas: true,
    acknowledgedAt: true,
    acknowledgedBy: true,
    owner: true,
    attention: true,
    snoozed: true,
    recovery: true,
    recoveryConfirmedAt: true,
  })
  .extend({
    qr: z
      .object({ size: z.int(), bits: z.string() })
      .nullable()
      .meta({ description: "Its address as a QR code: modules a side, and all of them row by row, base64" }),
  });
export type WallAlert = z.infer<typeof wallAlertSchema>;

/** The fields of an area that a tile shows. */
export const wallAreaSchema = areaOverviewSchema
  .pick({
    path: true,
    name: true,
    severities: true,
    plants: true,
    waiting: true,
    lastReadingAt: true,
    health: true,
  })
  .extend({
    since: instant
      .nullable()
      .meta({ description: "Since when its worst open alerts have their severity, the first of them" }),
    light: z.number().nullable().meta({ description: "Daily light integral of the site's yesterday" }),
    spark: z
      .array(z.number().nullable())
      .nullable()
      .meta({ description: "Health, hourly means of the hours from `linesFrom` on; null without a value" }),
  });
export type WallArea = z.infer<typeof wallAreaSchema>;

/** One index of an area for a chart: hourly means. */
export const wallLineSchema = z.object({
  index: z.string(),
  unit: z.string(),
  t: z.array(z.int()).meta({ description: "Starts of the hours, epoch milliseconds" }),
  v: z.array(z.number()),
  filled: z
    .array(z.int())
    .meta({ description: "The places of those that are interpolated for the most part" }),
});
export type WallLine = z.infer<typeof wallLineSchema>;

const listSchema = z.object({
  path: z.string().nullable(),
  open: z.int().meta({ description: "All that are open there; the items are the worst of them" }),
  items: z.array(wallAlertSchema),
});

const boardSchema = z.object({
  path: z.string().nullable(),
  total: z.int().meta({ description: "All areas of which `tiles` are the worst, where they are too many" }),
  tiles: z.array(wallAreaSchema),
});

const focusSchema = z.object({
  path: z.string(),
  area: wallAreaSchema.nullable().meta({ description: "Null where there is no such area any more" }),
  from: instant,
  to: instant,
  lines: z.array(wallLineSchema),
});

const evidenceSchema = z.object({
  alertId: z.string(),
  ...evidenceMembers,
  lines: z
    .array(wallLineSchema)
    .meta({ description: "The index, and the light of its areas for the nights" }),
});

export const wallSchema = z.object({
  at: instant.meta({ description: "When this was read" }),
  tenantId: z.string(),
  name: z.string(),
  timeZone: z.string(),
  counts: severityCountsSchema.meta({ description: "Open alerts of the whole tenancy" }),
  plants: severityCountsSchema.meta({ description: "Those of `counts` that are plant alerts" }),
  placeNotKnown: severityCountsSchema,
  alerts: z
    .array(listSchema)
    .meta({ description: "Of the whole tenancy, then of each path that a board shows" }),
  boards: z.array(boardSchema),
  focus: z.array(focusSchema),
  linesFrom: instant.nullable(),
  evidence: z
    .array(evidenceSchema)
    .meta({ description: "Of the HIGH alerts that need somebody, the newest" }),
  worsening: z.array(wallAreaSchema.pick({ path: true, name: true, health: true, lastReadingAt: true })),
  freshness: freshnessSchema.pick({ notifications: true, readings: true }),
  outages: z.array(outageSchema).meta({ description: "Of the last 24 h" }),
});
export type WallSnapshot = z.infer<typeof wallSchema>;
export type WallEvidence = WallSnapshot["evidence"][number];

/** Characters of a board in the query: a kind, a colon and a path. */
const MAX_BOARD_LENGTH = 1_010;

export const readWall = endpoint({
  method: "GET",
  path: "/api/v1/wall/snapshot",
  summary: "All that the boards of a screen show, in one answer; with a tag to ask whether it still holds",
  access: "screen",
  query: z.strictObject({
    tenant: tenantParameter,
    board: repeatable(z.string().min(1).max(MAX_BOARD_LENGTH)).optional().meta({
      description:
        "What is shown, 8 at most: `alerts`, `areas` or `now`, each of which may be of one path (`areas:Site#House`), or `area:` with a path",
    }),
  }),
  answer: wallSchema,
});
