// The effect of a flood from one caller: p95 of an admin's alerts/counts under the flood against its p95 just before, and
// the number of 503 answers to others. The limit is three times the quiet p95.
//
// BENCH_SECONDS (15 for each attack), BENCH_CONNECTIONS (32).

import { spawn } from "node:child_process";
import { once } from "node:events";
import { Agent } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { BenchmarkContext, Measured } from "./lib/benchmark";
import { exchange } from "./lib/http-client";
import { type LoadApp, startLoadApp } from "./lib/load/app";
import { Storm } from "./lib/load/storm";

export const name = "attack";

const SECONDS = Number(process.env.BENCH_SECONDS ?? 15);
const CONNECTIONS = Number(process.env.BENCH_CONNECTIONS ?? 32);
const TENANT = "01BENCH0000000000000TENANT";
const OPEN_ALERTS = 200;
const PAUSE_MS = 20;
const YEAR = "from=2025-11-23T00:00:00Z&to=2026-11-23T00:00:00Z";

type Attack = {
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
};

export async function run(context: BenchmarkContext): Promise<Measured[]> {
  const app = await startLoadApp(await context.createDatabase(), { people: 1, screens: 1 });
  try {
    const storm = new Storm(app, app.jobs);
    for (let sent = 0; sent < OPEN_ALERTS; sent += 1) await storm.next();
    await countsFor(app, 5);
    const measured: Measured[] = [];
    for (const [what, attack] of Object.entries(await attacksOn(app)))
      measured.push(...(await measureOne(app, what, attack)));
    return measured;
  } finally {
    await app.stop();
  }
}

/** The attacks by name. */
async function attacksOn(app: LoadApp): Promise<Record<string, Attack>> {
  const screen = { authorization: `Bearer ${app.screenTokens[0]}` };
  const farm = encodeURIComponent(app.areas[0] ?? "");
  const series = `/api/v1/series?tenant=${TENANT}&area=${farm}&${YEAR}`;
  const indices = (count: number) =>
    Array.from({ length: count }, (_, n) => `&index=${n.toString(36)}`).join("");
  const known = "&index=HEALTH&index=EFFICIENCY&index=ALPHA&index=PRODUCTIVITY&index=PEI&index=PPFD";
  return {
    "1,500 indices": { path: series + indices(1_500), headers: screen },
    "50 unknown indices": { path: series + indices(50), headers: screen },
    "a year of a farm": { path: `${series}${known}`, headers: screen },
    "sign-ins": await signIns(app),
    "pairing codes": { path: "/api/wall/pairing", method: "POST" },
    "unsigned notifications": { path: "/api/webhooks/alerts", method: "POST", body: "{}" },
  };
}

async function signIns({ url }: LoadApp): Promise<Attack> {
  const asked = await fetch(`${url}/api/auth/csrf`);
  const { csrfToken } = (await asked.json()) as { csrfToken: string };
  const cookie = asked.headers
    .getSetCookie()
    .map((line) => line.split(";", 1)[0])
    .join("; ");
  const form = { csrfToken, email: "nobody@bench.example", password: "a wrong password" };
  return {
    path: "/api/auth/callback/credentials",
    method: "POST",
    headers: { cookie, "content-type": "application/x-www-form-urlencoded", origin: url },
    body: new URLSearchParams(form).toString(),
  };
}

async function measureOne(app: LoadApp, what: string, attack: Attack): Promise<Measured[]> {
  const quiet = await countsFor(app, SECONDS);
  const flood = spawn(
    process.execPath,
    [
      join(import.meta.dirname, "lib", "flood.mjs"),
      JSON.stringify({ ...attack, port: app.port, connections: CONNECTIONS }),
    ],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  let said = "";
  flood.stdout.on("data", (part: Buffer) => {
    said += part.toString();
  });
  // A network is refused after 200 attempts.
  await sleep(2_000);
  const under = await countsFor(app, SECONDS);
  const ended = once(flood, "exit");
  flood.kill("SIGTERM");
  await ended;
  process.stdout.write(`${what}: ${said}; ${under.statuses}\n`);
  await sleep(2_000);
  return [
    { name: `attack: ${what}`, ours: under.p95, baseline: quiet.p95, unit: "ms, p95 of counts : quiet" },
    { name: `attack: ${what}, 503`, ours: under.unavailable, baseline: under.answers, unit: "answers" },
  ];
}

/** Requests the counts as an admin's page does, one after the other. */
async function countsFor({ port, tokens }: LoadApp, seconds: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const took: number[] = [];
  const statuses: Record<string, number> = {};
  for (const end = performance.now() + seconds * 1_000; performance.now() < end; ) {
    const begun = performance.now();
    const { status } = await exchange({
      ...{ port, agent, method: "GET", path: `/api/v1/alerts/counts?tenant=${TENANT}` },
      headers: { authorization: `Bearer ${tokens[0]}` },
    });
    took.push(performance.now() - begun);
    statuses[status] = (statuses[status] ?? 0) + 1;
    await sleep(PAUSE_MS);
  }
  agent.destroy();
  const sorted = took.toSorted((a, b) => a - b);
  return {
    p95: sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0,
    answers: took.length,
    unavailable: took.length - (statuses[200] ?? 0),
    statuses: JSON.stringify(statuses),
  };
}
