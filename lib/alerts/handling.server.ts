import "server-only";
import { recordAudit } from "@/lib/audit/service.server";
import type { Actor } from "@/lib/auth/contract";
import { requireAccess } from "@/lib/auth/rules";
import { AppError } from "@/lib/core/errors";
import { type Transaction, transaction } from "@/lib/db/transaction.server";
import type { TenancyRef } from "@/lib/tenancies/contract";
import { resolveTenancy } from "@/lib/tenancies/service.server";
import { tellAlerts } from "./apply-store.server";
import type { NoteInput, SelectedAlerts } from "./contract";
import { clearAcknowledged, existingAlerts, insertNote, saveAcknowledged } from "./handling-store.server";

/**
 * Takes alerts in hand (role grower); one that somebody has already stays with them.
 * @returns the alerts that changed hands
 * @throws AppError `forbidden`; `not-found` when one of the alerts is unknown, and then nothing changes
 */
export function acknowledge(actor: Actor, input: SelectedAlerts): Promise<{ alertIds: string[] }> {
  return handle(actor, input, "alert.acknowledged", (tx, tenancy) =>
    saveAcknowledged(tx, tenancy.id, input.alertIds, actor.name),
  );
}

/**
 * Gives alerts back to nobody (role grower), whoever had them.
 * @returns the alerts that somebody had
 * @throws as `acknowledge`
 */
export function undoAcknowledgement(actor: Actor, input: SelectedAlerts): Promise<{ alertIds: string[] }> {
  return handle(actor, input, "alert.acknowledgement-undone", (tx, tenancy) =>
    clearAcknowledged(tx, tenancy.id, input.alertIds),
  );
}

/**
 * Writes a note on an alert (role grower), signed with the actor's name.
 * @throws AppError `forbidden`; `not-found` when the alert is unknown
 */
export async function writeNote(actor: Actor, input: NoteInput): Promise<{ id: string }> {
  requireAccess(actor, "grower");
  const tenancy = await resolveTenancy(actor, input.tenant);
  return transaction(async (tx) => {
    await refuseUnknown(tx, tenancy.id, [input.alertId]);
    const { alertId, text } = input;
    const id = await insertNote(tx, { tenancyId: tenancy.id, alertId, author: actor.name, text });
    await record(tx, actor, tenancy, "alert.note-added", [alertId]);
    return { id };
  });
}

async function handle(
  actor: Actor,
  input: SelectedAlerts,
  action: string,
  change: (tx: Transaction, tenancy: TenancyRef) => Promise<string[]>,
): Promise<{ alertIds: string[] }> {
  requireAccess(actor, "grower");
  const tenancy = await resolveTenancy(actor, input.tenant);
  return transaction(async (tx) => {
    await refuseUnknown(tx, tenancy.id, input.alertIds);
    const alertIds = await change(tx, tenancy);
    await record(tx, actor, tenancy, action, alertIds);
    return { alertIds };
  });
}

async function refuseUnknown(tx: Transaction, tenancyId: number, alertIds: readonly string[]): Promise<void> {
  const existing = new Set(await existingAlerts(tx, tenancyId, alertIds));
  const unknown = alertIds.find((alertId) => !existing.has(alertId));
  if (unknown !== undefined) throw new AppError("not-found", `No alert has the id ${unknown}.`);
}

async function record(
  tx: Transaction,
  actor: Actor,
  tenancy: TenancyRef,
  action: string,
  alertIds: readonly string[],
): Promise<void> {
  for (const alertId of alertIds)
    await recordAudit(tx, actor, { action, target: alertId, detail: { tenantId: tenancy.tenantId } });
  await tellAlerts(
    tx,
    alertIds.map((alertId) => ({ tenantId: tenancy.tenantId, alertId })),
  );
}
