// Two app processes on one Postgres, as behind a load balancer, each with a data folder of its own.

import { createHmac, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { startTemporaryCluster } from "../../../scripts/lib/postgres/temporary-cluster.mjs";
import { freePort, RunningCommand, until } from "../../support/command";
import { EMAIL, ownFarm, TENANT } from "../../support/own-farm";
import { type OwnService, startOwnService } from "./own-service";

const canary = (of: string) => `canary-${of}-${randomBytes(12).toString("hex")}`;

/** Secrets that must never leak, each with a distinctive text. */
export const SECRETS = {
  keys: randomBytes(32).toString("base64"),
  clientSecret: canary("client-secret"),
  webhookSecret: canary("webhook-secret"),
  password: canary("password"),
  apiToken: canary("api-token"),
  screenToken: canary("screen-token"),
  bearer: canary("bearer"),
  signature: canary("signature"),
  smtpPassword: canary("smtp-password"),
};

export type App = { url: string; folder: string; command: RunningCommand };

export class Pair {
  readonly apps: App[] = [];
  readonly service: OwnService;
  databaseUrl = "";
  balancer = "";
  #cluster: Awaited<ReturnType<typeof startTemporaryCluster>> | undefined;
  #server: Server | undefined;
  #turn = 0;

  private constructor(service: OwnService) {
    this.service = service;
  }

  static async launch(): Promise<Pair> {
    const { clientSecret, bearer, signature } = SECRETS;
    const pair = new Pair(await startOwnService(0, { clientSecret, bearer, signature }));
    try {
      pair.#cluster = await startTemporaryCluster();
      pair.databaseUrl = pair.#cluster.adminUrl;
      pair.balancer = await pair.#openBalancer();
      // One after the other: the first brings the database up to date.
      for (let n = 0; n < 2; n += 1) pair.apps.push(await pair.#start());
      return pair;
    } catch (error) {
      await pair.end();
      throw error;
    }
  }

  async #start(): Promise<App> {
    const folder = mkdtempSync(join(tmpdir(), "leafwatch-pair-"));
    const provision = join(folder, "provision.json");
    writeFileSync(provision, JSON.stringify(ownFarm(this.service, SECRETS)));
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const command = new RunningCommand(process.execPath, ["scripts/start.mjs"], {
      PORT: String(port),
      DATABASE_URL: this.databaseUrl,
      LEAFWATCH_URL: this.balancer,
      LEAFWATCH_DATA_DIR: join(folder, "data"),
      // A long timeout before notifications are spooled, for busy machines.
      LEAFWATCH_COMMIT_WAIT_MS: "4000",
      LEAFWATCH_SECRET_KEYS: SECRETS.keys,
      LEAFWATCH_PROVISION: provision,
      LEAFWATCH_TRUSTED_PROXIES: "127.0.0.1",
      LEAFWATCH_SMTP_URL: `smtp://leafwatch:${SECRETS.smtpPassword}@127.0.0.1:9`,
      LEAFWATCH_SMTP_FROM: "leafwatch@farm.example",
    });
    const ready = () =>
      fetch(`${url}/api/health/ready`).then(
        (answer) => answer.ok,
        () => false,
      );
    const app = { url, folder, command };
    if (!(await until(async () => command.child.exitCode !== null || (await ready()), 90_000)))
      throw new Error(`The app did not come up:\n${command.stdout}\n${command.stderr}`);
    return app;
  }

  /** Passes requests to the apps in turn, and to the other one if the connection is refused. */
  async #openBalancer(): Promise<string> {
    const server = createServer(async (incoming, outgoing) => {
      const parts: Uint8Array[] = [];
      for await (const part of incoming) parts.push(part);
      this.#turn += 1;
      const order = this.apps.map((_, n) => this.apps[(n + this.#turn) % this.apps.length]);
      pass(
        incoming,
        outgoing,
        Buffer.concat(parts),
        order.map((app) => app?.url ?? ""),
      );
    });
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  async withDatabase<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = new pg.Client({ connectionString: this.databaseUrl });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }

  /** Output of both processes. */
  get said(): string {
    return this.apps.map(({ command }) => command.stdout + command.stderr).join("\n");
  }

  async end(): Promise<void> {
    for (const { command, folder } of this.apps) {
      if (isRunning(command)) await command.end("SIGTERM");
      rmSync(folder, { recursive: true, force: true });
    }
    this.#server?.closeAllConnections();
    this.#server?.close();
    await this.service.stop();
    await this.#cluster?.stop();
  }
}

/** A process that a signal ended has no exit code. */
const isRunning = ({ child }: RunningCommand) => child.exitCode === null && child.signalCode === null;

function pass(incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer, targets: string[]): void {
  const [target, ...others] = targets;
  if (!target) {
    outgoing.writeHead(502).end();
    return;
  }
  const { hostname, port } = new URL(target);
  const headers = { ...incoming.headers, "x-forwarded-for": "198.51.100.7" };
  const sent = request(
    { hostname, port, path: incoming.url, method: incoming.method, headers, agent: false },
    (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
      answer.on("error", () => outgoing.destroy());
    },
  );
  outgoing.on("close", () => sent.destroy());
  sent.on("error", () => {
    if (outgoing.headersSent) outgoing.destroy();
    else pass(incoming, outgoing, body, others);
  });
  sent.end(body);
}

/** A RAISED as bytes with its signature. */
export function notificationOf(alertId: string): { body: string; signature: string } {
  const body = JSON.stringify({
    alertId,
    alertSeverity: "HIGH",
    alertType: "HEALTH",
    event: "RAISED",
    jobId: "JOB_1",
    notificationId: `${alertId}-1`,
    tenantId: TENANT,
    timestamp: new Date().toISOString(),
  });
  return { body, signature: createHmac("sha256", SECRETS.webhookSecret).update(body).digest("hex") };
}

/** Sends it, and returns the status and outcome. */
export async function notify(
  url: string,
  { body, signature }: ReturnType<typeof notificationOf>,
): Promise<{ status: number; outcome: string }> {
  const answer = await fetch(`${url}/api/webhooks/alerts`, {
    method: "POST",
    body,
    headers: { "content-type": "application/json", "service-signature": signature },
  });
  const { status = "" } = (await answer.json()) as { status?: string };
  return { status: answer.status, outcome: status };
}

/** Signs in as the form does; returns the session's cookies. */
export async function signInTo(url: string, password = SECRETS.password): Promise<string> {
  const jar = new Map<string, string>();
  const keep = (answer: Response) => {
    for (const line of answer.headers.getSetCookie()) {
      const [name = "", value = ""] = line.split(";")[0]?.split(/=(.*)/) ?? [];
      jar.set(name, value);
    }
  };
  const cookies = () => [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
  const token = await fetch(`${url}/api/auth/csrf`);
  keep(token);
  const { csrfToken } = (await token.json()) as { csrfToken: string };
  const answer = await fetch(`${url}/api/auth/callback/credentials`, {
    method: "POST",
    redirect: "manual",
    headers: { cookie: cookies(), "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ csrfToken, email: EMAIL, password }),
  });
  keep(answer);
  return cookies();
}

/** Calls the read API as a program. */
export function asProgram(url: string, init: RequestInit = {}): Promise<Response> {
  return fetch(url, { ...init, headers: { ...init.headers, authorization: `Bearer ${SECRETS.apiToken}` } });
}
