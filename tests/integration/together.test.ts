import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { NextApiRequest, NextApiResponse } from "next";
import { afterAll, beforeAll, expect, test } from "vitest";
import { GET as alerts } from "@/app/api/v1/alerts/route";
import { BATCHED_PATHS } from "@/lib/web/batch/contract";
import serve, { GET as readBatch } from "@/pages/api/v1/together";
import { call, openTestApp, type TestApp, TOKENS } from "../support/app";
import { addAlert } from "../support/history";

let app: TestApp;
let farm = 0;

const raise = (id: string) => addAlert(app.pool, farm, { id, rank: 2, paths: [] });

beforeAll(async () => {
  app = await openTestApp();
  farm = await app.addTenancy("FIRST");
  await raise("ONE");
});

afterAll(() => app.close());

type Part = { status: number; tag: string | null; body?: { items?: unknown[]; detail?: string } };

async function ask(
  reads: string[],
  tags: string[] = [],
  token: string | null = TOKENS.viewer,
): Promise<Part[]> {
  const search = new URLSearchParams([
    ...reads.map((read) => ["read", read]),
    ...tags.map((tag) => ["tag", tag]),
  ]);
  const response = await call(readBatch, `/api/v1/together?${search}`, { token });
  if (response.status !== 200) throw new Error(`Answered ${response.status}`);
  return ((await response.json()) as { parts: Part[] }).parts;
}

test("answers each part as its own call does, and with 304 until something changes", async () => {
  const reads = ["/api/v1/alerts?tenant=FIRST", "/api/v1/alerts/ONE?tenant=FIRST", "/api/v1/alerts/counts"];
  const parts = await ask(reads);
  expect(parts.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(parts[0]?.body).toEqual(await (await call(alerts, "/api/v1/alerts?tenant=FIRST")).json());
  const tags = parts.map(({ tag }) => tag ?? "");
  expect((await ask(reads, tags)).map(({ status, body }) => [status, body])).toEqual(
    reads.map(() => [304, undefined]),
  );
  await raise("TWO");
  expect((await ask(reads, tags)).map(({ status }) => status)).toEqual([200, 304, 200]);
});

test("answers a forbidden or invalid part with its problem in its place", async () => {
  const parts = await ask([
    "/api/v1/alerts?tenant=OTHER",
    "/api/v1/alerts/NONE",
    "/api/v1/deliveries",
    "/api/v1/alerts?odd=1",
    "/api/v1/freshness",
  ]);
  expect(parts.map(({ status }) => status)).toEqual([400, 404, 404, 400, 200]);
  const screen = await ask(["/api/v1/freshness", "/api/v1/alerts"], [], TOKENS.screen);
  expect(screen.map(({ status }) => status)).toEqual([403, 200]);
});

test("answers every path that a batch may contain", async () => {
  const of: Record<string, string> = {
    "/api/v1/alerts/{alertId}": "/api/v1/alerts/ONE",
    "/api/v1/alerts/evidence": "/api/v1/alerts/evidence?alertId=ONE",
    "/api/v1/alerts/spans":
      "/api/v1/alerts/spans?alertId=ONE&from=2026-11-20T00:00:00Z&to=2026-11-21T00:00:00Z",
  };
  const parts = await ask(BATCHED_PATHS.map((path) => of[path] ?? path));
  expect(parts.map(({ status }) => status)).toEqual(BATCHED_PATHS.map(() => 200));
});

test("rejects a batch without sign-in, with too many reads, or with an unknown parameter", async () => {
  await expect(ask(["/api/v1/alerts"], [], null)).rejects.toThrow("401");
  await expect(ask(Array.from({ length: 13 }, () => "/api/v1/alerts"))).rejects.toThrow("400");
  expect((await call(readBatch, "/api/v1/together?read=/api/v1/alerts&odd=1")).status).toBe(400);
});

test("compresses over HTTP for clients that accept it, and rejects other methods", async () => {
  for (let n = 0; n < 20; n++) await raise(`MORE${n}`);
  const server = createServer((request, response) =>
    serve(request as unknown as NextApiRequest, response as unknown as NextApiResponse),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1/together?read=/api/v1/alerts`;
    const headers = { authorization: `Bearer ${TOKENS.viewer}` };
    const plain = await fetch(url, { headers: { ...headers, "accept-encoding": "identity" } });
    const packed = await fetch(url, { headers: { ...headers, "accept-encoding": "gzip" } });
    expect([plain.headers.get("content-encoding"), packed.headers.get("content-encoding")]).toEqual([
      null,
      "gzip",
    ]);
    expect(await packed.text()).toBe(await plain.text());
    expect((await fetch(url, { method: "POST", headers })).status).toBe(405);
    expect((await fetch(url)).status).toBe(401);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
});
