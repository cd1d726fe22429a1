import "server-only";
import { PrismaPg } from "@prisma/adapter-pg";
import { PrismaClient } from "@/generated/prisma/client";
import { getPool } from "./pool.server";

const held = globalThis as { leafwatchPrisma?: PrismaClient };

/** The Prisma client over the shared pool. */
export function getPrisma(): PrismaClient {
  held.leafwatchPrisma ??= new PrismaClient({ adapter: new PrismaPg(getPool()) });
  return held.leafwatchPrisma;
}

/** Forgets the client; for scripts and tests that change the database under it. */
export async function closePrisma(): Promise<void> {
  const client = held.leafwatchPrisma;
  held.leafwatchPrisma = undefined;
  await client?.$disconnect();
}
