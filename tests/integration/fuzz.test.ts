// Odd inputs for every declared call, every server action and the webhook address: no input causes a server error,
// and a rejection names the member. FUZZ_RUNS and FUZZ_SEED control the runs.

import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { ENDPOINTS } from "@/app/api/v1/openapi.json/endpoints";
import { receiveNotification } from "@/lib/alerting/webhooks/receive.server";
import type { Endpoint } from "@/lib/base/request/endpoint";
import { log } from "@/lib/base/request/log.server";
import { fingerprint, seal } from "@/lib/base/secrets/seal.server";
import { webhookSecretPurpose } from "@/lib/farm/tenancies/contract";
import { openTestApp, type TestApp, TOKENS } from "../support/app";
import { addAlert, addValues } from "../support/history";
import { sign } from "../support/notifications";
import { type Change, changed, oddChanges, oddJson, oddText } from "../support/odd-values";
import { addPerson } from "../support/people";
import { NAMED, sampleOf } from "../support/samples";

const root = join(import.meta.dirname, "../..");
const RUNS = Number(process.env.FUZZ_RUNS ?? 25);
const SEED = Number(process.env.FUZZ_SEED ?? 7);
const WEBHOOK_SECRET = "the-webhook-secret-of-this-test";

/** How the test changes an action's input once its schema is known. */
const asked = vi.hoisted(() => ({
  cookie: "",
  change: null as null | ((schema: unknown) => unknown),
  last: undefined as unknown,
}));

vi.mock("next/headers", () => ({
  cookies: async () => ({
    get: (name: string) => {
      const value = new RegExp(`(?:^|; )${name}=([^;]*)`).exec(asked.cookie)?.[1];
      return value === undefined ? undefined : { name, value };
    },
    set: () => undefined,
    delete: () => undefined,
  }),
  headers: async () => new Headers(),
}));
vi.mock("next/navigation", () => ({ unstable_rethrow: () => undefined }));
vi.mock("@/lib/web/http/parse", async (original) => {
  const parse = await original<typeof import("@/lib/web/http/parse")>();
  const parseInput = (schema: z.ZodType, input: unknown) => {
    if (input !== asked) return parse.parseInput(schema, input);
    asked.last = asked.change?.(schema);
    return parse.parseInput(schema, asked.last);
  };
  return { ...parse, parseInput };
});

/** What no answer may reveal: paths, code, SQL, stored data. */
const LEAKS =
  /node_modules|\.server\.ts|\bat .+:\d+:\d+|postgres(?:ql)?:\/\/|SELECT |prisma|the-webhook-secret/i;

let app: TestApp;

beforeAll(async () => {
  log.level = "silent";
  app = await openTestApp();
  const tenancy = await app.addTenancy("FIRST");
  const at = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000 - 7_200_000);
  await addValues(app.pool, tenancy, [{ area: "House#Bench", at, value: 80 }]);
  await addAlert(app.pool, tenancy, { id: "ALERT", rank: 3, paths: ["House#Bench"] });
  const mark = fingerprint(WEBHOOK_SECRET);
  await app.pool.query(
    "INSERT INTO webhook_secrets (tenancy_id, sealed, fingerprint, created_by) VALUES ($1, $2, $3, 'test')",
    [tenancy, Buffer.from(seal(WEBHOOK_SECRET, webhookSecretPurpose("FIRST", mark))), mark],
  );
  asked.cookie = (await addPerson(app.pool, "admin")).cookie;
});

afterAll(() => app.close());

const sampled = <T>(arbitrary: fc.Arbitrary<T>, salt: number): T[] =>
  fc.sample(arbitrary, { numRuns: RUNS, seed: SEED * 1_000 + salt });

type Handler = (request: Request, context: { params: Promise<Record<string, unknown>> }) => Promise<Response>;

async function filesWithActions(): Promise<string[]> {
  const files = (await readdir(join(root, "lib"), { recursive: true })).filter((file) =>
    file.endsWith(".ts"),
  );
  const kept: string[] = [];
  for (const file of files.toSorted())
    if (/^\s*"use server"/.test(await readFile(join(root, "lib", file), "utf8"))) kept.push(file);
  return kept;
}

async function handlerOf({ path, method }: Endpoint): Promise<Handler> {
  const address = path.replaceAll(/\{(\w+)\}/g, "[$1]");
  const older = `pages${address}.ts`;
  const file = existsSync(join(root, older)) ? older : `app${address}/route.ts`;
  const module = (await import(join(root, file))) as Record<string, Handler>;
  const handler = module[method];
  if (!handler) throw new Error(`${file} answers no ${method}`);
  return handler;
}

function membersOf(schema: z.ZodType | undefined): string[] {
  if (!schema) return [];
  const json = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as { properties?: object };
  return Object.keys(json.properties ?? {});
}

type Strings = Record<string, string>;

/** A valid query, with a chosen value for its optional members. */
function oddQuery(declared: Endpoint, changes: Change[]): URLSearchParams {
  const right = declared.query ? (sampleOf(declared.query, NAMED) as Strings) : {};
  const query = new URLSearchParams(right);
  const names = [...membersOf(declared.query), "unheardOf"];
  for (const { where, kind, value } of changes) {
    const name = names[where % names.length] ?? "";
    if (kind === "missing") query.delete(name);
    else if (kind === "more") query.append(name, String(value));
    else query.set(name, String(value));
  }
  return query;
}

function oddParams(declared: Endpoint, changes: Change[]): Strings {
  const params = declared.params ? (sampleOf(declared.params, NAMED) as Strings) : {};
  const [first] = changes;
  const names = Object.keys(params);
  if (!first || names.length === 0 || first.where % 2 === 0) return params;
  return { ...params, [names[first.where % names.length] ?? ""]: String(first.value) };
}

async function judge(response: Response): Promise<string | null> {
  const { status } = response;
  if (status < 400) {
    await response.body?.cancel().catch(() => undefined);
    return null;
  }
  const text = await response.text();
  if (status >= 500) return `${status} ${text}`;
  if (LEAKS.test(text)) return `tells too much: ${text}`;
  if (response.headers.get("content-type") !== "application/problem+json") return `no problem: ${text}`;
  const { parameter } = JSON.parse(text) as { parameter?: string };
  return status === 400 && parameter === undefined ? `names no parameter: ${text}` : null;
}

describe("the read API", () => {
  test.each(ENDPOINTS.map((declared, n) => [`${declared.method} ${declared.path}`, declared, n] as const))(
    "%s accepts or rejects odd inputs",
    async (_, declared, n) => {
      const handler = await handlerOf(declared);
      const token = declared.path.includes("/wall/") ? TOKENS.screen : TOKENS.admin;
      const faults: string[] = [];
      for (const changes of sampled(oddChanges(oddText), n)) {
        const query = oddQuery(declared, changes);
        const body = declared.body ? bodyOf(declared.body, changes) : undefined;
        const gone = new AbortController();
        const request = new Request(`http://localhost/?${query}`, {
          method: declared.method,
          headers: { authorization: `Bearer ${token}` },
          signal: gone.signal,
          ...(body === undefined ? {} : { body }),
        });
        const params = oddParams(declared, changes);
        const fault = await judge(await handler(request, { params: Promise.resolve(params) }));
        gone.abort();
        if (fault) faults.push(`${JSON.stringify(params)} ${query} ${body ?? ""}: ${fault}`.slice(0, 600));
      }
      expect(faults).toEqual([]);
    },
  );

  function bodyOf(schema: z.ZodType, changes: Change[]): string {
    const named = { ...NAMED, page: "Areas" };
    const [json] = fc.sample(oddChanges(oddJson), { numRuns: 1, seed: changes[0]?.where ?? 0 });
    const text = JSON.stringify(changed(sampleOf(schema, named), json ?? [])) ?? "";
    return (changes[0]?.where ?? 1) % 11 === 0 ? text.slice(0, -1) : text;
  }
});

type Act = (input: unknown) => Promise<unknown>;
type Outcome = { ok: boolean; error?: { message: string } } | undefined;

const ACTION_FILES = await filesWithActions();

describe("server actions", () => {
  test.each(ACTION_FILES.map((file, n) => [file, n] as const))(
    "of %s accept or reject odd inputs",
    async (file, n) => {
      const module = (await import(join(root, "lib", file))) as Record<string, Act>;
      const faults: string[] = [];
      for (const [name, run] of Object.entries(module))
        for (const changes of sampled(oddChanges(oddJson), 500 + n)) {
          asked.last = undefined;
          asked.change = (schema) => changed(sampleOf(schema as z.ZodType, NAMED), changes);
          const outcome = (await run(asked).catch((error: unknown) => ({
            ok: false,
            error: { message: `threw ${String(error)}` },
          }))) as Outcome;
          const message = outcome?.ok === false ? (outcome.error?.message ?? "") : "";
          if (/^threw|Something failed on our side/.test(message) || LEAKS.test(message))
            faults.push(`${name} ${JSON.stringify(asked.last)}: ${message}`.slice(0, 600));
        }
      expect(faults).toEqual([]);
    },
    120_000,
  );
});

describe("the webhook address", () => {
  const right = {
    alertId: "01J8Z0000000000000000ALERT",
    alertSeverity: "LOW",
    alertType: "HEALTH",
    event: "RAISED",
    jobId: "JOB",
    notificationId: "01J8Z000000000000000000NOTE",
    tenantId: "FIRST",
    timestamp: "2026-11-20T10:00:00Z",
  };

  // Odd settings that were accepted above, such as another signature header.
  beforeAll(async () => {
    await app.pool.query(
      "UPDATE tenancies SET signature_header = 'Service-Signature' WHERE tenant_id = 'FIRST'",
    );
    await app.pool.query("UPDATE webhook_secrets SET retired_at = NULL");
    // The keys of the intake are read again after some seconds.
    const body = new TextEncoder().encode(JSON.stringify(right));
    await vi.waitFor(async () => expect(await receive(body, sign(body, WEBHOOK_SECRET))).toBeLessThan(300), {
      timeout: 30_000,
      interval: 500,
    });
  }, 40_000);

  async function receive(body: Uint8Array, signature: string): Promise<number> {
    async function* once() {
      yield body;
    }
    const answer = await receiveNotification({ headers: { "service-signature": signature }, body: once() });
    return answer.status;
  }

  test("stores every signed body, and rejects the rest", async () => {
    const statuses = new Set<number>();
    for (const changes of sampled(oddChanges(oddJson), 900)) {
      const body = new TextEncoder().encode(JSON.stringify(changed(right, changes)));
      statuses.add(await receive(body, sign(body, WEBHOOK_SECRET)));
      expect(await receive(body, String(changes[0]?.value))).toBe(401);
    }
    expect([...statuses].filter((status) => status !== 200 && status !== 202)).toEqual([]);
  });

  test("stores bytes that are neither JSON nor text", async () => {
    for (const bytes of sampled(fc.uint8Array({ maxLength: 300 }), 901))
      expect(await receive(bytes, sign(bytes, WEBHOOK_SECRET))).toBeLessThan(300);
  });
});
