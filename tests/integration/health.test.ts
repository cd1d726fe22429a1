import { createServer, request as httpRequest, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { GET as contact } from "@/app/.well-known/security.txt/route";
import { GET as live } from "@/app/api/health/live/route";
import { GET as ready } from "@/app/api/health/ready/route";
import { GET as metrics } from "@/app/api/metrics/route";
import * as environment from "@/lib/base/env/env.server";
import { isDirectLoopback, trackPeers } from "@/lib/base/request/peer.server";
import { openTestApp, type TestApp, TOKENS } from "../support/app";
import { addAlert } from "../support/history";

let app: TestApp;
let server: Server;
let port: number;

beforeAll(async () => {
  process.env.LEAFWATCH_WORKER = "off";
  app = await openTestApp();
  await addAlert(app.pool, await app.addTenancy("AMS"), { id: "A1", rank: 3, paths: [] });
  // Like the server, which fills in forwarding headers that the client did not send.
  server = createServer(async (incoming, response) => {
    incoming.headers["x-forwarded-for"] ??= incoming.socket.remoteAddress;
    const headers = new Headers();
    for (const [name, value] of Object.entries(incoming.headers)) headers.set(name, String(value));
    const answer = await metrics(new Request("http://localhost/api/metrics", { headers }));
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  port = (server.address() as AddressInfo).port;
});

afterAll(async () => {
  server.close();
  await app.close();
});

/** Like Prometheus, which gives up after 10 s. */
function get(headers: Record<string, string> = {}): Promise<{ status: number; text: string }> {
  const signal = AbortSignal.timeout(10_000);
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ port, host: "127.0.0.1", headers, signal }, async (response) => {
      let text = "";
      for await (const part of response) text += part;
      resolve({ status: response.statusCode ?? 0, text });
    });
    sent.on("error", reject).end();
  });
}

test("answers /live whatever the database does", async () => {
  const response = live();
  expect([response.status, await response.json()]).toEqual([200, { status: "live" }]);
});

describe("metrics", () => {
  test("require an admin's token while peers are unknown", async () => {
    expect((await get()).status).toBe(401);
    expect((await get({ authorization: `Bearer ${TOKENS.viewer}` })).status).toBe(403);
    expect((await get({ authorization: `Bearer ${TOKENS.admin}` })).status).toBe(200);
    expect((await get({ "x-leafwatch-peer": "undefined 127.0.0.1" })).status).toBe(401);
  });

  test("are open to loopback, unless forwarding headers name another client", async () => {
    trackPeers();
    trackPeers();
    const { status, text } = await get();
    expect(status).toBe(200);
    expect(text).toContain('leafwatch_open_alerts{tenant="AMS",severity="high"} 1');
    expect(text).toContain("leafwatch_database_up 1");
    expect(text).toContain("process_cpu_seconds_total");
    for (const header of ["x-forwarded-for", "forwarded", "via", "x-real-ip", "x-forwarded-host"])
      expect((await get({ [header]: "127.0.0.1" })).status).toBe(401);
    expect((await get({ "x-leafwatch-peer": "guess 127.0.0.1" })).status).toBe(200);
  });

  test("has no peer for a request that did not come through the server", () => {
    const request = new Request("http://localhost", { headers: { "x-leafwatch-peer": "guess 127.0.0.1" } });
    expect(isDirectLoopback(request)).toBe(false);
  });
});

describe("metrics while the database does not answer", () => {
  const elsewhere = { "x-forwarded-for": "203.0.113.7" };
  const by = (token: string) => get({ ...elsewhere, authorization: `Bearer ${token}` });

  async function whileAway<T>(work: () => Promise<T>): Promise<T> {
    const query = vi.spyOn(app.pool, "query").mockImplementation(() => new Promise(() => undefined));
    return work().finally(() => query.mockRestore());
  }

  test("accept an admin's token that was accepted before, and leave out counts from the database", async () => {
    expect((await by(TOKENS.admin)).status).toBe(200);
    const [known, viewer, nobody] = await whileAway(() =>
      Promise.all([by(TOKENS.admin), by(TOKENS.viewer), get(elsewhere)]),
    );
    expect([known.status, viewer.status, nobody.status]).toEqual([200, 503, 401]);
    expect(known.text).toContain("leafwatch_database_up 0");
    expect(known.text).toContain("leafwatch_spool_records 0");
    expect(known.text).toContain("process_cpu_seconds_total");
    expect(known.text).not.toContain("leafwatch_open_alerts");
  });

  test("accept it for ten minutes, and not after it was rejected", async () => {
    expect((await by(TOKENS.admin)).status).toBe(200);
    const now = performance.now.bind(performance);
    const later = vi.spyOn(performance, "now").mockImplementation(() => now() + 600_000);
    const late = await whileAway(() => by(TOKENS.admin)).finally(() => later.mockRestore());
    expect(late.status).toBe(503);

    await app.pool.query("UPDATE api_tokens SET revoked_at = now() WHERE name = 'admin'");
    expect((await by(TOKENS.admin)).status).toBe(401);
    expect((await whileAway(() => by(TOKENS.admin))).status).toBe(503);
    await app.pool.query("UPDATE api_tokens SET revoked_at = NULL WHERE name = 'admin'");
  });

  test("arrive in time if the database answers but counts too slowly", async () => {
    const busy = await app.pool.connect();
    await busy.query("BEGIN; LOCK TABLE deliveries IN ACCESS EXCLUSIVE MODE");
    const slow = await get().finally(() => busy.query("ROLLBACK").finally(() => busy.release()));
    expect(slow.text).toContain("leafwatch_database_up 0");
    await expect.poll(async () => (await get()).text).toContain("leafwatch_database_up 1");
  });
});

describe("the contact for vulnerability reports", () => {
  test("is the operator's setting", async () => {
    expect(contact().status).toBe(404);
    const named = vi.spyOn(environment, "env").mockReturnValue({
      ...environment.env(),
      LEAFWATCH_SECURITY_CONTACT: "security@farm.example",
    });
    const text = await contact().text();
    named.mockRestore();
    expect(text).toMatch(/^Contact: mailto:security@farm\.example\nExpires: \d{4}-\d\d-\d\dT/);
  });
});

describe("ready", () => {
  test("reports every part as healthy", async () => {
    const response = await ready();
    expect([response.status, await response.json()]).toEqual([
      200,
      { database: "ok", migrations: "ok", worker: "off", spool: "ok" },
    ]);
  });

  test("fails while a migration is missing", async () => {
    await app.pool.query("UPDATE _prisma_migrations SET finished_at = NULL");
    const response = await ready();
    expect([response.status, await response.json()]).toMatchObject([
      503,
      { database: "ok", migrations: "pending" },
    ]);
    await app.pool.query("UPDATE _prisma_migrations SET finished_at = now()");
  });

  test("fails without the database, but still responds", async () => {
    const query = vi.spyOn(app.pool, "query").mockImplementation(() => Promise.reject(new Error("refused")));
    const response = await ready();
    query.mockRestore();
    expect([response.status, await response.json()]).toMatchObject([
      503,
      { database: "down", migrations: "unknown" },
    ]);
  });

  test("fails in time when the database hangs", async () => {
    const query = vi.spyOn(app.pool, "query").mockImplementation(() => new Promise(() => undefined));
    const response = await ready();
    query.mockRestore();
    expect([response.status, await response.json()]).toMatchObject([503, { database: "down" }]);
  });
});
