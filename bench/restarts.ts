// Ten restarts of the built app behind the receiver, while notifications are sent at a steady pace: all are kept once.

import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { Agent } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { inCheckout, typescriptArguments } from "../scripts/lib/checkout.mjs";
import { freePort, RunningCommand, until } from "../tests/support/command";
import type { BenchmarkContext, Measured } from "./lib/benchmark";
import { addFarm, deliver, newNotification, withClient } from "./lib/farm";

export const name = "restarts";

const RESTARTS = 10;
const SENT = 1_000;
/** Of which these are sent before each restart; the rest after the last. */
const BETWEEN = 20;
const EVERY_MS = 60;

/** Restarts `npm start` as an operator does. */
export async function run(context: BenchmarkContext): Promise<Measured> {
  const databaseUrl = await context.createDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), "leafwatch-restarts-"));
  const keys = randomBytes(32).toString("base64");
  const port = String(await freePort());
  await addFarm(databaseUrl, keys);
  const command = (args: string[], env: Record<string, string>) =>
    new RunningCommand(process.execPath, args, {
      ...{ HOST: "127.0.0.1", LEAFWATCH_DATA_DIR: dataDir, LEAFWATCH_SECRET_KEYS: keys },
      ...{ LEAFWATCH_TRUSTED_PROXIES: "127.0.0.1", LEAFWATCH_LOG_LEVEL: "warn", ...env },
    });
  const start = async () => {
    const app = command([inCheckout("scripts", "start.mjs")], { PORT: port, DATABASE_URL: databaseUrl });
    await until(() => app.stdout.includes("Leafwatch is ready") || app.child.exitCode !== null);
    if (app.child.exitCode !== null) throw new Error(`The app did not come up: ${app.stderr}`);
    return app;
  };
  let app = await start();
  const receiver = command([...typescriptArguments, inCheckout("scripts", "receiver.ts")], {
    ...{ PORT: "0", LEAFWATCH_APP_ADDRESS: `http://127.0.0.1:${port}` },
  });
  try {
    await until(() => /ready on port \d+/.test(receiver.stdout));
    const load = startLoad(Number(/ready on port (\d+)/.exec(receiver.stdout)?.[1]));
    let awayMs = 0;
    for (let restarts = 0; restarts < RESTARTS; restarts += 1) {
      const before = load.answers();
      await until(() => load.answers() >= before + BETWEEN);
      const began = performance.now();
      await app.end("SIGTERM");
      app = await start();
      awayMs += performance.now() - began;
    }
    const { sent, statuses, slowestMs } = await load.end();
    const stored = async () =>
      withClient(
        databaseUrl,
        async (client) => (await client.query("SELECT FROM notifications")).rowCount ?? 0,
      );
    await until(async () => (await stored()) >= sent);
    const kept = await stored();
    const awayS = Math.round(awayMs / 1_000);
    process.stdout.write(`${JSON.stringify({ sent, statuses, kept, awayS, slowestMs })}\n`);
    if (kept !== sent) throw new Error("Notifications were lost or doubled");
    return {
      name: "restarts: kept once, through ten restarts",
      ours: kept,
      baseline: sent,
      unit: "notifications : sent",
    };
  } finally {
    await app.end("SIGTERM");
    await receiver.end("SIGTERM");
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Sends at a steady pace, whether or not the last one is answered; at least `SENT`. */
function startLoad(port: number) {
  const agent = new Agent({ keepAlive: true });
  const statuses: Record<string, number> = {};
  const answering: Promise<void>[] = [];
  let isEnding = false;
  let answered = 0;
  let slowestMs = 0;
  const send = async () => {
    const began = performance.now();
    const status = await deliver({ port, agent }, newNotification()).then(
      (answer) => String(answer.status),
      () => "none",
    );
    answered += 1;
    statuses[status] = (statuses[status] ?? 0) + 1;
    slowestMs = Math.max(slowestMs, Math.round(performance.now() - began));
  };
  const sending = (async () => {
    while (!isEnding || answering.length < SENT) {
      answering.push(send());
      await sleep(EVERY_MS);
    }
  })();
  return {
    answers: () => answered,
    async end() {
      isEnding = true;
      await sending;
      await Promise.all(answering);
      agent.destroy();
      return { sent: answering.length, statuses, slowestMs };
    },
  };
}
