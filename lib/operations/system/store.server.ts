import "server-only";
import { getPrisma } from "@/lib/base/db/prisma.server";

const LARGEST_TABLES = 8;
const SHOWN_FAILING = 10;

type TableSize = { name: string; bytes: number; rows: number };

/** Sizes of the database and of its largest tables with their indexes, in bytes; rows as the server estimates them. */
export async function readSizes(): Promise<{ database: number; tables: TableSize[] }> {
  const prisma = getPrisma();
  const [whole, tables] = await Promise.all([
    prisma.$queryRaw<{ bytes: number }[]>`SELECT pg_database_size(current_database())::float8 AS bytes`,
    prisma.$queryRaw<TableSize[]>`
      SELECT relname::text AS name, pg_total_relation_size(oid)::float8 AS bytes,
        greatest(reltuples, pg_stat_get_live_tuples(oid))::float8 AS rows
      FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
      ORDER BY 2 DESC LIMIT ${LARGEST_TABLES}`,
  ]);
  return { database: whole[0]?.bytes ?? 0, tables };
}

type FailingJob = { id: string; task: string; attempts: number; nextTryAt: Date };

/** The queue's oldest due job, and the jobs that failed and are tried again; needs the queue's tables. */
export async function readQueue(): Promise<{ oldestAt: Date | null; failing: FailingJob[] }> {
  const prisma = getPrisma();
  const [oldest, failing] = await Promise.all([
    prisma.$queryRaw<{ at: Date | null }[]>`
      SELECT min(run_at) AS at FROM graphile_worker.jobs
      WHERE locked_at IS NULL AND run_at <= now() AND attempts < max_attempts`,
    prisma.$queryRaw<FailingJob[]>`
      SELECT id::text AS id, task_identifier AS task, attempts::int AS attempts, run_at AS "nextTryAt"
      FROM graphile_worker.jobs WHERE locked_at IS NULL AND attempts > 0
      ORDER BY attempts DESC, id LIMIT ${SHOWN_FAILING}`,
  ]);
  return { oldestAt: oldest[0]?.at ?? null, failing };
}
