import { z } from "zod";
import { endpoint } from "@/lib/http/endpoint";
import {
  cursorParameter,
  instant,
  instantParameter,
  limitParameter,
  pageOf,
  repeatable,
  tenantParameter,
} from "@/lib/http/query-schemas";

/** service-interface 2.1 and the field page's "Notifications". */
export const SEVERITIES = ["LOW", "MEDIUM", "HIGH"] as const;
export const ALERT_TYPES = ["HEALTH", "PRODUCTIVITY"] as const;
export const CLOSE_REASONS = ["RECOVERY_DETECTED", "EXPIRED", "REPLACED"] as const;
export const EVENTS = ["RAISED", "SEVERITY_INCREASED", "CLOSED"] as const;
export const CATEGORIES = [
  "PLANT_CRITICAL_ALERT",
  "PLANT_STRESS_ALERT",
  "PLANT_LIGHT_ALERT",
  "PLANT_RECOVERY_ALERT",
] as const;
export const CERTAINTIES = ["reported", "inferred", "corrected"] as const;

export type Severity = (typeof SEVERITIES)[number];
export type Category = (typeof CATEGORIES)[number];

export type Shape = "alert" | "plant";

/** What one notification says of its alert, whichever of the two shapes it came in. */
export type NotificationFacts = {
  /** alert: service-interface 2.1; plant: the newer shape, which has a category and no severity */
  shape: Shape;
  alertId: string;
  event: (typeof EVENTS)[number];
  type: (typeof ALERT_TYPES)[number] | null;
  category: Category | null;
  severity: Severity | null;
  previousSeverity: Severity | null;
  closeReason: (typeof CLOSE_REASONS)[number] | null;
  jobId: string;
  locationId: string | null;
  controlAreaId: string | null;
  timestamp: Date;
  /** When the alert was raised or closed by its own word; the newer shape only. */
  raisedAt: Date | null;
  closedAt: Date | null;
};

export const alertSchema = z.object({
  alertId: z.string(),
  tenantId: z.string(),
  type: z.enum(ALERT_TYPES).nullable(),
  category: z.enum(CATEGORIES).nullable(),
  severity: z.enum(SEVERITIES).nullable(),
  peakSeverity: z.enum(SEVERITIES).nullable(),
  status: z.enum(["open", "closed"]),
  raisedAt: instant.nullable(),
  lastEventAt: instant,
  closedAt: instant.nullable(),
  closeReason: z.enum(CLOSE_REASONS).nullable(),
  jobId: z.string(),
  areas: z.array(
    z.object({
      path: z.string(),
      certainty: z.enum(CERTAINTIES),
      until: instant.nullable().meta({ description: "The last reading that the inference rests on" }),
    }),
  ),
  acknowledgedAt: instant.nullable(),
  acknowledgedBy: z.string().nullable(),
  incomplete: z.boolean(),
  severitySince: instant.nullable().meta({ description: "When the present severity began" }),
  firstEventAt: instant,
});
export type Alert = z.infer<typeof alertSchema>;

export const notificationSchema = z.object({
  notificationId: z.string().nullable(),
  event: z.enum(EVENTS),
  severity: z.enum(SEVERITIES).nullable(),
  previousSeverity: z.enum(SEVERITIES).nullable(),
  closeReason: z.enum(CLOSE_REASONS).nullable(),
  timestamp: instant,
  receivedAt: instant,
});

export const noteSchema = z.object({
  id: z.string(),
  author: z.string(),
  text: z.string(),
  createdAt: instant,
});

export const alertDetailSchema = alertSchema.extend({
  notifications: z.array(notificationSchema),
  notes: z.array(noteSchema),
});
export type AlertDetail = z.infer<typeof alertDetailSchema>;

export const alertsQuerySchema = z.strictObject({
  tenant: tenantParameter,
  status: z.enum(["open", "closed", "all"]).default("all"),
  severity: repeatable(z.enum(SEVERITIES)).optional(),
  type: repeatable(z.enum(ALERT_TYPES)).optional(),
  category: repeatable(z.enum(CATEGORIES)).optional(),
  jobId: z.string().min(1).optional(),
  area: z.string().min(1).optional(),
  placed: z
    .enum(["true", "false"])
    .optional()
    .meta({ description: "Whether the place of the alert is known" }),
  acknowledged: z.enum(["true", "false"]).optional(),
  text: z.string().min(1).max(200).optional().meta({ description: "Part of an area, job or alert id" }),
  order: z.enum(["newest", "worst"]).default("newest"),
  from: instantParameter.optional(),
  to: instantParameter.optional(),
  limit: limitParameter,
  cursor: cursorParameter,
});
export type AlertsQuery = z.infer<typeof alertsQuerySchema>;

export const listAlerts = endpoint({
  method: "GET",
  path: "/api/v1/alerts",
  summary: "Alerts, newest lastEventAt first; `from` and `to` select closed ones and never hide an open one",
  access: "screen",
  query: alertsQuerySchema,
  answer: pageOf(alertSchema),
});

export const readAlert = endpoint({
  method: "GET",
  path: "/api/v1/alerts/{alertId}",
  summary: "One alert with its notifications and notes",
  access: "screen",
  params: z.object({ alertId: z.string() }),
  query: z.strictObject({ tenant: tenantParameter }),
  answer: alertDetailSchema,
});

/** Counts for the pages: by severity (plant alerts counted by their rank), those that nobody has, and the change in a day. */
const severityCounts = z.object({ high: z.int(), medium: z.int(), low: z.int(), plain: z.int() });
export type SeverityCounts = z.infer<typeof severityCounts>;
export const severityCountsSchema = severityCounts;

export const countAlerts = endpoint({
  method: "GET",
  path: "/api/v1/alerts/counts",
  summary: "How many alerts are open by severity, now and a day ago",
  access: "screen",
  query: z.strictObject({ tenant: tenantParameter }),
  answer: z.object({
    open: z.int(),
    acknowledged: z.int(),
    closed30Days: z.int(),
    bySeverity: severityCounts,
    dayAgo: severityCounts,
    nobody: z.int().meta({ description: "Open and not acknowledged" }),
    oldestNobodyAt: instant.nullable(),
    lastClosed: z.object({ at: instant, closeReason: z.enum(CLOSE_REASONS).nullable() }).nullable(),
  }),
});

/** The index that an alert is about with its last days, for a row of a list. */
export const alertEvidence = endpoint({
  method: "GET",
  path: "/api/v1/alerts/evidence",
  summary: "For each alert the index it is about: last value, value a day before, hourly means of 72 hours",
  access: "screen",
  query: z.strictObject({ tenant: tenantParameter, alertId: repeatable(z.string()) }),
  answer: z.object({
    items: z.array(
      z.object({
        alertId: z.string(),
        index: z.string(),
        unit: z.string(),
        last: z.object({ at: instant, value: z.number() }).nullable(),
        dayBefore: z.number().nullable(),
        from: instant,
        to: instant,
        points: z.array(z.object({ t: instant, value: z.number() })),
      }),
    ),
  }),
});

/** What a person does with several alerts at once. */
export const selectedAlertsSchema = z.strictObject({
  tenant: tenantParameter,
  alertIds: z.array(z.string().min(1)).min(1).max(500),
});
export type SelectedAlerts = z.output<typeof selectedAlertsSchema>;

export const noteInputSchema = z.strictObject({
  tenant: tenantParameter,
  alertId: z.string().min(1),
  text: z.string().trim().min(1, "The note is empty").max(4_000, "A note has at most 4,000 characters"),
});
export type NoteInput = z.output<typeof noteInputSchema>;

/** Alerts as bars above a chart: when each began, rose and ended. */
export const alertSpans = endpoint({
  method: "GET",
  path: "/api/v1/alerts/spans",
  summary: "Alerts of an area (and below) that were open in a time, with the times of their rises",
  access: "screen",
  query: z.strictObject({
    tenant: tenantParameter,
    area: z.string().min(1).optional(),
    alertId: z.string().min(1).optional(),
    from: instantParameter,
    to: instantParameter,
  }),
  answer: z.object({
    items: z.array(
      z.object({
        alertId: z.string(),
        type: z.enum(ALERT_TYPES).nullable(),
        category: z.enum(CATEGORIES).nullable(),
        steps: z.array(z.object({ severity: z.enum(SEVERITIES).nullable(), at: instant })),
        closedAt: instant.nullable(),
      }),
    ),
  }),
});
