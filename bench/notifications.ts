// Signed notifications that are accepted and durable a second, against GET /api/health/live of the same server.

import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { Agent } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AppProcess } from "./lib/app-process";
import type { BenchmarkContext, Measured } from "./lib/benchmark";
import { untilApplied } from "./lib/disturbance";
import { addFarm, deliver, newNotification, withClient } from "./lib/farm";
import { exchange } from "./lib/http-client";

export const name = "notifications";

const CONNECTIONS = 32;
const ROUNDS = 5;
const ROUND_MS = 4_000;
const WARM_UP_MS = 3_000;

/** Measures both alternately and takes medians, so that a slow moment of the machine affects both. */
export async function run(context: BenchmarkContext): Promise<Measured> {
  const databaseUrl = await context.createDatabase();
  const keys = randomBytes(32).toString("base64");
  const dataDir = mkdtempSync(join(tmpdir(), "leafwatch-bench-"));
  await addFarm(databaseUrl, keys);
  const server = await AppProcess.launch({ databaseUrl, keys, dataDir, program: "next" });
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
    await untilApplied(dataDir);
    await checkStored(databaseUrl);
    return { ours: median(ours), baseline: median(baseline), unit: "accepted notifications/s : GET/s" };
  } finally {
    agent.destroy();
    await server.kill();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function getLive(port: number, agent: Agent): Promise<void> {
  const { status } = await exchange({ port, agent, path: "/api/health/live", method: "GET" });
  if (status !== 200) throw new Error(`The server answered ${status}`);
}

/** Bodies are built and signed in advance: that is the sender's work. */
async function notificationRate(port: number, agent: Agent, ms: number): Promise<number> {
  const bodies = Array.from({ length: Math.ceil((ms / 1_000) * 4_000) }, () => newNotification());
  let next = 0;
  return rate(ms, async () => {
    const { text } = await deliver({ port, agent }, bodies[next++] ?? newNotification());
    if (text !== '{"status":"accepted"}' && text !== '{"status":"spooled"}')
      throw new Error(`The server answered ${text}`);
    accepted += 1;
  });
}

let accepted = 0;

/** Runs `work` 32 at a time. @returns how often a second */
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

/** @throws Error if an acknowledged notification is not stored */
async function checkStored(databaseUrl: string): Promise<void> {
  const stored = await withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      "SELECT count(*)::int AS count FROM notifications JOIN alerts USING (tenancy_id, alert_id)",
    );
    return rows[0]?.count;
  });
  if (stored !== accepted) throw new Error(`${accepted} were acknowledged and ${stored} are stored.`);
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
