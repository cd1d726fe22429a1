// A farm that sends signed notifications, for benchmarks and for tests that end processes under load.

import { createHmac, randomBytes } from "node:crypto";
import type { Agent } from "node:http";
import pg from "pg";
import { fingerprint, seal } from "@/lib/secrets/seal.server";
import { webhookSecretPurpose } from "@/lib/tenancies/contract";
import { type Answer, exchange } from "./http-client";

const JOBS = 200;
const tenantId = "01BENCH0000000000000TENANT";
const secret = randomBytes(24).toString("base64");

/** A signed notification as it goes over the wire. */
export type Signed = { id: string; body: Buffer; signature: string };

/** One farm whose jobs have readings, so that places are inferred as in real use. */
export async function addFarm(databaseUrl: string, keys: string): Promise<void> {
  process.env.LEAFWATCH_SECRET_KEYS = keys;
  process.env.DATABASE_URL = databaseUrl;
  await withClient(databaseUrl, async (client) => {
    await client.query(
      "INSERT INTO tenancies (tenant_id, name, time_zone, updated_at) VALUES ($1, $1, 'UTC', now())",
      [tenantId],
    );
    await client.query(
      "INSERT INTO webhook_secrets (tenancy_id, sealed, fingerprint, created_by) SELECT id, $1, $2, 'benchmark' FROM tenancies",
      [Buffer.from(seal(secret, webhookSecretPurpose(tenantId, fingerprint(secret)))), fingerprint(secret)],
    );
    await client.query(`
      INSERT INTO jobs (tenancy_id, id, job_id) SELECT t.id, n, 'JOB_' || n FROM tenancies t, generate_series(1, ${JOBS}) n;
      INSERT INTO control_areas (tenancy_id, id, path, name, depth)
        SELECT t.id, n, 'Bench ' || n, 'Bench ' || n, 0 FROM tenancies t, generate_series(1, ${JOBS}) n;
      INSERT INTO job_areas (tenancy_id, area_id, job_id, first_at, last_at)
        SELECT t.id, n, n, now() - interval '30 days', now() FROM tenancies t, generate_series(1, ${JOBS}) n`);
  });
}

let made = 0;

/** A notification of an alert of its own. */
export function newNotification(): Signed {
  made += 1;
  const number = String(made).padStart(12, "0");
  const id = `01BENCHNOTE00X${number}`;
  const body = Buffer.from(
    JSON.stringify({
      alertId: `01BENCHALERT0X${number}`,
      alertSeverity: "MEDIUM",
      alertType: "HEALTH",
      event: "RAISED",
      jobId: `JOB_${1 + (made % JOBS)}`,
      notificationId: id,
      tenantId,
      timestamp: new Date().toISOString(),
    }),
  );
  return { id, body, signature: createHmac("sha256", secret).update(body).digest("hex") };
}

/** Sends a notification as the service does. */
export function deliver(to: { port: number; agent: Agent }, { body, signature }: Signed): Promise<Answer> {
  const headers = {
    "content-type": "application/json",
    "content-length": body.length,
    "service-signature": signature,
  };
  return exchange({ ...to, path: "/api/webhooks/alerts", method: "POST", headers }, body);
}

export async function withClient<T>(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
