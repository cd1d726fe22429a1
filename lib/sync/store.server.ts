import "server-only";
import { getPool } from "@/lib/db/pool.server";
import { getPrisma } from "@/lib/db/prisma.server";
import { changePayload, EVENT_CHANNEL } from "@/lib/events/contract";
import type { SyncState, SyncType } from "./contract";

const SYNC_LOCK = 7_102;

export type SyncRecord = SyncState & { paused: boolean; lastTryAt: Date | null };

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

/** The state of a type; an empty one where nothing was fetched yet. */
export async function readSyncState(tenancyId: number, type: SyncType): Promise<SyncRecord> {
  const row = await getPrisma().syncState.findUnique({ where: { tenancyId_type: { tenancyId, type } } });
  return {
    completeUntil: row?.completeUntil?.getTime() ?? null,
    completeFrom: row?.completeFrom?.getTime() ?? null,
    nextTryAt: row?.nextTryAt?.getTime() ?? null,
    failures: row?.failures ?? 0,
    lastError: row?.lastError ?? null,
    paused: row?.paused ?? false,
    lastTryAt: row?.lastTryAt ?? null,
  };
}

/** Keeps the state, with `outcome` after a fetch that ended at `lastTryAt`, and tells who looks at the tenancy. */
export async function saveSyncState(
  tenancy: { tenancyId: number; tenantId: string },
  type: SyncType,
  state: SyncState,
  outcome?: { lastTryAt: Date; succeeded: boolean },
): Promise<void> {
  const { tenancyId, tenantId } = tenancy;
  const data = {
    completeUntil: date(state.completeUntil),
    completeFrom: date(state.completeFrom),
    nextTryAt: date(state.nextTryAt),
    failures: state.failures,
    lastError: state.lastError,
    ...(outcome ? { lastTryAt: outcome.lastTryAt } : {}),
    ...(outcome?.succeeded ? { lastSuccessAt: outcome.lastTryAt } : {}),
  };
  const payload = changePayload({ type: "sync", tenantId, id: type });
  await getPrisma().$transaction([
    getPrisma().syncState.upsert({
      where: { tenancyId_type: { tenancyId, type } },
      create: { tenancyId, type, ...data },
      update: data,
    }),
    getPrisma().$executeRaw`SELECT pg_notify(${EVENT_CHANNEL}, ${payload})`,
  ]);
}

const date = (at: number | null) => (at === null ? null : new Date(at));

/** Forgets failures and waiting times: the next look fetches at once. */
export async function makeDue(tenancyId: number): Promise<void> {
  await getPrisma().syncState.updateMany({ where: { tenancyId }, data: { nextTryAt: null, failures: 0 } });
}

/** Stops or resumes the fetching of a type. */
export async function setPaused(tenancyId: number, type: SyncType, paused: boolean): Promise<void> {
  await getPrisma().syncState.upsert({
    where: { tenancyId_type: { tenancyId, type } },
    create: { tenancyId, type, paused },
    update: { paused },
  });
}
