// Kills the app and Postgres at random moments while notifications arrive, and counts the answered ones that were lost
// or stored twice.

import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { Agent } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createDatabaseOn, startTestCluster } from "../../tests/support/cluster";
import { type AppOptions, AppProcess } from "./app-process";
import { addFarm, deliver, newNotification, withClient } from "./farm";

const LONGEST_DRAIN_MS = 300_000;

export type Options = {
  program: AppOptions["program"];
  /** Minimum number of kills, of the app and Postgres together. */
  kills: number;
  /** Minimum number of notifications answered with a 2xx. */
  answered: number;
  senders: number;
  /** Mean pause between two notifications of a sender, in milliseconds. */
  pauseMs: number;
};

export type Figures = {
  appKills: number;
  postgresKills: number;
  answered: number;
  spooled: number;
  /** Sent, but not answered with a 2xx. */
  unanswered: number;
  lost: number;
  doubled: number;
};

type Stage = Awaited<ReturnType<typeof setUp>>;

/** Runs the senders and the kills on a database server and an app of its own. */
export async function disturb(options: Options): Promise<Figures> {
  const stage = await setUp(options.program);
  const count = { answered: new Set<string>(), spooled: 0, unanswered: 0 };
  let ended = false;
  const sender = async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (!ended) {
      const sent = newNotification();
      const answer = await deliver({ port: stage.app.port, agent }, sent).catch(() => undefined);
      if (answer && answer.status >= 200 && answer.status < 300) count.answered.add(sent.id);
      else count.unanswered += 1;
      if (answer?.text.includes("spooled")) count.spooled += 1;
      await sleep(options.pauseMs * 2 * Math.random());
    }
    agent.destroy();
  };
  try {
    const senders = Array.from({ length: options.senders }, sender);
    const kills = await killAtRandom(stage, options.kills);
    while (count.answered.size < options.answered) await sleep(50);
    ended = true;
    await Promise.all(senders);
    await untilApplied(stage.dataDir);
    const { lost, doubled } = await compare(stage.database.url, count.answered);
    return {
      ...kills,
      answered: count.answered.size,
      spooled: count.spooled,
      unanswered: count.unanswered,
      lost,
      doubled,
    };
  } finally {
    ended = true;
    await tearDown(stage);
  }
}

async function setUp(program: AppOptions["program"]) {
  const cluster = await startTestCluster({ durable: true });
  const dataDir = mkdtempSync(join(tmpdir(), "leafwatch-disturbed-"));
  const database = await createDatabaseOn(cluster.adminUrl);
  const keys = randomBytes(32).toString("base64");
  await addFarm(database.url, keys);
  const app = await AppProcess.launch({ databaseUrl: database.url, keys, dataDir, program });
  const stage = { cluster, dataDir, database, app };
  // The app knows the secrets from its first request on.
  const agent = new Agent();
  while ((await deliver({ port: app.port, agent }, newNotification())).status >= 300) await sleep(50);
  return stage;
}

async function tearDown({ cluster, dataDir, app }: Stage): Promise<void> {
  await app.kill();
  await cluster.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

async function killAtRandom({ app, cluster }: Stage, kills: number) {
  const done = { appKills: 0, postgresKills: 0 };
  const killApp = async () => {
    await app.kill();
    done.appKills += 1;
    await app.start();
  };
  while (done.appKills + done.postgresKills < kills) {
    await sleep(Math.random() * 1_000);
    if (Math.random() < 0.5) {
      await killApp();
      continue;
    }
    await cluster.kill();
    done.postgresKills += 1;
    await sleep(Math.random() * 1_000);
    // Covers a start without the database, and the spool left by an app killed during the outage.
    if (Math.random() < 0.3) await killApp();
    await cluster.restart();
  }
  return done;
}

/** Waits until a spool is empty. */
export async function untilApplied(dataDir: string): Promise<void> {
  const deadline = Date.now() + LONGEST_DRAIN_MS;
  for (;;) {
    const left = namesIn(join(dataDir, "spool")).filter((name) => name.endsWith(".segment"));
    if (left.length === 0) return;
    if (Date.now() > deadline) throw new Error(`The spool is not applied: ${left.join(", ")}`);
    await sleep(100);
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

async function compare(databaseUrl: string, answered: Set<string>) {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ id: string; deliveries: number; folded: number }>(`
      SELECT d.notification_id AS id, count(*)::int AS deliveries, max(a.notifications)::int AS folded
      FROM deliveries d
      JOIN notifications n ON n.tenancy_id = d.tenancy_id AND n.notification_id = d.notification_id
      JOIN alerts a ON a.tenancy_id = n.tenancy_id AND a.alert_id = n.alert_id
      GROUP BY d.notification_id`);
    const kept = new Set(rows.map(({ id }) => id));
    return {
      lost: [...answered].filter((id) => !kept.has(id)).length,
      doubled: rows.filter(({ deliveries, folded }) => deliveries !== 1 || folded !== 1).length,
    };
  });
}
