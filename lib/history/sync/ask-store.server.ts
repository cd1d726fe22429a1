import "server-only";
import type { Stretch } from "@/lib/base/core/stretches";
import { getPool } from "@/lib/base/db/pool.server";
import { getPrisma } from "@/lib/base/db/prisma.server";
import { type Transaction, transaction } from "@/lib/base/db/transaction.server";
import { changePayload, EVENT_CHANNEL } from "@/lib/base/events/contract";
import type { SyncType } from "@/lib/farm/tenancies/contract";
import type { Ask } from "./state";
import type { SyncKey } from "./store.server";

/** Adds stretches that are to be fetched again. */
export async function addAsks(
  tx: Transaction,
  { tenancyId, tenantId, type }: SyncKey,
  stretches: readonly Stretch[],
  by: { reason: Ask["reason"]; askedBy: string },
): Promise<void> {
  const askedAt = new Date();
  await tx.syncAsk.createMany({
    data: stretches.map(({ from, to }) => ({
      ...{ tenancyId, type, ...by, askedAt },
      ...{ fromAt: new Date(from), toAt: new Date(to), remainingTo: new Date(to) },
    })),
  });
  const payload = changePayload({ type: "sync", tenantId, id: type });
  await tx.$executeRaw`SELECT pg_notify(${EVENT_CHANNEL}, ${payload})`;
}

/** Ends what an admin asked for; null when it is over already or belongs to another tenancy. */
export async function endAsk(tx: Transaction, tenancyId: number, id: bigint) {
  const where = { id, tenancyId, endedAt: null };
  const { count } = await tx.syncAsk.updateMany({
    where,
    data: { endedAt: new Date(), outcome: "cancelled" },
  });
  return count === 0 ? null : tx.syncAsk.findUnique({ where: { tenancyId_id: { tenancyId, id } } });
}

/** What is still to be fetched again, the oldest wish first. */
export async function listOpenAsks(tenancyId: number, type: SyncType) {
  return getPrisma().syncAsk.findMany({
    where: { tenancyId, type, endedAt: null },
    orderBy: { id: "asc" },
  });
}

/** Every stretch after an instant that was to be fetched again, over or not; what an admin took back is none. */
export async function listAsked(tenancyId: number, type: SyncType, since: Date): Promise<Stretch[]> {
  const rows = await getPrisma().syncAsk.findMany({
    where: {
      ...{ tenancyId, type, toAt: { gte: since } },
      OR: [{ reason: "late" }, { outcome: null }, { outcome: { not: "cancelled" } }],
    },
    select: { fromAt: true, toAt: true },
  });
  return rows.map(({ fromAt, toAt }) => ({ from: fromAt.getTime(), to: toAt.getTime() }));
}

/**
 * Keeps what the look for areas that lack rows found, and that it was made; earlier finds that no look reaches back
 * to are forgotten.
 */
export async function saveLook(
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

const SOURCES: Record<SyncType, string> = {
  // Area and job are looked through one by one, so that the primary key serves.
  indices: `SELECT DISTINCT r.area_id, date_trunc('hour', r.at) AS hour
    FROM job_areas j JOIN readings r ON r.tenancy_id = j.tenancy_id AND r.area_id = j.area_id
      AND r.job_id = j.job_id AND r.at BETWEEN $2 AND $3
    WHERE j.tenancy_id = $1 AND j.last_at >= $2 AND j.first_at <= $3`,
  chf: `SELECT DISTINCT area_id, date_trunc('hour', at) AS hour
    FROM measurements WHERE tenancy_id = $1 AND at BETWEEN $2 AND $3`,
};

/** Hours in a row, of those in which an area usually has rows, that make a hole. */
const LEAST_HOURS = 3;

/**
 * Between which hours an area has no row where it usually has some: the same hour of the day holds rows on two days
 * of three, so that an area that reports at night only, or once a day, lacks nothing in between. Both ends are hours
 * with rows: an area that stopped altogether has no hole, and is not asked for for ever.
 */
export async function findHoles(tenancyId: number, type: SyncType, within: Stretch): Promise<Stretch[]> {
  const { rows } = await getPool().query<{ from: Date; to: Date }>(
    `WITH hours AS MATERIALIZED (${SOURCES[type]}),
     extent AS (
       SELECT area_id, extract(epoch FROM max(hour) - min(hour)) / 86400 + 1 AS days FROM hours GROUP BY area_id),
     usual AS (
       SELECT h.area_id, extract(hour FROM h.hour) AS of_day
       FROM hours h JOIN extent e USING (area_id)
       WHERE e.days >= 4
       GROUP BY h.area_id, of_day, e.days HAVING count(*) * 3 >= floor(e.days) * 2),
     steps AS (
       SELECT area_id, lag(hour) OVER (PARTITION BY area_id ORDER BY hour) AS before, hour FROM hours),
     gaps AS (SELECT * FROM steps WHERE hour - before > interval '${LEAST_HOURS} hours')
     SELECT g.before AS "from", g.hour AS "to"
     FROM gaps g
     CROSS JOIN LATERAL generate_series(g.before + interval '1 hour', g.hour - interval '1 hour', '1 hour') AS missing (hour)
     JOIN usual u ON u.area_id = g.area_id AND u.of_day = extract(hour FROM missing.hour)
     GROUP BY g.area_id, g.before, g.hour HAVING count(*) >= ${LEAST_HOURS}
     ORDER BY g.before`,
    [tenancyId, new Date(within.from), new Date(within.to)],
  );
  return rows.map(({ from, to }) => ({ from: from.getTime(), to: to.getTime() }));
}
