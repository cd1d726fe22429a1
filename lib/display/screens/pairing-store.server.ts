import "server-only";
import { getPrisma } from "@/lib/base/db/prisma.server";
import type { Transaction } from "@/lib/base/db/transaction.server";

/** `isOver`: its code has run out, by the clock of the database. */
export type Pairing = { id: number; secretHash: string; isOver: boolean };

/**
 * Forgets the codes that ran out an hour ago, after which nobody is told of them any more; and of those that are good
 * the oldest, until `most` are left.
 */
export async function dropOldPairings(most: number): Promise<void> {
  await getPrisma().$executeRaw`
    DELETE FROM screen_pairings
    WHERE expires_at < now() - interval '1 hour' OR id IN (
      SELECT id FROM screen_pairings WHERE expires_at > now() ORDER BY created_at DESC, id DESC OFFSET ${most})`;
}

/**
 * Gives a waiting browser a code in the place of its last one.
 * @param goodForS seconds
 * @returns false when another browser shows this code
 */
export async function savePairing(pairing: {
  secretHash: string;
  codeHash: string;
  goodForS: number;
}): Promise<boolean> {
  const { secretHash, codeHash, goodForS } = pairing;
  const written = await getPrisma().$executeRaw`
    INSERT INTO screen_pairings (secret_hash, code_hash, expires_at)
    SELECT ${secretHash}, ${codeHash}, now() + make_interval(secs => ${goodForS})
    WHERE NOT EXISTS (SELECT FROM screen_pairings WHERE code_hash = ${codeHash})
    ON CONFLICT (secret_hash) DO UPDATE
    SET code_hash = excluded.code_hash, expires_at = excluded.expires_at, created_at = now()`;
  return written === 1;
}

/** What waits under a secret. */
export async function findPairingOfSecret(secretHash: string): Promise<Pairing | null> {
  const [found] = await getPrisma().$queryRaw<Pairing[]>`
    SELECT id, secret_hash AS "secretHash", expires_at <= now() AS "isOver" FROM screen_pairings
    WHERE secret_hash = ${secretHash}`;
  return found ?? null;
}

/** What shows a code. */
export async function findPairingOfCode(tx: Transaction, codeHash: string): Promise<Pairing | null> {
  const [found] = await tx.$queryRaw<Pairing[]>`
    SELECT id, secret_hash AS "secretHash", expires_at <= now() AS "isOver" FROM screen_pairings
    WHERE code_hash = ${codeHash}`;
  return found ?? null;
}

/** Uses a code up; false when somebody was faster. */
export async function takePairing(tx: Transaction, id: number): Promise<boolean> {
  return (await tx.screenPairing.deleteMany({ where: { id } })).count === 1;
}
