// A flood of notifications of one alert: the cost of each, and the delay of other alerts.

import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { Agent } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AppProcess } from "./lib/app-process";
import type { BenchmarkContext, Measured } from "./lib/benchmark";
import { untilApplied } from "./lib/disturbance";
import {
  addFarm,
  addSenders,
  deliver,
  newNotification,
  type Sender,
  type Signed,
  withClient,
} from "./lib/farm";

export const name = "poison";

const CONNECTIONS = 32;
/** Notifications of one alert, against as many alerts with one each; BENCH_COUNT for fewer. */
const FLOOD = Number(process.env.BENCH_COUNT ?? 100_000);
/** Notifications of one alert among those of others. */
const AMONG = 10_000;
const OTHERS = 1_000;
const TENANCIES = 50;
const WARM_UP = 2_000;
/** The app reads its keys once in each process. */
const keys = randomBytes(32).toString("base64");
const ALERT = "01BENCHPOISONEDALERT000000";

type Stage = { port: number; agent: Agent; senders: Sender[]; databaseUrl: string; applied(): Promise<void> };

/** Each measurement has a server and a database of its own. */
export async function run(context: BenchmarkContext): Promise<Measured[]> {
  const manyAlerts = await onStage(context, (stage) => rate(stage, () => newNotification()));
  const oneAlert = await onStage(context, (stage) => rate(stage, () => newNotification(undefined, ALERT)));
  const alone = await onStage(context, (stage) => waitOfOthers(stage, 0));
  const beside = await onStage(context, (stage) => waitOfOthers(stage, AMONG));
  return [
    {
      ...{ name: `poison: ${FLOOD} of one alert`, ours: oneAlert, baseline: manyAlerts },
      unit: "applied notifications/s : of as many alerts",
    },
    {
      ...{ name: `poison: p99 of others beside ${AMONG} of one alert`, ours: beside, baseline: alone },
      unit: "ms : ms without them",
    },
  ];
}

async function onStage<T>(context: BenchmarkContext, measure: (stage: Stage) => Promise<T>): Promise<T> {
  const databaseUrl = await context.createDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), "leafwatch-poison-"));
  await addFarm(databaseUrl, keys);
  const senders = await addSenders(databaseUrl, TENANCIES);
  const server = await AppProcess.launch({ databaseUrl, keys, dataDir, program: "next" });
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const applied = () => untilApplied(dataDir);
  const stage = { port: server.port, agent, senders, databaseUrl, applied };
  try {
    await sendAll(
      stage,
      Array.from({ length: WARM_UP }, () => newNotification()),
    );
    return await measure(stage);
  } finally {
    agent.destroy();
    await server.kill();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** @returns notifications applied a second, from the first to the last */
async function rate(stage: Stage, make: () => Signed): Promise<number> {
  await stage.applied();
  const began = performance.now();
  await sendAll(stage, { length: FLOOD, make });
  await stage.applied();
  const seconds = (performance.now() - began) / 1_000;
  await check(stage, WARM_UP + FLOOD);
  return FLOOD / seconds;
}

/** @returns p99 of the answers to other alerts, milliseconds */
async function waitOfOthers(stage: Stage, among: number): Promise<number> {
  await stage.applied();
  const others = Array.from({ length: OTHERS }, (_, n) => newNotification(stage.senders[n % TENANCIES]));
  const mixed = others.flatMap((one) => [
    one,
    ...Array.from({ length: among / OTHERS }, () => newNotification(undefined, ALERT)),
  ]);
  const times = await sendAll(stage, mixed);
  await stage.applied();
  await check(stage, WARM_UP + mixed.length);
  const sorted = others.map((one) => times.get(one) ?? 0).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.99)] ?? 0;
}

type Work = readonly Signed[] | { length: number; make: () => Signed };

/** @returns the time of each answer, milliseconds */
async function sendAll({ port, agent }: Stage, work: Work): Promise<Map<Signed, number>> {
  const times = new Map<Signed, number>();
  let next = 0;
  const connection = async () => {
    while (next < work.length) {
      const n = next++;
      const sent = "make" in work ? work.make() : work[n];
      if (!sent) return;
      const began = performance.now();
      const { status, text } = await deliver({ port, agent }, sent);
      if (status < 200 || status >= 300) throw new Error(`The server answered ${status}: ${text}`);
      if (!("make" in work)) times.set(sent, performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  return times;
}

/** @throws Error if an acknowledged notification is not stored and folded */
async function check({ databaseUrl }: Stage, sent: number): Promise<void> {
  const stored = await withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      "SELECT count(*)::int AS count FROM notifications JOIN alerts USING (tenancy_id, alert_id)",
    );
    return rows[0]?.count;
  });
  if (stored !== sent) throw new Error(`${sent} were acknowledged and ${stored} are stored.`);
}
