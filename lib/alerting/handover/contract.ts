import { z } from "zod";
import { alertSchema, noteSchema } from "@/lib/alerting/alerts/contract";
import { outageSchema } from "@/lib/alerting/outages/contract";
import { SEVERITIES } from "@/lib/base/core/severity";
import { endpoint } from "@/lib/base/request/endpoint";
import { instant, instantParameter, tenantParameter } from "@/lib/web/http/query-schemas";

/** The events of an alert: from its notifications, then by people. */
export const HANDOVER_EVENTS = [
  "opened",
  "rose",
  "closed",
  "acknowledged",
  "acknowledgement-undone",
  "owner-set",
  "snoozed",
  "woken",
  "placed",
  "noted",
  "recovery-confirmed",
  "recovery-denied",
] as const;
export type HandoverEventKind = (typeof HANDOVER_EVENTS)[number];

const happenedSchema = z.object({
  at: instant,
  what: z.enum(HANDOVER_EVENTS),
  by: z.string().nullable().meta({ description: "Who did it; null for what a notification told" }),
  severity: z.enum(SEVERITIES).nullable().meta({ description: "Of a notification: the severity it told" }),
  owner: z.string().nullable().meta({ description: "owner-set: who looks after it from then on" }),
  until: instant.nullable().meta({ description: "snoozed: until when; null is until it gets worse" }),
});
export type HandoverEvent = z.infer<typeof happenedSchema>;

export const handoverAlertSchema = alertSchema.extend({
  owner: z.string().nullable().meta({ description: "Who looks after it, else who acknowledged it" }),
  jobName: z.string().nullable().meta({
    description: "The name of its growth job; null where no reading carries it",
  }),
  notes: z
    .array(noteSchema)
    .meta({ description: "All of an open alert; of a closed one those since `from`" }),
  happened: z.array(happenedSchema).meta({ description: "Since `from`, oldest first" }),
});
export type HandoverAlert = z.infer<typeof handoverAlertSchema>;

const countsSchema = z
  .object({
    opened: z.int(),
    rose: z.int(),
    taken: z.int(),
    noted: z.int(),
    snoozed: z.int(),
    closed: z.int(),
    open: z.int().meta({ description: "Open now" }),
  })
  .meta({ description: "Alerts, each counted once a column" });
export type HandoverCounts = z.infer<typeof countsSchema>;

/** What Now says is new (docs/spec/http-contract.md "Shifts"). */
export const readNews = endpoint({
  method: "GET",
  path: "/api/v1/handover/counts",
  summary: "How many alerts opened, rose, were taken up, noted, snoozed and closed since a time",
  access: "viewer",
  query: z.strictObject({ tenant: tenantParameter, from: instantParameter }),
  answer: z.object({ from: instant, counts: countsSchema }),
});

/** The input of an act of looking at Now: `{tenant}`. */
export const lookSchema = z.strictObject({ tenant: tenantParameter });

/** From when on something is new to a person: since their last look, or, at the first, since the shift began. */
export type NewsStart = { from: string; since: "look" | "shift" };

export const readHandover = endpoint({
  method: "GET",
  path: "/api/v1/handover",
  summary:
    "What one shift hands to the next: what opened, rose, was taken up, noted, snoozed and closed since a time, open alerts first",
  access: "viewer",
  expensive: true,
  query: z.strictObject({
    tenant: tenantParameter,
    from: instantParameter.optional().meta({
      description:
        "Default: when a shift began, in site time, at least two hours ago: 06:00 or 18:00 unless set otherwise",
    }),
  }),
  answer: z.object({
    tenantId: z.string(),
    name: z.string(),
    timeZone: z.string(),
    from: instant,
    to: instant,
    counts: countsSchema,
    open: z.array(handoverAlertSchema).meta({ description: "Worst first, 200 at most" }),
    closed: z
      .array(handoverAlertSchema)
      .meta({ description: "Closed since `from`, newest first, 200 at most" }),
    outages: z.array(outageSchema),
  }),
});
export type Handover = z.infer<NonNullable<typeof readHandover.answer>>;
