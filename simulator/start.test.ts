import { createHmac } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";
import { afterEach, expect, test } from "vitest";
import type { Simulator, StartOptions } from "./start";
import { startSimulator } from "./start";

const endings: Array<() => Promise<void>> = [];
afterEach(async () => {
  for (const end of endings.splice(0)) await end();
});

const CLIENT = { id: "farm", secret: "s:ecret & more" };

async function start(options: StartOptions = {}): Promise<Simulator> {
  const simulator = await startSimulator({
    querySeconds: 0,
    clients: [CLIENT, { id: "other", secret: "other" }],
    ...options,
  });
  endings.push(simulator.stop);
  return simulator;
}

const basic = ({ id, secret } = CLIENT) => `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`;

function askToken(
  simulator: Simulator,
  authorization?: string,
  extra: Record<string, string> = {},
): Promise<Response> {
  const body = new URLSearchParams({ grant_type: "client_credentials", ...extra });
  return fetch(`${simulator.authUrl}/oauth2/token`, {
    method: "POST",
    body,
    headers: authorization ? { authorization } : {},
  });
}

async function bearer(simulator: Simulator, client = CLIENT): Promise<string> {
  const answer = (await (await askToken(simulator, basic(client))).json()) as { access_token: string };
  return `Bearer ${answer.access_token}`;
}

function call(simulator: Simulator, authorization: string, path: string, body?: object): Promise<Response> {
  const init = body ? { method: "POST", body: JSON.stringify(body) } : {};
  return fetch(simulator.baseUrl + path, { ...init, headers: { authorization }, redirect: "manual" });
}

async function submitted(simulator: Simulator, authorization: string, filters: object = {}): Promise<string> {
  const response = await call(simulator, authorization, "/query", { type: "indices", filters });
  expect(response.status).toBe(202);
  const answer = (await response.json()) as { queryId: string; status: string };
  expect(answer.status).toBe("SUBMITTED");
  return answer.queryId;
}

const json = async (response: Response) => (await response.json()) as Record<string, string>;

test("a query goes from its token to its CSV on another origin", async () => {
  const simulator = await start();
  const authorization = await bearer(simulator);
  const id = await submitted(simulator, authorization);
  const status = await json(await call(simulator, authorization, `/query/${id}/status/`));
  expect(status).toMatchObject({ queryId: id, status: "COMPLETED" });
  const { uri = "" } = await json(await call(simulator, authorization, `/query/${id}/result/download`));
  expect(new URL(uri).origin).not.toBe(new URL(simulator.baseUrl).origin);
  const lines = (await (await fetch(uri)).text()).trimEnd().split("\n");
  expect(lines[0]).toBe(
    "query_statement_name,record_no,data__timestamp,data__timestampIso,data__controlAreaPathName,data__jobId,data__indexName,data__indexValue,data__isFilled",
  );
  expect(lines[1]).toMatch(new RegExp(`^${id},1,`));
  expect(lines.at(-1)).toMatch(new RegExp(`^${id},${lines.length - 1},`));
  expect(lines.length).toBeGreaterThan(5000);
  expect((await fetch(uri, { headers: { authorization } })).status).toBe(400);
  expect((await fetch(`${uri.slice(0, -1)}x`)).status).toBe(403);
  expect((await fetch(uri.replace(/expires=\d+/, "expires=9999999999"))).status).toBe(403);
});

test("time carries a query from SUBMITTED over RUNNING to COMPLETED, and expires its address and its result", async () => {
  let now = Date.UTC(2026, 10, 20, 12);
  const simulator = await start({ now: () => now, querySeconds: 2 });
  const authorization = await bearer(simulator);
  const id = await submitted(simulator, authorization);
  const status = async () => (await json(await call(simulator, authorization, `/query/${id}/status`))).status;
  const download = () => call(simulator, authorization, `/query/${id}/result/download`);
  expect(await status()).toBe("SUBMITTED");
  expect((await download()).status).toBe(409);
  now += 1000;
  expect(await status()).toBe("RUNNING");
  now += 1000;
  expect(await status()).toBe("COMPLETED");
  const { uri = "" } = await json(await download());
  now += 301_000;
  expect((await fetch(uri)).status).toBe(403);
  now += 3_600_000;
  const late = await bearer(simulator);
  expect((await call(simulator, late, `/query/${id}/result/download`)).status).toBe(410);
  expect((await call(simulator, authorization, `/query/${id}/status`)).status).toBe(401);
});

test("refuses wrong credentials, forged tokens, other clients, missing scopes, with a message", async () => {
  const simulator = await start({ scopes: ["data.indices:query"] });
  expect((await askToken(simulator)).status).toBe(401);
  expect((await askToken(simulator, basic({ id: "farm", secret: "wrong" }))).status).toBe(401);
  const authorization = await bearer(simulator);
  const [head, , signature] = authorization.split(".");
  const payload = Buffer.from('{"sub":"farm","scope":"data.chf:query","exp":9999999999,"jti":"1"}').toString(
    "base64url",
  );
  expect((await call(simulator, `${head}.${payload}.${signature}`, "/query", { type: "chf" })).status).toBe(
    401,
  );
  const refused = await call(simulator, authorization, "/query", { type: "chf" });
  expect(refused.status).toBe(403);
  expect((await json(refused)).message).toContain("data.chf:query");
  const id = await submitted(simulator, authorization);
  const other = await bearer(simulator, { id: "other", secret: "other" });
  expect((await call(simulator, other, `/query/${id}/status`)).status).toBe(404);
  expect((await call(simulator, other, `/query/${id}/result/download`)).status).toBe(404);
  expect(
    (await call(simulator, authorization, "/query", { type: "indices", filters: { devices: [] } })).status,
  ).toBe(400);
});

test.each(["redirect", "direct", "json", "json-object", "ndjson", "gzip-unlabelled", "uri-key:downloadUrl"])(
  "answers a download as %s",
  async (variant) => {
    const simulator = await start({
      variants: ["direct", variant].slice(variant === "redirect" || variant.includes(":") ? 1 : 0),
    });
    const authorization = await bearer(simulator);
    const id = await submitted(simulator, authorization, {
      indexNames: ["PPFD"],
      controlAreaPathNames: ["Delft Vertical#Room 1"],
    });
    const response = await call(simulator, authorization, `/query/${id}/result/download`);
    const bytes = Buffer.from(await response.arrayBuffer());
    if (variant === "redirect")
      expect((await fetch(response.headers.get("location") ?? "")).status).toBe(200);
    else if (variant === "direct") expect(bytes.toString()).toMatch(/^query_statement_name,/);
    else if (variant === "json")
      expect(JSON.parse(bytes.toString())).toContainEqual(
        expect.objectContaining({ record_no: 2, data__indexName: "PPFD" }),
      );
    else if (variant === "json-object")
      expect(JSON.parse(bytes.toString()).records.length).toBeGreaterThan(100);
    else if (variant === "ndjson")
      for (const line of bytes.toString().trimEnd().split("\n"))
        expect(JSON.parse(line)).toHaveProperty("data__indexValue");
    else if (variant === "gzip-unlabelled")
      expect(gunzipSync(bytes).toString()).toMatch(/^query_statement_name,/);
    else expect(JSON.parse(bytes.toString())).toHaveProperty("downloadUrl");
  },
);

test("a variant of one failure fails once", async () => {
  const simulator = await start({ variants: ["rate-limit", "expired"] });
  const authorization = await bearer(simulator);
  const limited = await call(simulator, authorization, "/query", { type: "indices" });
  expect([limited.status, limited.headers.get("retry-after")]).toEqual([429, "1"]);
  const download = async (id: string) =>
    (await call(simulator, authorization, `/query/${id}/result/download`)).status;
  const first = await submitted(simulator, authorization);
  expect(await download(first)).toBe(410);
  expect(await download(first)).toBe(410);
  expect(await download(await submitted(simulator, authorization))).toBe(200);
  simulator.setVariants(["token-expires"]);
  expect((await call(simulator, authorization, `/query/${first}/status`)).status).toBe(401);
  expect((await call(simulator, authorization, `/query/${first}/status`)).status).toBe(401);
  expect((await call(simulator, await bearer(simulator), `/query/${first}/status`)).status).toBe(200);
});

test("cuts the first download in the middle", async () => {
  const simulator = await start({ variants: ["direct", "cut"] });
  const authorization = await bearer(simulator);
  const id = await submitted(simulator, authorization);
  const download = async () => (await call(simulator, authorization, `/query/${id}/result/download`)).text();
  await expect(download()).rejects.toThrow();
  expect((await download()).length).toBeGreaterThan(100_000);
});

test("post-auth requires the credentials in the form body", async () => {
  const simulator = await start({ variants: ["post-auth"] });
  expect((await askToken(simulator, basic())).status).toBe(401);
  expect(
    (await askToken(simulator, undefined, { client_id: CLIENT.id, client_secret: CLIENT.secret })).status,
  ).toBe(200);
});

interface Received {
  headers: IncomingHttpHeaders;
  bytes: Buffer;
}

async function receiver(): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    received.push({ headers: request.headers, bytes: Buffer.concat(chunks) });
    response.writeHead(received.length === 1 ? 503 : 200).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  endings.push(() => new Promise((resolve) => server.close(() => resolve())));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, received };
}

test("sends the history once, signed over the exact bytes, and never repeats a refused notification", async () => {
  const { url, received } = await receiver();
  const now = Date.UTC(2026, 10, 20, 12);
  const webhook = {
    url,
    secret: "geheim",
    signatureHeader: "X-Signed",
    signaturePrefix: "sha256=",
    replayDays: 7,
    speed: 0,
  };
  const simulator = await start({ webhook, controlPort: 0, now: () => now });
  const state = async () =>
    (await fetch(`${simulator.controlUrl}/control/state`)).json() as Promise<{
      notifications: { phase: string; sent: number };
    }>;
  await expect.poll(async () => (await state()).notifications.phase).toBe("live");
  expect(received.length).toBe((await state()).notifications.sent);
  for (const { headers, bytes } of received) {
    expect(headers["x-signed"]).toBe(`sha256=${createHmac("sha256", "geheim").update(bytes).digest("hex")}`);
    expect(headers["user-agent"]).toMatch(/^plant-monitoring\/1\.0 \(request [0-9a-f-]{36}\)$/);
    expect(Date.parse(JSON.parse(bytes.toString()).timestamp)).toBeLessThanOrEqual(now);
  }
  const bodies = received.map(({ bytes }) => bytes.toString());
  expect(bodies.length).toBeGreaterThan(60);
  expect(new Set(bodies).size).toBe(bodies.length);
});

test("sends notifications on a request to the control server", async () => {
  const { url, received } = await receiver();
  const simulator = await start({ webhook: { url, replayDays: 0, speed: 0 }, controlPort: 0 });
  const notify = async (body: object) => {
    const response = await fetch(`${simulator.controlUrl}/control/notify`, {
      method: "POST",
      body: JSON.stringify(body),
    });
    return (await response.json()) as { sent: Array<{ status: number; alertId: string; event: string }> };
  };
  const raised = await notify({ count: 3, jobId: "JOB_V1_PLANT23", alertSeverity: "LOW" });
  expect(raised.sent.map((one) => one.status).sort()).toEqual([200, 200, 503]);
  expect(JSON.parse(received[0]?.bytes.toString() ?? "")).toMatchObject({
    jobId: "JOB_V1_PLANT23",
    event: "RAISED",
    alertSeverity: "LOW",
  });
  const worse = await notify({ event: "SEVERITY_INCREASED" });
  expect(JSON.parse(received[3]?.bytes.toString() ?? "")).toMatchObject({
    previousSeverity: "LOW",
    alertSeverity: "MEDIUM",
  });
  const closed = await notify({ event: "CLOSED" });
  expect(closed.sent[0]).toMatchObject({ event: "CLOSED", alertId: worse.sent[0]?.alertId });
  await notify({ signature: null });
  expect(received.at(-1)?.headers).not.toHaveProperty("service-signature");
});
