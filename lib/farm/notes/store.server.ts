import "server-only";
import { type AreaNote, Prisma } from "@/generated/prisma/client";
import { getPrisma } from "@/lib/base/db/prisma.server";
import type { Transaction } from "@/lib/base/db/transaction.server";
import { changePayload, EVENT_CHANNEL, NOTES_CHANGED } from "@/lib/base/events/contract";

export type StoredNote = Omit<AreaNote, "tenancyId"> & { area: string };

/** Growers read no more notes than this; the newest count. */
const MAX_NOTES = 500;

const SELECT_NOTE = Prisma.sql`
  SELECT n.area_id AS "areaId", n.id, c.path AS area, n.at, n.text, n.author, n.author_id AS "authorId",
    n.created_at AS "createdAt", n.deleted_at AS "deletedAt", n.deleted_by AS "deletedBy",
    n.deleted_by_id AS "deletedById"
  FROM area_notes n JOIN control_areas c ON c.tenancy_id = n.tenancy_id AND c.id = n.area_id`;

/** Notes of some areas that are not deleted, oldest first; both ends of the period are included. */
export function readNotes(
  tenancyId: number,
  areaIds: readonly number[],
  { from = null, to = null }: { from?: Date | null; to?: Date | null },
): Promise<StoredNote[]> {
  return getPrisma().$queryRaw`
    SELECT * FROM (
      ${SELECT_NOTE}
      WHERE n.tenancy_id = ${tenancyId} AND n.area_id = ANY(${areaIds}::int[]) AND n.deleted_at IS NULL
        AND (${from}::timestamptz IS NULL OR n.at >= ${from})
        AND (${to}::timestamptz IS NULL OR n.at <= ${to})
      ORDER BY n.at DESC, n.id DESC LIMIT ${MAX_NOTES}) AS newest
    ORDER BY at, id`;
}

/** The ids of areas by their paths; unknown paths are left out. */
export async function readAreaIds(tenancyId: number, paths: readonly string[]): Promise<number[]> {
  const rows = await getPrisma().controlArea.findMany({
    where: { tenancyId, path: { in: [...paths] } },
    select: { id: true },
  });
  return rows.map(({ id }) => id);
}

/** Locks a note, deleted or not, until the transaction ends; null if there is none. */
export async function lockNote(tx: Transaction, tenancyId: number, id: string): Promise<StoredNote | null> {
  const rows = await tx.$queryRaw<StoredNote[]>`
    ${SELECT_NOTE} WHERE n.tenancy_id = ${tenancyId} AND n.id = ${id} FOR UPDATE OF n`;
  return rows[0] ?? null;
}

export async function insertNote(tx: Transaction, note: Prisma.AreaNoteCreateInput): Promise<void> {
  await tx.areaNote.create({ data: note });
}

/** Marks a note as deleted, or with null, as not deleted. */
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

/** Lets every page read the notes of a tenancy again when the transaction commits. */
export async function publishNotesChanged(tx: Transaction, tenantId: string): Promise<void> {
  const payload = changePayload({ type: "sync", tenantId, id: NOTES_CHANGED });
  await tx.$executeRaw`SELECT pg_notify(${EVENT_CHANNEL}, ${payload})`;
}
