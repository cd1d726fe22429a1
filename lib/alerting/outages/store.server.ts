import "server-only";
import { z } from "zod";
import { getPrisma } from "@/lib/base/db/prisma.server";
import { type Transaction, transaction } from "@/lib/base/db/transaction.server";
import { changePayload, EVENT_CHANNEL } from "@/lib/base/events/contract";
import type { Outage } from "./contract";
import { HEARTBEAT_MS, type Lifetime, type Window } from "./heartbeat/lives";

const PREFIX = "alive:";
/** Storage outages closer than this are one, because each heartbeat ends an outage that lasts. */
const MAX_MERGED_GAP_MS = 6 * HEARTBEAT_MS;
const MAX_OUTAGES = 500;

const storedLife = z.object({ since: z.number(), at: z.number(), stopped: z.boolean() });

/** Saves a heartbeat, and the times in which nothing could be stored. */
export async function saveLifetime(life: Lifetime | null, unkept: readonly Window[]): Promise<void> {
  await transaction(async (tx) => {
    if (life) await upsertLifetime(tx, life);
    if (unkept.length > 0) await addOutages(tx, "storage", unkept);
  });
}

async function upsertLifetime(tx: Transaction, { id, ...value }: Lifetime): Promise<void> {
  const key = PREFIX + id;
  await tx.setting.upsert({ where: { key }, create: { key, value }, update: { value } });
}

/** Outages to record, and the ids of lifetimes to remove. */
type Settlement = { gaps: Window[]; unkept: Window[]; dead: string[] };

/**
 * Judges all known lifetimes, one process at a time. Records the outages that `judge` finds, and removes dead lifetimes.
 * @returns what `judge` returned; null while it cannot decide
 */
export function settleLifetimes(judge: (lives: Lifetime[]) => Settlement | null): Promise<Settlement | null> {
  return transaction(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('outages', 0))`;
    const found = judge(await listLifetimes(tx));
    if (!found) return found;
    await addOutages(tx, "stopped", found.gaps);
    await addOutages(tx, "storage", found.unkept);
    await tx.setting.deleteMany({ where: { key: { in: found.dead.map((id) => PREFIX + id) } } });
    return found;
  });
}

async function listLifetimes(tx: Transaction): Promise<Lifetime[]> {
  const rows = await tx.setting.findMany({ where: { key: { startsWith: PREFIX } } });
  return rows.flatMap(({ key, value }) => {
    const { data } = storedLife.safeParse(value);
    return data ? [{ id: key.slice(PREFIX.length), ...data }] : [];
  });
}

async function addOutages(
  tx: Transaction,
  cause: Outage["cause"],
  windows: readonly Window[],
): Promise<void> {
  let changed = 0;
  for (const { from, to } of windows) {
    const [start, end] = [new Date(from).toISOString(), new Date(to).toISOString()];
    changed += cause === "stopped" ? await addStopped(tx, start, end) : await addStorage(tx, start, end);
  }
  if (changed > 0) await publishOutageChange(tx);
}

/**
 * Inserts a gap once, even if two processes that start together both find it. Before the first webhook secret nothing
 * was missed: nobody could send.
 */
function addStopped(tx: Transaction, start: string, end: string): Promise<number> {
  return tx.$executeRaw`
    INSERT INTO outages (started_at, ended_at, cause) SELECT ${start}::timestamptz, ${end}::timestamptz, 'stopped'
    WHERE EXISTS (SELECT FROM webhook_secrets WHERE created_at < ${end}::timestamptz) AND NOT EXISTS (SELECT FROM outages WHERE cause = 'stopped' AND (started_at = ${start}::timestamptz
      OR (started_at < ${end}::timestamptz AND ended_at > ${start}::timestamptz)))`;
}

async function addStorage(tx: Transaction, start: string, end: string): Promise<number> {
  const joined = await tx.$executeRaw`
    UPDATE outages SET ended_at = greatest(ended_at, ${end}::timestamptz),
      started_at = least(started_at, ${start}::timestamptz)
    WHERE cause = 'storage' AND started_at <= ${end}::timestamptz
      AND ended_at >= ${start}::timestamptz - make_interval(secs => ${MAX_MERGED_GAP_MS / 1_000}::float8)`;
  if (joined > 0) return joined;
  return tx.$executeRaw`
    INSERT INTO outages (started_at, ended_at, cause)
    VALUES (${start}::timestamptz, ${end}::timestamptz, 'storage')`;
}

/** Makes open pages read again; an outage concerns every tenancy. */
async function publishOutageChange(tx: Transaction): Promise<void> {
  const tenancies = await tx.tenancy.findMany({ select: { tenantId: true } });
  const payloads = tenancies.map(({ tenantId }) => changePayload({ type: "sync", tenantId, id: "outage" }));
  if (payloads.length > 0)
    await tx.$executeRaw`
      SELECT pg_notify(${EVENT_CHANNEL}, payload) FROM unnest(${payloads}::text[]) AS payload`;
}

/** Finds the outages that overlap a period, newest first. */
export async function findOutages(from: Date | undefined, to: Date | undefined): Promise<Outage[]> {
  const rows = await getPrisma().outage.findMany({
    where: {
      ...(from && { OR: [{ endedAt: null }, { endedAt: { gte: from } }] }),
      ...(to && { startedAt: { lte: to } }),
    },
    orderBy: [{ startedAt: "desc" }, { id: "desc" }],
    take: MAX_OUTAGES,
  });
  return rows.map(({ startedAt, endedAt, cause }) => ({
    startedAt: startedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    cause: cause as Outage["cause"],
  }));
}
