// Leafwatch as it is started for real use, on a data folder of its own, with one service or with none.

import { createHmac } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, RunningCommand, until } from "../../support/command";
import { OWN_SERVICE } from "./own-service";

export const TENANT = "01J8Z0000000000000000TENAN";
export const SECRET = "a webhook secret of the tests";
export const TOKEN = "a-token-of-the-tests-long-enough";

/** A running `npm start`. */
export type OwnApp = { url: string; command: RunningCommand; end(): Promise<void> };

/** Starts it on a data folder of its own; the caller has to call `end`. */
export async function startOwnApp(provision?: unknown, more: Record<string, string> = {}): Promise<OwnApp> {
  const dataDir = mkdtempSync(join(tmpdir(), "leafwatch-start-"));
  const port = await freePort();
  const env: Record<string, string> = {
    PORT: String(port),
    LEAFWATCH_DATA_DIR: join(dataDir, "data"),
    // A long timeout for busy machines: this tests what is returned, not how soon it is stored.
    LEAFWATCH_COMMIT_WAIT_MS: "4000",
    ...more,
  };
  if (provision) {
    env.LEAFWATCH_PROVISION = join(dataDir, "provision.json");
    writeFileSync(env.LEAFWATCH_PROVISION, JSON.stringify(provision));
  }
  const command = new RunningCommand(process.execPath, ["scripts/start.mjs"], env);
  const url = `http://localhost:${port}`;
  const ready = () =>
    fetch(`${url}/api/health/ready`).then(
      (answer) => answer.ok,
      () => false,
    );
  await until(async () => command.child.exitCode !== null || (await ready()));
  const end = async () => {
    if (command.child.exitCode === null) await command.end("SIGTERM");
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { url, command, end };
}

export const provisionFor = (
  service: { baseUrl: string; authUrl: string },
  clientSecret = OWN_SERVICE.clientSecret,
) => ({
  tenancies: [
    {
      tenantId: TENANT,
      name: "Own farm",
      timeZone: "Europe/Amsterdam",
      baseUrl: service.baseUrl,
      authUrl: service.authUrl,
      clientId: OWN_SERVICE.clientId,
      clientSecret,
      webhookSecrets: [SECRET],
      sync: { enabled: true, types: ["indices"], backfillDays: 1, everyMinutes: 60 },
    },
  ],
  users: [{ email: "grower@example.com", password: "a long enough password", role: "grower" }],
  apiTokens: [{ name: "tests", token: TOKEN, role: "admin" }],
});

export async function read<T>(app: OwnApp, path: string): Promise<T> {
  const answer = await fetch(app.url + path, { headers: { authorization: `Bearer ${TOKEN}` } });
  return (await answer.json()) as T;
}

export async function notify(
  app: OwnApp,
  body: string,
  signature: string,
  header = "Service-Signature",
): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(`${app.url}/api/webhooks/alerts`, {
    method: "POST",
    body,
    headers: { [header]: signature },
  });
  return { status: answer.status, body: await answer.json() };
}

export const raised = JSON.stringify({
  notificationId: "01J9ZP4R7M0C2V6Y8X8D3QGA1E",
  alertId: "01J9ZP4R6ZB1T5W7NKHD2SFX9C",
  tenantId: TENANT,
  event: "RAISED",
  alertType: "HEALTH",
  alertSeverity: "HIGH",
  jobId: "JOB_1",
  timestamp: new Date().toISOString(),
});
export const sign = (body: string) => createHmac("sha256", SECRET).update(body).digest("hex");
