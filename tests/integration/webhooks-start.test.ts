// Notifications that arrive before a new process knows the webhook secrets.

import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { getPrisma } from "@/lib/base/db/prisma.server";
import { until } from "../support/command";
import { addTenancy, alertOf, sign, type TestTenancy, useTestDatabase } from "../support/notifications";
import { serveWebhook } from "../support/webhook-address";

let leave: () => Promise<void>;
let farm: TestTenancy;
let address: string;
let dataDir: string;

beforeAll(async () => {
  leave = await useTestDatabase();
  farm = await addTenancy();
});
afterAll(() => leave());
beforeEach(async () => {
  // Neither this process nor an earlier one has read the secrets.
  dataDir = mkdtempSync(join(tmpdir(), "leafwatch-start-"));
  process.env.LEAFWATCH_DATA_DIR = dataDir;
  vi.resetModules();
  address = await serveWebhook((await import("../../pages/api/webhooks/alerts")).default);
});

afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const kept = (alertId: string) => getPrisma().notification.count({ where: { alertId } });

function send(value: unknown, secret = farm.secret): Promise<Response> {
  const body = JSON.stringify(value);
  return fetch(address, { method: "POST", body, headers: { [farm.header]: sign(body, secret) } });
}

/** Locks the secrets while `wanted` runs; its argument tells whether a statement waits for them. */
async function whileSecretsAreLocked(
  wanted: (blocked: () => Promise<boolean>) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  try {
    await client.query("BEGIN; LOCK TABLE webhook_secrets IN ACCESS EXCLUSIVE MODE");
    await wanted(() =>
      until(async () => {
        const { rowCount } = await client.query(
          "SELECT FROM pg_locks WHERE NOT granted AND relation = 'webhook_secrets'::regclass",
        );
        return (rowCount ?? 0) > 0;
      }),
    );
  } finally {
    await client.end();
  }
}

it("requests wait for the first secrets while the database is busy", async () => {
  const raised = alertOf(farm);
  let answer: Promise<Response> | undefined;
  await whileSecretsAreLocked(async (blocked) => {
    answer = send(raised);
    expect(await blocked()).toBe(true);
    // Longer than the second that other requests wait.
    await new Promise((resolve) => setTimeout(resolve, 1_300));
  });
  expect((await answer)?.status).toBe(200);
  expect(await kept(raised.alertId)).toBe(1);
});

it("stores requests that waited in vain later; they begin no outage, nor do unsigned ones", async () => {
  const [raised, foreign] = [alertOf(farm), alertOf(farm)];
  await whileSecretsAreLocked(async () => {
    const began = performance.now();
    const answers = await Promise.all([send(raised), send(foreign, "a secret of somebody else")]);
    expect(answers.map(({ status }) => status)).toEqual([503, 503]);
    expect(performance.now() - began).toBeLessThan(5_000);
  });
  expect(await until(async () => (await kept(raised.alertId)) === 1)).toBe(true);
  expect(await kept(foreign.alertId)).toBe(0);
  const { readOutages } = await import("@/lib/alerting/outages/service.server");
  const { SYSTEM } = await import("@/lib/identity/actor/system.server");
  expect(await readOutages(SYSTEM, {})).toEqual({ items: [] });
});

it("logs a sender that disconnects within its body", async () => {
  const { log } = await import("@/lib/base/request/log.server");
  const [warned, failed] = [vi.spyOn(log, "warn").mockReturnValue(), vi.spyOn(log, "error")];
  const { port } = new URL(address);
  const socket = connect(Number(port), "127.0.0.1");
  await new Promise((sent) => {
    socket.write("POST /api/webhooks/alerts HTTP/1.1\r\nHost: farm\r\nContent-Length: 100\r\n\r\n{", sent);
  });
  socket.destroy();
  expect(await until(() => warned.mock.calls.some((call) => String(call[1]).includes("broke off")))).toBe(
    true,
  );
  expect(failed).not.toHaveBeenCalled();
});
