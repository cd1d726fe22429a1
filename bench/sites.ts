// The page of 200 sites over HTTP, compared with Now of one of them: each page is asked for in turn, by the same person.

import { Agent } from "node:http";
import pg from "pg";
import { addPerson } from "../tests/support/people";
import { startBenchApp } from "./lib/bench-app";
import type { BenchmarkContext, Measured } from "./lib/benchmark";
import { exchange } from "./lib/http-client";

export const name = "sites";

const SITES = 200;
const ALERTS = 300;
const AREAS = 40;
const ROUNDS = 60;
const WARM_UP = 5;

/** Pages by what they are called in the table; the last one is the baseline. */
const PAGES = { "page of all": "/sites", "inbox of all": "/sites/alerts", now: "/s/site-1" };

export async function run({ createDatabase }: BenchmarkContext): Promise<Measured[]> {
  const url = await createDatabase();
  const app = await startBenchApp(url, 1);
  const pool = new pg.Pool({ connectionString: url, max: 1, options: "-c timezone=UTC" });
  const agent = new Agent({ keepAlive: true });
  try {
    await seed(pool);
    const { cookie } = await addPerson(pool, "grower");
    const times: Record<string, number[]> = {};
    for (let round = -WARM_UP; round < ROUNDS; round++)
      for (const [page, path] of Object.entries(PAGES)) {
        const begun = performance.now();
        const { status, text } = await exchange({
          port: app.port,
          agent,
          path,
          method: "GET",
          headers: { cookie },
        });
        const took = performance.now() - begun;
        if (status !== 200 || !text.includes("Site 1")) throw new Error(`${path} was answered ${status}.`);
        if (round >= 0) times[page] = [...(times[page] ?? []), took];
      }
    const baseline = p95(times.now);
    return Object.keys(PAGES)
      .filter((page) => page !== "now")
      .map((page) => ({
        name: `${name}, ${page}, ${SITES} sites`,
        ours: p95(times[page]),
        baseline,
        unit: "ms, p95 : Now of one",
      }));
  } finally {
    agent.destroy();
    await pool.end();
    await app.stop();
  }
}

/** The sites have the same farm: a tenth of the alerts is open, of these a third acknowledged, in 40 benches that are read hourly. */
async function seed(pool: pg.Pool): Promise<void> {
  await pool.query("UPDATE tenancies SET name = 'Site 1', slug = 'site-1'");
  await pool.query(
    `INSERT INTO tenancies (tenant_id, name, slug, time_zone, updated_at)
     SELECT '01BENCHSITE0' || lpad(n::text, 14, '0'), 'Site ' || n, 'site-' || n,
       (ARRAY['Europe/Amsterdam', 'America/Toronto', 'Asia/Tokyo'])[1 + n % 3], now()
     FROM generate_series(2, $1::int) n`,
    [SITES],
  );
  await pool.query(
    `INSERT INTO webhook_secrets (tenancy_id, sealed, fingerprint, created_by)
     SELECT t.id, s.sealed, 'copy ' || t.id, 'benchmark' FROM tenancies t, webhook_secrets s WHERE t.id <> s.tenancy_id`,
  );
  await pool.query(
    `INSERT INTO control_areas (tenancy_id, id, path, name, depth, has_readings)
     SELECT t.id, t.id * 1000 + n, 'Farm#House ' || n % 4 || '#Bench ' || n, 'Bench ' || n, 2, true
     FROM tenancies t, generate_series(1, $1::int) n`,
    [AREAS],
  );
  await pool.query(
    "INSERT INTO jobs (tenancy_id, id, job_id) SELECT tenancy_id, id, 'JOB_' || id % 1000 FROM control_areas",
  );
  await pool.query(
    `INSERT INTO job_areas (tenancy_id, area_id, job_id, first_at, last_at)
     SELECT tenancy_id, id, id, now() - interval '74 hours', now() - interval '2 hours' FROM control_areas`,
  );
  await pool.query(
    `INSERT INTO readings (tenancy_id, area_id, job_id, at, health)
     SELECT tenancy_id, id, id, date_trunc('hour', now()) - h * interval '1 hour', 78 + (id * h % 50) / 10.0
     FROM control_areas, generate_series(3, 74, 6) h`,
  );
  await pool.query(
    `INSERT INTO alerts (tenancy_id, alert_id, shape, type, severity, peak_severity, severity_since, rank, status, raised_at,
       first_event_at, last_event_at, closed_at, close_reason, job_id, incomplete, notifications)
     SELECT t.id, 'A' || lpad(n::text, 12, '0'), 'alert', 'HEALTH', (ARRAY['LOW', 'MEDIUM', 'HIGH'])[1 + n % 3], 'HIGH', at,
       1 + n % 3, CASE WHEN n % 10 = 0 THEN 'open' ELSE 'closed' END, at, at, at,
       CASE WHEN n % 10 <> 0 THEN at + interval '5 hours' END, CASE WHEN n % 10 <> 0 THEN 'EXPIRED' END,
       'JOB_' || 1 + n % $2::int, false, 2
     FROM tenancies t, generate_series(1, $1::int) n, LATERAL (SELECT now() - n * interval '8 hours' AS at) AS began`,
    [ALERTS, AREAS],
  );
  await pool.query(
    `INSERT INTO alert_places (tenancy_id, alert_id, area_id, certainty)
     SELECT tenancy_id, alert_id, tenancy_id * 1000 + substr(job_id, 5)::int, 'inferred' FROM alerts`,
  );
  await pool.query(
    `INSERT INTO alert_handlings (tenancy_id, alert_id, acknowledged_at, acknowledged_by, acknowledged_rank)
     SELECT tenancy_id, alert_id, now(), 'R. Bakker', rank FROM alerts WHERE substr(alert_id, 2)::int % 30 = 0`,
  );
  await pool.query("VACUUM ANALYZE");
}

function p95(values: number[] = []): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? 0;
}
