import { z } from "zod";
import { instantParameter, tenantParameter } from "@/lib/web/http/query-schemas";

/** What a person does with several alerts at once. */
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

/** Taking alerts in hand: for oneself where no owner is named; a note is written on each. */
export const acknowledgeSchema = selectedAlertsSchema.extend({
  owner: z.string().min(1).optional(),
  note: noteText.optional(),
});
export type AcknowledgeInput = z.output<typeof acknowledgeSchema>;

export const handOverSchema = selectedAlertsSchema.extend({ owner: z.string().min(1) });
export type HandOverInput = z.output<typeof handOverSchema>;

/** Until a time, or until the alert gets worse: null. */
export const snoozeSchema = selectedAlertsSchema.extend({ until: instantParameter.nullable() });
export type SnoozeInput = z.output<typeof snoozeSchema>;

export const noteInputSchema = z.strictObject({
  tenant: tenantParameter,
  alertId: z.string().min(1),
  text: noteText,
});
export type NoteInput = z.output<typeof noteInputSchema>;
