import "server-only";
import { Prisma } from "@/generated/prisma/client";
import { seenAlert } from "@/lib/base/db/sql-fragments.server";
import type { Transaction } from "@/lib/base/db/transaction.server";
import type { Scope } from "@/lib/farm/tenancies/contract";
import type { AlertAct } from "./contract";
import { type HandledAlert, type Handling, type LastAct, UNDOABLE_ACTS } from "./handling";

type Row = Pick<HandledAlert, "alertId" | "status" | "rank"> & {
  [Member in keyof Handling]: Member extends `${string}At` | "snoozedUntil" ? Date | null : Handling[Member];
};

/** The alerts that may be seen among those asked for, with what people decided of them, by alert id. */
export async function findHandled(
  tx: Transaction,
  scope: Scope,
  alertIds: readonly string[],
): Promise<HandledAlert[]> {
  const rows = await tx.$queryRaw<Row[]>`
    SELECT a.alert_id AS "alertId", a.status, a.rank::int AS rank, h.acknowledged_at AS "acknowledgedAt",
      h.acknowledged_by AS "acknowledgedBy", h.acknowledged_rank::int AS "acknowledgedRank", h.owner,
      h.snoozed_at AS "snoozedAt", h.snoozed_by AS "snoozedBy", h.snoozed_until AS "snoozedUntil",
      h.snoozed_rank::int AS "snoozedRank"
    FROM alerts a LEFT JOIN alert_handlings h ON h.tenancy_id = a.tenancy_id AND h.alert_id = a.alert_id
    WHERE a.tenancy_id = ${scope.id} AND a.alert_id = ANY(${alertIds}::text[])
      AND ${seenAlert(scope, Prisma.sql`a.alert_id`)}
    ORDER BY a.alert_id`;
  return rows.map(({ alertId, status, rank, acknowledgedAt, snoozedAt, snoozedUntil, ...rest }) => ({
    alertId,
    status,
    rank,
    handling: {
      ...rest,
      acknowledgedAt: acknowledgedAt?.toISOString() ?? null,
      snoozedAt: snoozedAt?.toISOString() ?? null,
      snoozedUntil: snoozedUntil?.toISOString() ?? null,
    },
  }));
}

/** Writes what people decided; what stands there of a recovery is left alone. */
export async function saveHandlings(
  tx: Transaction,
  tenancyId: number,
  rows: readonly (Handling & { alertId: string })[],
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO alert_handlings (tenancy_id, alert_id, acknowledged_at, acknowledged_by, acknowledged_rank,
      owner, snoozed_at, snoozed_by, snoozed_until, snoozed_rank)
    SELECT ${tenancyId}, n."alertId", n."acknowledgedAt", n."acknowledgedBy", n."acknowledgedRank", n.owner,
      n."snoozedAt", n."snoozedBy", n."snoozedUntil", n."snoozedRank"
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS n("alertId" text,
      "acknowledgedAt" timestamptz, "acknowledgedBy" text, "acknowledgedRank" smallint, owner text,
      "snoozedAt" timestamptz, "snoozedBy" text, "snoozedUntil" timestamptz, "snoozedRank" smallint)
    ON CONFLICT (tenancy_id, alert_id) DO UPDATE SET acknowledged_at = excluded.acknowledged_at,
      acknowledged_by = excluded.acknowledged_by, acknowledged_rank = excluded.acknowledged_rank,
      owner = excluded.owner, snoozed_at = excluded.snoozed_at, snoozed_by = excluded.snoozed_by,
      snoozed_until = excluded.snoozed_until, snoozed_rank = excluded.snoozed_rank`;
}

/** What the history keeps of an act beside its name. */
export type ActDetail = Prisma.InputJsonObject;

/**
 * Adds to the history of alerts what a person did with them.
 * @param act `detail` for all of them alike, or made for each
 */
export async function insertActions(
  tx: Transaction,
  act: {
    tenancyId: number;
    alertIds: readonly string[];
    actor: string;
    actorId: number | null;
    action: AlertAct;
    detail?: ActDetail | ((alertId: string) => ActDetail);
  },
): Promise<void> {
  const { alertIds, detail, ...rest } = act;
  const detailOf = typeof detail === "function" ? detail : () => detail;
  await tx.alertAction.createMany({
    data: alertIds.map((alertId) => ({ ...rest, alertId, detail: detailOf(alertId) })),
  });
}

/** The newest act that can be undone on each of the alerts. */
export function findLastActs(
  tx: Transaction,
  tenancyId: number,
  alertIds: readonly string[],
): Promise<LastAct[]> {
  return tx.$queryRaw`
    SELECT DISTINCT ON (alert_id) alert_id AS "alertId", actor_id AS "actorId", action, detail
    FROM alert_actions
    WHERE tenancy_id = ${tenancyId} AND alert_id = ANY(${alertIds}::text[])
      AND action = ANY(${UNDOABLE_ACTS}::text[])
    ORDER BY alert_id, id DESC`;
}

/** Adds a note to each of the alerts. */
export async function insertNotes(
  tx: Transaction,
  note: {
    tenancyId: number;
    alertIds: readonly string[];
    author: string;
    authorId: number | null;
    text: string;
  },
): Promise<void> {
  const { alertIds, ...rest } = note;
  await tx.alertNote.createMany({ data: alertIds.map((alertId) => ({ ...rest, alertId })) });
}
