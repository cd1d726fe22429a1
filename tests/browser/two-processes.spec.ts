// Two app processes of the production build on one Postgres behind a balancer: what they share, the headers of every
// response, what they never reveal, and how one of them stops. No browser takes part.

import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { until } from "../support/command";
import { TENANT } from "../support/own-farm";
import { ADMIN_PAGES } from "./support/admin-pages";
import { asProgram, notificationOf, notify, Pair, SECRETS, signInTo } from "./support/pair";

test.describe.configure({ mode: "serial" });

let pair: Pair;
let cookie = "";
const [A, B] = [0, 1];
const urlOf = (n: number) => pair.apps[n]?.url ?? "";

test.beforeAll(async () => {
  test.setTimeout(240_000);
  pair = await Pair.launch();
});

test.afterAll(() => pair?.end());

type Reader = { text: string; ended: boolean; close(): void };

/** Listens to the events of an app. */
async function listen(url: string): Promise<Reader> {
  const gone = new AbortController();
  const answer = await asProgram(`${url}/api/v1/events`, { signal: gone.signal });
  const reader: Reader = { text: "", ended: false, close: () => gone.abort() };
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const part of answer.body as unknown as AsyncIterable<Uint8Array>)
      reader.text += decoder.decode(part, { stream: true });
  };
  void read()
    .catch(() => undefined)
    .finally(() => {
      reader.ended = true;
    });
  await until(() => reader.text.includes("reconnected"));
  return reader;
}

test("accepts a sign-in at one process at the other", async () => {
  cookie = await signInTo(urlOf(A));
  const headers = { cookie };
  expect((await fetch(`${urlOf(B)}/api/v1/alerts`, { headers })).status).toBe(200);
  expect((await fetch(`${urlOf(B)}/admin/users`, { headers, redirect: "manual" })).status).toBe(200);
});

test("streams an alert received by one process from the other, and counts it once", async () => {
  const reader = await listen(urlOf(B));
  const notification = notificationOf("01TWOPROCESSES0000000ALERT");
  const both = await Promise.all([A, B].map((n) => notify(urlOf(n), notification)));
  expect(both.map(({ outcome }) => outcome).toSorted()).toEqual(["accepted", "duplicate"]);
  expect(await until(() => reader.text.includes("01TWOPROCESSES0000000ALERT"))).toBe(true);
  reader.close();
  const { items } = (await (await asProgram(`${urlOf(B)}/api/v1/alerts`)).json()) as { items: unknown[] };
  expect(items).toHaveLength(1);
});

test("runs a query once, in either process", async () => {
  // The first day's history is fetched automatically, once for both.
  const history = async () => {
    const { items } = (await (await asProgram(`${urlOf(A)}/api/v1/queries`)).json()) as {
      items: { status: string; error: unknown }[];
    };
    return items;
  };
  const isOver = (all: { status: string }[]) =>
    all.length > 0 && all.every(({ status }) => status === "completed");
  expect(await until(async () => isOver(await history()))).toBe(true);
  const before = pair.service.asked();
  expect((await history()).length).toBe(before);
  const submitted = await asProgram(`${pair.balancer}/api/v1/queries`, {
    method: "POST",
    body: JSON.stringify({ tenant: TENANT, type: "indices", filters: {} }),
  });
  expect(submitted.status).toBe(202);
  expect(
    await until(async () => {
      const all = await history();
      return all.length === before + 1 && all.every(({ status }) => status === "completed");
    }),
  ).toBe(true);
  expect(pair.service.asked()).toBe(before + 1);
});

const PAGES = [
  "/",
  "/sites",
  "/alerts",
  "/alerts/01TWOPROCESSES0000000ALERT",
  "/areas",
  "/areas/Farm/House",
  "/compare",
  "/handover",
  "/queries",
  "/account/notices",
  ...ADMIN_PAGES,
  `/admin/tenancies/${TENANT}`,
  "/wall",
  "/nothing/here",
];
const FOR_NOBODY = ["/sign-in", "/set-up", "/wall", "/"];
const CALLS = [
  "/api/v1/alerts",
  "/api/v1/alerts?colour=red",
  "/api/v1/alerts/nothing",
  "/api/v1/areas",
  "/api/v1/series?area=Farm&index=HEALTH",
  "/api/v1/readings.csv?area=Farm",
  "/api/v1/deliveries",
  "/api/v1/openapi.json",
  "/api/v1/nothing",
  "/api/auth/session",
  "/api/health/live",
  "/api/health/ready",
  "/api/metrics",
  "/api/webhooks/alerts",
  "/api/nothing",
];
const COMMON = {
  "x-content-type-options": /^nosniff$/,
  "referrer-policy": /^(strict-origin-when-cross-origin|no-referrer)$/,
  "permissions-policy": /camera=\(\)/,
  "cross-origin-opener-policy": /^same-origin$/,
  "x-request-id": /^[0-9a-f-]{36}$/,
  "content-security-policy": /frame-ancestors 'none'/,
};

function missing(path: string, answer: Response, wanted: Record<string, RegExp>): string[] {
  return Object.entries(wanted).flatMap(([name, form]) => {
    const value = answer.headers.get(name) ?? "";
    return form.test(value) ? [] : [`${answer.status} ${path}: ${name} is ${JSON.stringify(value)}`];
  });
}

/** The scripts of a page whose nonce differs from its policy, or is missing. */
function scriptFaults(path: string, answer: Response, html: string): string[] {
  const policy = answer.headers.get("content-security-policy") ?? "";
  const [, scripts = ""] = /script-src ([^;]*)/.exec(policy) ?? [];
  const [, nonce] = /'nonce-([^']+)'/.exec(scripts) ?? [];
  if (!nonce || /unsafe-inline|unsafe-eval|\*|https?:/.test(scripts)) return [`${path}: ${policy}`];
  const tags = [...html.matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag);
  const strange = tags.filter((tag) => !tag.includes(`nonce="${nonce}"`));
  const handlers = html.match(/<[^>]+\son\w+="[^"]*"/g) ?? [];
  return [...strange, ...handlers].map((tag) => `${path}: ${tag}`);
}

test("sends security headers with every page, and its nonce on every script", async () => {
  const faults: string[] = [];
  const nonces = new Set<string>();
  const looks = [
    ...PAGES.map((path) => ({ path, cookie })),
    ...FOR_NOBODY.map((path) => ({ path, cookie: "" })),
  ];
  for (const { path, cookie } of looks) {
    const answer = await fetch(urlOf(A) + path, { headers: { cookie }, redirect: "manual" });
    const html = await answer.text();
    faults.push(...missing(path, answer, { ...COMMON, "cache-control": /no-store/ }));
    faults.push(...scriptFaults(path, answer, html));
    nonces.add(answer.headers.get("content-security-policy") ?? "");
    if (answer.headers.has("strict-transport-security")) faults.push(`${path}: HSTS over http`);
  }
  expect(faults).toEqual([]);
  expect(nonces.size).toBe(looks.length);
});

test("sends security headers with every API response, and forbids shared caches to store it", async () => {
  const faults: string[] = [];
  for (const path of CALLS)
    for (const headers of [{ cookie }, {}] as Record<string, string>[]) {
      const answer = await fetch(urlOf(A) + path, { headers });
      await answer.text();
      faults.push(...missing(path, answer, { ...COMMON, "content-security-policy": /default-src 'none'/ }));
      if (!path.startsWith("/api/auth"))
        faults.push(...missing(path, answer, { "cache-control": /private|no-store/ }));
    }
  const wrongMethod = await fetch(`${urlOf(A)}/api/v1/alerts`, { method: "DELETE", headers: { cookie } });
  faults.push(...missing("DELETE", wrongMethod, { ...COMMON, "cache-control": /private|no-store/ }));
  expect(wrongMethod.status).toBe(405);
  expect(faults).toEqual([]);
});

test("sends HSTS over https", async () => {
  const answer = await fetch(`${urlOf(A)}/sign-in`, { headers: { "x-forwarded-proto": "https" } });
  expect(answer.headers.get("strict-transport-security")).toMatch(/^max-age=\d{7,}/);
});

test("rejects changes from other sites and bodies that are too long", async () => {
  const submit = (headers: Record<string, string>, body = "{}") =>
    fetch(`${urlOf(A)}/api/v1/queries`, { method: "POST", body, headers: { cookie, ...headers } });
  for (const headers of [
    { origin: "https://evil.example" },
    { origin: "null" },
    { origin: "evil" },
    { "sec-fetch-site": "cross-site" },
  ] as Record<string, string>[])
    expect((await submit(headers)).status).toBe(403);
  expect((await submit({ origin: pair.balancer })).status).toBe(400);
  const long = await submit({}, JSON.stringify({ filters: "x".repeat(300_000) }));
  expect([long.status, ((await long.json()) as { parameter: string }).parameter]).toEqual([413, "body"]);
  const action = (body: string) =>
    fetch(`${urlOf(A)}/admin/users`, {
      method: "POST",
      body,
      headers: { cookie, "next-action": "00".repeat(21), "content-type": "text/plain;charset=UTF-8" },
    });
  for (const body of ["x", "[".repeat(200_000), "x".repeat(900_000)]) {
    const answer = await action(body);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(await answer.text()).not.toMatch(/node_modules|\bat .+:\d+:\d+/);
  }
  expect((await fetch(`${urlOf(A)}/api/v1/alerts?${"x".repeat(20_000)}`)).status).toBe(431);
});

/** The forms in which a secret may leak: plain, percent-encoded, as bytes. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const base64 = bytes.toString("base64").replace(/=+$/, "");
  return [secret, encodeURIComponent(secret), bytes.toString("hex"), base64.slice(0, -2)];
}

function findIn(where: string, text: string, secrets: Record<string, string>): string[] {
  return Object.entries(secrets).flatMap(([name, secret]) =>
    formsOf(secret).some((form) => text.includes(form)) ? [`${name} stands in ${where}`] : [],
  );
}

/** Every row of every table as text; bytes as hexadecimal. */
function dump(): Promise<string> {
  return pair.withDatabase(async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
       WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
    );
    const texts: string[] = [];
    for (const { name } of rows) {
      const found = await client.query<{ text: string }>(`SELECT t::text AS text FROM ${name} AS t`);
      texts.push(...found.rows.map(({ text }) => text));
    }
    return texts.join("\n");
  });
}

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

test("no secret is readable in the database, the log, a page, a response, an error, a metric or a file", async () => {
  const session = /next-auth\.session-token=([^;]+)/.exec(cookie)?.[1] ?? "";
  expect(session.length).toBeGreaterThan(20);
  const secrets = { ...SECRETS, session };
  // Errors reveal more than successes.
  await signInTo(urlOf(A), `${SECRETS.password}-mistyped`);
  await fetch(`${urlOf(A)}/wall?token=${SECRETS.screenToken}`, { redirect: "manual" });
  await fetch(`${urlOf(A)}/invitation/${SECRETS.apiToken}?token=${SECRETS.apiToken}`, {
    headers: { cookie },
  });
  await fetch(`${urlOf(A)}/api/v1/alerts?unknown=1`, {
    headers: { authorization: `Bearer ${SECRETS.apiToken}` },
  });
  const { body } = notificationOf("01TWOPROCESSES00000UNKNOWN");
  await fetch(`${urlOf(A)}/api/webhooks/alerts`, {
    method: "POST",
    body,
    headers: { "service-signature": "no" },
  });
  const faults = findIn("the database", await dump(), secrets);
  for (const path of PAGES) {
    const html = await (await fetch(urlOf(A) + path, { headers: { cookie } })).text();
    faults.push(...findIn(path, html, secrets));
  }
  const described = (await (await asProgram(`${urlOf(A)}/api/v1/openapi.json`)).json()) as {
    paths: Record<string, { get?: unknown }>;
  };
  const reads = Object.keys(described.paths).filter(
    (path) => described.paths[path]?.get && !path.endsWith("/events"),
  );
  for (const path of [...reads.map((one) => one.replaceAll(/\{\w+\}/g, "1")), ...CALLS]) {
    const text = await (await asProgram(urlOf(A) + path)).text();
    faults.push(...findIn(path, text, secrets));
  }
  for (const { folder } of pair.apps)
    for (const file of filesIn(join(folder, "data")))
      faults.push(...findIn(file, readFileSync(file, "latin1"), secrets));
  faults.push(...findIn("the log", pair.said, secrets));
  expect(pair.said).toContain('"route":"/api/webhooks/alerts"');
  expect(faults).toEqual([]);
});

test("answers open requests, ends streams and loses nothing when a process stops", async () => {
  const begun = connect({ port: Number(new URL(urlOf(A)).port), host: "127.0.0.1" });
  let answered = "";
  begun.on("data", (part) => {
    answered += part;
  });
  await once(begun, "connect");
  const { body, signature } = notificationOf("01TWOPROCESSES0000INFLIGHT");
  const half = Math.floor(body.length / 2);
  begun.write(
    `POST /api/webhooks/alerts HTTP/1.1\r\nhost: x\r\nservice-signature: ${signature}\r\ncontent-length: ${body.length}\r\n\r\n${body.slice(0, half)}`,
  );
  const reader = await listen(urlOf(A));
  const taken: string[] = [];
  const refused: number[] = [];
  let load = true;
  const sender = async (name: string) => {
    for (let n = 0; load; n += 1) {
      const alertId = `01TWOPROCESSES${name}${String(n).padStart(8, "0")}`;
      const { status } = await notify(pair.balancer, notificationOf(alertId));
      if (status === 200 || status === 202) taken.push(alertId);
      else refused.push(status);
    }
  };
  const senders = ["LOADA", "LOADB", "LOADC"].map(sender);
  await until(() => taken.length > 20);
  const ending = pair.apps[A]?.command.end("SIGTERM");
  await until(() => reader.ended);
  begun.write(body.slice(half));
  expect(await until(() => answered.includes('{"status":"accepted"}'))).toBe(true);
  const { code, tookMs } = (await ending) ?? { code: null, tookMs: 0 };
  expect(reader.ended).toBe(true);
  expect([code, tookMs < 10_000]).toEqual([0, true]);
  // The other process goes on alone, also for returning clients.
  const before = taken.length;
  await until(() => taken.length > before + 20);
  load = false;
  await Promise.all(senders);
  const again = await listen(pair.balancer);
  expect(again.text).toContain("event: heartbeat");
  again.close();
  expect(refused).toEqual([]);
  const kept = await pair.withDatabase((client) =>
    client.query<{ id: string; n: number }>(
      `SELECT alert_id AS id, count(*)::int AS n FROM notifications WHERE alert_id LIKE '01TWOPROCESSES%' GROUP BY 1`,
    ),
  );
  const counts = new Map(kept.rows.map(({ id, n }) => [id, n]));
  expect(["01TWOPROCESSES0000INFLIGHT", ...taken].filter((id) => counts.get(id) !== 1)).toEqual([]);
});
