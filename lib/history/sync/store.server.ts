import "server-only";
import { Prisma } from "@/generated/prisma/client";
import type { Stretch } from "@/lib/base/core/stretches";
import { getPrisma } from "@/lib/base/db/prisma.server";
import { poolTransaction, type Transaction, transaction } from "@/lib/base/db/transaction.server";
import { changePayload, EVENT_CHANNEL } from "@/lib/base/events/contract";
import type { SyncType } from "@/lib/farm/tenancies/contract";
import type { Ask, SyncBook, SyncState } from "./plan";

const SYNC_LOCK = 7_102;

/** A tenancy and the type that is fetched. */
export type SyncKey = { tenancyId: number; tenantId: string; type: SyncType };

export type SyncRecord = SyncBook & { paused: boolean; lastTryAt: Date | null; lateLookedAt: Date | null };

/**
 * Runs work under a lock of the tenancy.
 * @returns false, without running it, when another process holds the lock
 */
export async function withSyncLock(tenancyId: number, work: () => Promise<void>): Promise<boolean> {
  return poolTransaction(async (client) => {
    const lock = "SELECT pg_try_advisory_xact_lock($1, $2) AS got";
    const { rows } = await client.query<{ got: boolean }>(lock, [SYNC_LOCK, tenancyId]);
    if (rows[0]?.got) await work();
    return rows[0]?.got ?? false;
  });
}

/** The book of a type; empty where nothing was fetched yet. */
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
    complete: windows.map(({ fetchedAt, queryId, ...line }) => ({
      ...toStretch(line),
      queryId,
      fetchedAt: fetchedAt.getTime(),
    })),
    troubles: troubles.map(({ failures, lastError, nextTryAt, ...trouble }) => ({
      ...toStretch(trouble),
      failures,
      lastError,
      nextTryAt: nextTryAt.getTime(),
    })),
    asks: asks.map(({ id, reason, askedBy, failures, lastError, ...ask }) => ({
      id: String(id),
      reason: reason === "late" ? "late" : "request",
      ...toStretch({ fromAt: ask.fromAt, toAt: ask.remainingTo }),
      until: ask.toAt.getTime(),
      askedBy,
      askedAt: ask.askedAt.getTime(),
      failures,
      lastError,
      nextTryAt: ms(ask.nextTryAt),
    })),
    paused: row?.paused ?? false,
    lastTryAt: row?.lastTryAt ?? null,
    lateLookedAt: row?.lateLookedAt ?? null,
  };
}

const ms = (at: Date | null | undefined) => at?.getTime() ?? null;

const date = (at: number | null) => (at === null ? null : new Date(at));

const toStretch = ({ fromAt, toAt }: { fromAt: Date; toAt: Date }) => ({
  from: fromAt.getTime(),
  to: toAt.getTime(),
});

const toColumns = ({ from, to }: Stretch) => ({ fromAt: new Date(from), toAt: new Date(to) });

/**
 * Saves the book after a fetch in one transaction and notifies viewers.
 * @param outcomes of the requests by id; null while one is open
 */
export function saveBook(
  key: SyncKey,
  before: SyncBook,
  after: SyncBook,
  { lastTryAt, succeeded, outcomes }: { lastTryAt: Date; succeeded: boolean; outcomes: Outcomes },
): Promise<void> {
  return transaction(async (tx) => {
    await saveWindows(tx, key, before, after);
    await saveTroubles(tx, key, after);
    for (const ask of after.asks) {
      if (!before.asks.includes(ask)) await saveAsk(tx, ask, outcomes.get(ask.id) ?? null);
    }
    const newest = after.complete.at(-1);
    await writeState(tx, key, {
      ...stateData(after.state),
      ...(newest && { completeFrom: new Date(newest.from), completeUntil: new Date(newest.to) }),
      lastTryAt,
      ...(succeeded && { lastSuccessAt: lastTryAt }),
    });
  });
}

type Outcomes = ReadonlyMap<string, string | null>;

async function saveWindows(tx: Transaction, key: SyncKey, before: SyncBook, after: SyncBook): Promise<void> {
  const { tenancyId, type } = key;
  const gone = before.complete.filter((line) => !after.complete.includes(line));
  const added = after.complete.filter((line) => !before.complete.includes(line));
  await tx.syncWindow.deleteMany({
    where: { tenancyId, type, fromAt: { in: gone.map(({ from }) => new Date(from)) } },
  });
  await tx.syncWindow.createMany({
    data: added.map(({ from, to, fetchedAt, queryId }) => ({
      tenancyId,
      type,
      queryId,
      ...toColumns({ from, to }),
      fetchedAt: new Date(fetchedAt),
    })),
  });
}

async function saveTroubles(tx: Transaction, { tenancyId, type }: SyncKey, after: SyncBook): Promise<void> {
  await tx.syncTrouble.deleteMany({ where: { tenancyId, type } });
  await tx.syncTrouble.createMany({
    data: after.troubles.map(({ from, to, nextTryAt, ...failure }) => ({
      tenancyId,
      type,
      ...failure,
      ...toColumns({ from, to }),
      nextTryAt: new Date(nextTryAt),
    })),
  });
}

async function saveAsk(tx: Transaction, ask: Ask, outcome: string | null): Promise<void> {
  const { id, to, failures, lastError, nextTryAt } = ask;
  await tx.syncAsk.updateMany({
    where: { id: BigInt(id), endedAt: null },
    data: {
      remainingTo: new Date(to),
      failures,
      lastError,
      nextTryAt: date(nextTryAt),
      ...(outcome && { outcome, endedAt: new Date() }),
    },
  });
}

/** Saves the state only, and notifies viewers. */
export function saveState(key: SyncKey, state: SyncState): Promise<void> {
  return transaction((tx) => writeState(tx, key, stateData(state)));
}

function stateData(state: SyncState) {
  return {
    ...state,
    nextTryAt: date(state.nextTryAt),
    heldUntil: date(state.heldUntil),
    failures: state.lastError === null ? 0 : Math.max(state.newestFailures, state.strikes),
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
  await notifyViewers(tx, { tenantId, type });
}

async function notifyViewers(tx: Transaction, { tenantId, type }: Omit<SyncKey, "tenancyId">): Promise<void> {
  const payload = changePayload({ type: "sync", tenantId, id: type });
  await tx.$executeRaw`SELECT pg_notify(${EVENT_CHANNEL}, ${payload})`;
}

/** Clears failures and pauses, so that the next run fetches at once. */
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

/** Pauses or resumes the fetching of a type, and notifies viewers. */
export function setPaused(key: SyncKey, paused: boolean): Promise<void> {
  return transaction((tx) => writeState(tx, key, { paused }));
}

/** Adds requests to fetch stretches again, and notifies viewers. */
export async function addAsks(
  tx: Transaction,
  { tenancyId, tenantId, type }: SyncKey,
  stretches: readonly Stretch[],
  by: { reason: Ask["reason"]; askedBy: string },
): Promise<void> {
  const askedAt = new Date();
  await tx.syncAsk.createMany({
    data: stretches.map((stretch) => ({
      tenancyId,
      type,
      ...by,
      askedAt,
      ...toColumns(stretch),
      remainingTo: new Date(stretch.to),
    })),
  });
  await notifyViewers(tx, { tenantId, type });
}

/** Cancels a request; null when it is over already or belongs to another tenancy. */
export async function endAsk(tx: Transaction, tenancyId: number, id: bigint) {
  const [ended] = await tx.syncAsk.updateManyAndReturn({
    where: { id, tenancyId, endedAt: null },
    data: { endedAt: new Date(), outcome: "cancelled" },
  });
  return ended ?? null;
}

/** All stretches that end after an instant and were requested again, open or over; without cancelled requests. */
export async function listAsked(tenancyId: number, type: SyncType, since: Date): Promise<Stretch[]> {
  const rows = await getPrisma().syncAsk.findMany({
    where: {
      tenancyId,
      type,
      toAt: { gte: since },
      OR: [{ reason: "late" }, { outcome: null }, { outcome: { not: "cancelled" } }],
    },
    select: { fromAt: true, toAt: true },
  });
  return rows.map(toStretch);
}

/**
 * Saves the stretches that a check for late rows found, and its time; deletes earlier ones that no check reaches any
 * more.
 */
export async function saveLateCheck(
  key: SyncKey,
  at: Date,
  stretches: readonly Stretch[],
  reach: Date,
): Promise<void> {
  const { tenancyId, type } = key;
  await transaction(async (tx) => {
    await tx.syncAsk.deleteMany({
      where: { tenancyId, type, reason: "late", endedAt: { not: null }, toAt: { lt: reach } },
    });
    if (stretches.length > 0) await addAsks(tx, key, stretches, { reason: "late", askedBy: "Leafwatch" });
    await tx.syncState.updateMany({ where: { tenancyId, type }, data: { lateLookedAt: at } });
  });
}

/** Hours in which areas have rows, as (area_id, hour). */
function hoursWithRows(tenancyId: number, type: SyncType, from: Date, to: Date): Prisma.Sql {
  if (type === "chf")
    return Prisma.sql`SELECT DISTINCT area_id, date_trunc('hour', at) AS hour
      FROM measurements WHERE tenancy_id = ${tenancyId} AND at BETWEEN ${from} AND ${to}`;
  // Areas and jobs one by one, so that the primary key is used.
  return Prisma.sql`SELECT DISTINCT r.area_id, date_trunc('hour', r.at) AS hour
    FROM job_areas j JOIN readings r ON r.tenancy_id = j.tenancy_id AND r.area_id = j.area_id
      AND r.job_id = j.job_id AND r.at BETWEEN ${from} AND ${to}
    WHERE j.tenancy_id = ${tenancyId} AND j.last_at >= ${from} AND j.first_at <= ${to}`;
}

/** Consecutive hours without usual rows that make a hole. */
const MIN_HOURS = 3;

/**
 * Holes of areas: stretches without rows in hours of the day that have rows on two days of three, so that an area that
 * reports only at night or once a day has none. Both ends have rows: an area that stopped reporting has no hole and is
 * not requested for ever.
 */
export async function findHoles(tenancyId: number, type: SyncType, period: Stretch): Promise<Stretch[]> {
  const hours = hoursWithRows(tenancyId, type, new Date(period.from), new Date(period.to));
  const rows = await getPrisma().$queryRaw<{ fromAt: Date; toAt: Date }[]>`
    WITH hours AS MATERIALIZED (${hours}),
    extent AS (
      SELECT area_id, extract(epoch FROM max(hour) - min(hour)) / 86400 + 1 AS days FROM hours GROUP BY area_id),
    usual AS (
      SELECT h.area_id, extract(hour FROM h.hour) AS of_day
      FROM hours h JOIN extent e USING (area_id)
      WHERE e.days >= 4
      GROUP BY h.area_id, of_day, e.days HAVING count(*) * 3 >= floor(e.days) * 2),
    steps AS (
      SELECT area_id, lag(hour) OVER (PARTITION BY area_id ORDER BY hour) AS before, hour FROM hours),
    gaps AS (SELECT * FROM steps WHERE hour - before > make_interval(hours => ${MIN_HOURS}::int))
    SELECT g.before AS "fromAt", g.hour AS "toAt"
    FROM gaps g
    CROSS JOIN LATERAL generate_series(g.before + interval '1 hour', g.hour - interval '1 hour', '1 hour') AS missing (hour)
    JOIN usual u ON u.area_id = g.area_id AND u.of_day = extract(hour FROM missing.hour)
    GROUP BY g.area_id, g.before, g.hour HAVING count(*) >= ${MIN_HOURS}
    ORDER BY g.before`;
  return rows.map(toStretch);
}
