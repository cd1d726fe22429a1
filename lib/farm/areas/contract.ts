import { z } from "zod";
import { INDICES } from "@/lib/base/core/indices";
import { severityCountsSchema } from "@/lib/base/core/severity";
import { endpoint } from "@/lib/base/request/endpoint";
import { instant, tenantParameter, wholeNumber } from "@/lib/web/http/query-schemas";

const tenantOnly = z.strictObject({ tenant: tenantParameter });

export const areaSchema = z.object({
  path: z.string(),
  name: z.string(),
  parent: z.string().nullable(),
  depth: z.int(),
  hasReadings: z.boolean().meta({ description: "Readings of its own" }),
  openAlerts: z.int().meta({ description: "Distinct open alerts in it and below" }),
});
export type Area = z.infer<typeof areaSchema>;

export const listAreas = endpoint({
  method: "GET",
  path: "/api/v1/areas",
  summary: "All control areas, ancestors included",
  access: "screen",
  query: tenantOnly,
  answer: z.object({ items: z.array(areaSchema) }),
});

/** An area on the tree, tiles and boards. Counts are of distinct open alerts in the area and below. */
export const areaOverviewSchema = areaSchema.extend({
  severities: severityCountsSchema,
  plants: severityCountsSchema.meta({ description: "Those of them that are plant alerts" }),
  unacknowledged: z.int(),
  waiting: severityCountsSchema.meta({ description: "Those of them that nobody has acknowledged" }),
  lastReadingAt: instant.nullable().meta({ description: "Newest reading of it and of all below" }),
  health: z
    .object({ value: z.number(), at: instant, dayBefore: z.number().nullable() })
    .nullable()
    .meta({ description: "Newest Health (mean over the areas below), and the one of about 24 hours before" }),
});
export type AreaOverview = z.infer<typeof areaOverviewSchema>;

export const areasOverview = endpoint({
  method: "GET",
  path: "/api/v1/areas/overview",
  summary: "All control areas with the roll-up of their alerts, their newest reading and Health",
  access: "screen",
  query: z.strictObject({
    tenant: tenantParameter,
    around: z.string().max(4_000).optional().meta({
      description:
        "Only what the page of this path shows: itself and those right below it; the roots where no area has it. Empty: the roots, those right below them, and one's favourites",
    }),
  }),
  answer: z.object({
    items: z.array(areaOverviewSchema),
    placeNotKnown: severityCountsSchema,
    total: z.int().meta({ description: "All control areas" }),
    below: z
      .object({
        withReadings: z.int(),
        behind: z.array(z.object({ path: z.string(), lastReadingAt: instant.nullable() })),
      })
      .nullable()
      .meta({
        description:
          "Of the path asked for (of the only root, where it is empty): how many areas of it and below have readings, and those whose newest reading is older than its own",
      }),
  }),
});
export type AreasOverview = z.infer<NonNullable<typeof areasOverview.answer>>;

/** Open alerts of one area: its index, then the counts by severity of all, of those not acknowledged, of plant alerts. */
const treeAlertsSchema = z.array(z.int()).length(13);

/** The same for the tree, as columns: a tenth of the bytes. */
export const areasTree = endpoint({
  method: "GET",
  path: "/api/v1/areas/tree",
  summary:
    "All control areas with what the tree shows of them, as columns of equal length in the tree's order",
  access: "screen",
  query: tenantOnly,
  answer: z.object({
    above: z.array(z.int()).meta({ description: "The place of the area that each lies in; -1 for a root" }),
    tails: z.array(z.string()).meta({ description: "The path from there on; of a root the whole path" }),
    times: z.array(instant).meta({ description: "What the next two columns are places in" }),
    newest: z.array(z.int()).meta({ description: "Newest reading of it and of all below; -1 for none" }),
    healthAt: z.array(z.int()).meta({ description: "Newest Health; -1 for none" }),
    health: z.array(z.number().nullable()),
    dayBefore: z.array(z.number().nullable()).meta({ description: "Health of about 24 hours before" }),
    alerts: z.array(treeAlertsSchema).meta({
      description:
        "Of those with open alerts: place; high, medium, low, plain; of them not acknowledged high, medium, low, plain; of them plant alerts high, medium, low, plain",
    }),
    placeNotKnown: severityCountsSchema,
  }),
});
export type AreasTree = z.infer<NonNullable<typeof areasTree.answer>>;

/** An area in the tree. */
export type TreeArea = Pick<
  AreaOverview,
  "path" | "name" | "parent" | "openAlerts" | "severities" | "plants" | "waiting" | "lastReadingAt" | "health"
>;

export const MAX_FAVOURITES = 200;

export const listFavourites = endpoint({
  method: "GET",
  path: "/api/v1/areas/favourites",
  summary: "The areas that the person who asks wants at hand; programs have none",
  access: "viewer",
  query: tenantOnly,
  answer: z.object({ items: z.array(z.object({ path: z.string() })) }),
});

export const favouriteSchema = z.strictObject({
  tenant: tenantParameter,
  path: z.string().min(1).max(4_000),
  favourite: z.boolean(),
});

/** Sparklines of tiles: the hourly mean of one index of each child. */
export const areaSparks = endpoint({
  method: "GET",
  path: "/api/v1/areas/sparks",
  summary: "Hourly means of one index over the last hours, for each child of an area",
  access: "screen",
  expensive: true,
  query: z.strictObject({
    tenant: tenantParameter,
    area: z.string().min(1).optional().meta({ description: "Left out: the roots" }),
    index: z.enum(INDICES).default("HEALTH"),
    hours: wholeNumber(1, 336).default(72),
  }),
  answer: z.object({
    from: instant,
    to: instant,
    items: z.array(
      z.object({ path: z.string(), points: z.array(z.object({ t: instant, value: z.number() })) }),
    ),
  }),
});
