import "server-only";
import { getPrisma } from "@/lib/base/db/prisma.server";
import type { RejectedLine, SyncQueryLine, UnknownIndexLine } from "./health";

/** Reads the state of fetching of a tenancy, by type. */
export async function listSyncStates(tenancyId: number) {
  return getPrisma().syncState.findMany({
    where: { tenancyId },
    select: {
      type: true,
      paused: true,
      lastReadingAt: true,
      completeFrom: true,
      completeUntil: true,
      lastSuccessAt: true,
      lastTryAt: true,
      nextTryAt: true,
      failures: true,
      lastError: true,
    },
  });
}

/** Index names that we do not know, the newest first. */
export async function listUnknownIndices(tenancyId: number): Promise<UnknownIndexLine[]> {
  return getPrisma().unknownIndex.findMany({
    where: { tenancyId },
    omit: { tenancyId: true },
    orderBy: { lastSeen: "desc" },
    take: 50,
  });
}

/** Rows that could not be stored in the last 30 days, by reason. */
export async function listRejectedReasons(tenancyId: number): Promise<RejectedLine[]> {
  return getPrisma().$queryRaw<RejectedLine[]>`
    select r.reason, count(*)::int as rows, max(q.created_at) as "lastAt", min(r.text) as example,
      (array_agg(q.id order by q.created_at desc))[1] as "queryId"
    from rejected_rows r
    join queries q on q.id = r.query_id
    where q.tenancy_id = ${tenancyId} and q.created_at > now() - interval '30 days'
    group by r.reason
    order by rows desc
    limit 20`;
}

/** The newest queries of automatic fetching, failed ones with their reason. */
export async function listSyncQueries(tenancyId: number): Promise<SyncQueryLine[]> {
  const rows = await getPrisma().query.findMany({
    where: { tenancyId, purpose: { in: ["sync", "backfill"] } },
    orderBy: { createdAt: "desc" },
    take: 12,
    select: {
      id: true,
      type: true,
      purpose: true,
      status: true,
      filters: true,
      stored: true,
      added: true,
      improved: true,
      changed: true,
      unchanged: true,
      empty: true,
      rejected: true,
      createdAt: true,
      error: true,
    },
  });
  return rows.map(({ filters, error, ...row }) => ({
    ...row,
    from: memberText(filters, "from"),
    to: memberText(filters, "to"),
    error: memberText(error, "message"),
  }));
}

function memberText(json: unknown, member: string): string | null {
  if (typeof json !== "object" || json === null) return null;
  const value = (json as Record<string, unknown>)[member];
  return typeof value === "string" ? value : null;
}

/** Counts the areas with readings of their own, and returns whether there are any readings. */
export async function readExtent(tenancyId: number): Promise<{ areas: number; hasReadings: boolean }> {
  const [areas, stay] = await Promise.all([
    getPrisma().controlArea.count({ where: { tenancyId, hasReadings: true } }),
    getPrisma().jobArea.findFirst({ where: { tenancyId }, select: { jobId: true } }),
  ]);
  return { areas, hasReadings: stay !== null };
}
