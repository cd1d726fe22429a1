import "server-only";
import { PrismaPg } from "@prisma/adapter-pg";
import { PrismaClient } from "@/generated/prisma/client";
import { heldByProcess } from "@/lib/core/held";
import { getPool } from "./pool.server";

const held = heldByProcess<{ prisma: PrismaClient }>();

/** The Prisma client over the shared pool. */
export function getPrisma(): PrismaClient {
  held.prisma ??= new PrismaClient({ adapter: new PrismaPg(getPool()) });
  return held.prisma;
}

/** Forgets the client; for scripts and tests that change the database under it. */
export async function closePrisma(): Promise<void> {
  const client = held.prisma;
  held.prisma = undefined;
  await client?.$disconnect();
}
