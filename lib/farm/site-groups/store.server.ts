import "server-only";
import { getPrisma } from "@/lib/base/db/prisma.server";
import type { Transaction } from "@/lib/base/db/transaction.server";

/** The sites that a person has put into groups. */
export function listGrouped(userId: number): Promise<{ tenancyId: number; name: string }[]> {
  return getPrisma().siteGroup.findMany({
    where: { userId },
    select: { tenancyId: true, name: true },
    orderBy: { tenancyId: "asc" },
  });
}

/** Puts sites into a person's group, out of the ones in which they are. */
export async function putIntoGroup(
  tx: Transaction,
  userId: number,
  tenancyIds: readonly number[],
  name: string,
): Promise<void> {
  await tx.siteGroup.deleteMany({ where: { userId, tenancyId: { in: [...tenancyIds] } } });
  await tx.siteGroup.createMany({ data: tenancyIds.map((tenancyId) => ({ tenancyId, userId, name })) });
}

/** Takes all sites out of a person's group. */
export async function emptyGroup(tx: Transaction, userId: number, name: string): Promise<void> {
  await tx.siteGroup.deleteMany({ where: { userId, name } });
}
