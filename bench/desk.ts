// The inbox with 50,000 alerts compared with 500: pages, filters and counts.

import { randomBytes } from "node:crypto";
import pg from "pg";
import type { AlertsQuery } from "@/lib/alerting/alerts/contract";
import type { BenchmarkContext, Measured } from "./lib/benchmark";

export const name = "desk";

const MANY = 50_000;
const FEW = 500;
const OPEN_SHARE = 10;
const ROUNDS = 15;

/** Measures two tenancies in one database: the same farm, one with a long history. */
export async function run({ createDatabase }: BenchmarkContext): Promise<Measured[]> {
  const url = await createDatabase();
  process.env.DATABASE_URL = url;
  process.env.LEAFWATCH_SECRET_KEYS ??= randomBytes(32).toString("base64");
  const client = new pg.Client({ connectionString: url, options: "-c timezone=UTC" });
  await client.connect();
  try {
    await seed(client, 1, "many", MANY);
    await seed(client, 2, "few", FEW);
    await client.query("VACUUM ANALYZE");
    return await compare();
  } finally {
    const { closePool } = await import("@/lib/base/db/pool.server");
    await client.end();
    await closePool();
  }
}

/**
 * Alerts of forty jobs in forty benches over 400 days: a tenth open, of these a third acknowledged, a tenth
 * snoozed; of the closed ones a twentieth replaced.
 */
async function seed(client: pg.Client, id: number, tenant: string, count: number): Promise<void> {
  await client.query(
    `INSERT INTO tenancies (id, tenant_id, name, time_zone, updated_at) VALUES ($1, $2, $2, 'UTC', now())`,
    [id, tenant],
  );
  await client.query(
    `INSERT INTO control_areas (tenancy_id, id, path, name, depth)
     SELECT $1, n, 'Farm#House ' || n % 4 || '#Bench ' || n, 'Bench ' || n, 2 FROM generate_series(1, 40) n`,
    [id],
  );
  await client.query(
    `INSERT INTO alerts (tenancy_id, alert_id, shape, type, severity, peak_severity, severity_since, rank,
       status, raised_at, first_event_at, last_event_at, closed_at, close_reason, job_id, incomplete, notifications)
     SELECT $1, 'A' || lpad(n::text, 12, '0'), 'alert', CASE n % 3 WHEN 0 THEN 'PRODUCTIVITY' ELSE 'HEALTH' END,
       (ARRAY['LOW', 'MEDIUM', 'HIGH'])[1 + n % 3], 'HIGH', at, 1 + n % 3,
       CASE WHEN n % ${OPEN_SHARE} = 0 THEN 'open' ELSE 'closed' END, at, at, at + interval '5 hours',
       CASE WHEN n % ${OPEN_SHARE} <> 0 THEN at + interval '5 hours' END,
       CASE WHEN n % ${OPEN_SHARE} = 0 THEN NULL WHEN n % 20 = 1 THEN 'REPLACED' ELSE 'EXPIRED' END,
       'JOB_' || n % 40, false, 2
     FROM generate_series(1, $2::int) n,
       LATERAL (SELECT now() - n * interval '400 days' / $2::int AS at) AS t`,
    [id, count],
  );
  await client.query(
    `INSERT INTO alert_places (tenancy_id, alert_id, area_id, certainty)
     SELECT $1, alert_id, 1 + substr(job_id, 5)::int, 'inferred' FROM alerts WHERE tenancy_id = $1`,
    [id],
  );
  await client.query(
    `INSERT INTO alert_handlings (tenancy_id, alert_id, acknowledged_at, acknowledged_by, acknowledged_rank,
       snoozed_at, snoozed_by, snoozed_rank)
     SELECT $1, alert_id, CASE WHEN n % 3 = 0 THEN now() END, CASE WHEN n % 3 = 0 THEN 'R. Bakker' END, rank,
       CASE WHEN n % 10 = 1 THEN now() END, 'R. Bakker', rank
     FROM (SELECT *, substr(alert_id, 2)::int / 10 AS n FROM alerts WHERE tenancy_id = $1) AS a
     WHERE n % 3 = 0 OR n % 10 = 1`,
    [id],
  );
}

type Query = Partial<AlertsQuery>;

const OPEN: Query = { status: "open", desk: "attention", order: "worst" };
const CLOSED: Query = { status: "closed", order: "newest" };

const LISTS: Record<string, Query> = {
  "open, worst first": OPEN,
  "open, longest first": { ...OPEN, order: "oldest" },
  "open HIGH": { ...OPEN, severity: ["HIGH"] },
  "open in an area": { ...OPEN, area: "Farm#House 1" },
  "open of a job": { ...OPEN, jobId: "JOB_7" },
  "open by text": { ...OPEN, text: "bench 17" },
  acknowledged: { ...OPEN, desk: "acknowledged" },
  closed: CLOSED,
  "closed in an area": { ...CLOSED, area: "Farm#House 1" },
  "closed by text": { ...CLOSED, text: "a000000031" },
};

const FILTERS: Record<string, Query> = { all: {}, "by text": { text: "bench 17" } };

async function compare(): Promise<Measured[]> {
  const { countAlertsNow, countAlertsByTab, listAlertsPage } = await import(
    "@/lib/alerting/alerts/service.server"
  );
  const { SYSTEM } = await import("@/lib/identity/actor/system.server");
  const list = (query: Query) => (tenant: string) =>
    listAlertsPage(SYSTEM, { order: "newest", status: "all", ...query, tenant, limit: 100 });
  const results: Measured[] = [];
  for (const [what, query] of Object.entries(LISTS))
    results.push(await measured(`page ${what}`, list(query)));
  for (const [what, query] of Object.entries(FILTERS))
    results.push(
      await measured(`tab counts ${what}`, (tenant) => countAlertsByTab(SYSTEM, { ...query, tenant })),
    );
  results.push(await measured("open counts", (tenant) => countAlertsNow(SYSTEM, tenant)));
  return results;
}

async function measured(what: string, work: (tenant: string) => Promise<unknown>): Promise<Measured> {
  const times: Record<string, number[]> = { many: [], few: [] };
  for (let round = 0; round <= ROUNDS; round++)
    for (const tenant of ["many", "few"]) {
      const begun = performance.now();
      await work(tenant);
      // The first round warms up.
      if (round > 0) times[tenant]?.push(performance.now() - begun);
    }
  return { name: `desk, ${what}`, ours: median(times.many), baseline: median(times.few), unit: "ms" };
}

function median(values: number[] = []): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
