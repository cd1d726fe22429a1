import "server-only";
import { Prisma } from "@/generated/prisma/client";
import type { Transaction } from "@/lib/base/db/transaction.server";
import { changePayload, EVENT_CHANNEL } from "@/lib/base/events/contract";
import { type FoldedAlert, foldOn, type Later } from "./fold";

export type AlertKey = { tenancyId: number; alertId: string };

/** An alert with its stored state and its new notifications. */
export type AlertUpdate = AlertKey & {
  tenantId: string;
  /** Null if none is stored, or an earlier version stored it without `carry`. */
  state: FoldedAlert | null;
  /** The revision of the state that was read: 0 for a new alert. */
  revision: number;
  later: Later;
};

/** Part of a statement: the CTE `saved_alerts`, how many rows it must have, and the payloads to publish. */
export type AlertsWrite = { query: Prisma.Sql; count: number; payloads: string[] };

/**
 * Folds new notifications into alerts (docs/spec/http-contract.md "Notifications"), for the statement that stores both.
 * An alert whose revision moved since it was read is missing in `saved_alerts`, so the statement must compare the count
 * and fail.
 * @param updates one for each alert, with a state or a new notification
 */
export function foldAlerts(updates: readonly AlertUpdate[]): AlertsWrite {
  return { query: savedAlerts(updates), count: updates.length, payloads: updates.map(payloadOf) };
}

/** The columns of `alerts` that hold the member of a folded alert of the same name. */
const FOLDED = [
  "shape",
  "type",
  "category",
  "severity",
  "peak_severity",
  "severity_since",
  "rank",
  "status",
  "raised_at",
  "first_event_at",
  "last_event_at",
  "closed_at",
  "close_reason",
  "job_id",
  "location_id",
  "control_area_id",
  "incomplete",
  "notifications",
  "carry",
];

const memberOf = (column: string) => column.replace(/_(.)/g, (_, letter) => letter.toUpperCase());

const sqlList = (parts: readonly string[]) => Prisma.raw(parts.join(", "));

function savedAlerts(updates: readonly AlertUpdate[]): Prisma.Sql {
  const rows = updates.map(({ tenancyId, alertId, state, later, revision }) => {
    const folded = new Map(Object.entries(foldOn(state, later)));
    const columns = FOLDED.map((column) => [column, folded.get(memberOf(column))]);
    return {
      tenancy_id: tenancyId,
      alert_id: alertId,
      revision: revision + 1,
      ...Object.fromEntries(columns),
    };
  });
  const written = ["revision", ...FOLDED];
  const columns = sqlList(["tenancy_id", "alert_id", ...written]);
  return Prisma.sql`saved_alerts AS (
    INSERT INTO alerts AS before (${columns})
    SELECT ${columns} FROM jsonb_populate_recordset(NULL::alerts, ${JSON.stringify(rows)}::jsonb)
    ORDER BY tenancy_id, alert_id
    ON CONFLICT (tenancy_id, alert_id) DO UPDATE
      SET (${sqlList(written)}) = ROW (${sqlList(written.map((column) => `excluded.${column}`))})
    WHERE before.revision = excluded.revision - 1
    RETURNING 1
  )`;
}

/** The state of the alert `a` as JSON for `toState`; null where an earlier version stored no `carry`. */
export const stateSql = Prisma.sql`CASE WHEN a.carry IS NOT NULL THEN jsonb_build_object(${sqlList(
  ["alert_id", ...FOLDED].map((column) => `'${memberOf(column)}', a.${column}`),
)}) END`;

/** A folded alert with its instants as text. */
export type StateJson = { carry: object };

/** Parses a state that `stateSql` selected. */
export function toState(json: StateJson): FoldedAlert {
  return { ...withDates(json), carry: withDates(json.carry) } as FoldedAlert;
}

const withDates = (json: object) =>
  Object.fromEntries(
    Object.entries(json).map(([name, value]) =>
      /(At|Since)$/.test(name) && typeof value === "string" ? [name, new Date(value)] : [name, value],
    ),
  );

const payloadOf = ({ tenantId, alertId }: { tenantId: string; alertId: string }) =>
  changePayload({ type: "alert", tenantId, id: alertId });

/** Notifies all processes of changed alerts when the transaction commits. */
export async function publishAlertChanges(
  tx: Transaction,
  alerts: readonly { tenantId: string; alertId: string }[],
): Promise<void> {
  if (alerts.length === 0) return;
  await tx.$executeRaw`
    SELECT pg_notify(${EVENT_CHANNEL}, payload) FROM unnest(${alerts.map(payloadOf)}::text[]) AS payload`;
}

/**
 * Locks alerts until the transaction ends, always in the same order, which prevents deadlocks. Placing and judging use
 * the key `tenancy:alert`, acts `handling:tenancy:alert`.
 */
export async function lockAlerts(tx: Transaction, keys: readonly string[]): Promise<void> {
  await tx.$executeRaw`
    SELECT pg_advisory_xact_lock(k)
    FROM (SELECT DISTINCT hashtextextended(key, 0) AS k FROM unnest(${keys}::text[]) AS key ORDER BY 1) AS sorted`;
}
