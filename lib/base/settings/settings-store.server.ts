import "server-only";
import type { Prisma } from "@/generated/prisma/client";
import { getPrisma } from "@/lib/base/db/prisma.server";
import type { Transaction } from "@/lib/base/db/transaction.server";

/** Reads a row of `settings`, unparsed; null without one. */
export async function readStored(key: string, tx: Transaction = getPrisma()): Promise<unknown> {
  return (await tx.setting.findUnique({ where: { key } }))?.value ?? null;
}

/** Writes a row of `settings`. */
export async function writeStored(
  tx: Transaction,
  key: string,
  value: Prisma.InputJsonObject,
): Promise<void> {
  await tx.setting.upsert({ where: { key }, create: { key, value }, update: { value } });
}
