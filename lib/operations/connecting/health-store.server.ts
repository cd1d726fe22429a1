import "server-only";
import { getPrisma } from "@/lib/base/db/prisma.server";
import type { RejectedLine, SyncQueryLine, UnknownIndexLine } from "./health";

/** How the fetching of a tenancy stands, by type. */
export async function listSyncStates(tenancyId: number) {
  return getPrisma().syncState.findMany({ where: { tenancyId }, orderBy: { type: "asc" } });
}
export type SyncStateRow = Awaited<ReturnType<typeof listSyncStates>>[number];

/** Index names that we do not know, the newest first. */
export async function listUnknownIndices(tenancyId: number): Promise<UnknownIndexLine[]> {
  const rows = await getPrisma().unknownIndex.findMany({
    where: { tenancyId },
    orderBy: { lastSeen: "desc" },
    take: 50,
  });
  return rows.map((row) => ({
    name: row.name,
    rows: Number(row.rows),
    firstSeen: row.firstSeen.toISOString(),
    lastSeen: row.lastSeen.toISOString(),
  }));
}

/** Rows that could not be stored in the last 30 days, by reason. */
export async function listRejectedReasons(tenancyId: number): Promise<RejectedLine[]> {
  const rows = await getPrisma().$queryRaw<(Omit<RejectedLine, "lastAt"> & { last: Date })[]>`
    select r.reason, count(*)::int as rows, max(q.created_at) as last, min(r.text) as example,
      (array_agg(q.id order by q.created_at desc))[1] as "queryId"
    from rejected_rows r
    join queries q on q.id = r.query_id
    where q.tenancy_id = ${tenancyId} and q.created_at > now() - interval '30 days'
    group by r.reason
    order by rows desc
    limit 20`;
  return rows.map(({ last, ...row }) => ({ ...row, lastAt: last.toISOString() }));
}

/** The newest queries of the fetching, failed ones with their reason. */
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
      finishedAt: true,
      error: true,
    },
  });
  return rows.map(({ filters, error, createdAt, finishedAt, ...row }) => ({
    ...row,
    from: memberText(filters, "from"),
    to: memberText(filters, "to"),
    error: memberText(error, "message"),
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  }));
}

function memberText(json: unknown, member: string): string | null {
  if (typeof json !== "object" || json === null) return null;
  const value = (json as Record<string, unknown>)[member];
  return typeof value === "string" ? value : null;
}

/** How many areas have readings of their own, and the oldest and newest day of them. */
export async function readExtent(
  tenancyId: number,
): Promise<{ areas: number; oldest: Date | null; newest: Date | null }> {
  const [row] = await getPrisma().$queryRaw<{ areas: number; oldest: Date | null; newest: Date | null }[]>`
    select (select count(*)::int from control_areas where tenancy_id = ${tenancyId} and has_readings) as areas,
      (select min(first_at) from job_areas where tenancy_id = ${tenancyId}) as oldest,
      (select max(last_at) from job_areas where tenancy_id = ${tenancyId}) as newest`;
  return row ?? { areas: 0, oldest: null, newest: null };
}
