import "server-only";
import { type AlertKey, type AlertsWrite, alertsWrite } from "./apply-store.server";
import type { NotificationFacts } from "./contract";
import { foldAlert } from "./fold";

/** An alert with every notification that is known of it, in any order, repeated or not. */
export type Story = AlertKey & {
  notifications: readonly NotificationFacts[];
  /** Of the state that was read with them: 0 for a new alert. */
  revision: number;
};

/**
 * Folds alerts anew (contract.md, "Notifications") for the statement that stores their notifications.
 * @param stories one for each alert, none of them empty
 */
export function foldAlerts(stories: readonly Story[]): AlertsWrite {
  return alertsWrite(
    stories.map(({ tenancyId, tenantId, notifications, revision }) => ({
      ...foldAlert(notifications),
      tenancyId,
      tenantId,
      readRevision: revision,
    })),
  );
}
