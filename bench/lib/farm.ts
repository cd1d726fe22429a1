// A farm that sends signed notifications, for benchmarks and for tests that end processes under load.

import { createHmac, randomBytes } from "node:crypto";
import type { Agent } from "node:http";
import pg from "pg";
import { fingerprint, seal } from "@/lib/base/secrets/seal.server";
import { webhookSecretPurpose } from "@/lib/farm/tenancies/contract";
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

/** A tenancy whose notifications are signed with one secret. */
export type Sender = { tenantId: string; secret: string };

/** Adds tenancies without jobs. Call `addFarm` first: it expects to add the only tenancy. */
export function addSenders(databaseUrl: string, count: number): Promise<Sender[]> {
  return withClient(databaseUrl, async (client) => {
    const senders: Sender[] = [];
    for (let n = 0; n < count; n++) {
      const sender = {
        tenantId: `01BENCH0000000SENDER${String(n).padStart(6, "0")}`,
        secret: randomBytes(24).toString("base64"),
      };
      const mark = fingerprint(sender.secret);
      const sealed = Buffer.from(seal(sender.secret, webhookSecretPurpose(sender.tenantId, mark)));
      await client.query(
        `WITH added AS (INSERT INTO tenancies (tenant_id, name, time_zone, updated_at)
           VALUES ($1, $1, 'UTC', now()) RETURNING id)
         INSERT INTO webhook_secrets (tenancy_id, sealed, fingerprint, created_by)
           SELECT id, $2, $3, 'benchmark' FROM added`,
        [sender.tenantId, sealed, mark],
      );
      senders.push(sender);
    }
    return senders;
  });
}

let made = 0;

/** Makes a signed notification of a new alert, or of the given one. */
export function newNotification(sender: Sender = { tenantId, secret }, alertId?: string): Signed {
  made += 1;
  const number = String(made).padStart(12, "0");
  const id = `01BENCHNOTE00X${number}`;
  const body = Buffer.from(
    JSON.stringify({
      alertId: alertId ?? `01BENCHALERT0X${number}`,
      alertSeverity: "MEDIUM",
      alertType: "HEALTH",
      event: "RAISED",
      jobId: `JOB_${1 + (made % JOBS)}`,
      notificationId: id,
      tenantId: sender.tenantId,
      timestamp: new Date().toISOString(),
    }),
  );
  return { id, body, signature: createHmac("sha256", sender.secret).update(body).digest("hex") };
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
