import "server-only";
import type { Prisma } from "@/generated/prisma/client";
import { getPrisma } from "./prisma.server";

/** What a store function writes through: a transaction that a service opened. */
export type Transaction = Prisma.TransactionClient;

/** Runs work in one transaction, so that a change and its audit entry stand or fall together. */
export function transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
  return getPrisma().$transaction(work, { maxWait: 5_000, timeout: 20_000 });
}
