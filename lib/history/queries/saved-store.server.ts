import "server-only";
import { Prisma, type SavedQuery as SavedRow } from "@/generated/prisma/client";
import { getPrisma } from "@/lib/base/db/prisma.server";
import { transaction } from "@/lib/base/db/transaction.server";
import type { QueryForm } from "./form";

export type SavedRecord = Omit<SavedRow, "form"> & { form: QueryForm };

/** The saved queries of a tenancy that are not deleted. */
export async function listSaved(tenancyId: number): Promise<SavedRecord[]> {
  const rows = await getPrisma().savedQuery.findMany({ where: { tenancyId, deletedAt: null } });
  return rows.map(toRecord);
}

/** One of them, deleted or not; null where there is none. */
export async function findSaved(id: string): Promise<SavedRecord | null> {
  const row = await getPrisma().savedQuery.findFirst({ where: { id } });
  return row && toRecord(row);
}

type NewRecord = Pick<SavedRecord, "id" | "tenancyId" | "name" | "form" | "createdBy">;

/** @returns false where another one has the name */
export function insertSaved(record: NewRecord): Promise<boolean> {
  return underFreeName(record.tenancyId, record.name, (tx) => tx.savedQuery.create({ data: record }));
}

/** @returns false where another one has the name */
export function renameSavedRecord({ id, tenancyId }: SavedRecord, name: string): Promise<boolean> {
  return underFreeName(tenancyId, name, (tx) =>
    tx.savedQuery.update({ where: { tenancyId_id: { tenancyId, id } }, data: { name } }),
  );
}

/** Deletes it, or takes that back. */
export async function markDeleted({ id, tenancyId }: SavedRecord, deletedAt: Date | null): Promise<void> {
  await getPrisma().savedQuery.update({ where: { tenancyId_id: { tenancyId, id } }, data: { deletedAt } });
}

/** What was deleted gives its name up; the unique key decides between two at once. */
async function underFreeName(
  tenancyId: number,
  name: string,
  work: (tx: Prisma.TransactionClient) => Promise<unknown>,
): Promise<boolean> {
  try {
    await transaction(async (tx) => {
      await tx.savedQuery.deleteMany({ where: { tenancyId, name, deletedAt: { not: null } } });
      await work(tx);
    });
    return true;
  } catch (error) {
    if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2002") return false;
    throw error;
  }
}

function toRecord(row: SavedRow): SavedRecord {
  return { ...row, form: row.form as QueryForm };
}
