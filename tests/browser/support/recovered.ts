// An alert of the demonstration whose plants have recovered: its history is inserted into the importer's tables, its
// notification signed and sent, and the background job that follows every import is started.

import { createHmac, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { localUrl } from "../../../scripts/lib/postgres/client.mjs";
import { demo, expect } from "./test";

const HOUR = 3_600_000;
const AREA = "Westland#Glasshouse 1#Zone A#Bench 3";

/** Creates it, and waits until it is shown as probably recovered. @returns its id */
export async function recoveredAlert(): Promise<string> {
  const now = Math.floor(Date.now() / HOUR) * HOUR;
  const run = randomBytes(4).toString("hex");
  const alert = { alertId: `RECOVERED_${run}`, jobId: `JOB_${run}`, raised: now - 30 * HOUR };
  await send(alert);
  const pool = new pg.Pool({ connectionString: address(), max: 1 });
  try {
    await writeHistory(pool, alert.jobId, now, alert.raised);
    await pool.query("SELECT graphile_worker.add_job('place-alerts', payload => $1::json)", [
      JSON.stringify({ tenancyId: 1, jobIds: [alert.jobId] }),
    ]);
    const noted = async () =>
      (await pool.query("SELECT FROM alert_recoveries WHERE alert_id = $1", [alert.alertId])).rowCount;
    await expect.poll(noted, { timeout: 60_000 }).toBe(1);
  } finally {
    await pool.end();
  }
  return alert.alertId;
}

function address(): string {
  const file = join(demo.dataDir(), "postgres.json");
  const { password, port } = JSON.parse(readFileSync(file, "utf8")) as { password: string; port: number };
  return localUrl({ user: "leafwatch", password, port, database: "leafwatch" });
}

async function send({ alertId, jobId, raised }: { alertId: string; jobId: string; raised: number }) {
  const { webhookSecret } = JSON.parse(readFileSync(join(demo.dataDir(), "demo.json"), "utf8")) as {
    webhookSecret: string;
  };
  const body = JSON.stringify({
    ...{ alertId, jobId, tenantId: "01J8Z0000000000000000TENAN", notificationId: `N_${alertId}` },
    ...{ alertType: "HEALTH", alertSeverity: "MEDIUM", event: "RAISED" },
    timestamp: new Date(raised).toISOString(),
  });
  const signature = createHmac("sha256", webhookSecret).update(body).digest("hex");
  const headers = { "service-signature": signature, "content-type": "application/json" };
  const answer = await fetch(`${demo.url()}/api/webhooks/alerts`, { method: "POST", body, headers });
  expect(answer.ok).toBe(true);
}

/** Ten days of Health: normal, low for half a day around the raise, then normal again. */
async function writeHistory(pool: pg.Pool, jobId: string, now: number, raised: number): Promise<void> {
  const times: Date[] = [];
  const values: number[] = [];
  for (let at = now - 240 * HOUR; at < now; at += HOUR) {
    times.push(new Date(at));
    values.push(Math.abs(at - raised) <= 6 * HOUR ? 70 : 80 + ((at / HOUR) % 5) / 10);
  }
  await pool.query(
    `WITH job AS (INSERT INTO jobs (tenancy_id, job_id) VALUES (1, $1) RETURNING id),
     area AS (SELECT id FROM control_areas WHERE tenancy_id = 1 AND path = $2),
     span AS (INSERT INTO job_areas (tenancy_id, area_id, job_id, first_at, last_at)
       SELECT 1, area.id, job.id, $3::timestamptz, $4::timestamptz FROM area, job)
     INSERT INTO readings (tenancy_id, area_id, job_id, at, health)
     SELECT 1, area.id, job.id, r.at, r.value
     FROM area, job, unnest($5::timestamptz[], $6::real[]) AS r (at, value)`,
    [jobId, AREA, times[0], times.at(-1), times, values],
  );
}
