// The app on a durable database with one farm, for benchmarks that call it from outside.

import { type ChildProcess, spawn } from "node:child_process";
import { createHmac, randomBytes } from "node:crypto";
import { once } from "node:events";
import { request } from "node:http";
import pg from "pg";
import { fingerprint, seal } from "@/lib/base/secrets/seal.server";
import { webhookSecretPurpose } from "@/lib/farm/tenancies/contract";
import { hashToken } from "@/lib/identity/auth/tokens.server";
import { serverArguments } from "../../scripts/lib/checkout.mjs";
import { claimPort } from "../../scripts/lib/port.mjs";

const TENANT = "01BENCH0000000000000TENANT";

export type BenchApp = {
  port: number;
  /** Process id of the app. */
  pid: number;
  /** Read tokens, one a client. */
  tokens: string[];
  /** Sends a signed notification of a new alert. `answeredAt` is `performance.now()` at the answer's head. */
  notify(): Promise<{ alertId: string; answeredAt: number }>;
  /** Signs and sends any notification and returns the status of the answer. `facts` must not contain `tenantId`. */
  send(facts: Record<string, unknown>): Promise<number>;
  stop(): Promise<void>;
};

/**
 * Starts the built app on a database.
 * @param env added to its environment; it runs no background jobs unless this sets `LEAFWATCH_WORKER`
 */
export async function startBenchApp(
  databaseUrl: string,
  tokenCount: number,
  env: Record<string, string> = {},
): Promise<BenchApp> {
  const keys = randomBytes(32).toString("base64");
  Object.assign(process.env, { LEAFWATCH_SECRET_KEYS: keys, DATABASE_URL: databaseUrl });
  const secret = randomBytes(24).toString("base64");
  const tokens = Array.from({ length: tokenCount }, () => randomBytes(24).toString("hex"));
  await fill(databaseUrl, secret, tokens);
  const port = await claimPort("127.0.0.1", 0);
  const child = startNext(port, { DATABASE_URL: databaseUrl, LEAFWATCH_SECRET_KEYS: keys, ...env });
  const stop = async () => {
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    await ended;
  };
  try {
    await untilLive(port);
    const send = (facts: Record<string, unknown>) =>
      post(port, secret, { ...facts, tenantId: TENANT }).then(({ status }) => status);
    return { port, pid: child.pid ?? 0, tokens, notify: () => notify(port, secret), send, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function fill(databaseUrl: string, secret: string, tokens: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(
      "INSERT INTO tenancies (tenant_id, name, time_zone, updated_at) VALUES ($1, $1, 'UTC', now())",
      [TENANT],
    );
    await client.query(
      "INSERT INTO webhook_secrets (tenancy_id, sealed, fingerprint, created_by) SELECT id, $1, $2, 'benchmark' FROM tenancies",
      [Buffer.from(seal(secret, webhookSecretPurpose(TENANT, fingerprint(secret)))), fingerprint(secret)],
    );
    await client.query(
      "INSERT INTO api_tokens (name, token_hash, role, created_by) SELECT 'reader ' || n, hash, 'viewer', 'benchmark' FROM unnest($1::text[]) WITH ORDINALITY AS given (hash, n)",
      [tokens.map((token) => hashToken(token))],
    );
  } finally {
    await client.end();
  }
}

function startNext(port: number, env: Record<string, string>): ChildProcess {
  // BENCH_PROFILE names a folder for a profile of the app's processor, written when it ends.
  const folder = process.env.BENCH_PROFILE;
  const profile = folder ? ["--cpu-prof", `--cpu-prof-dir=${folder}`] : [];
  return spawn(process.execPath, [...profile, ...serverArguments, "-H", "127.0.0.1", "-p", String(port)], {
    env: { ...process.env, LEAFWATCH_WORKER: "off", ...env, NODE_ENV: "production", PORT: String(port) },
    stdio: ["ignore", "ignore", "inherit"],
  });
}

async function untilLive(port: number): Promise<void> {
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; ) {
    const live = await fetch(`http://127.0.0.1:${port}/api/health/live`).catch(() => null);
    if (live?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("The app did not come up. Build it first: npm start.");
}

let made = 0;

async function notify(port: number, secret: string): Promise<{ alertId: string; answeredAt: number }> {
  made += 1;
  const number = String(made).padStart(12, "0");
  const alertId = `01BENCHALERT0X${number}`;
  const { status, answeredAt } = await post(port, secret, {
    alertId,
    alertSeverity: "MEDIUM",
    alertType: "HEALTH",
    event: "RAISED",
    jobId: `JOB_${made}`,
    notificationId: `01BENCHNOTE00X${number}`,
    tenantId: TENANT,
    timestamp: new Date().toISOString(),
  });
  if (status !== 200) throw new Error(`A notification was answered ${status}`);
  return { alertId, answeredAt };
}

function post(
  port: number,
  secret: string,
  notification: object,
): Promise<{ status: number; answeredAt: number }> {
  const body = JSON.stringify(notification);
  const headers = {
    "content-type": "application/json",
    "service-signature": createHmac("sha256", secret).update(body).digest("hex"),
  };
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: "127.0.0.1", port, path: "/api/webhooks/alerts", method: "POST", headers },
      (answer) => {
        const answeredAt = performance.now();
        answer.resume();
        resolve({ status: answer.statusCode ?? 0, answeredAt });
      },
    );
    sent.on("error", reject).end(body);
  });
}
