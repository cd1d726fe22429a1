// A small farm for walls: areas with three days of readings up to now, and notifications of alerts.

import { createHmac } from "node:crypto";
import type pg from "pg";

export type WallFarm = { zones: number; benches: number };

const HOURS = 72;

/**
 * Adds areas, jobs and readings to a database without areas. Jobs are named by zone and bench, such as `JOB_2_3`. Each
 * bench has Health at night, and light and Productivity by day.
 */
export async function fillWallFarm(client: pg.ClientBase, { zones, benches }: WallFarm): Promise<void> {
  const farm = [zones, benches];
  await client.query("SELECT setseed(0.5)");
  await client.query(
    `WITH zone AS (SELECT z, 'House#Zone ' || z AS path FROM generate_series(1, $1::int) z),
     bench AS (SELECT z, b, 'House#Zone ' || z || '#Bench ' || b AS path FROM zone, generate_series(1, $2::int) b)
     INSERT INTO control_areas (tenancy_id, path, name, depth, has_readings)
     SELECT 1, 'House', 'House', 0, false
     UNION ALL SELECT 1, path, 'Zone ' || z, 1, false FROM zone
     UNION ALL SELECT 1, path, 'Bench ' || b, 2, true FROM bench`,
    farm,
  );
  await client.query(
    `INSERT INTO jobs (tenancy_id, job_id)
     SELECT 1, 'JOB_' || z || '_' || b FROM generate_series(1, $1::int) z, generate_series(1, $2::int) b`,
    farm,
  );
  await client.query(
    `WITH newest AS (SELECT date_trunc('hour', now()) - interval '1 hour' AS at)
     INSERT INTO job_areas (tenancy_id, area_id, job_id, first_at, last_at)
     SELECT 1, c.id, j.id, newest.at - make_interval(hours => ${HOURS - 1}), newest.at
     FROM newest, control_areas c JOIN jobs j
       ON j.job_id = 'JOB_' || substring(c.path FROM 'Zone (\\d+)') || '_' || substring(c.path FROM 'Bench (\\d+)')
     WHERE c.has_readings`,
  );
  await client.query(
    `INSERT INTO readings (tenancy_id, area_id, job_id, at, health, productivity, ppfd, dli)
     SELECT 1, s.area_id, s.job_id, t.at,
       CASE WHEN day.share = 0 THEN 78 + 3 * random() END, 18 * day.share * (0.9 + 0.2 * random()),
       600 * day.share, CASE WHEN extract(hour FROM t.at) = 22 THEN 12 + random() END
     FROM job_areas s CROSS JOIN generate_series(s.first_at, s.last_at, interval '1 hour') AS t (at)
     CROSS JOIN LATERAL (SELECT greatest(0, round(sin((extract(hour FROM t.at) - 6) / 13 * pi())::numeric, 3)::float8)
       AS share) AS day`,
  );
}

let made = 0;

export type WallAlert = { alertId: string; severity: "LOW" | "MEDIUM" | "HIGH"; jobId: string };

/** Raises an alert as the service does. @returns its id */
export async function raiseOn(
  to: { url: string; tenantId: string; secret: string },
  { alertId, severity, jobId }: WallAlert,
): Promise<void> {
  made += 1;
  const body = JSON.stringify({
    alertId,
    alertSeverity: severity,
    alertType: "PRODUCTIVITY",
    event: "RAISED",
    jobId,
    notificationId: `${alertId}-${made}`,
    tenantId: to.tenantId,
    timestamp: new Date().toISOString(),
  });
  const answer = await fetch(`${to.url}/api/webhooks/alerts`, {
    method: "POST",
    body,
    headers: {
      "content-type": "application/json",
      "service-signature": createHmac("sha256", to.secret).update(body).digest("hex"),
    },
  });
  if (!answer.ok) throw new Error(`A notification was answered ${answer.status}`);
}
