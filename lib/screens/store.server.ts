import "server-only";
import { getPrisma } from "@/lib/db/prisma.server";
import type { Transaction } from "@/lib/db/transaction.server";
import { type ScreenLine, screenViewSchema } from "./contract";

/** All screens, those in use first, each without its hash. */
export async function listScreenLines(): Promise<ScreenLine[]> {
  const rows = await getPrisma().screen.findMany({
    omit: { tokenHash: true },
    orderBy: [{ revokedAt: { sort: "desc", nulls: "first" } }, { name: "asc" }],
  });
  const names = new Map(
    (await getPrisma().tenancy.findMany({ select: { id: true, name: true } })).map(({ id, name }) => [
      id,
      name,
    ]),
  );
  return rows.map(({ tenancyId, ...row }) => ({
    ...row,
    view: screenViewSchema.catch("alerts").parse(row.view),
    tenancyName: tenancyId === null ? null : (names.get(tenancyId) ?? null),
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
  }));
}

/** Makes a screen; false when the name is taken. */
export async function insertScreen(
  tx: Transaction,
  screen: { name: string; view: string; tenancyId: number; tokenHash: string; createdBy: string },
): Promise<boolean> {
  if ((await tx.screen.count({ where: { name: screen.name } })) > 0) return false;
  await tx.screen.create({ data: screen });
  return true;
}

/** What a revocation has to know. */
export async function findScreenFacts(
  tx: Transaction,
  id: number,
): Promise<{ name: string; provisioned: boolean; revokedAt: Date | null } | null> {
  return tx.screen.findUnique({ where: { id }, select: { name: true, provisioned: true, revokedAt: true } });
}

/** Ends a screen's token for good. */
export async function markScreenRevoked(tx: Transaction, id: number): Promise<void> {
  await tx.screen.update({ where: { id }, data: { revokedAt: new Date() } });
}
