import "server-only";
import { type AlertKey, type AlertsWrite, alertsWrite } from "./apply-store.server";
import { type FoldedAlert, foldOn, type Later } from "./fold";

/** An alert with the state that is kept of it and what is new. */
export type Story = AlertKey & {
  /** Null where nothing is kept of it, or what is kept cannot be folded on from. */
  state: FoldedAlert | null;
  /** Of the state that was read: 0 for a new alert. */
  revision: number;
  later: Later;
};

/**
 * Folds alerts on (contract.md, "Notifications") for the statement that stores their notifications.
 * @param stories one for each alert, each with a state or something new
 */
export function foldAlerts(stories: readonly Story[]): AlertsWrite {
  return alertsWrite(
    stories.map(({ tenancyId, tenantId, state, later, revision }) => ({
      ...foldOn(state, later),
      tenancyId,
      tenantId,
      readRevision: revision,
    })),
  );
}
