import "server-only";
import { getPrisma } from "@/lib/db/prisma.server";
import type { Transaction } from "@/lib/db/transaction.server";

export type Pairing = { id: number; secretHash: string; expiresAt: Date };

/** Forgets the codes that ran out so long ago that nobody is told of them any more. */
export async function dropOldPairings(before: Date): Promise<void> {
  await getPrisma().screenPairing.deleteMany({ where: { expiresAt: { lt: before } } });
}

/** How many browsers show a code that is good. */
export async function countPairings(now: Date): Promise<number> {
  return getPrisma().screenPairing.count({ where: { expiresAt: { gt: now } } });
}

/**
 * Gives a waiting browser a code in the place of its last one.
 * @returns false when another browser shows this code
 */
export async function savePairing(pairing: {
  secretHash: string;
  codeHash: string;
  expiresAt: Date;
}): Promise<boolean> {
  const { secretHash, codeHash, expiresAt } = pairing;
  const written = await getPrisma().$executeRaw`
    INSERT INTO screen_pairings (secret_hash, code_hash, expires_at)
    SELECT ${secretHash}, ${codeHash}, ${expiresAt}
    WHERE NOT EXISTS (SELECT FROM screen_pairings WHERE code_hash = ${codeHash})
    ON CONFLICT (secret_hash) DO UPDATE
    SET code_hash = excluded.code_hash, expires_at = excluded.expires_at, created_at = now()`;
  return written === 1;
}

/** What waits under a secret. */
export async function findPairingOfSecret(secretHash: string): Promise<Pairing | null> {
  return getPrisma().screenPairing.findUnique({ where: { secretHash } });
}

/** What shows a code. */
export async function findPairingOfCode(tx: Transaction, codeHash: string): Promise<Pairing | null> {
  return tx.screenPairing.findUnique({ where: { codeHash } });
}

/** Uses a code up; false when somebody was faster. */
export async function takePairing(tx: Transaction, id: number): Promise<boolean> {
  return (await tx.screenPairing.deleteMany({ where: { id } })).count === 1;
}
