import "server-only";
import type { Transaction } from "@/lib/db/transaction.server";

/** Which of the alerts exist. */
export async function existingAlerts(
  tx: Transaction,
  tenancyId: number,
  alertIds: readonly string[],
): Promise<string[]> {
  const rows = await tx.alert.findMany({
    where: { tenancyId, alertId: { in: [...alertIds] } },
    select: { alertId: true },
    orderBy: { alertId: "asc" },
  });
  return rows.map(({ alertId }) => alertId);
}

/**
 * Notes who has alerts in hand; one that somebody has already stays with them.
 * @returns the alerts that nobody had
 */
export async function saveAcknowledged(
  tx: Transaction,
  tenancyId: number,
  alertIds: readonly string[],
  by: string,
): Promise<string[]> {
  const rows = await tx.$queryRaw<{ alertId: string }[]>`
    INSERT INTO alert_handlings AS h (tenancy_id, alert_id, acknowledged_at, acknowledged_by)
    SELECT ${tenancyId}, alert_id, now(), ${by} FROM unnest(${alertIds}::text[]) AS alert_id ORDER BY alert_id
    ON CONFLICT (tenancy_id, alert_id) DO UPDATE SET acknowledged_at = excluded.acknowledged_at,
      acknowledged_by = excluded.acknowledged_by
    WHERE h.acknowledged_at IS NULL
    RETURNING h.alert_id AS "alertId"`;
  return rows.map(({ alertId }) => alertId);
}

/** @returns the alerts that somebody had */
export async function clearAcknowledged(
  tx: Transaction,
  tenancyId: number,
  alertIds: readonly string[],
): Promise<string[]> {
  const rows = await tx.$queryRaw<{ alertId: string }[]>`
    UPDATE alert_handlings SET acknowledged_at = NULL, acknowledged_by = NULL
    WHERE tenancy_id = ${tenancyId} AND alert_id = ANY(${alertIds}::text[]) AND acknowledged_at IS NOT NULL
    RETURNING alert_id AS "alertId"`;
  return rows.map(({ alertId }) => alertId);
}

/** Adds a note. @returns its id */
export async function insertNote(
  tx: Transaction,
  note: { tenancyId: number; alertId: string; author: string; text: string },
): Promise<string> {
  const { id } = await tx.alertNote.create({ data: note });
  return String(id);
}
