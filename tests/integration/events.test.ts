import { createServer, get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import type { ReadableStream as WebStream } from "node:stream/web";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GET as readMetrics } from "@/app/api/metrics/route";
import { GET as openEvents } from "@/app/api/v1/events/route";
import { type Change, changePayload, EVENT_CHANNEL } from "@/lib/base/events/contract";
import { hashToken } from "@/lib/identity/auth/tokens.server";
import { getHub } from "@/lib/web/events/hub.server";
import { call, openTestApp, type TestApp, TOKENS } from "../support/app";

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp();
  await app.addTenancy("FIRST");
  await app.addTenancy("SECOND");
});

afterAll(() => app.close());

type Event = { type: string; data: { id?: string; tenantId?: string; at?: string } };

/** A client of the stream: `next` waits for the next event of a type. */
async function connect(token: string = TOKENS.viewer) {
  const gone = new AbortController();
  const response = await call(openEvents, "/api/v1/events", { token, init: { signal: gone.signal } });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let waiting = "";
  const next = async (): Promise<Event | null> => {
    while (!waiting.includes("\n\n")) {
      const part = await reader?.read();
      if (!part || part.done) return null;
      waiting += part.value;
    }
    const [text = "", ...rest] = waiting.split("\n\n");
    waiting = rest.join("\n\n");
    const [, type = "", data = ""] = /^event: (.*)\ndata: (.*)$/s.exec(text) ?? [];
    return { type, data: JSON.parse(data) };
  };
  const until = async (fits: (event: Event) => boolean): Promise<Event | null> => {
    for (;;) {
      const event = await next();
      if (!event || fits(event)) return event;
    }
  };
  const listening = () => until((event) => event.data.id === "reconnected");
  return { response, next, until, listening, leave: () => gone.abort() };
}

async function notify(change: Change): Promise<void> {
  await app.pool.query("SELECT pg_notify($1, $2)", [EVENT_CHANNEL, changePayload(change)]);
}

async function listeners(): Promise<number> {
  const { rows } = await app.pool.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name = 'leafwatch events' AND datname = current_database()",
  );
  return rows[0]?.count ?? 0;
}

async function eventually(fits: () => Promise<boolean>): Promise<void> {
  while (!(await fits())) await new Promise((resolve) => setTimeout(resolve, 20));
}

describe("GET /api/v1/events", () => {
  test("begins with a heartbeat, uncompressed and unbuffered", async () => {
    const client = await connect();
    expect(await client.next()).toEqual({ type: "heartbeat", data: { at: expect.any(String) } });
    expect(client.response.headers.get("content-type")).toContain("text/event-stream");
    expect(client.response.headers.get("cache-control")).toBe("private, no-store, no-transform");
    expect(client.response.headers.get("x-accel-buffering")).toBe("no");
    client.leave();
  });

  test("sends changes of each type to every stream over one connection, and closes it after the last", async () => {
    const first = await connect();
    await first.listening();
    const clients = [first, await connect(TOKENS.grower), await connect(TOKENS.admin)];
    expect(await listeners()).toBe(1);
    for (const type of ["alert", "query", "sync"] as const) {
      const change = { type, tenantId: "SECOND", id: `of ${type}` };
      await notify(change);
      for (const client of clients)
        expect(await client.until((event) => event.data.id === change.id)).toEqual({ type, data: change });
    }
    for (const client of clients) client.leave();
    await eventually(async () => (await listeners()) === 0);
  });

  test("sends a screen only its own tenancy's events", async () => {
    const screen = await connect(TOKENS.screen);
    expect((await screen.listening())?.data.tenantId).toBe("FIRST");
    await notify({ type: "alert", tenantId: "SECOND", id: "other" });
    await notify({ type: "alert", tenantId: "FIRST", id: "own" });
    expect((await screen.next())?.data.id).toBe("own");
    screen.leave();
  });

  test("sends a sync `reconnected` after the connection was lost", async () => {
    const client = await connect();
    await client.listening();
    await client.next();
    await app.pool.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'leafwatch events' AND datname = current_database()",
    );
    expect(await client.listening()).toMatchObject({ type: "sync", data: { id: "reconnected" } });
    await notify({ type: "alert", tenantId: "FIRST", id: "after" });
    expect((await client.until((event) => event.type === "alert"))?.data.id).toBe("after");
    client.leave();
  });

  test("keeps streams open after a payload that cannot be parsed", async () => {
    const client = await connect();
    await client.listening();
    await app.pool.query("SELECT pg_notify($1, 'not json')", [EVENT_CHANNEL]);
    await notify({ type: "alert", tenantId: "FIRST", id: "next" });
    expect((await client.until((event) => event.type === "alert"))?.data.id).toBe("next");
    client.leave();
  });

  test("ends when its token is revoked", async () => {
    await app.pool.query(
      "INSERT INTO api_tokens (name, token_hash, role, created_by) VALUES ('short', $1, 'viewer', 'test')",
      [hashToken("token-that-ends-1234567890")],
    );
    const client = await connect("token-that-ends-1234567890");
    await client.listening();
    await app.pool.query("UPDATE api_tokens SET revoked_at = now() WHERE name = 'short'");
    expect(await client.until(() => false)).toBeNull();
  });

  test("ends when the server is asked to stop, which waits for open responses", async () => {
    const client = await connect();
    await client.listening();
    getHub().end();
    expect(await client.until(() => false)).toBeNull();
  });

  test("requires a token", async () => {
    const response = await call(openEvents, "/api/v1/events", { token: "nobody-knows-this-token" });
    expect(response.status).toBe(401);
  });

  test("sends the same events to a hundred clients, and drops them when they disconnect", async () => {
    const server = createServer(async (incoming, outgoing) => {
      const gone = new AbortController();
      outgoing.on("close", () => gone.abort());
      const token = incoming.headers.authorization?.slice("Bearer ".length);
      const { body } = await call(openEvents, "/api/v1/events", { token, init: { signal: gone.signal } });
      outgoing.writeHead(200);
      Readable.fromWeb(body as unknown as WebStream)
        .on("error", () => undefined)
        .pipe(outgoing);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const clients = await Promise.all(Array.from({ length: 100 }, () => listen(port)));
    expect(await openStreams()).toBe(100);
    await notify({ type: "alert", tenantId: "FIRST", id: "for all" });
    await Promise.all(clients.map((client) => client.hears("for all")));
    for (const client of clients) client.vanish();
    await eventually(async () => (await openStreams()) === 0);
    server.close();
  });
});

async function openStreams(): Promise<number> {
  const text = await (await call(readMetrics, "/api/metrics", { token: TOKENS.admin })).text();
  return Number(/^leafwatch_open_streams (\d+)$/m.exec(text)?.[1]);
}

/** A client on its own connection; resolves after its first event. */
async function listen(port: number) {
  const headers = { authorization: `Bearer ${TOKENS.viewer}` };
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ host: "127.0.0.1", port, headers, agent: false }, resolve).on("error", reject);
  });
  let heard = "";
  answer.setEncoding("utf8").on("data", (part) => {
    heard += part;
  });
  answer.on("error", () => undefined);
  const hears = (text: string) => eventually(async () => heard.includes(text));
  await hears("heartbeat");
  return { hears, vanish: () => answer.destroy() };
}
