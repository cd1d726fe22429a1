import "server-only";
import { Prisma } from "@/generated/prisma/client";
import type { Role } from "@/lib/base/core/access";
import { getPrisma } from "@/lib/base/db/prisma.server";
import type { Transaction } from "@/lib/base/db/transaction.server";
import type { AreaLimit } from "@/lib/identity/actor/contract";
import { readLimits } from "@/lib/identity/actor/rules";
import type { TokenLine } from "./contract";

/** All API tokens without their hashes, active ones first. */
export async function listTokenLines(): Promise<TokenLine[]> {
  const rows = await getPrisma().apiToken.findMany({
    omit: { tokenHash: true },
    orderBy: [{ revokedAt: { sort: "desc", nulls: "first" } }, { name: "asc" }],
  });
  return rows.map((row) => ({
    ...row,
    role: row.role as Role,
    areas: readLimits({ role: row.role as Role, areas: row.areas }),
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
  }));
}

/** Makes a token; false when the name is taken. */
export async function insertToken(
  tx: Transaction,
  token: {
    name: string;
    role: Role;
    areas: AreaLimit[] | null;
    expiresAt: Date | null;
    tokenHash: string;
    createdBy: string;
  },
): Promise<boolean> {
  if ((await tx.apiToken.count({ where: { name: token.name } })) > 0) return false;
  await tx.apiToken.create({ data: { ...token, areas: token.areas ?? Prisma.DbNull } });
  return true;
}

/** The facts of a token for its revocation; null without one. */
export function findToken(tx: Transaction, id: number) {
  return tx.apiToken.findUnique({
    where: { id },
    select: { name: true, provisioned: true, revokedAt: true },
  });
}

/** Revokes a token for good. */
export async function markRevoked(tx: Transaction, id: number): Promise<void> {
  await tx.apiToken.update({ where: { id }, data: { revokedAt: new Date() } });
}
