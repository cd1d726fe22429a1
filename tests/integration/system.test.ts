// The state of the system as the API tells it: figures, doctor's findings, clocks and certificates.

import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer as createPlain, type RequestListener, type Server } from "node:http";
import { createServer as createSecure } from "node:https";
import { type AddressInfo, createServer as createSocketServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TLSSocket } from "node:tls";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { z } from "zod";
import { GET as PROGRESS } from "@/app/api/v1/system/progress/route";
import { GET } from "@/app/api/v1/system/route";
import * as environment from "@/lib/base/env/env.server";
import { enqueue } from "@/lib/base/queue/service.server";
import { SYSTEM } from "@/lib/identity/actor/system.server";
import { makeBackup } from "@/lib/operations/backup/service.server";
import { probe } from "@/lib/operations/doctor/probe.server";
import { readMetrics } from "@/lib/operations/health/metrics.server";
import { readSystem } from "@/lib/operations/system/contract";
import { call, openTestApp, type TestApp, TOKENS } from "../support/app";
import { startMailServer } from "../support/mail-server";

let app: TestApp;
let folder: string;
const servers: { close(): unknown }[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "leafwatch-system-"));
  process.env.LEAFWATCH_DATA_DIR = folder;
  app = await openTestApp();
  await app.addTenancy("AMS");
});
afterAll(async () => {
  for (const server of servers) server.close();
  await app.close();
  await rm(folder, { recursive: true });
});

async function read(): Promise<z.output<NonNullable<typeof readSystem.answer>>> {
  const answer = await call(GET, "/api/v1/system", { token: TOKENS.admin });
  expect(answer.status).toBe(200);
  return readSystem.answer?.parse(await answer.json()) as never;
}

/** Listens on this machine only. @returns its port */
async function listen(server: Server | ReturnType<typeof createSocketServer>): Promise<number> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  servers.push(server);
  return (server.address() as AddressInfo).port;
}

async function selfSigned(): Promise<{ key: Buffer; cert: Buffer }> {
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const subject = ["-subj", "/CN=localhost", "-days", "10"];
  execFileSync(
    "openssl",
    ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", cert, ...subject],
    { stdio: "ignore" },
  );
  return { key: await readFile(key), cert: await readFile(cert) };
}

test("is for admins only", async () => {
  for (const token of [TOKENS.grower, TOKENS.viewer, TOKENS.screen])
    expect((await call(GET, "/api/v1/system", { token })).status).toBe(403);
});

test("tells versions, disks, sizes and doctor's findings", async () => {
  const { version, node, postgres, disks, limits, sizes, findings, startedAt, at } = await read();
  const own = JSON.parse(await readFile("package.json", "utf8")) as { version: string };
  expect([version, node]).toEqual([own.version, process.versions.node]);
  expect(postgres).toMatch(/^\d+/);
  expect(disks[0]).toMatchObject({ name: "Data folder", folder });
  expect(disks[0]?.free).toBeLessThanOrEqual(disks[0]?.total ?? 0);
  expect(limits).toEqual({ low: 2e9, full: 2e8 });
  expect(sizes.database).toBeGreaterThan(1e6);
  expect(sizes.tables.map(({ bytes }) => bytes)).toEqual(
    sizes.tables.map(({ bytes }) => bytes).toSorted((a, b) => b - a),
  );
  expect(Date.parse(startedAt)).toBeLessThan(Date.parse(at));
  expect(findings.find(({ is }) => is === "AMS has no webhook secret")).toMatchObject({
    state: "warn",
    do: expect.stringContaining("Enter it"),
    page: { href: "/admin/tenancies/AMS", name: "AMS" },
  });
});

test("tells if the receiver runs, since when and what it holds, and doctor says what to do", async () => {
  const said = async () => {
    const { receiver, findings } = await read();
    return { receiver, finding: findings.find(({ is }) => is.includes("receiver")) };
  };
  expect(await said()).toEqual({ receiver: null, finding: undefined });
  const now = Date.now();
  const tell = (more: object) =>
    writeFile(
      join(folder, "receiver.json"),
      JSON.stringify({
        ...{ startedAt: now - 3_600_000, at: now, stopped: false, app: "up", waiting: 0, oldest: null },
        ...{ failure: null, ...more },
      }),
    );
  await tell({});
  expect(await said()).toMatchObject({
    receiver: {
      is: "running",
      startedAt: new Date(now - 3_600_000).toISOString(),
      waiting: 0,
      oldestAt: null,
    },
    finding: { state: "ok", is: "The receiver runs and holds nothing back" },
  });
  await tell({ app: "away", waiting: 12, oldest: now - 60_000 });
  expect(await said()).toMatchObject({
    receiver: { app: "away", waiting: 12, oldestAt: new Date(now - 60_000).toISOString() },
    finding: { state: "warn", is: "The receiver runs and holds 12 notifications" },
  });
  await tell({ failure: "ENOSPC" });
  expect((await said()).finding).toMatchObject({ state: "bad", is: expect.stringContaining("ENOSPC") });
  await tell({ at: now - 3 * 3_600_000 });
  expect(await said()).toMatchObject({
    receiver: { is: "silent" },
    finding: { state: "bad", is: "The receiver gave its last sign of life 3 hours ago" },
  });
  await tell({ stopped: true });
  expect(await said()).toMatchObject({
    receiver: { is: "stopped" },
    finding: { do: expect.stringContaining("npm run receiver") },
  });
  await writeFile(join(folder, "receiver.json"), "{");
  expect((await said()).receiver).toBeNull();
  await rm(join(folder, "receiver.json"));
});

test("tells backups and keys apart from the rest, to follow them", async () => {
  const answer = await call(PROGRESS, "/api/v1/system/progress", { token: TOKENS.admin });
  const { backup, backups, keys } = await read();
  expect(await answer.json()).toEqual({ backup, backups, keys });
  expect((await call(PROGRESS, "/api/v1/system/progress", { token: TOKENS.grower })).status).toBe(403);
});

test("tells the newest backup: when, how large, where, and that it was read back", async () => {
  expect((await read()).backup).toBeNull();
  const { file } = await makeBackup(SYSTEM, { target: join(folder, "b.tar.gz"), onTable: () => undefined });
  const { backup, findings } = await read();
  expect(backup).toMatchObject({ file, by: "Leafwatch", verifiedAt: expect.any(String) });
  expect(backup?.bytes).toBeGreaterThan(1_000);
  expect(findings.find(({ is }) => is.startsWith("The newest backup is"))?.state).toBe("ok");
});

test("counts the jobs of the queue, and names those that fail", async () => {
  await enqueue("tidy-up", {}, { inMs: -60_000 });
  await enqueue("prune", {}, { inMs: 3_600_000 });
  await app.pool.query(
    "UPDATE graphile_worker._private_jobs SET attempts = 2 WHERE run_at > now() + interval '30 minutes'",
  );
  const { jobs } = await read();
  expect(jobs).toMatchObject({ waiting: 2, running: 0, failed: 0 });
  expect(Date.now() - Date.parse(jobs.oldestAt ?? "")).toBeGreaterThan(50_000);
  expect(jobs.failing).toMatchObject([{ task: "prune", attempts: 2 }]);
});

test("compares clocks, calls each address once an hour, and none that is private and was typed into a page", async () => {
  let calls = 0;
  const late: RequestListener = (_, response) => {
    calls += 1;
    response.sendDate = false;
    response.setHeader("date", new Date(Date.now() + 600_000).toUTCString());
    response.writeHead(401).end();
  };
  const port = await listen(createPlain(late));
  await app.pool.query(`UPDATE tenancies SET base_url = 'http://127.0.0.1:${port}/v1'`);
  expect((await read()).clocks.map(({ name }) => name)).toEqual(["the database"]);
  expect(calls).toBe(0);
  await app.pool.query("UPDATE tenancies SET trusted_addresses = true");
  await read();
  const { clocks, findings } = await read();
  expect(calls).toBe(1);
  const clock = clocks.find(({ name }) => name === "the service of AMS");
  expect(Math.abs((clock?.aheadMs ?? 0) - 600_000)).toBeLessThan(5_000);
  expect(clock?.finding.state).toBe("bad");
  expect(findings.filter(({ is }) => is.startsWith("The clock of the service of AMS"))).toHaveLength(1);
  expect(clocks[0]).toMatchObject({ name: "the database", finding: { state: "ok" } });
});

test("shows until when a certificate is valid, and that nobody trusts it, of https and of a mail server", async () => {
  const pair = await selfSigned();
  const web = await listen(createSecure(pair, (_, response) => response.end()));
  const mail = await listen(
    createSocketServer((socket) => {
      socket.write("220 mail.example\r\n");
      socket.on("error", () => undefined);
      socket.on("data", (bytes) => {
        const line = bytes.toString();
        if (line.startsWith("EHLO")) socket.write("250-mail.example\r\n250 STARTTLS\r\n");
        if (!line.startsWith("STARTTLS")) return;
        socket.removeAllListeners("data");
        socket.write("220 go ahead\r\n");
        new TLSSocket(socket, { isServer: true, ...pair }).on("error", () => undefined);
      });
    }),
  );
  const policy = { allowPrivate: true };
  for (const url of [`https://127.0.0.1:${web}/`, `smtp://127.0.0.1:${mail}`]) {
    const seen = await probe({ name: "it", url: new URL(url), policy });
    const days = ((seen.until?.getTime() ?? 0) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(8);
    expect(days).toBeLessThan(11);
    expect(seen.distrust).not.toBeNull();
    await expect(
      probe({ name: "it", url: new URL(url), policy: { allowPrivate: false } }),
    ).rejects.toMatchObject({ fault: "refused-address" });
  }
  const given = { ...environment.env(), LEAFWATCH_URL: `https://127.0.0.1:${web}` };
  const named = vi.spyOn(environment, "env").mockReturnValue(given);
  const { certificates } = await read().finally(() => named.mockRestore());
  expect(certificates).toMatchObject([
    { name: "the public address", host: `127.0.0.1:${web}`, finding: { state: "bad" } },
  ]);
});

test("a mail server on this machine without STARTTLS has no certificate to look at, and is in order", async () => {
  const mail = await startMailServer();
  const given = { ...environment.env(), LEAFWATCH_SMTP_URL: mail.url };
  const named = vi.spyOn(environment, "env").mockReturnValue(given);
  const { certificates } = await read().finally(() => named.mockRestore());
  await mail.stop();
  expect(certificates).toMatchObject([
    {
      until: null,
      finding: { state: "ok", is: "Mail goes to the mail server without encryption, on this machine" },
    },
  ]);
});

test("the metrics name the running version", async () => {
  const { text } = await readMetrics(true);
  expect(text).toMatch(
    /^leafwatch_build_info\{version="[\d.]+",commit="\w*",build="[^"]+",node="[\d.]+"\} 1$/m,
  );
});
