import "server-only";
import { Prisma } from "@/generated/prisma/client";
import { getPrisma } from "@/lib/base/db/prisma.server";
import type { Transaction } from "@/lib/base/db/transaction.server";
import type { RetentionMember } from "./contract";

const KEY = "retention";
/** So many rows at a time: nobody waits for long. */
const BATCH = 5_000;

/** What is stored of the settings, as it is. */
export async function readStored(tx: Transaction = getPrisma()): Promise<unknown> {
  return (await tx.setting.findUnique({ where: { key: KEY } }))?.value ?? null;
}

/** Writes the settings. */
export async function writeStored(tx: Transaction, value: Prisma.InputJsonObject): Promise<void> {
  await tx.setting.upsert({ where: { key: KEY }, create: { key: KEY, value }, update: { value } });
}

/** Where what may be pruned stands: the rows that are older than `before`. */
type Place = { table: Prisma.Sql; old(before: Date): Prisma.Sql; take(rows: Prisma.Sql): Prisma.Sql };

const deleted = (table: Prisma.Sql) => (rows: Prisma.Sql) =>
  Prisma.sql`DELETE FROM ${table} WHERE ctid = ANY(ARRAY(${rows}))`;

const deliveries = Prisma.sql`deliveries`;
const notices = Prisma.sql`notices`;
const queries = Prisma.sql`queries`;
const ofQueries = [Prisma.sql`rejected_rows`, Prisma.sql`query_sensors`];
const outages = Prisma.sql`outages`;

const PLACES: Record<Exclude<RetentionMember, "auditDays">, Place[]> = {
  bodiesDays: [
    {
      table: deliveries,
      // The hash stays: the same bytes are known as a duplicate for ever. A row that is spooled was applied.
      old: (before) =>
        Prisma.sql`t.outcome IN ('accepted', 'duplicate', 'spooled') AND t.body IS NOT NULL AND t.received_at < ${before}`,
      take: (rows) => Prisma.sql`UPDATE deliveries SET body = NULL WHERE ctid = ANY(ARRAY(${rows}))`,
    },
  ],
  rejectedDays: [
    {
      table: deliveries,
      old: (before) => Prisma.sql`t.outcome = 'rejected' AND t.received_at < ${before}`,
      take: deleted(deliveries),
    },
  ],
  noticesDays: [
    {
      table: notices,
      // While an alert is open, its notices say who has heard of it.
      old: (before) => Prisma.sql`t.created_at < ${before} AND NOT EXISTS (SELECT FROM alerts a
        WHERE a.tenancy_id = t.tenancy_id AND a.alert_id = t.alert_id AND a.status = 'open')`,
      take: deleted(notices),
    },
  ],
  queriesDays: [
    ...ofQueries.map((table) => ({
      table,
      old: (before: Date) => Prisma.sql`EXISTS (SELECT FROM queries q
        WHERE q.tenancy_id = t.tenancy_id AND q.id = t.query_id AND q.finished_at < ${before})`,
      take: deleted(table),
    })),
    { table: queries, old: (before) => Prisma.sql`t.finished_at < ${before}`, take: deleted(queries) },
  ],
  outagesDays: [
    { table: outages, old: (before) => Prisma.sql`t.ended_at < ${before}`, take: deleted(outages) },
  ],
};

/** How many rows a pruning would take. */
export async function countOld(member: keyof typeof PLACES, before: Date): Promise<number> {
  let count = 0;
  for (const { table, old } of PLACES[member]) {
    const rows = await getPrisma().$queryRaw<{ n: bigint }[]>(
      Prisma.sql`SELECT count(*) AS n FROM ${table} t WHERE ${old(before)}`,
    );
    count += Number(rows[0]?.n ?? 0);
  }
  return count;
}

/** How many lines of the audit are older. */
export async function countOldAudit(before: Date): Promise<number> {
  return getPrisma().auditEntry.count({ where: { at: { lt: before } } });
}

/** Takes old rows away, batch by batch, until none is left or the signal says stop. */
export async function takeOld(
  member: keyof typeof PLACES,
  before: Date,
  signal: AbortSignal | undefined,
): Promise<number> {
  let count = 0;
  for (const { table, old, take } of PLACES[member]) {
    for (let taken = BATCH; taken === BATCH && !signal?.aborted; count += taken)
      taken = await getPrisma().$executeRaw(
        take(Prisma.sql`SELECT t.ctid FROM ${table} t WHERE ${old(before)} LIMIT ${BATCH}`),
      );
  }
  return count;
}
