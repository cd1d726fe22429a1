import { z } from "zod";
import { ALERT_TYPES, CATEGORIES } from "@/lib/alerting/alerts/contract";
import { SEVERITIES } from "@/lib/base/core/severity";
import { type AnswerOf, endpoint } from "@/lib/base/request/endpoint";
import { instant } from "@/lib/web/http/query-schemas";
import { DOUBTS } from "../freshness/contract";

/** How a site stands (docs/spec/product.md "Sites"), worst first. */
export const SITE_STATES = ["attention", "unknown", "handled", "doubtful", "quiet"] as const;
export type SiteState = (typeof SITE_STATES)[number];

const sourceState = z.enum(["fresh", "late", "stale", "blind", "never"]);

export const listSites = endpoint({
  method: "GET",
  path: "/api/v1/sites",
  summary: "The tenancies that the caller may see with their open alerts and sources, worst first",
  access: "viewer",
  query: z.strictObject({}),
  answer: z.object({
    items: z.array(
      z.object({
        tenantId: z.string(),
        name: z.string(),
        slug: z.string(),
        timeZone: z.string(),
        open: z
          .object({ HIGH: z.int(), MEDIUM: z.int(), LOW: z.int(), other: z.int() })
          .meta({ description: "Open alerts by severity, plant alerts by their rank; other: those without" }),
        attention: z.int().meta({ description: "Open and in need of somebody" }),
        unacknowledged: z.int().meta({ description: "Open and not acknowledged" }),
        oldestUnacknowledgedAt: instant.nullable().meta({ description: "When the oldest of them began" }),
        new24h: z.int().meta({ description: "Open alerts that began in the last 24 hours" }),
        worst: z
          .object({
            alertId: z.string(),
            type: z.enum(ALERT_TYPES).nullable(),
            category: z.enum(CATEGORIES).nullable(),
            severity: z.enum(SEVERITIES).nullable(),
            jobId: z.string(),
            since: instant,
            areas: z
              .array(z.string())
              .meta({ description: "The paths of its areas that the caller may see" }),
          })
          .nullable()
          .meta({
            description:
              "The gravest alert in need of somebody, else the gravest open one; of several the one that has lasted longest",
          }),
        week: z.array(z.int()).meta({
          description: "Open alerts every 12 hours of the last 7 days, oldest first, the last is now",
        }),
        notificationsAt: instant.nullable().meta({ description: "When a signed notification last came" }),
        readingsUntil: instant.nullable().meta({ description: "The newest reading" }),
        sources: z
          .object({ notifications: sourceState, readings: sourceState })
          .meta({ description: "How fresh each source is; never: not connected, or nothing received" }),
        state: z.enum(SITE_STATES).meta({
          description:
            "attention: an open alert needs somebody; unknown: none does, but one may be open that could not come in; handled: each open alert is acknowledged, snoozed or confirmed as recovered; doubtful: none is open as far as we know; quiet: none is open",
        }),
        doubt: z
          .string()
          .nullable()
          .meta({ description: "The gravest reason why an alert may be missing, as a clause" }),
        doubtCode: z.enum(DOUBTS).nullable().meta({ description: "The same for programs" }),
      }),
    ),
  }),
});
export type SiteSummary = AnswerOf<typeof listSites>["items"][number];
