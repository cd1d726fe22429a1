/** Handling: the input of each act, and what the act changes. */
import { z } from "zod";
import { instantParameter, tenantParameter } from "@/lib/web/http/query-schemas";
import { type AlertAct, isAcknowledged } from "./contract";

export const selectedAlertsSchema = z.strictObject({
  tenant: tenantParameter,
  alertIds: z.array(z.string().min(1)).min(1).max(500),
});
export type SelectedAlerts = z.output<typeof selectedAlertsSchema>;

const noteText = z
  .string()
  .trim()
  .min(1, "The note is empty")
  .max(4_000, "A note has at most 4,000 characters");

/** `owner` defaults to the person whom an alert is assigned to, else the actor; `note` is added to each alert. */
export const acknowledgeSchema = selectedAlertsSchema.extend({
  owner: z.string().min(1).optional(),
  note: noteText.optional(),
});
export type AcknowledgeInput = z.output<typeof acknowledgeSchema>;

export const assignSchema = selectedAlertsSchema.extend({ owner: z.string().min(1) });
export type AssignInput = z.output<typeof assignSchema>;

/** `until` null: until the alert gets worse. */
export const snoozeSchema = selectedAlertsSchema.extend({ until: instantParameter.nullable() });
export type SnoozeInput = z.output<typeof snoozeSchema>;

/** Alerts of one site or of several. */
const sitesMember = z
  .array(z.strictObject({ tenant: z.string().min(1), alertIds: selectedAlertsSchema.shape.alertIds }))
  .min(1)
  .max(500);

/** One act on alerts of one site or of several; its other members are those of the act. */
export const actOnSitesSchema = z.discriminatedUnion("act", [
  acknowledgeSchema
    .omit({ tenant: true, alertIds: true })
    .extend({ act: z.literal("acknowledge"), sites: sitesMember }),
  z.strictObject({ act: z.literal("assign"), sites: sitesMember, owner: assignSchema.shape.owner }),
  z.strictObject({ act: z.literal("snooze"), sites: sitesMember, until: snoozeSchema.shape.until }),
  z.strictObject({ act: z.enum(["release", "unsnooze", "undo"]), sites: sitesMember }),
]);
export type ActOnSites = z.output<typeof actOnSitesSchema>;

/** What an act did at a site. */
export type SiteOutcome = {
  tenant: string;
  /** The alerts that changed. */
  alertIds: string[];
  /** Whose each acknowledged alert stays that was assigned to somebody else. */
  kept?: string[];
  /** Why it was refused there; null: it was not. */
  refused: string | null;
};

/** One note on each of several alerts. */
export const notesInputSchema = z.strictObject({ sites: sitesMember, text: noteText });
export type NotesInput = z.output<typeof notesInputSchema>;

/** What people decided about one alert. Every act stores the earlier one for its undo. */
export const handlingSchema = z.object({
  acknowledgedAt: z.iso.datetime().nullable(),
  acknowledgedBy: z.string().nullable(),
  acknowledgedRank: z.int().nullable(),
  owner: z.string().nullable(),
  snoozedAt: z.iso.datetime().nullable(),
  snoozedBy: z.string().nullable(),
  snoozedUntil: z.iso.datetime().nullable(),
  snoozedRank: z.int().nullable(),
});
export type Handling = z.infer<typeof handlingSchema>;

/** An alert before an act. */
export type HandledAlert = { alertId: string; status: "open" | "closed"; rank: number; handling: Handling };

/** `at`: RFC 3339. */
type Act = { by: string; at: string };

const NOT_ACKNOWLEDGED = { acknowledgedAt: null, acknowledgedBy: null, acknowledgedRank: null, owner: null };
const NOT_SNOOZED = { snoozedAt: null, snoozedBy: null, snoozedUntil: null, snoozedRank: null };

/**
 * Acknowledges an open alert at its present rank. @returns null for a closed one, and while an acknowledgement counts
 * @param owner null: whom it is assigned to, else who acknowledges it
 */
export function acknowledged(alert: HandledAlert, act: Act, owner: string | null): Handling | null {
  if (alert.status === "closed" || isAcknowledged({ rank: alert.rank, ...alert.handling })) return null;
  return {
    acknowledgedAt: act.at,
    acknowledgedBy: act.by,
    acknowledgedRank: alert.rank,
    owner: owner ?? assigneeOf(alert) ?? act.by,
    ...NOT_SNOOZED,
  };
}

/** Whom an alert is assigned to, other than by acknowledging it; null for nobody. */
function assigneeOf({ handling: { owner, acknowledgedBy } }: HandledAlert): string | null {
  return owner === acknowledgedBy ? null : owner;
}

/** Ends an acknowledgement. @returns null without one */
export function released({ handling }: HandledAlert): Handling | null {
  return handling.acknowledgedAt === null ? null : { ...handling, ...NOT_ACKNOWLEDGED };
}

/** Sets the owner and leaves the acknowledgement as it is. @returns null where it is theirs already */
export function assigned({ handling }: HandledAlert, owner: string): Handling | null {
  return (handling.owner ?? handling.acknowledgedBy) === owner ? null : { ...handling, owner };
}

/**
 * Snoozes an open alert that is not acknowledged. @returns null for any other
 * @param until null: until it gets worse
 */
export function snoozed(alert: HandledAlert, act: Act, until: string | null): Handling | null {
  const { rank, handling } = alert;
  if (alert.status === "closed" || isAcknowledged({ rank, ...handling })) return null;
  return {
    ...handling,
    snoozedAt: act.at,
    snoozedBy: act.by,
    snoozedUntil: until,
    snoozedRank: rank,
  };
}

/** Ends a snooze. @returns null without one */
export function unsnoozed({ handling }: HandledAlert): Handling | null {
  return handling.snoozedAt === null ? null : { ...handling, ...NOT_SNOOZED };
}

/** The act that the history records when an act is undone. */
export const UNDONE_BY = {
  acknowledged: "acknowledgement-undone",
  "acknowledgement-undone": "acknowledged",
  "owner-set": "owner-set",
  snoozed: "woken",
  woken: "snoozed",
} as const satisfies Partial<Record<AlertAct, AlertAct>>;

export type UndoableAct = keyof typeof UNDONE_BY;
export const UNDOABLE_ACTS = Object.keys(UNDONE_BY) as UndoableAct[];

/** The newest undoable act on an alert. */
export type LastAct = { alertId: string; actorId: number | null; action: UndoableAct; detail: unknown };

const undoableDetail = z.object({ before: handlingSchema });

/**
 * The handling before an act.
 * @param by the account that undoes
 * @returns null where another account acted last, or the act was an undo
 */
export function undone(last: LastAct, by: number | null): Handling | null {
  const found = undoableDetail.safeParse(last.detail);
  return by !== null && last.actorId === by && found.success ? found.data.before : null;
}
