import "server-only";
import type { Prisma } from "@/generated/prisma/client";
import { type AlertKey, alertPayloads, savedAlerts } from "./apply-store.server";
import type { NotificationFacts } from "./contract";
import { foldAlert } from "./fold";

/** An alert with every notification that is known of it, in any order, repeated or not. */
export type Story = AlertKey & {
  notifications: readonly NotificationFacts[];
  /** Of the state that was read with them: 0 for a new alert. */
  revision: number;
};

/** What a statement needs to write alerts: the query `saved_alerts`, how many rows it has to have, whom to tell. */
export type AlertsWrite = { query: Prisma.Sql; count: number; payloads: string[] };

/**
 * Folds alerts anew (contract.md, "Notifications") for the statement that stores their notifications.
 * @param stories one for each alert, none of them empty
 */
export function foldAlerts(stories: readonly Story[]): AlertsWrite {
  const folded = stories.map(({ tenancyId, tenantId, notifications, revision }) => ({
    ...foldAlert(notifications),
    tenancyId,
    tenantId,
    readRevision: revision,
  }));
  return { query: savedAlerts(folded), count: folded.length, payloads: alertPayloads(folded) };
}
