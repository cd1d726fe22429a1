// The client of a request, over real connections: 127.0.0.2 is the operator's proxy, 127.0.0.1 a stranger.

import { createServer, request as httpRequest, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GET as metrics } from "@/app/api/metrics/route";
import { POST as pair } from "@/app/api/wall/pairing/route";
import { hostOf, peerOf, trackPeers } from "@/lib/base/request/peer.server";
import { refuseForeignOrigin } from "@/lib/web/http/same-origin.server";
import { openTestApp, type TestApp } from "../support/app";

let app: TestApp;
let server: Server;
let port: number;

beforeAll(async () => {
  process.env.LEAFWATCH_WORKER = "off";
  process.env.LEAFWATCH_TRUSTED_PROXIES = "127.0.0.2, 10.0.0.0/8";
  process.env.LEAFWATCH_URL = "https://leafwatch.farm.example";
  app = await openTestApp();
  trackPeers();
  server = createServer(async (incoming, response) => {
    const answer = await answerOf(toRequest(incoming));
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
});

afterAll(async () => {
  server.close();
  await app.close();
});

/** Like Next, which fills in missing forwarding headers. */
function toRequest({ headers, method, url }: IncomingMessage): Request {
  headers["x-forwarded-for"] ??= "127.0.0.1";
  headers["x-forwarded-host"] ??= headers.host;
  const plain = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
  return new Request(`http://localhost${url}`, { headers: plain, method: method ?? "GET" });
}

async function answerOf(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname === "/api/metrics") return metrics(request);
  if (pathname === "/api/wall/pairing") return pair(request);
  try {
    refuseForeignOrigin(request);
  } catch {
    return new Response("foreign", { status: 403 });
  }
  return Response.json({ address: peerOf(request), host: hostOf(request) });
}

type Sent = { from?: string; path?: string; method?: string; headers?: Record<string, string> };

function send({ from = "127.0.0.1", path = "/", method = "GET", headers = {} }: Sent) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const sent = httpRequest(
      { port, host: "127.0.0.1", localAddress: from, path, method, headers },
      async (answer) => {
        let text = "";
        for await (const part of answer) text += part;
        resolve({ status: answer.statusCode ?? 0, text });
      },
    );
    sent.on("error", reject).end();
  });
}

const seen = async (sent: Sent) => JSON.parse((await send(sent)).text) as { address: string; host: string };

describe("a client", () => {
  const forwarded = {
    host: "inner:3000",
    "x-forwarded-for": "9.9.9.9, 198.51.100.7, 10.1.1.1",
    "x-forwarded-host": "forged.example, leafwatch.lan",
  };

  test("is the address and host that a trusted proxy forwards", async () => {
    expect(await seen({ from: "127.0.0.2", headers: forwarded })).toEqual({
      address: "198.51.100.7",
      host: "leafwatch.lan",
    });
  });

  test("cannot forward an address by itself", async () => {
    expect(await seen({ headers: forwarded })).toEqual({ address: "127.0.0.1", host: "inner:3000" });
    expect(
      await seen({ headers: { host: "x", "x-leafwatch-peer": "guess 9.9.9.9 direct trusted" } }),
    ).toMatchObject({ address: "127.0.0.1" });
  });

  test("does not get the metrics through a proxy on this machine", async () => {
    const path = "/api/metrics";
    expect((await send({ path })).status).toBe(200);
    expect((await send({ path, from: "127.0.0.2", headers: forwarded })).status).toBe(401);
    expect((await send({ path, from: "127.0.0.2", headers: { via: "1.1 proxy" } })).status).toBe(401);
    expect((await send({ path, headers: { "x-forwarded-for": "127.0.0.1" } })).status).toBe(401);
  });

  test("cannot evade the rate limit of codes with forged addresses", async () => {
    const ask = (from: string, address: string) =>
      send({ path: "/api/wall/pairing", method: "POST", from, headers: { "x-forwarded-for": address } });
    const asked = await Promise.all(
      Array.from({ length: 61 }, (_, n) => ask("127.0.0.1", `198.51.100.${n}`)),
    );
    expect(asked.filter(({ status }) => status === 429)).toHaveLength(1);
    expect((await ask("127.0.0.2", "198.51.100.200")).status).toBe(200);
  });
});

describe("a change", () => {
  const from = (headers: Record<string, string>) =>
    send({ method: "POST", headers: { host: "leafwatch.lan:3000", ...headers } });

  test.each([
    [{ origin: "https://evil.example" }],
    [{ origin: "null" }],
    [{ origin: "no origin at all" }],
    [{ origin: "https://evil.example", "x-forwarded-host": "evil.example" }],
    [{ "sec-fetch-site": "cross-site" }],
    [{ "sec-fetch-site": "same-site" }],
  ])("that comes from another site is rejected: %j", async (headers) => {
    expect((await from(headers)).status).toBe(403);
  });

  test.each([
    [{ origin: "http://leafwatch.lan:3000" }],
    [{ origin: "https://leafwatch.farm.example" }],
    [{ "sec-fetch-site": "same-origin" }],
    [{}],
  ])("from our own pages, or from a program, is accepted: %j", async (headers) => {
    expect((await from(headers)).status).toBe(200);
  });
});
