// How many signed notifications a second are accepted and durable, against the plainest answer that the same
// server gives: GET /api/health/live.

import { spawn } from "node:child_process";
import { createHmac, randomBytes } from "node:crypto";
import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import pg from "pg";
import { fingerprint, seal } from "@/lib/secrets/seal.server";
import { webhookSecretPurpose } from "@/lib/tenancies/contract";
import type { BenchmarkContext, Measured } from "../lib/benchmark";
import { inCheckout } from "../lib/checkout.mjs";
import { claimPort } from "../lib/port.mjs";

export const name = "notifications";

const CONNECTIONS = 32;
const ROUNDS = 5;
const ROUND_MS = 4_000;
const WARM_UP_MS = 3_000;
const JOBS = 200;
const tenantId = "01BENCH0000000000000TENANT";
const secret = randomBytes(24).toString("base64");

/** Measures both in turn and takes the medians, so that a slow moment of the machine hits neither alone. */
export async function run(context: BenchmarkContext): Promise<Measured> {
  const databaseUrl = await context.createDatabase();
  const keys = randomBytes(32).toString("base64");
  await addTenancy(databaseUrl, keys);
  const server = await startServer(databaseUrl, keys);
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  try {
    const live = () => rate(WARM_UP_MS, () => getLive(server.port, agent));
    await live();
    await notificationRate(server.port, agent, WARM_UP_MS);
    const baseline: number[] = [];
    const ours: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      baseline.push(await rate(ROUND_MS, () => getLive(server.port, agent)));
      ours.push(await notificationRate(server.port, agent, ROUND_MS));
    }
    await checkStored(databaseUrl);
    return { ours: median(ours), baseline: median(baseline), unit: "accepted notifications/s : GET/s" };
  } finally {
    agent.destroy();
    await server.stop();
  }
}

/** One farm whose jobs have readings, so that places are inferred as in real use. */
async function addTenancy(databaseUrl: string, keys: string): Promise<void> {
  process.env.LEAFWATCH_SECRET_KEYS = keys;
  process.env.DATABASE_URL = databaseUrl;
  await withClient(databaseUrl, async (client) => {
    await client.query(
      "INSERT INTO tenancies (tenant_id, name, time_zone, updated_at) VALUES ($1, $1, 'UTC', now())",
      [tenantId],
    );
    await client.query(
      "INSERT INTO webhook_secrets (tenancy_id, sealed, fingerprint, created_by) SELECT id, $1, $2, 'benchmark' FROM tenancies",
      [Buffer.from(seal(secret, webhookSecretPurpose(tenantId))), fingerprint(secret)],
    );
    await client.query(`
      INSERT INTO jobs (tenancy_id, id, job_id) SELECT t.id, n, 'JOB_' || n FROM tenancies t, generate_series(1, ${JOBS}) n;
      INSERT INTO control_areas (tenancy_id, id, path, name, depth)
        SELECT t.id, n, 'Bench ' || n, 'Bench ' || n, 0 FROM tenancies t, generate_series(1, ${JOBS}) n;
      INSERT INTO job_areas (tenancy_id, area_id, job_id, first_at, last_at)
        SELECT t.id, n, n, now() - interval '30 days', now() FROM tenancies t, generate_series(1, ${JOBS}) n`);
  });
}

async function startServer(databaseUrl: string, keys: string) {
  const port = await claimPort("127.0.0.1", 0);
  const next = inCheckout("node_modules", "next", "dist", "bin", "next");
  const child = spawn(process.execPath, [next, "start", "-H", "127.0.0.1", "-p", String(port)], {
    env: {
      ...process.env,
      NODE_ENV: "production",
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      LEAFWATCH_SECRET_KEYS: keys,
      LEAFWATCH_WORKER: "off",
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = once(child, "exit");
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
  };
  try {
    await untilLive(port);
    return { port, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function untilLive(port: number): Promise<void> {
  const deadline = Date.now() + 30_000;
  const agent = new Agent();
  for (;;) {
    const live = await getLive(port, agent).then(
      () => true,
      () => false,
    );
    if (live) return;
    if (Date.now() > deadline) throw new Error("The app did not come up. Build it first: npm start.");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function getLive(port: number, agent: Agent): Promise<void> {
  await exchange({ port, agent, path: "/api/health/live", method: "GET" });
}

/** The bodies are made and signed beforehand: that is the sender's work. */
async function notificationRate(port: number, agent: Agent, ms: number): Promise<number> {
  const bodies = Array.from({ length: Math.ceil((ms / 1_000) * 4_000) }, newNotification);
  let next = 0;
  return rate(ms, async () => {
    const { body, signature } = bodies[next++] ?? newNotification();
    const headers = {
      "content-type": "application/json",
      "content-length": body.length,
      "service-signature": signature,
    };
    const answer = await exchange(
      { port, agent, path: "/api/webhooks/alerts", method: "POST", headers },
      body,
    );
    if (answer !== '{"status":"accepted"}') throw new Error(`The server answered ${answer}`);
    accepted += 1;
  });
}

let accepted = 0;
let made = 0;

function newNotification(): { body: Buffer; signature: string } {
  made += 1;
  const number = String(made).padStart(12, "0");
  const body = Buffer.from(
    JSON.stringify({
      alertId: `01BENCHALERT0X${number}`,
      alertSeverity: "MEDIUM",
      alertType: "HEALTH",
      event: "RAISED",
      jobId: `JOB_${1 + (made % JOBS)}`,
      notificationId: `01BENCHNOTE00X${number}`,
      tenantId,
      timestamp: new Date().toISOString(),
    }),
  );
  return { body, signature: createHmac("sha256", secret).update(body).digest("hex") };
}

/** How often a second `work` is done by 32 at a time. */
async function rate(ms: number, work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  let done = 0;
  const connection = async () => {
    while (performance.now() - start < ms) {
      await work();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  return (done / (performance.now() - start)) * 1_000;
}

type Exchange = {
  port: number;
  agent: Agent;
  path: string;
  method: string;
  headers?: Record<string, string | number>;
};

function exchange({ port, ...options }: Exchange, body?: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, ...options }, (response: IncomingMessage) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (part: string) => {
        text += part;
      });
      response.on("end", () =>
        response.statusCode === 200 ? resolve(text) : reject(new Error(`${response.statusCode} ${text}`)),
      );
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

/** What was acknowledged must be there. */
async function checkStored(databaseUrl: string): Promise<void> {
  const stored = await withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      "SELECT count(*)::int AS count FROM notifications JOIN alerts USING (tenancy_id, alert_id)",
    );
    return rows[0]?.count;
  });
  if (stored !== accepted) throw new Error(`${accepted} were acknowledged and ${stored} are stored.`);
}

async function withClient<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
