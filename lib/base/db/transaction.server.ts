import "server-only";
import type pg from "pg";
import type { Prisma } from "@/generated/prisma/client";
import { getPool } from "./pool.server";
import { getPrisma } from "./prisma.server";

/** A transaction that a service opened, through which stores write. */
export type Transaction = Prisma.TransactionClient;

/** Runs work in one transaction, so that a change and its audit entry are stored together or not at all. */
export function transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
  return getPrisma().$transaction(work, { maxWait: 5_000, timeout: 20_000 });
}

/** Runs work in one transaction on a pool connection, for what Prisma cannot do, such as COPY and advisory locks. */
export async function poolTransaction<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await getPool().connect();
  let broken: Error | undefined;
  try {
    await client.query("BEGIN");
    const result = await work(client);
    await client.query("COMMIT");
    return result;
  } catch (error) {
    await client.query("ROLLBACK").catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}
