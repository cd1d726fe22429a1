import "server-only";
import type { Transaction } from "@/lib/db/transaction.server";
import { type AlertKey, saveAlerts } from "./apply-store.server";
import type { NotificationFacts } from "./contract";
import { foldAlert } from "./fold";

/** An alert with every notification that is known of it, in any order, repeated or not. */
export type Story = Pick<AlertKey, "tenancyId" | "tenantId"> & {
  notifications: readonly NotificationFacts[];
};

/**
 * Folds alerts anew (contract.md, "Notifications") and tells every process, in the transaction of the
 * caller, who holds the locks of the alerts.
 * @param stories one for each alert, none of them empty
 */
export async function foldAlerts(tx: Transaction, stories: readonly Story[]): Promise<void> {
  if (stories.length === 0) return;
  await saveAlerts(
    tx,
    stories.map(({ tenancyId, tenantId, notifications }) => ({
      ...foldAlert(notifications),
      tenancyId,
      tenantId,
    })),
  );
}
