import "server-only";
import type { Prisma } from "@/generated/prisma/client";
import { getPool } from "@/lib/base/db/pool.server";
import { getPrisma } from "@/lib/base/db/prisma.server";
import { type Transaction, transaction } from "@/lib/base/db/transaction.server";
import { changePayload, EVENT_CHANNEL } from "@/lib/base/events/contract";
import type { SyncType } from "@/lib/farm/tenancies/contract";
import type { Ask, SyncBook, SyncState } from "./state";

const SYNC_LOCK = 7_102;

/** A tenancy and the type that is fetched. */
export type SyncKey = { tenancyId: number; tenantId: string; type: SyncType };

export type SyncRecord = SyncBook & { paused: boolean; lastTryAt: Date | null; lateLookedAt: Date | null };

/**
 * Runs work that no other process does for the same tenancy at the same time.
 * @returns false, and does nothing, when another one is at it
 */
export async function alone(tenancyId: number, work: () => Promise<void>): Promise<boolean> {
  const client = await getPool().connect();
  let broken: Error | undefined;
  try {
    await client.query("BEGIN");
    const { rows } = await client.query<{ got: boolean }>("SELECT pg_try_advisory_xact_lock($1, $2) AS got", [
      SYNC_LOCK,
      tenancyId,
    ]);
    const got = rows[0]?.got ?? false;
    if (got) await work();
    return got;
  } finally {
    await client.query("ROLLBACK").catch((error: Error) => {
      broken = error;
    });
    client.release(broken);
  }
}

/** The book of a type; an empty one where nothing was fetched yet. */
export async function readBook(tenancyId: number, type: SyncType): Promise<SyncRecord> {
  const where = { tenancyId, type };
  const prisma = getPrisma();
  const [row, windows, troubles, asks] = await Promise.all([
    prisma.syncState.findUnique({ where: { tenancyId_type: where } }),
    prisma.syncWindow.findMany({ where, orderBy: { fromAt: "asc" } }),
    prisma.syncTrouble.findMany({ where, orderBy: { fromAt: "asc" } }),
    prisma.syncAsk.findMany({ where: { ...where, endedAt: null }, orderBy: { id: "asc" } }),
  ]);
  return {
    state: {
      nextTryAt: ms(row?.nextTryAt),
      newestFailures: row?.newestFailures ?? 0,
      strikes: row?.strikes ?? 0,
      heldUntil: ms(row?.heldUntil),
      yields: row?.yields ?? false,
      lastError: row?.lastError ?? null,
    },
    complete: windows.map(({ fetchedAt, queryId, ...row }) => ({
      ...stretchOf(row),
      fetchedAt: fetchedAt.getTime(),
      queryId,
    })),
    troubles: troubles.map(({ failures, lastError, nextTryAt, ...row }) => ({
      ...stretchOf(row),
      ...{ failures, lastError, nextTryAt: nextTryAt.getTime() },
    })),
    asks: asks.map(askOf),
    paused: row?.paused ?? false,
    lastTryAt: row?.lastTryAt ?? null,
    lateLookedAt: row?.lateLookedAt ?? null,
  };
}

type AskRow = Awaited<ReturnType<ReturnType<typeof getPrisma>["syncAsk"]["findMany"]>>[number];

function askOf({ id, reason, fromAt, remainingTo, askedAt, failures, nextTryAt, lastError }: AskRow): Ask {
  return {
    ...{ id: String(id), from: fromAt.getTime(), to: remainingTo.getTime(), askedAt: askedAt.getTime() },
    ...{ failures, lastError, nextTryAt: ms(nextTryAt), reason: reason === "late" ? "late" : "request" },
  };
}

const ms = (at: Date | null | undefined) => at?.getTime() ?? null;
const date = (at: number | null) => (at === null ? null : new Date(at));
const stretchOf = ({ fromAt, toAt }: { fromAt: Date; toAt: Date }) => ({
  from: fromAt.getTime(),
  to: toAt.getTime(),
});

/**
 * Writes what a fetch that ended changed in the book, all of it or nothing, and tells who looks at the tenancy.
 * @param over asks that are over, by their id
 */
export async function saveBook(
  key: SyncKey,
  before: SyncBook,
  after: SyncBook,
  ended: { lastTryAt: Date; succeeded: boolean; over: ReadonlyMap<string, string> },
): Promise<void> {
  await transaction(async (tx) => {
    await saveWindows(tx, key, before, after);
    await saveTroubles(tx, key, after);
    for (const ask of after.asks) {
      if (!before.asks.includes(ask)) await saveAsk(tx, ask, ended.over.get(ask.id));
    }
    const { lastTryAt, succeeded } = ended;
    const newest = after.complete.at(-1);
    await writeState(tx, key, {
      ...stateData(after.state),
      ...(newest ? { completeFrom: new Date(newest.from), completeUntil: new Date(newest.to) } : {}),
      ...{ lastTryAt, ...(succeeded ? { lastSuccessAt: lastTryAt } : {}) },
    });
  });
}

async function saveWindows(tx: Transaction, key: SyncKey, before: SyncBook, after: SyncBook): Promise<void> {
  const { tenancyId, type } = key;
  const gone = before.complete.filter((line) => !after.complete.includes(line));
  const added = after.complete.filter((line) => !before.complete.includes(line));
  await tx.syncWindow.deleteMany({
    where: { tenancyId, type, fromAt: { in: gone.map(({ from }) => new Date(from)) } },
  });
  await tx.syncWindow.createMany({
    data: added.map(({ from, to, fetchedAt, queryId }) => ({
      ...{ tenancyId, type, queryId },
      ...{ fromAt: new Date(from), toAt: new Date(to), fetchedAt: new Date(fetchedAt) },
    })),
  });
}

async function saveTroubles(tx: Transaction, { tenancyId, type }: SyncKey, after: SyncBook): Promise<void> {
  await tx.syncTrouble.deleteMany({ where: { tenancyId, type } });
  await tx.syncTrouble.createMany({
    data: after.troubles.map(({ from, to, failures, lastError, nextTryAt }) => ({
      ...{ tenancyId, type, failures, lastError },
      ...{ fromAt: new Date(from), toAt: new Date(to), nextTryAt: new Date(nextTryAt) },
    })),
  });
}

async function saveAsk(tx: Transaction, ask: Ask, outcome: string | undefined): Promise<void> {
  const { id, to, failures, lastError, nextTryAt } = ask;
  await tx.syncAsk.updateMany({
    where: { id: BigInt(id), endedAt: null },
    data: {
      ...{ remainingTo: new Date(to), failures, lastError, nextTryAt: date(nextTryAt) },
      ...(outcome === undefined ? {} : { outcome, endedAt: new Date() }),
    },
  });
}

/** Keeps the state alone, and tells who looks at the tenancy. */
export async function saveState(key: SyncKey, state: SyncState): Promise<void> {
  await transaction((tx) => writeState(tx, key, stateData(state)));
}

function stateData(state: SyncState) {
  const { newestFailures, strikes, yields, lastError } = state;
  return {
    ...{ newestFailures, strikes, yields, lastError },
    nextTryAt: date(state.nextTryAt),
    heldUntil: date(state.heldUntil),
    failures: lastError === null ? 0 : Math.max(newestFailures, strikes),
  };
}

async function writeState(
  tx: Transaction,
  { tenancyId, tenantId, type }: SyncKey,
  data: Omit<Prisma.SyncStateCreateInput, "tenancyId" | "type">,
): Promise<void> {
  await tx.syncState.upsert({
    where: { tenancyId_type: { tenancyId, type } },
    create: { tenancyId, type, ...data },
    update: data,
  });
  const payload = changePayload({ type: "sync", tenantId, id: type });
  await tx.$executeRaw`SELECT pg_notify(${EVENT_CHANNEL}, ${payload})`;
}

/** Forgets failures and waiting times: the next look fetches at once. */
export async function makeDue(tenancyId: number): Promise<void> {
  const now = new Date();
  const prisma = getPrisma();
  await prisma.$transaction([
    prisma.syncState.updateMany({
      where: { tenancyId },
      data: { nextTryAt: null, heldUntil: null, failures: 0, newestFailures: 0, strikes: 0, yields: false },
    }),
    prisma.syncTrouble.updateMany({ where: { tenancyId }, data: { nextTryAt: now } }),
    prisma.syncAsk.updateMany({ where: { tenancyId, endedAt: null }, data: { nextTryAt: null } }),
  ]);
}

/** Stops or resumes the fetching of a type, and tells who looks at the tenancy. */
export async function setPaused(key: SyncKey, paused: boolean): Promise<void> {
  await transaction((tx) => writeState(tx, key, { paused }));
}
