// A start while the operator's Postgres is unreachable: the secrets saved by an earlier start suffice to spool.

import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { typescriptArguments } from "../../scripts/lib/checkout.mjs";
import type { TemporaryCluster } from "../../scripts/lib/postgres/temporary-cluster.mjs";
import { createDatabaseOn, startTestCluster, type TestDatabase } from "../support/cluster";
import { freePort, isAlive, RunningCommand, until } from "../support/command";
import { alertOf, newUlid, sign } from "../support/notifications";

const PROMISED_MS = 10_000;
const support = join(process.cwd(), "tests", "support");
const program = [join(support, "fake-start.mjs"), ...typescriptArguments, join(support, "intake-server.ts")];
const farm = {
  id: 1,
  tenantId: newUlid(),
  slug: "farm",
  secret: "a webhook secret of the tests",
  header: "Service-Signature",
};
const started: RunningCommand[] = [];

let cluster: TemporaryCluster;
let database: TestDatabase;
let folder: string;
let port: number;

/** The command with the webhook address and health routes instead of the app. */
function start(more: Record<string, string> = {}): RunningCommand {
  const command = new RunningCommand(process.execPath, program, {
    PORT: String(port),
    HOST: "127.0.0.1",
    DATABASE_URL: database.url,
    LEAFWATCH_DATA_DIR: join(folder, "data"),
    LEAFWATCH_PROVISION: join(folder, "provision.json"),
    ...more,
  });
  started.push(command);
  return command;
}

/** Waits until it serves; fails if it ends. */
async function serving(command: RunningCommand): Promise<void> {
  await until(async () => command.child.exitCode !== null || (await statusOf("live")) === 200);
  expect(command.child.exitCode, command.stderr).toBeNull();
}

function statusOf(part: "live" | "ready"): Promise<number> {
  return fetch(`http://127.0.0.1:${port}/api/health/${part}`).then(
    ({ status }) => status,
    () => 0,
  );
}

async function notify(value: unknown): Promise<{ status: number; answer: unknown }> {
  const body = JSON.stringify(value);
  const response = await fetch(`http://127.0.0.1:${port}/api/webhooks/alerts`, {
    method: "POST",
    body,
    headers: { [farm.header]: sign(body, farm.secret) },
  });
  return { status: response.status, answer: await response.json() };
}

async function isKept(alertId: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return (await client.query("SELECT FROM alerts WHERE alert_id = $1", [alertId])).rowCount === 1;
  } finally {
    await client.end();
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "leafwatch-away-"));
  const { tenantId, secret } = farm;
  const tenancy = { tenantId, name: "Farm", timeZone: "UTC", webhookSecrets: [secret] };
  await writeFile(join(folder, "provision.json"), JSON.stringify({ tenancies: [tenancy] }));
  port = await freePort();
  cluster = await startTestCluster();
  database = await createDatabaseOn(cluster.adminUrl, false);
  const first = start();
  await first.ready();
  // Secrets are saved when they are read, for the first notification.
  await notify(alertOf(farm));
  await until(() => existsSync(join(folder, "data", "webhook-keys.sealed")));
  await first.end("SIGTERM");
});

beforeEach(() => cluster.kill());

afterEach(async () => {
  for (const command of started.splice(0)) if (command.child.exitCode === null) await command.end("SIGTERM");
});

afterAll(async () => {
  await cluster.stop();
  await rm(folder, { recursive: true, force: true });
});

test("spools notifications, and applies them once the database is back", async () => {
  const command = start();
  await serving(command);
  const raised = alertOf(farm);
  expect(await notify(raised)).toEqual({ status: 202, answer: { status: "spooled" } });
  expect(await statusOf("ready")).toBe(503);
  expect(command.stdout).toMatch(
    /can't be used \(.+: nothing listens there\).* Until it answers, notifications are kept in the spool/,
  );
  expect(command.stdout).not.toContain("ready on");

  await cluster.restart();
  await command.ready();
  expect(command.stdout).toContain("The database is there, and up to date.\n");
  expect(await until(() => isKept(raised.alertId))).toBe(true);
  expect(await until(async () => (await statusOf("ready")) === 200)).toBe(true);
  expect(await command.end("SIGTERM")).toMatchObject({ code: 0, stderr: "" });
});

test("stops in time with code 0 while it waits", async () => {
  const command = start();
  await serving(command);
  const { code, stderr, tookMs } = await command.end("SIGTERM");
  expect([code, stderr]).toEqual([0, ""]);
  expect(tookMs).toBeLessThan(PROMISED_MS);
  expect(await statusOf("live")).toBe(0);
  await cluster.restart();
});

test.each([
  ["a wrong password", () => ({ DATABASE_URL: withPassword(database.url) }), /wrong password/],
  [
    "a wrong provisioning file",
    () => ({ LEAFWATCH_PROVISION: join(folder, "wrong.json") }),
    /tenancies\[0\]\.timeZone/,
  ],
])("%s ends it with one sentence and code 1 once it is back", async (_, wrong, sentence) => {
  const tenancy = { tenantId: farm.tenantId, name: "Farm", timeZone: "Mars/Olympus" };
  await writeFile(join(folder, "wrong.json"), JSON.stringify({ tenancies: [tenancy] }));
  const command = start(wrong());
  await serving(command);
  await cluster.restart();
  const { code, stderr } = await command.ended;
  expect(code).toBe(1);
  expect(stderr).toMatch(sentence);
  expect(stderr.trim().split("\n")).toHaveLength(1);
  expect(isAlive(command.pid)).toBe(false);
  expect(await statusOf("live")).toBe(0);
});

function withPassword(url: string): string {
  const changed = new URL(url);
  changed.password = "wrong";
  return changed.href;
}
