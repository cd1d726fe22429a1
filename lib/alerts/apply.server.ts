import "server-only";
import { groupBy } from "@/lib/core/group-by";
import type { Transaction } from "@/lib/db/transaction.server";
import {
  type AlertKey,
  insertNotifications,
  loadStories,
  type NewNotification,
  saveAlerts,
  tellAlerts,
} from "./apply-store.server";
import { foldAlert } from "./fold";

/**
 * Adds notifications to their alerts and folds these anew (contract.md, "Notifications"), in the
 * transaction of the caller, who holds the locks of the alerts.
 * @param list new notifications, no two of one identity
 * @returns the alerts that they touched
 * @throws Error when another process was quicker with one of them
 */
export async function applyNotifications(
  tx: Transaction,
  list: readonly NewNotification[],
): Promise<AlertKey[]> {
  if (list.length === 0) return [];
  if ((await insertNotifications(tx, list)) !== list.length)
    throw new Error("Another process stored one of these notifications at the same time");
  const alerts = alertsOf(list);
  const stories = groupBy(await loadStories(tx, alerts), nameOf);
  const folded = alerts.map((alert) => ({
    ...foldAlert(stories.get(nameOf(alert)) ?? []),
    tenancyId: alert.tenancyId,
  }));
  await saveAlerts(tx, folded);
  await tellAlerts(tx, alerts);
  return alerts;
}

const nameOf = (alert: { tenancyId: number; alertId: string }) => `${alert.tenancyId}:${alert.alertId}`;

/** Sorted, so that all who write several alerts write them in one order. */
function alertsOf(list: readonly NewNotification[]): AlertKey[] {
  const found = new Map<string, AlertKey>();
  for (const { tenancyId, tenantId, alertId } of list)
    found.set(nameOf({ tenancyId, alertId }), { tenancyId, tenantId, alertId });
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, alert]) => alert);
}
