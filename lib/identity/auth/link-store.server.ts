import "server-only";
import { getPrisma } from "@/lib/base/db/prisma.server";
import type { Transaction } from "@/lib/base/db/transaction.server";

/** Whom a link is for. */
export type LinkHolder = {
  userId: number;
  email: string;
  name: string;
  /** Whether they have had a password before: else it is an invitation. */
  hasPassword: boolean;
};

/** Keeps the hash of a link's token; the person's older link is worth nothing any more. */
export async function saveLink(
  tx: Transaction,
  link: { tokenHash: string; userId: number; createdBy: string; expiresAt: Date },
): Promise<void> {
  await deleteLink(tx, link.userId);
  await tx.accountLink.create({ data: link });
}

/** Takes a person's link away. */
export async function deleteLink(tx: Transaction, userId: number): Promise<void> {
  await tx.accountLink.deleteMany({ where: { userId } });
}

/** Whom a link that is still good is for; null for any other, and for who is disabled. */
export async function findLink(tokenHash: string, tx: Transaction = getPrisma()): Promise<LinkHolder | null> {
  const [found] = await tx.$queryRaw<LinkHolder[]>`
    SELECT u.id AS "userId", u.email, u.name, u.password_hash IS NOT NULL AS "hasPassword"
    FROM account_links l JOIN users u ON u.id = l.user_id
    WHERE l.token_hash = ${tokenHash} AND l.expires_at > now() AND u.disabled_at IS NULL`;
  return found ?? null;
}

/** Takes a link, so that only one can: answers whether it was there. */
export async function takeLink(tx: Transaction, tokenHash: string): Promise<boolean> {
  const { count } = await tx.accountLink.deleteMany({ where: { tokenHash } });
  return count === 1;
}

/** Until when each person's link is good, by the person. */
export async function listLinkEnds(): Promise<Map<number, Date>> {
  const rows = await getPrisma().accountLink.findMany({ select: { userId: true, expiresAt: true } });
  return new Map(rows.map(({ userId, expiresAt }) => [userId, expiresAt]));
}
