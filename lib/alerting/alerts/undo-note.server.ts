import "server-only";
import { AppError } from "@/lib/base/core/errors";
import { MINUTE_MS } from "@/lib/base/core/time";
import { transaction } from "@/lib/base/db/transaction.server";
import { resolveTenancy } from "@/lib/farm/tenancies/service.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { accountIdOf, requireAccess } from "@/lib/identity/actor/rules";
import { recordAudit } from "@/lib/identity/audit/service.server";
import { tellAlerts } from "./apply-store.server";
import type { OneAlert } from "./detail-contract";
import { requireSeen } from "./handling.server";
import { deleteLastNote } from "./history-store.server";

/** Later than this others may have read a note and acted on it. */
const UNDO_MS = 10 * MINUTE_MS;

/**
 * Takes back the actor's own last note on an alert (role grower), for ten minutes; after that notes stay.
 * @throws AppError `forbidden`; `not-found`; `conflict` where there is none that young
 */
export async function undoNote(actor: Actor, input: OneAlert, now = new Date()): Promise<void> {
  requireAccess(actor, "grower");
  const tenancy = await resolveTenancy(actor, input.tenant);
  const { id: tenancyId, tenantId } = tenancy;
  const { alertId } = input;
  await transaction(async (tx) => {
    await requireSeen(tx, tenancy, alertId);
    const authorId = accountIdOf(actor);
    const since = new Date(now.getTime() - UNDO_MS);
    if (authorId === null || !(await deleteLastNote(tx, { tenancyId, alertId, authorId }, since)))
      throw new AppError("conflict", "Only your own note can be taken back, for ten minutes.");
    await recordAudit(tx, actor, { action: "alert.note-undone", target: alertId, detail: { tenantId } });
    await tellAlerts(tx, [{ tenantId, alertId }]);
  });
}
