import "server-only";
import { getPrisma } from "@/lib/base/db/prisma.server";
import type { Transaction } from "@/lib/base/db/transaction.server";
import type { AlertAct, AlertAction } from "./contract";

/** What people did with an alert, oldest first. */
export async function listActions(tenancyId: number, alertId: string): Promise<AlertAction[]> {
  const rows = await getPrisma().alertAction.findMany({
    where: { tenancyId, alertId },
    orderBy: { id: "asc" },
  });
  return rows.map(({ id, at, actor, action, detail }) => ({
    id: String(id),
    at: at.toISOString(),
    actor,
    action: action as AlertAct,
    detail: detail as AlertAction["detail"],
  }));
}

/** The newest of some kinds of acts on an alert; null where there is none. */
export function findLastAction(
  tx: Transaction,
  tenancyId: number,
  alertId: string,
  actions: readonly AlertAct[],
) {
  return tx.alertAction.findFirst({
    where: { tenancyId, alertId, action: { in: [...actions] } },
    orderBy: { id: "desc" },
  });
}

/** Takes an act out of the history: its undoing leaves nothing to tell. The audit keeps both. */
export async function deleteAction(tx: Transaction, tenancyId: number, id: bigint): Promise<void> {
  await tx.alertAction.delete({ where: { tenancyId_id: { tenancyId, id } } });
}

/**
 * Takes away the newest note of an author (by their account) on an alert, if it was written since an instant.
 * @returns whether there was one
 */
export async function deleteLastNote(
  tx: Transaction,
  note: { tenancyId: number; alertId: string; authorId: number },
  since: Date,
): Promise<boolean> {
  const last = await tx.alertNote.findFirst({
    where: { ...note, createdAt: { gte: since } },
    orderBy: { id: "desc" },
    select: { tenancyId: true, id: true },
  });
  if (last) await tx.alertNote.delete({ where: { tenancyId_id: last } });
  return last !== null;
}
