import "server-only";
import { getPrisma } from "@/lib/base/db/prisma.server";
import type { Transaction } from "@/lib/base/db/transaction.server";
import { totpPurpose } from "@/lib/base/secrets/contract";
import { seal, unseal } from "@/lib/base/secrets/seal.server";

/** Keeps the key of a person's app, sealed and not confirmed yet; one that was confirmed stays as it is. */
export async function saveTotpKey(tx: Transaction, userId: number, key: string): Promise<boolean> {
  const totpSecret = seal(key, totpPurpose(userId));
  const { count } = await tx.user.updateMany({
    where: { id: userId, totpSince: null },
    data: { totpSecret },
  });
  return count === 1;
}

/**
 * The key of a person's app; null without one.
 * @throws AppError `unavailable` when no key of the ring opens it
 */
export async function readTotpKey(userId: number, tx: Transaction = getPrisma()): Promise<string | null> {
  const row = await tx.user.findUnique({ where: { id: userId }, select: { totpSecret: true } });
  return row?.totpSecret ? unseal(row.totpSecret, totpPurpose(userId)) : null;
}

/**
 * Takes the code of a half minute, once: it and older ones are refused from then on, in whichever process.
 * @returns whether it was not taken before
 */
export async function takeTotpStep(
  userId: number,
  step: number,
  tx: Transaction = getPrisma(),
): Promise<boolean> {
  const { count } = await tx.user.updateMany({
    where: { id: userId, OR: [{ totpStep: null }, { totpStep: { lt: step } }] },
    data: { totpStep: step },
  });
  return count === 1;
}

/** From now on the sign-in asks for a code; `codeHashes` are of the recovery codes. */
export async function confirmTotp(tx: Transaction, userId: number, codeHashes: string[]): Promise<void> {
  await tx.user.update({ where: { id: userId }, data: { totpSince: new Date() } });
  await tx.recoveryCode.deleteMany({ where: { userId } });
  await tx.recoveryCode.createMany({ data: codeHashes.map((codeHash) => ({ userId, codeHash })) });
}

/** Takes a person's second factor away; answers whether there was one, confirmed. */
export async function deleteTotp(tx: Transaction, userId: number): Promise<boolean> {
  const { count } = await tx.user.updateMany({
    where: { id: userId, totpSince: { not: null } },
    data: { totpSecret: null, totpSince: null, totpStep: null },
  });
  await tx.recoveryCode.deleteMany({ where: { userId } });
  return count === 1;
}

/** Takes a recovery code, once; answers whether it was there. */
export async function takeRecoveryCode(tx: Transaction, userId: number, codeHash: string): Promise<boolean> {
  const { count } = await tx.recoveryCode.deleteMany({ where: { userId, codeHash } });
  return count === 1;
}

/** How many recovery codes a person has left. */
export async function countRecoveryCodes(userId: number): Promise<number> {
  return getPrisma().recoveryCode.count({ where: { userId } });
}
