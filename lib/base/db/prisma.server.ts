import "server-only";
import { PrismaPg } from "@prisma/adapter-pg";
import { PrismaClient } from "@/generated/prisma/client";
import { processSingleton } from "@/lib/base/core/process-singleton";
import { getIntakePool, getPool } from "./pool.server";

const held = processSingleton<{ prisma: PrismaClient; intakePrisma: PrismaClient }>();

/** The Prisma client over the shared pool. */
export function getPrisma(): PrismaClient {
  held.prisma ??= new PrismaClient({ adapter: new PrismaPg(getPool()) });
  return held.prisma;
}

/** The Prisma client over the intake's own pool, with its few connections and short timeouts. */
export function getIntakePrisma(): PrismaClient {
  held.intakePrisma ??= new PrismaClient({ adapter: new PrismaPg(getIntakePool()) });
  return held.intakePrisma;
}

/** Drops the clients; for scripts and tests that switch databases. */
export async function closePrisma(): Promise<void> {
  const clients = [held.prisma, held.intakePrisma];
  held.prisma = undefined;
  held.intakePrisma = undefined;
  for (const client of clients) await client?.$disconnect();
}
