import "server-only";
import { getPrisma } from "@/lib/base/db/prisma.server";
import { bodyHash } from "./identity.server";

const bytesOf = (hash: string) => new Uint8Array(Buffer.from(hash, "hex"));

/**
 * Announces bytes that we are about to send to ourselves: what comes in with exactly them, signed for the tenancy,
 * is a test. Kept for good, because a spool may bring them in late.
 * @returns the hash that stands for them, hex
 */
export async function announceTest(test: {
  tenancyId: number;
  body: Uint8Array;
  by: string;
}): Promise<string> {
  const { tenancyId, body, by } = test;
  const hash = bodyHash(body);
  await getPrisma().testNotification.create({ data: { tenancyId, bodyHash: bytesOf(hash), sentBy: by } });
  return hash;
}

/** The delivery that an announced test made, by the hash of its bytes; null while there is none. */
export async function findTestDelivery(tenancyId: number, hash: string): Promise<string | null> {
  const found = await getPrisma().delivery.findFirst({
    where: { tenancyId, bodyHash: bytesOf(hash) },
    select: { id: true },
  });
  return found && String(found.id);
}
