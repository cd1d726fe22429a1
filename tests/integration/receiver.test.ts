// The receiver before the app, as programs of their own: what is sent while the app is away is applied once, in order.

import { spawn, spawnSync } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { type AddressInfo, connect, createServer as createSocketServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { getPrisma } from "@/lib/base/db/prisma.server";
import { typescriptArguments } from "../../scripts/lib/checkout.mjs";
import { bundled } from "../support/bundled";
import { freePort, RunningCommand, until } from "../support/command";
import {
  addSecret,
  addTenancy,
  alertOf,
  sign,
  type TestTenancy,
  useTestDatabase,
} from "../support/notifications";

let leave: () => Promise<void>;
let farm: TestTenancy;
let dataDir: string;
let appPort: number;
let receiver: RunningCommand;
let address: string;
const started: RunningCommand[] = [];

beforeAll(async () => {
  leave = await useTestDatabase();
});
afterAll(() => leave());
beforeEach(async () => {
  await getPrisma().setting.deleteMany({ where: { key: { startsWith: "alive:" } } });
  await getPrisma().outage.deleteMany();
  farm = await addTenancy();
  dataDir = await mkdtemp(join(tmpdir(), "leafwatch-receiver-"));
  appPort = await freePort();
});
afterEach(async () => {
  for (const one of started.splice(0)) if (isRunning(one)) await one.end("SIGTERM");
  await rm(dataDir, { recursive: true, force: true });
});

/** Its process ids are its own, as in a container. */
const APART = ["--pid", "--fork", "--mount-proc", "--kill-child"];
const CAN_CONTAIN = spawnSync("unshare", [...APART, "true"]).status === 0;

const isRunning = ({ child }: RunningCommand) => child.exitCode === null && child.signalCode === null;
const settings = () => ({
  HOST: "127.0.0.1",
  LEAFWATCH_DATA_DIR: dataDir,
  LEAFWATCH_SECRET_KEYS: process.env.LEAFWATCH_SECRET_KEYS ?? "",
});

function run([command = "", ...args]: string[], env: Record<string, string>): RunningCommand {
  const one = new RunningCommand(command, args, { ...settings(), ...env });
  started.push(one);
  return one;
}

const readyPort = (text: string) => Number(/ready on port (\d+)/.exec(text)?.[1]);

async function startReceiver(env: Record<string, string> = {}, command = [process.execPath]): Promise<void> {
  receiver = run([...command, ...typescriptArguments, "scripts/receiver.ts"], {
    ...{ PORT: "0", LEAFWATCH_APP_ADDRESS: `http://127.0.0.1:${appPort}`, LEAFWATCH_LOG_LEVEL: "info" },
    ...env,
  });
  await until(() => readyPort(receiver.stdout) > 0 || !isRunning(receiver));
  expect(receiver.stderr).toBe("");
  address = `http://127.0.0.1:${readyPort(receiver.stdout)}`;
}

async function startApp(): Promise<RunningCommand> {
  const app = run([process.execPath, ...bundled("tests/support/intake-app.ts")], {
    ...{ PORT: String(appPort), DATABASE_URL: process.env.DATABASE_URL ?? "", NODE_ENV: "test" },
    LEAFWATCH_TRUSTED_PROXIES: "127.0.0.1",
  });
  const isLive = () =>
    fetch(`http://127.0.0.1:${appPort}/api/health/live`).then(
      ({ ok }) => ok,
      () => false,
    );
  expect(await until(isLive)).toBe(true);
  return app;
}

const health = async () => (await fetch(`${address}/api/health/receiver`)).json();
const isSeen = () => until(async () => (await health()).app === "up");
const knowsSecrets = () => until(async () => (await readdir(dataDir)).includes("webhook-keys.sealed"));

async function send(value: unknown, secret = farm.secret): Promise<{ status: number; outcome: string }> {
  const body = JSON.stringify(value);
  const response = await fetch(`${address}/api/webhooks/alerts`, {
    ...{ method: "POST", body },
    headers: { [farm.header]: sign(body, secret) },
  });
  const answer = await response.json();
  return { status: response.status, outcome: answer.status };
}

const kept = (notificationId: string) => getPrisma().notification.count({ where: { notificationId } });
const isKept = (notificationId: string) => until(async () => (await kept(notificationId)) === 1);

/** Starts app and receiver, and ends the app once the receiver can check signatures. */
async function startWithoutApp(): Promise<void> {
  const app = await startApp();
  await startReceiver();
  expect(await knowsSecrets()).toBe(true);
  await app.end("SIGTERM");
}

test("1,000 notifications sent during ten restarts of the app are stored once, in their order, and none is refused", {
  timeout: 300_000,
}, async () => {
  let app = await startApp();
  await startReceiver();
  await knowsSecrets();
  const sent: string[] = [];
  const outcomes: Record<string, number> = {};
  let restarting = true;
  const sending = (async () => {
    while (restarting || sent.length < 1_000) {
      const due = sleep(12);
      const alert = alertOf(farm, { alertId: `A${sent.length % 50}` });
      sent.push(alert.notificationId);
      const { status, outcome } = await send(alert);
      outcomes[`${status} ${outcome}`] = (outcomes[`${status} ${outcome}`] ?? 0) + 1;
      await due;
    }
  })();
  const hears = async (outcome: string, more: number) => {
    const before = outcomes[outcome] ?? 0;
    await until(() => (outcomes[outcome] ?? 0) >= before + more);
  };
  for (let restarts = 0; restarts < 10; restarts += 1) {
    await hears("200 accepted", 5);
    await app.end(restarts % 2 === 0 ? "SIGTERM" : "SIGKILL");
    await hears("202 spooled", 5);
    app = await startApp();
  }
  restarting = false;
  await sending;
  expect(Object.keys(outcomes).sort()).toEqual(["200 accepted", "202 spooled"]);
  const stored = () =>
    getPrisma().notification.findMany({
      where: { tenancyId: farm.id },
      orderBy: { receivedAt: "asc" },
      select: { notificationId: true, receivedAt: true },
    });
  expect(await until(async () => (await stored()).length === sent.length)).toBe(true);
  const place = new Map(sent.map((id, n) => [id, n]));
  const rows = (await stored()).map(({ notificationId, receivedAt }) => ({
    at: receivedAt.getTime(),
    nth: place.get(notificationId ?? ""),
  }));
  // Two that arrived in the same millisecond stand in either order.
  rows.sort((one, other) => one.at - other.at || (one.nth ?? 0) - (other.nth ?? 0));
  expect(rows.map(({ nth }) => nth)).toEqual(sent.map((_, n) => n));
  const deliveries = await getPrisma().delivery.groupBy({
    by: ["outcome"],
    where: { tenancyId: farm.id },
    _count: true,
  });
  const count = (outcome: string) => deliveries.find((one) => one.outcome === outcome)?._count ?? 0;
  expect(count("accepted") + count("spooled")).toBe(sent.length);
  // One that the app had stored when it ended, before it could answer, was kept here too.
  expect(count("duplicate")).toBeLessThanOrEqual(10);
  expect(deliveries.map(({ outcome }) => outcome)).not.toContain("quarantined");
});

describe("while no app runs", () => {
  test("nothing but signed notifications is kept, and the answers are those of the app", async () => {
    await startWithoutApp();
    const raised = alertOf(farm);
    expect(await send(raised)).toEqual({ status: 202, outcome: "spooled" });
    const post = (init: RequestInit) => fetch(`${address}/api/webhooks/alerts`, { method: "POST", ...init });
    const unsigned = await Promise.all(Array.from({ length: 200 }, () => post({ body: "x".repeat(50_000) })));
    expect(new Set(unsigned.map(({ status }) => status))).toEqual(new Set([401]));
    expect(unsigned[0]?.headers.get("www-authenticate")).toMatch(/^HMAC-SHA256/);
    expect((await post({ body: "x".repeat(300_000) })).status).toBe(413);
    const got = await fetch(`${address}/api/webhooks/alerts`);
    expect([got.status, got.headers.get("allow")]).toEqual([405, "POST"]);
    expect(await health()).toEqual({ app: "away", waiting: 1, spool: "ok" });
    await startApp();
    expect(await isKept(raised.notificationId)).toBe(true);
    expect(await until(async () => (await health()).waiting === 0)).toBe(true);
  });

  test("says in the data directory that it runs, what it holds and since when, and that it was stopped", async () => {
    await startWithoutApp();
    const told = async () => JSON.parse(await readFile(join(dataDir, "receiver.json"), "utf8"));
    expect(
      await until(() =>
        told().then(
          () => true,
          () => false,
        ),
      ),
    ).toBe(true);
    expect(await told()).toMatchObject({ waiting: 0, oldest: null, stopped: false });
    const before = Date.now();
    expect((await send(alertOf(farm))).status).toBe(202);
    expect(await until(async () => (await told()).waiting === 1)).toBe(true);
    const { startedAt, at, oldest, failure, app } = await told();
    expect(app).toBe("away");
    expect(startedAt).toBeLessThanOrEqual(before);
    expect([at >= before, oldest >= before, failure]).toEqual([true, true, null]);
    await startApp();
    expect(await until(async () => (await told()).waiting === 0)).toBe(true);
    await receiver.end("SIGTERM");
    expect(await told()).toMatchObject({ startedAt, stopped: true, app: "up", waiting: 0, oldest: null });
  });

  test("pages say that Leafwatch restarts, and programs get a problem", async () => {
    await startReceiver();
    const page = await fetch(`${address}/alerts`, { headers: { accept: "text/html" } });
    expect([page.status, page.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(await page.text()).toContain("Leafwatch is restarting");
    const problem = await fetch(`${address}/api/v1/alerts`);
    expect([problem.status, problem.headers.get("content-type")]).toEqual([503, "application/problem+json"]);
  });

  test("a notification whose secret was entered a moment ago waits for the app; a stranger's is rejected by it", async () => {
    await startWithoutApp();
    const secret = await addSecret(farm);
    const [raised, foreign] = [alertOf(farm), alertOf(farm)];
    expect((await send(raised, secret)).status).toBe(401);
    expect((await send(foreign, "a secret of somebody else")).status).toBe(401);
    await startApp();
    expect(await isKept(raised.notificationId)).toBe(true);
    const isRejected = () => getPrisma().delivery.count({ where: { outcome: "rejected", tenancyId: 0 } });
    expect(await until(async () => (await isRejected()) > 0)).toBe(true);
    expect(await kept(foreign.notificationId)).toBe(0);
  });

  test("before any app has run, or with another key, requests get 503 and wait for the app", async () => {
    await startReceiver({ LEAFWATCH_SECRET_KEYS: Buffer.alloc(32, 7).toString("base64") });
    const first = alertOf(farm);
    expect((await send(first)).status).toBe(503);
    const app = await startApp();
    expect(await isKept(first.notificationId)).toBe(true);
    expect(await knowsSecrets()).toBe(true);
    await app.end("SIGTERM");
    const second = alertOf(farm);
    expect((await send(second)).status).toBe(503);
    await startApp();
    expect(await isKept(second.notificationId)).toBe(true);
  });

  test.each(["SIGTERM", "SIGKILL"] as const)("what it kept is applied after %s, too", async (signal) => {
    await startWithoutApp();
    const raised = alertOf(farm);
    expect((await send(raised)).status).toBe(202);
    await receiver.end(signal);
    await startApp();
    expect(await isKept(raised.notificationId)).toBe(true);
  });

  test.skipIf(!CAN_CONTAIN)("a receiver in another container gives the app what it kept", async () => {
    const app = await startApp();
    expect(await knowsSecrets()).toBe(true);
    await app.end("SIGTERM");
    await startReceiver({}, ["unshare", ...APART, process.execPath]);
    const raised = alertOf(farm);
    expect((await send(raised)).status).toBe(202);
    await startApp();
    expect(await isKept(raised.notificationId)).toBe(true);
    expect(isRunning(receiver)).toBe(true);
    await receiver.end("SIGKILL");
  });

  test("a spool that cannot be written is answered 503, and the next app records an outage", async () => {
    await startWithoutApp();
    await rm(join(dataDir, "spool"), { recursive: true });
    await writeFile(join(dataDir, "spool"), "in the way");
    const lost = new Date();
    expect((await send(alertOf(farm))).status).toBe(503);
    expect((await fetch(`${address}/api/health/receiver`)).status).toBe(503);
    await rm(join(dataDir, "spool"));
    const raised = alertOf(farm);
    expect((await send(raised)).status).toBe(202);
    await startApp();
    expect(await isKept(raised.notificationId)).toBe(true);
    const isRecorded = async () => {
      const outages = await getPrisma().outage.findMany();
      return outages.some(
        ({ startedAt, endedAt }) =>
          endedAt !== null && startedAt.getTime() - lost.getTime() < 1_000 && endedAt > lost,
      );
    };
    expect(await until(isRecorded)).toBe(true);
  });

  test("a sender that disconnects within its body leaves nothing behind", async () => {
    await startWithoutApp();
    const socket = connect(Number(new URL(address).port), "127.0.0.1");
    await new Promise((sent) => {
      socket.write("POST /api/webhooks/alerts HTTP/1.1\r\nHost: farm\r\nContent-Length: 100\r\n\r\n{", sent);
    });
    socket.destroy();
    expect(await until(() => receiver.stdout.includes("broke off"))).toBe(true);
    expect((await send(alertOf(farm))).status).toBe(202);
  });
});

test("an app that takes a notification and never answers has it once", async () => {
  await startWithoutApp();
  // It listens and reads, and stays silent.
  const silent = createServer((incoming, outgoing) => {
    if (incoming.url === "/api/health/live") outgoing.end("{}");
    else incoming.resume();
  });
  await new Promise<void>((resolve) => silent.listen(appPort, "127.0.0.1", resolve));
  expect(await isSeen()).toBe(true);
  const raised = alertOf(farm);
  const began = performance.now();
  expect((await send(raised)).status).toBe(202);
  expect(performance.now() - began).toBeLessThan(5_000);
  silent.closeAllConnections();
  await new Promise((resolve) => silent.close(resolve));
  await startApp();
  expect(await isKept(raised.notificationId)).toBe(true);
  expect((await send(raised)).outcome).toBe("duplicate");
});

test("a restart behind the receiver is no outage", async () => {
  await startWithoutApp();
  expect((await send(alertOf(farm))).status).toBe(202);
  await startApp();
  const stopped = () =>
    getPrisma().setting.count({
      where: { key: { startsWith: "alive:" }, value: { path: ["stopped"], equals: true } },
    });
  expect(await until(async () => (await stopped()) === 0)).toBe(true);
  expect(await getPrisma().outage.findMany()).toEqual([]);
});

describe("while the app runs", () => {
  const peer = (headers: Record<string, string>) =>
    fetch(`${address}/api/peer`, { headers }).then((response) => response.json());
  const claims = {
    "x-forwarded-for": "203.0.113.7",
    "x-forwarded-proto": "https",
    "x-request-id": "given-id",
  };

  test("it hears nothing that a stranger says of proxies, and takes no request for one of this machine", async () => {
    await startApp();
    await startReceiver();
    const { headers, ...seen } = await peer(claims);
    expect(seen).toEqual({ peer: "127.0.0.1", direct: false, secure: false });
    expect([headers["x-forwarded-for"], headers["x-request-id"]]).toEqual(["127.0.0.1", undefined]);
  });

  test("it hears what the operator's proxy says", async () => {
    await startApp();
    await startReceiver({ LEAFWATCH_TRUSTED_PROXIES: "127.0.0.1" });
    const { headers, ...seen } = await peer(claims);
    expect(seen).toEqual({ peer: "203.0.113.7", direct: false, secure: true });
    expect(headers["x-request-id"]).toBe("given-id");
  });

  test("bodies of any size and streams pass through, and streams end with the receiver", async () => {
    await startApp();
    await startReceiver();
    const body = "leaf ".repeat(400_000);
    const echoed = await fetch(`${address}/api/echo`, { method: "POST", body });
    expect((await echoed.text()) === body).toBe(true);
    const stream = await fetch(`${address}/api/stream`);
    const reader = stream.body?.getReader();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe("first\n");
    const rest = reader?.read().then(
      ({ done }) => done,
      () => true,
    );
    const { code, tookMs } = await receiver.end("SIGTERM");
    expect([code, await rest]).toEqual([0, true]);
    expect(tookMs).toBeLessThan(4_000);
  });
});

test("a socket of systemd stays open while the receiver restarts: a notification waits for the next one", async () => {
  await startWithoutApp();
  await receiver.end("SIGTERM");
  const socket = createSocketServer();
  await new Promise<void>((resolve) => socket.listen(0, "127.0.0.1", resolve));
  const { port } = socket.address() as AddressInfo;
  address = `http://127.0.0.1:${port}`;
  const { fd } = (socket as unknown as { _handle: { fd: number } })._handle;
  const child = spawn(
    "/bin/sh",
    [
      "-c",
      'LISTEN_FDS=1 LISTEN_PID=$$ exec "$@"',
      "sh",
      process.execPath,
      ...typescriptArguments,
      "scripts/receiver.ts",
    ],
    {
      env: {
        PATH: process.env.PATH,
        ...settings(),
        LEAFWATCH_APP_ADDRESS: `http://127.0.0.1:${appPort}`,
      } as never,
      stdio: ["ignore", "ignore", "inherit", fd],
    },
  );
  // From here on nobody but the receiver accepts, and it is still starting.
  socket.close();
  const raised = alertOf(farm);
  try {
    expect((await send(raised)).status).toBe(202);
  } finally {
    child.kill("SIGKILL");
  }
  await startApp();
  expect(await isKept(raised.notificationId)).toBe(true);
});
