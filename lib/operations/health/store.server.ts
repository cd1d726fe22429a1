import "server-only";
import type pg from "pg";
import { pendingMigrations } from "@/lib/base/db/migrate.server";
import { getPool, openPools } from "@/lib/base/db/pool.server";
import { getPrisma } from "@/lib/base/db/prisma.server";

/** Returns true if the database answers within the time limit; abandons the statement after it. */
export async function databaseAnswers(withinMs: number): Promise<boolean> {
  const question = getPool().query({ text: "SELECT 1", query_timeout: withinMs } as pg.QueryConfig);
  const answered = question.then(
    () => true,
    () => false,
  );
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), withinMs);
  });
  return Promise.race([answered, late]).finally(() => clearTimeout(timer));
}

/** The names of this program's migrations that the database lacks. */
export function missingMigrations(): Promise<string[]> {
  return pendingMigrations(getPool());
}

/** The open connection pools of this process, with their load. */
export function poolFigures(): { pool: string; total: number; idle: number; waiting: number }[] {
  return openPools().map(([pool, { totalCount, idleCount, waitingCount }]) => ({
    pool,
    ...{ total: totalCount, idle: idleCount, waiting: waitingCount },
  }));
}

export type Gauges = {
  deliveries: { outcome: string; count: number }[];
  quarantined: number;
  /** `waiting` includes jobs scheduled for later; `failed` jobs are not retried. */
  jobs: { waiting: number; running: number; failed: number };
  openAlerts: { tenantId: string; severity: string; count: number }[];
  queries: { status: string; count: number }[];
  /** Due fetches. `fetchedAt` is the last success, or, before the first, the last change of the tenancy. */
  sync: {
    tenantId: string;
    type: string;
    everyMinutes: number;
    fetchedAt: Date;
    lastReadingAt: Date | null;
    failures: number;
  }[];
};

/** Reads the values of the metrics; deliveries are those of the last 24 hours. */
export async function readGauges(): Promise<Gauges> {
  const prisma = getPrisma();
  const [jobs, quarantined, deliveries, openAlerts, queries, sync] = await Promise.all([
    countJobs(),
    prisma.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM deliveries
       WHERE outcome = 'quarantined' AND NOT test AND set_aside_at IS NULL`,
    prisma.$queryRaw<Gauges["deliveries"]>`
      SELECT outcome, count(*)::int AS count
       FROM (SELECT outcome, received_at FROM deliveries WHERE NOT test ORDER BY id DESC LIMIT 100000) AS newest
       WHERE received_at >= now() - interval '24 hours' GROUP BY outcome`,
    prisma.$queryRaw<Gauges["openAlerts"]>`
      SELECT t.tenant_id AS "tenantId", (ARRAY['plain', 'low', 'medium', 'high'])[a.rank + 1] AS severity,
         count(*)::int AS count
       FROM alerts a JOIN tenancies t ON t.id = a.tenancy_id WHERE a.status = 'open' GROUP BY 1, 2`,
    prisma.$queryRaw<Gauges["queries"]>`
      SELECT status, count(*)::int AS count FROM queries GROUP BY status`,
    prisma.$queryRaw<Gauges["sync"]>`
      SELECT t.tenant_id AS "tenantId", wanted.type, t.sync_every_minutes AS "everyMinutes",
         coalesce(s.last_success_at, t.updated_at) AS "fetchedAt",
         s.last_reading_at AS "lastReadingAt", coalesce(s.failures, 0) AS failures
       FROM tenancies t CROSS JOIN unnest(t.sync_types) AS wanted (type)
         LEFT JOIN sync_states s ON s.tenancy_id = t.id AND s.type = wanted.type
       WHERE t.sync_enabled AND t.deleting_at IS NULL AND NOT coalesce(s.paused, false)
         AND t.base_url IS NOT NULL AND t.auth_url IS NOT NULL AND t.client_id IS NOT NULL
         AND t.client_secret IS NOT NULL`,
  ]);
  return { jobs, quarantined: quarantined[0]?.count ?? 0, deliveries, openAlerts, queries, sync };
}

/** Counts the jobs of the queue by state; returns zeros until the first worker has created the queue's tables. */
export async function countJobs(): Promise<Gauges["jobs"]> {
  const pool = getPool();
  const none = { waiting: 0, running: 0, failed: 0 };
  const there = await pool.query("SELECT 1 WHERE to_regclass('graphile_worker.jobs') IS NOT NULL");
  if (there.rowCount === 0) return none;
  const { rows } = await pool.query<Gauges["jobs"]>(
    `SELECT count(*) FILTER (WHERE locked_at IS NULL AND attempts < max_attempts)::int AS waiting,
       count(*) FILTER (WHERE locked_at IS NOT NULL)::int AS running,
       count(*) FILTER (WHERE locked_at IS NULL AND attempts >= max_attempts)::int AS failed
     FROM graphile_worker.jobs`,
  );
  return rows[0] ?? none;
}
