import "server-only";
import { getPrisma } from "@/lib/base/db/prisma.server";
import type { Transaction } from "@/lib/base/db/transaction.server";
import { changePayload, EVENT_CHANNEL, NOTES_CHANGED } from "@/lib/base/events/contract";

export type StoredNote = {
  areaId: number;
  id: string;
  area: string;
  at: Date;
  text: string;
  author: string;
  authorId: number | null;
  createdAt: Date;
  deletedAt: Date | null;
  deletedBy: string | null;
  deletedById: number | null;
};

/** More than these nobody reads; the newest count. */
const MAX_NOTES = 500;

/** Notes of some areas that are not deleted, oldest first; both ends of the time are in it. */
export function readNotes(
  tenancyId: number,
  areaIds: readonly number[],
  period: { from: Date | null; to: Date | null },
): Promise<StoredNote[]> {
  return getPrisma().$queryRaw`
    SELECT * FROM (
      SELECT n.area_id AS "areaId", n.id, c.path AS area, n.at, n.text, n.author, n.author_id AS "authorId",
        n.created_at AS "createdAt", n.deleted_at AS "deletedAt", n.deleted_by AS "deletedBy",
        n.deleted_by_id AS "deletedById"
      FROM area_notes n JOIN control_areas c ON c.tenancy_id = n.tenancy_id AND c.id = n.area_id
      WHERE n.tenancy_id = ${tenancyId} AND n.area_id = ANY(${areaIds}::int[]) AND n.deleted_at IS NULL
        AND (${period.from}::timestamptz IS NULL OR n.at >= ${period.from})
        AND (${period.to}::timestamptz IS NULL OR n.at <= ${period.to})
      ORDER BY n.at DESC, n.id DESC LIMIT ${MAX_NOTES}) AS newest
    ORDER BY at, id`;
}

/** The ids of areas by their paths; those that the tenancy lacks are left out. */
export async function readAreaIds(tenancyId: number, paths: readonly string[]): Promise<number[]> {
  const rows = await getPrisma().controlArea.findMany({
    where: { tenancyId, path: { in: [...paths] } },
    select: { id: true },
  });
  return rows.map(({ id }) => id);
}

/** One note, deleted or not, held until the transaction ends; null where there is none. */
export async function lockNote(tx: Transaction, tenancyId: number, id: string): Promise<StoredNote | null> {
  const rows = await tx.$queryRaw<StoredNote[]>`
    SELECT n.area_id AS "areaId", n.id, c.path AS area, n.at, n.text, n.author, n.author_id AS "authorId",
      n.created_at AS "createdAt", n.deleted_at AS "deletedAt", n.deleted_by AS "deletedBy",
      n.deleted_by_id AS "deletedById"
    FROM area_notes n JOIN control_areas c ON c.tenancy_id = n.tenancy_id AND c.id = n.area_id
    WHERE n.tenancy_id = ${tenancyId} AND n.id = ${id}
    FOR UPDATE OF n`;
  return rows[0] ?? null;
}

type NewRecord = {
  tenancyId: number;
  areaId: number;
  id: string;
  at: Date;
  text: string;
  author: string;
  authorId: number | null;
  createdAt: Date;
};

export async function insertNote(tx: Transaction, record: NewRecord): Promise<void> {
  await tx.areaNote.create({ data: record });
}

/** Marks a note as deleted by somebody, or takes that back. */
export async function setDeleted(
  tx: Transaction,
  tenancyId: number,
  { areaId, id }: Pick<StoredNote, "areaId" | "id">,
  deleted: { at: Date; by: string; byId: number | null } | null,
): Promise<void> {
  await tx.areaNote.update({
    where: { tenancyId_areaId_id: { tenancyId, areaId, id } },
    data: {
      deletedAt: deleted?.at ?? null,
      deletedBy: deleted?.by ?? null,
      deletedById: deleted?.byId ?? null,
    },
  });
}

/** Tells every page that notes of a tenancy changed, when the transaction commits. */
export async function publishNotesChanged(tx: Transaction, tenantId: string): Promise<void> {
  const payload = changePayload({ type: "sync", tenantId, id: NOTES_CHANGED });
  await tx.$executeRaw`SELECT pg_notify(${EVENT_CHANNEL}, ${payload})`;
}
