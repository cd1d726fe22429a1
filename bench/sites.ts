// The page of all sites with 200 tenancies compared with Now of one of them: p95 of the documents, over HTTP from the built app.

import type pg from "pg";
import type { BenchmarkContext, Measured } from "./lib/benchmark";
import { withClient } from "./lib/farm";
import { startLoadApp } from "./lib/load/app";

export const name = "sites";

const SITES = 200;
const ALERTS = 200;
const OPEN_SHARE = 10;
const ROUNDS = 60;
const WARM_UP = 5;

export async function run({ createDatabase }: BenchmarkContext): Promise<Measured[]> {
  const url = await createDatabase();
  const app = await startLoadApp(url, { people: 1, screens: 1 });
  try {
    const slug = await withClient(url, addSites);
    const [cookie = ""] = app.sessions;
    const read = (path: string) => timeDocument(`${app.url}${path}`, cookie);
    const times: Record<"sites" | "now", number[]> = { sites: [], now: [] };
    for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
      const [sites, now] = [await read("/sites"), await read(`/s/${slug}`)];
      if (round < WARM_UP) continue;
      times.sites.push(sites);
      times.now.push(now);
    }
    return [
      {
        name: `sites: p95 of ${SITES} sites : Now of one`,
        ours: p95(times.sites),
        baseline: p95(times.now),
        unit: "ms",
      },
    ];
  } finally {
    await app.stop();
  }
}

/** Adds sites with a history of 20 days until there are 200. Returns the slug of one of them. */
async function addSites(client: pg.Client): Promise<string> {
  await client.query(
    `INSERT INTO tenancies (tenant_id, name, time_zone, updated_at)
     SELECT '01BENCHSITE' || lpad(n::text, 15, '0'), 'Site ' || n, 'Europe/Amsterdam', now()
     FROM generate_series(2, ${SITES}) n`,
  );
  await client.query(
    `INSERT INTO control_areas (tenancy_id, id, path, name, depth)
     SELECT t.id, n, 'Farm#House ' || n % 4 || '#Bench ' || n, 'Bench ' || n, 2
     FROM tenancies t, generate_series(1, 40) n WHERE t.name LIKE 'Site %';
     INSERT INTO jobs (tenancy_id, id, job_id)
     SELECT t.id, n, 'JOB_' || n FROM tenancies t, generate_series(1, 40) n WHERE t.name LIKE 'Site %';
     INSERT INTO job_areas (tenancy_id, area_id, job_id, first_at, last_at)
     SELECT t.id, n, n, now() - interval '20 days', now() - interval '1 hour'
     FROM tenancies t, generate_series(1, 40) n WHERE t.name LIKE 'Site %';
     INSERT INTO alerts (tenancy_id, alert_id, shape, type, severity, peak_severity, severity_since, rank,
       status, raised_at, first_event_at, last_event_at, closed_at, close_reason, job_id, incomplete, notifications)
     SELECT t.id, 'A' || lpad(n::text, 12, '0'), 'alert', 'HEALTH', (ARRAY['LOW', 'MEDIUM', 'HIGH'])[1 + n % 3],
       'HIGH', at, 1 + n % 3, CASE WHEN n % ${OPEN_SHARE} = 0 THEN 'open' ELSE 'closed' END, at, at,
       at + interval '5 hours', CASE WHEN n % ${OPEN_SHARE} <> 0 THEN at + interval '5 hours' END,
       CASE WHEN n % ${OPEN_SHARE} <> 0 THEN 'EXPIRED' END, 'JOB_' || 1 + n % 40, false, 2
     FROM tenancies t, generate_series(1, ${ALERTS}) n,
       LATERAL (SELECT now() - n * interval '20 days' / ${ALERTS} AS at) AS moment WHERE t.name LIKE 'Site %';
     INSERT INTO alert_places (tenancy_id, alert_id, area_id, certainty)
     SELECT a.tenancy_id, alert_id, substr(a.job_id, 5)::int, 'inferred' FROM alerts a
     JOIN tenancies t ON t.id = a.tenancy_id WHERE t.name LIKE 'Site %'`,
  );
  await client.query("VACUUM ANALYZE");
  const { rows } = await client.query<{ slug: string }>("SELECT slug FROM tenancies WHERE name = 'Site 100'");
  return rows[0]?.slug ?? "";
}

async function timeDocument(address: string, cookie: string): Promise<number> {
  const begun = performance.now();
  const answer = await fetch(address, { headers: { cookie, accept: "text/html" }, redirect: "error" });
  const text = await answer.text();
  if (!answer.ok || !text.includes("Site 100")) throw new Error(`${address} was answered ${answer.status}`);
  return performance.now() - begun;
}

function p95(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? 0;
}
