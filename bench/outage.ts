// A minute without the database under load: everything is answered quickly and applied afterwards.

import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { Agent } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createDatabaseOn, startTestCluster } from "../tests/support/cluster";
import { AppProcess } from "./lib/app-process";
import type { Measured } from "./lib/benchmark";
import { untilApplied } from "./lib/disturbance";
import { addFarm, deliver, newNotification, withClient } from "./lib/farm";

export const name = "outage";

const CONNECTIONS = 32;
const AWAY_MS = 60_000;
const BEFORE_MS = 3_000;
const PROMISED_P99_MS = 100;

/** Kills the database while 32 connections send as fast as they are answered. */
export async function run(): Promise<Measured> {
  const cluster = await startTestCluster({ durable: true });
  const dataDir = mkdtempSync(join(tmpdir(), "leafwatch-outage-"));
  const database = await createDatabaseOn(cluster.adminUrl);
  const keys = randomBytes(32).toString("base64");
  await addFarm(database.url, keys);
  const app = await AppProcess.launch({ databaseUrl: database.url, keys, dataDir, program: "next" });
  try {
    const load = startLoad(app.port);
    await sleep(BEFORE_MS);
    load.times.length = 0;
    await cluster.kill();
    await sleep(AWAY_MS);
    const times = load.times.slice();
    await cluster.restart();
    await sleep(BEFORE_MS);
    const { answered, refusals } = await load.end();
    const began = performance.now();
    await untilApplied(dataDir);
    const drainedMs = Math.round(performance.now() - began);
    const stored = await countStored(database.url);
    const p99 = percentile(times, 0.99);
    const slowest = Math.max(...times);
    process.stdout.write(
      `${JSON.stringify({ outageMs: AWAY_MS, duringOutage: times.length, p50: percentile(times, 0.5), p99, slowest, answered, refusals, stored, drainedMs })}\n`,
    );
    if (Object.keys(refusals).length > 0 || stored !== answered)
      throw new Error("Notifications were refused or lost");
    return {
      name: "outage: p99 of answers, database away",
      ours: p99,
      baseline: PROMISED_P99_MS,
      unit: "ms : ms promised",
    };
  } finally {
    await app.kill();
    await cluster.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function startLoad(port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const times: number[] = [];
  let ended = false;
  let answered = 0;
  const refusals: Record<string, number> = {};
  const connection = async () => {
    while (!ended) {
      const sent = newNotification();
      const began = performance.now();
      const { status } = await deliver({ port, agent }, sent).catch(() => ({ status: 0 }));
      times.push(performance.now() - began);
      if (status >= 200 && status < 300) answered += 1;
      else refusals[status] = (refusals[status] ?? 0) + 1;
    }
  };
  const connections = Array.from({ length: CONNECTIONS }, connection);
  const end = async () => {
    ended = true;
    await Promise.all(connections);
    agent.destroy();
    return { answered, refusals };
  };
  return { times, end };
}

async function countStored(databaseUrl: string): Promise<number> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      "SELECT count(*)::int AS count FROM deliveries JOIN notifications USING (tenancy_id, notification_id)",
    );
    return rows[0]?.count ?? 0;
  });
}

function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Number((sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1));
}
