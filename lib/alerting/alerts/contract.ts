import { z } from "zod";
import { SEVERITIES, type Severity, severityCountsSchema } from "@/lib/base/core/severity";
import { type AnswerOf, endpoint } from "@/lib/base/request/endpoint";
import {
  cursorParameter,
  instant,
  instantParameter,
  limitParameter,
  pageOf,
  repeatable,
  tenantParameter,
} from "@/lib/web/http/query-schemas";

/** docs/spec/service-interface.md "Notification fields"; docs/spec/service-in-the-field.md "Notifications". */
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

/** The acts of people on an alert, by their names in its history. */
export const ALERT_ACTS = [
  "acknowledged",
  "acknowledgement-undone",
  "owner-set",
  "snoozed",
  "woken",
  "placed",
  "recovery-confirmed",
  "recovery-denied",
] as const;
export type AlertAct = (typeof ALERT_ACTS)[number];

export type Category = (typeof CATEGORIES)[number];

export type Shape = "alert" | "plant";

/** The facts of a notification about its alert, in either of the two shapes. */
export type NotificationFacts = {
  /** alert: docs/spec/service-interface.md "Notification fields"; plant: the newer one, with a category, no severity. */
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
  /** When the alert says that it was raised or closed; only in the newer shape. */
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
  owner: z.string().nullable().meta({ description: "Who looks after it" }),
  attention: z.boolean().meta({
    description:
      "Open, and neither acknowledged at its present severity, nor snoozed, nor confirmed as recovered",
  }),
  roseSinceAcknowledged: z.boolean(),
  snoozed: z.enum(["until-time", "until-worse"]).nullable(),
  snoozedUntil: instant.nullable(),
  snoozedBy: z.string().nullable(),
  continues: z
    .object({ alertId: z.string(), since: instant })
    .nullable()
    .meta({ description: "The replaced alert that this one goes on with, and since when all of it lasts" }),
  replacedBy: z.string().nullable().meta({ description: "The alert that goes on with a replaced one" }),
  recovery: z
    .object({ since: instant, until: instant })
    .nullable()
    .meta({ description: "Probably recovered: since and until when its index is back in its earlier band" }),
  recoveryConfirmedAt: instant
    .nullable()
    .meta({ description: "Somebody confirmed it, and it has not risen since" }),
  recoveryConfirmedBy: z.string().nullable(),
});
export type Alert = z.infer<typeof alertSchema>;

/** RFC 3339 or a Date. */
type Time = string | Date;

/** The facts that decide if an alert needs attention. */
export type AttentionFacts = Pick<Alert, "status"> & {
  rank: number;
  severitySince: Time | null;
  acknowledgedAt: Time | null;
  /** The alert's rank at that time; null where it was not recorded, so that the acknowledgement holds. */
  acknowledgedRank: number | null;
  snoozedAt: Time | null;
  /** Null of a snoozed alert: until it gets worse. */
  snoozedUntil: Time | null;
  snoozedRank: number | null;
  recoveryConfirmedAt: Time | null;
};

export type Standing = Pick<Alert, "attention" | "roseSinceAcknowledged" | "snoozed">;

/**
 * Judges if an open alert needs attention (docs/spec/product.md "Attention and tabs"): it is not acknowledged at its
 * present rank or a higher one, not snoozed, and not confirmed as recovered. A rise in severity ends all three, its time
 * ends a snooze. The inbox and notices share this rule; store.server.ts has it in SQL.
 */
export function judgeStanding(facts: AttentionFacts, now: Date): Standing {
  const snoozed = facts.status === "open" ? findSnooze(facts, now) : null;
  const isHandled = isAcknowledged(facts) || isConfirmedRecovered(facts);
  return {
    attention: facts.status === "open" && !isHandled && snoozed === null,
    roseSinceAcknowledged: facts.acknowledgedAt !== null && !isAcknowledged(facts),
    snoozed,
  };
}

/** Returns true if an acknowledgement holds: the alert has not risen above its rank at that time. */
export function isAcknowledged({
  rank,
  acknowledgedAt,
  acknowledgedRank,
}: Pick<AttentionFacts, "rank" | "acknowledgedAt" | "acknowledgedRank">): boolean {
  return acknowledgedAt !== null && !hasRisen(rank, acknowledgedRank);
}

function isConfirmedRecovered({ recoveryConfirmedAt, severitySince }: AttentionFacts): boolean {
  if (recoveryConfirmedAt === null) return false;
  return severitySince === null || +new Date(severitySince) <= +new Date(recoveryConfirmedAt);
}

function findSnooze({ rank, snoozedAt, snoozedUntil, snoozedRank }: AttentionFacts, now: Date) {
  if (snoozedAt === null || hasRisen(rank, snoozedRank)) return null;
  if (snoozedUntil === null) return "until-worse";
  return new Date(snoozedUntil) > now ? "until-time" : null;
}

const hasRisen = (rank: number, before: number | null) => before !== null && rank > before;

/** Facts about the index of an alert: its last value and the value a day before. */
export const evidenceMembers = {
  index: z.string(),
  unit: z.string(),
  last: z.object({ at: instant, value: z.number() }).nullable(),
  dayBefore: z.number().nullable(),
  from: instant,
  to: instant,
};

/** The index of an alert with its last days, for a row of a list. */
const evidenceSchema = z.object({
  ...evidenceMembers,
  means: z
    .object({ from: instant, values: z.array(z.number().nullable()) })
    .nullable()
    .meta({ description: "Hour by hour from `from` on; null where an hour has none" }),
});
export type Evidence = z.infer<typeof evidenceSchema>;

/** The most alerts whose ids a group names. An act takes as many. */
export const MAX_GROUPED = 500;

/** The most alerts of a group whose areas it names. */
export const MAX_GROUP_AREAS = 100;

/** A problem: the alerts of one growth job at one place. */
const alertGroupSchema = z.object({
  jobId: z.string(),
  place: z
    .string()
    .nullable()
    .meta({ description: "The nearest area that holds all areas of each alert; null where there is none" }),
  areas: z.array(z.string()).meta({
    description: "The areas of its alerts; empty where there are more than 100 alerts, or no known area",
  }),
  alerts: z.int().meta({ description: "Alerts of the group that fit the query" }),
  alertIds: z.array(z.string()).meta({
    description:
      "Theirs, worst first, 500 at most; of the worst first those that need attention and nobody has",
  }),
  attentionIds: z.array(z.string()).meta({ description: "Those of `alertIds` that need attention" }),
  bySeverity: severityCountsSchema,
  plants: severityCountsSchema.meta({ description: "Those of `bySeverity` that are plant alerts" }),
  indices: z.array(z.string()).meta({ description: "The indices that they are about" }),
  since: instant.meta({ description: "When the oldest of them began" }),
  lastEventAt: instant.meta({ description: "The newest event of them" }),
  open: z.int().meta({ description: "All open alerts of this job at this place, whether they fit or not" }),
  acknowledged: z.int().meta({ description: "Those of `open` that are acknowledged" }),
  acknowledgedBy: z.array(z.string()).meta({ description: "Who acknowledged them" }),
  assigned: z.int().meta({
    description:
      "Those of `open` that are assigned to somebody who has not acknowledged them at their present severity",
  }),
  assignedTo: z.array(z.string()).meta({ description: "Who these are assigned to" }),
  snoozed: z.int().meta({ description: "Those of `open` that are snoozed" }),
  snoozedUntil: instant.nullable().meta({
    description: "When the first of them comes back; null where none does at a time",
  }),
});
export type AlertGroup = z.infer<typeof alertGroupSchema>;

/** The `tenant` of a list over all tenancies that the caller may see. */
export const ALL_TENANCIES = "*";

const tenantOfList = tenantParameter.meta({
  description: "tenantId, or * for all tenancies that the caller may see; required where there are several",
});

const listedAlertSchema = alertSchema.extend({
  site: z
    .object({ name: z.string(), slug: z.string(), timeZone: z.string() })
    .optional()
    .meta({ description: "With `tenant=*`: the tenancy of the alert" }),
  evidence: evidenceSchema.optional().meta({ description: "Where it was asked for" }),
  jobName: z.string().nullable().optional().meta({
    description: "Where it was asked for: the name of its growth job; null where no reading carries it",
  }),
  group: alertGroupSchema
    .optional()
    .meta({ description: "With `group=problem`: the group that this alert, its worst one, stands for" }),
});
export type ListedAlert = z.infer<typeof listedAlertSchema>;

/** What names an alert in a list of other things. */
export type NamedAlert = Pick<
  Alert,
  "alertId" | "tenantId" | "status" | "type" | "category" | "jobId" | "areas"
>;

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

/** An act; the members of `detail` depend on it. */
export const actionSchema = z.object({
  id: z.string(),
  at: instant,
  actor: z.string(),
  action: z.enum(ALERT_ACTS),
  detail: z.record(z.string(), z.unknown()).nullable(),
});
export type AlertAction = z.infer<typeof actionSchema>;

export const alertDetailSchema = alertSchema.extend({
  notifications: z.array(notificationSchema),
  notes: z.array(noteSchema),
  actions: z.array(actionSchema).meta({ description: "What people did, oldest first" }),
});
export type AlertDetail = z.infer<typeof alertDetailSchema>;

/** Filters of a list of alerts, the same in every tab. */
const filterMembers = {
  severity: repeatable(z.enum(SEVERITIES)).optional(),
  type: repeatable(z.enum(ALERT_TYPES)).optional(),
  category: repeatable(z.enum(CATEGORIES)).optional(),
  jobId: z.string().min(1).optional(),
  area: z.string().min(1).optional(),
  placed: z
    .enum(["true", "false"])
    .optional()
    .meta({ description: "Whether the place of the alert is known" }),
  owner: z.string().min(1).optional(),
  text: z.string().min(1).max(200).optional().meta({ description: "Part of an area, job or alert id" }),
  mine: z.literal("true").optional().meta({
    description: "Only in the favourite areas of the person who asks, and below; programs have none",
  }),
  siteGroup: z.string().min(1).optional().meta({
    description: "Only of the tenancies in this group of the person who asks; programs have none",
  }),
};

export const ORDERS = ["newest", "worst", "oldest"] as const;
export const GROUPINGS = ["problem", "none"] as const;

export const alertsQuerySchema = z.strictObject({
  tenant: tenantOfList,
  status: z.enum(["open", "closed", "all"]).default("all"),
  ...filterMembers,
  acknowledged: z.enum(["true", "false"]).optional(),
  desk: z
    .enum(["attention", "acknowledged", "snoozed"])
    .optional()
    .meta({ description: "Where an open alert stands; each is in one of the three" }),
  order: z
    .enum(ORDERS)
    .default("newest")
    .meta({ description: "newest or worst change first, or the one that has lasted longest" }),
  evidence: z
    .literal("true")
    .optional()
    .meta({ description: "With each alert what /api/v1/alerts/evidence tells of it" }),
  jobNames: z.literal("true").optional().meta({ description: "With each alert the name of its growth job" }),
  group: z
    .enum(GROUPINGS)
    .optional()
    .meta({ description: "problem: one item for the alerts of one job at one place, the worst of them" }),
  alertId: repeatable(z.string().min(1), 200).optional().meta({ description: "Only these alerts" }),
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
  answer: pageOf(listedAlertSchema).extend({
    groups: z
      .int()
      .optional()
      .meta({ description: "With `group=problem`: the number of groups on all pages" }),
  }),
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

/** Counts of open alerts by severity (plant alerts by their rank), now and a day ago. */
export const countAlerts = endpoint({
  method: "GET",
  path: "/api/v1/alerts/counts",
  summary: "How many alerts are open by severity, now and a day ago",
  access: "screen",
  query: z.strictObject({ tenant: tenantParameter }),
  answer: z.object({
    open: z.int(),
    attention: z.int().meta({ description: "Open and in need of somebody" }),
    acknowledged: z.int(),
    nextSnoozeEnd: instant.nullable().meta({ description: "When the next snoozed alert comes back" }),
    closed30Days: z.int(),
    bySeverity: severityCountsSchema,
    plants: severityCountsSchema.meta({
      description: "Those of `bySeverity` that are plant alerts, which have a category and no severity",
    }),
    dayAgo: severityCountsSchema
      .nullable()
      .meta({ description: "24 hours ago; null where nothing of that time is known" }),
    nobody: z.int().meta({ description: "Open and not acknowledged" }),
    oldestNobodyAt: instant.nullable(),
    lastClosed: z.object({ at: instant, closeReason: z.enum(CLOSE_REASONS).nullable() }).nullable(),
  }),
});

export type AlertCounts = AnswerOf<typeof countAlerts>;

/** The number of alerts in each tab of the inbox that match the filters. */
export const countTabs = endpoint({
  method: "GET",
  path: "/api/v1/alerts/tabs",
  summary: "How many alerts that fit the filters need attention, are acknowledged, snoozed, closed",
  access: "screen",
  query: z.strictObject({ tenant: tenantOfList, ...filterMembers }),
  answer: z.object({
    attention: z.int(),
    acknowledged: z.int(),
    snoozed: z.int(),
    closed: z.int(),
    elsewhere: severityCountsSchema
      .optional()
      .meta({ description: "With `mine`: those outside of the person's areas that need attention" }),
    elsewherePlants: severityCountsSchema
      .optional()
      .meta({ description: "Those of `elsewhere` that are plant alerts" }),
  }),
});

export type TabCounts = AnswerOf<typeof countTabs>;

export const alertEvidence = endpoint({
  method: "GET",
  path: "/api/v1/alerts/evidence",
  summary: "For each alert the index it is about: last value, value a day before, hourly means of 72 hours",
  access: "screen",
  query: z.strictObject({ tenant: tenantParameter, alertId: repeatable(z.string(), 500) }),
  answer: z.object({ items: z.array(z.object({ alertId: z.string(), ...evidenceSchema.shape })) }),
});

/** An alert as bars above a chart, one for each severity in turn. */
export const alertSpanSchema = z.object({
  alertId: z.string(),
  type: z.enum(ALERT_TYPES).nullable(),
  category: z.enum(CATEGORIES).nullable(),
  steps: z.array(z.object({ severity: z.enum(SEVERITIES).nullable(), at: instant })),
  closedAt: instant.nullable(),
});

/** Alerts as bars above a chart. */
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
  answer: z.object({ items: z.array(alertSpanSchema) }),
});

export const listOwners = endpoint({
  method: "GET",
  path: "/api/v1/owners",
  summary: "Who can look after alerts: active growers and admins",
  access: "grower",
  query: z.strictObject({
    tenant: tenantParameter.meta({ description: "Only those who may look after its alerts" }),
  }),
  answer: z.object({ items: z.array(z.object({ name: z.string() })) }),
});
