import "server-only";
import { Prisma } from "@/generated/prisma/client";
import { getPrisma } from "@/lib/base/db/prisma.server";
import type { RetentionMember } from "./contract";

/** Rows per statement, so that locks are short. */
const BATCH = 5_000;

/** A table to prune: its rows older than `before`, and how to prune them if not by deletion. */
type PrunedTable = {
  table: Prisma.Sql;
  old(before: Date): Prisma.Sql;
  prune?(rows: Prisma.Sql): Prisma.Sql;
};

const deliveries = Prisma.sql`deliveries`;

/** The audit is pruned by its own service, since deleting entries is itself an entry; here it is only counted. */
const TABLES: Record<RetentionMember, PrunedTable[]> = {
  bodiesDays: [
    {
      table: deliveries,
      // The hash stays, so that the same bytes remain a duplicate. A spooled row was applied.
      old: (before) =>
        Prisma.sql`t.outcome IN ('accepted', 'duplicate', 'spooled') AND t.body IS NOT NULL AND t.received_at < ${before}`,
      prune: (rows) => Prisma.sql`UPDATE deliveries SET body = NULL WHERE ctid = ANY(ARRAY(${rows}))`,
    },
  ],
  rejectedDays: [
    { table: deliveries, old: (before) => Prisma.sql`t.outcome = 'rejected' AND t.received_at < ${before}` },
  ],
  auditDays: [{ table: Prisma.sql`audit_entries`, old: (before) => Prisma.sql`t.at < ${before}` }],
  noticesDays: [
    {
      table: Prisma.sql`notices`,
      // Notices of an open alert show who was notified.
      old: (before) => Prisma.sql`t.created_at < ${before} AND NOT EXISTS (SELECT FROM alerts a
        WHERE a.tenancy_id = t.tenancy_id AND a.alert_id = t.alert_id AND a.status = 'open')`,
    },
  ],
  queriesDays: [
    ...[Prisma.sql`rejected_rows`, Prisma.sql`query_sensors`].map((table) => ({
      table,
      old: (before: Date) => Prisma.sql`EXISTS (SELECT FROM queries q
        WHERE q.tenancy_id = t.tenancy_id AND q.id = t.query_id AND q.finished_at < ${before})`,
    })),
    { table: Prisma.sql`queries`, old: (before) => Prisma.sql`t.finished_at < ${before}` },
  ],
  outagesDays: [{ table: Prisma.sql`outages`, old: (before) => Prisma.sql`t.ended_at < ${before}` }],
};

/** Counts the rows that pruning would affect. */
export async function countOld(member: RetentionMember, before: Date): Promise<number> {
  let count = 0;
  for (const { table, old } of TABLES[member]) {
    const rows = await getPrisma().$queryRaw<{ n: bigint }[]>(
      Prisma.sql`SELECT count(*) AS n FROM ${table} t WHERE ${old(before)}`,
    );
    count += Number(rows[0]?.n ?? 0);
  }
  return count;
}

/** Prunes old rows batch by batch, until none is left or the signal is aborted. */
export async function pruneOld(
  member: Exclude<RetentionMember, "auditDays">,
  before: Date,
  signal: AbortSignal | undefined,
): Promise<number> {
  let count = 0;
  for (const { table, old, prune } of TABLES[member]) {
    const rows = Prisma.sql`SELECT t.ctid FROM ${table} t WHERE ${old(before)} LIMIT ${BATCH}`;
    const statement = prune?.(rows) ?? Prisma.sql`DELETE FROM ${table} WHERE ctid = ANY(ARRAY(${rows}))`;
    for (let pruned = BATCH; pruned === BATCH && !signal?.aborted; count += pruned)
      pruned = await getPrisma().$executeRaw(statement);
  }
  return count;
}
