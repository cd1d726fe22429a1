// Checks of every request before a page or route, over real connections: ids, time limits, size limits.

import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { log } from "@/lib/base/request/log.server";
import { trackPeers } from "@/lib/base/request/peer.server";
import { requestContext } from "@/lib/base/request/request-context.server";
import { limitServers, watchRequests } from "@/lib/web/http/front.server";
import { problemResponse } from "@/lib/web/http/problem";
import { csvResponse } from "@/lib/web/http/responses.server";
import { readJson } from "@/lib/web/http/route.server";

let server: Server;
let port: number;
const lines: Record<string, unknown>[] = [];
let exported = 0;
let exportEnded = false;

beforeAll(async () => {
  process.env.DATABASE_URL = "postgres://nobody@localhost/none";
  process.env.LEAFWATCH_SECRET_KEYS = Buffer.alloc(32, 1).toString("base64");
  process.env.LEAFWATCH_TRUSTED_PROXIES = "127.0.0.2";
  vi.spyOn(log, "info").mockImplementation((line: unknown) => {
    lines.push(line as Record<string, unknown>);
  });
  limitServers({ headersMs: 300, requestMs: 600, stalledMs: 900 });
  trackPeers();
  watchRequests();
  server = createServer({ connectionsCheckingInterval: 50 }, (incoming, outgoing) => {
    answer(incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
});

afterAll(() => {
  server.close();
});

/** Chunks of an endless file. */
async function* endless() {
  try {
    for (;;) {
      exported += 65_536;
      yield "x".repeat(65_536);
    }
  } finally {
    exportEnded = true;
  }
}

async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const response = await responseTo(incoming);
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (response.body) await pipeline(Readable.fromWeb(response.body as never), outgoing);
  else outgoing.end();
}

async function responseTo(incoming: IncomingMessage): Promise<Response> {
  if (incoming.url === "/export") return csvResponse("x.csv", endless(), new AbortController().signal);
  if (incoming.method === "GET") return Response.json({ id: requestContext()?.id });
  const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  const body = Readable.toWeb(incoming) as ReadableStream<Uint8Array>;
  const request = new Request("http://localhost/", {
    method: "POST",
    headers,
    body,
    duplex: "half",
  } as RequestInit);
  try {
    return Response.json(await readJson(request));
  } catch (error) {
    return problemResponse(error);
  }
}

/** A client that writes and reads raw bytes. */
async function open(from = "127.0.0.1"): Promise<Socket> {
  const socket = connect({ port, host: "127.0.0.1", localAddress: from });
  socket.on("error", () => undefined);
  await once(socket, "connect");
  return socket;
}

async function heard(socket: Socket): Promise<string> {
  let text = "";
  socket.on("data", (part) => {
    text += part;
  });
  await once(socket, "close");
  return text;
}

async function exchange(text: string, from?: string): Promise<string> {
  const socket = await open(from);
  socket.write(text);
  return heard(socket);
}

const get = (headers = "") =>
  `GET /invitation/secret?token=secret HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${headers}\r\n`;
const idIn = (answered: string) => /x-request-id: (\S+)/i.exec(answered)?.[1];

describe("a slow client", () => {
  test("that does not finish its headers gets 408 and is disconnected", async () => {
    expect(await exchange("GET / HTTP/1.1\r\nhost: x\r\nx-slow:")).toMatch(/^HTTP\/1\.1 408 /);
  });

  test("that sends nothing is disconnected", async () => {
    await heard(await open());
  });

  test("that does not finish its body is disconnected", async () => {
    const answered = await exchange('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{"a":');
    expect(answered).toMatch(/^(HTTP\/1\.1 408 |HTTP\/1\.1 400 |$)/);
  });

  test("that sends its body too slowly is disconnected", async () => {
    const socket = await open();
    socket.write("POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n");
    const drip = setInterval(() => socket.write("1\r\n \r\n"), 50);
    await heard(socket);
    clearInterval(drip);
  });

  test("that never reads its download uses little memory and is disconnected", async () => {
    const socket = await open();
    socket.pause();
    socket.write("GET /export HTTP/1.1\r\nhost: x\r\n\r\n");
    await expect.poll(() => exportEnded).toBe(true);
    // No more than the socket buffers on both sides.
    expect(exported).toBeLessThan(16_000_000);
    socket.destroy();
  });
});

describe("an idle keep-alive connection", () => {
  const ask = "GET / HTTP/1.1\r\nhost: x\r\n\r\n";

  test("outlives the keep-alive of proxies", async () => {
    const socket = await open();
    let text = "";
    socket.on("data", (part) => {
      text += part;
    });
    socket.write(ask);
    await expect.poll(() => Number(/keep-alive: timeout=(\d+)/i.exec(text)?.[1])).toBeGreaterThan(120);
    // The limits of this file are up to 900 ms.
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    socket.write(ask);
    await expect.poll(() => text.match(/^HTTP\/1\.1 200 /gm)).toHaveLength(2);
    socket.destroy();
  });

  test("does not delay a server that stops", async () => {
    let finish = () => {};
    const stopping = createServer((_, outgoing) => {
      finish = () => outgoing.end();
    });
    await new Promise<void>((resolve) => stopping.listen(0, "127.0.0.1", resolve));
    const client = connect({ port: (stopping.address() as AddressInfo).port, host: "127.0.0.1" });
    client.write(ask);
    await once(stopping, "request");
    const stopped = new Promise((resolve) => stopping.close(resolve));
    finish();
    await stopped;
  });
});

describe("a body", () => {
  const post = (body: string, header = `content-length: ${Buffer.byteLength(body)}`) =>
    exchange(`POST / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${header}\r\n\r\n${body}`);

  test("of a valid call is accepted", async () => {
    expect(await post('{"a":"é"}')).toMatch(/200[\s\S]*{"a":"é"}/);
  });

  test("that is too long gets 413, by its header or by its bytes", async () => {
    expect(await post("", "content-length: 262145")).toMatch(/^HTTP\/1\.1 413 [\s\S]*"parameter":"body"/);
    const long = "x".repeat(300_000);
    const chunked = `${long.length.toString(16)}\r\n${long}\r\n0\r\n\r\n`;
    expect(await post(chunked, "transfer-encoding: chunked")).toMatch(/^HTTP\/1\.1 413 /);
  });

  test.each(["", "{", "\u0000", '{"a":1}}'])("%j gets 400", async (body) => {
    expect(await post(body)).toMatch(/^HTTP\/1\.1 400 [\s\S]*"parameter":"body"/);
  });

  test("rejects an address that is too long", async () => {
    expect(await exchange(`GET /${"x".repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 431 /,
    );
  });
});

describe("a request", () => {
  test("has the same id in its response, its context and its log line", async () => {
    lines.length = 0;
    const answered = await exchange(get("x-request-id: given-by-a-stranger\r\n"));
    const id = idIn(answered);
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(answered).toContain(`{"id":"${id}"}`);
    await expect.poll(() => lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ requestId: id, method: "GET", status: 200, actor: null });
    expect(JSON.stringify(lines)).not.toContain("secret");
  });

  test("keeps a valid id from our own proxy", async () => {
    expect(idIn(await exchange(get("x-request-id: 01J8Z0000TRACE\r\n"), "127.0.0.2"))).toBe("01J8Z0000TRACE");
    expect(idIn(await exchange(get('x-request-id: {"a":1}\r\n'), "127.0.0.2"))).toMatch(/^[0-9a-f-]{36}$/);
  });

  test("over https according to our proxy gets HSTS", async () => {
    const https = "x-forwarded-proto: https\r\n";
    expect(await exchange(get(https), "127.0.0.2")).toContain("strict-transport-security");
    expect(await exchange(get(https))).not.toContain("strict-transport-security");
    expect(await exchange(get())).not.toContain("strict-transport-security");
  });
});

describe("a request that no page or route accepts", () => {
  const ask = (line: string) => exchange(`${line} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);

  test.each(["TRACE /api/v1/alerts", "TRACE /alerts", "PROPFIND /api/v1/alerts?a=1"])(
    "%s gets 405 with the allowed methods",
    async (line) => {
      const answered = await ask(line);
      expect(answered).toMatch(/^HTTP\/1\.1 405 /);
      expect(answered).toMatch(/\r\nallow: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS\r\n/i);
      expect(answered).toMatch(/\r\ncontent-type: application\/problem\+json\r\n/i);
      expect(answered).toContain('"status":405');
      expect(idIn(answered)).toMatch(/^[0-9a-f-]{36}$/);
    },
  );

  test.each(["/api/v1/alerts/%E0%A4%A", "/api/v1/%", "/api/v1/devices/%ff?limit=1"])(
    "%s gets 400 for its address",
    async (address) => {
      const answered = await ask(`GET ${address}`);
      expect(answered).toMatch(/^HTTP\/1\.1 400 /);
      expect(answered).toMatch(/\r\ncontent-type: application\/problem\+json\r\n/i);
      expect(answered).toContain(address.split("?")[0]);
    },
  );

  test("leaves its connection open for the next request", async () => {
    const socket = await open();
    socket.write("TRACE /api/v1/alerts HTTP/1.1\r\nhost: x\r\n\r\n");
    socket.write(get());
    expect((await heard(socket)).match(/^HTTP\/1\.1 \d+/gm)).toEqual(["HTTP/1.1 405", "HTTP/1.1 200"]);
  });

  test("passes a correctly encoded address on to its route", async () => {
    expect(await ask("GET /api/v1/alerts/%E0%A4%85%2F")).toMatch(/^HTTP\/1\.1 200 /);
  });
});
