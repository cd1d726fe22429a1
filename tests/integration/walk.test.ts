// Calls every API route and server action, found in the file system, as every kind of caller: anonymous, screens,
// people and programs of each role. Calls declare who may make them; those without a declaration are listed here.

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { z } from "zod";
import { ENDPOINTS } from "@/app/api/v1/openapi.json/endpoints";
import type { Access, Role } from "@/lib/base/core/access";
import type { Endpoint } from "@/lib/base/request/endpoint";
import { log } from "@/lib/base/request/log.server";
import type { Actor, AreaLimit } from "@/lib/identity/actor/contract";
import { hashToken } from "@/lib/identity/auth/tokens.server";
import { openTestApp, type TestApp, TOKENS } from "../support/app";
import { addAlert, addValues } from "../support/history";
import { addPerson } from "../support/people";
import { NAMED, sampleOf } from "../support/samples";

const root = join(import.meta.dirname, "../..");

/** Headers of the current request, and hooks into the wrappers. */
const asked = vi.hoisted(() => ({
  cookie: "",
  /** Disables the wrappers' checks, so that the use cases have to reject by themselves. */
  wrappersAsleep: false,
  declared: null as string | null,
  sample: null as null | ((schema: unknown) => unknown),
  /** A schema without a valid sample. */
  fault: null as unknown,
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

// Outside of Next there is nothing to rethrow.
vi.mock("next/navigation", () => ({ unstable_rethrow: () => undefined }));

vi.mock("@/lib/identity/actor/rules", async (original) => {
  const rules = await original<typeof import("@/lib/identity/actor/rules")>();
  const requireAccess = (actor: Actor, access: Access) => {
    const isWrapper = /lib\/web\/http\/(?:route|action)\.server/.test(
      new Error().stack?.split("\n")[2] ?? "",
    );
    if (isWrapper) asked.declared ??= access;
    if (!isWrapper || !asked.wrappersAsleep) rules.requireAccess(actor, access);
  };
  return { ...rules, requireAccess };
});

vi.mock("@/lib/web/http/parse", async (original) => {
  const parse = await original<typeof import("@/lib/web/http/parse")>();
  const parseInput = (schema: z.ZodType, input: unknown) =>
    parse.parseInput(schema, input === asked ? asked.sample?.(schema) : input);
  return { ...parse, parseInput };
});

type Method = (typeof METHODS)[number];
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
type Handler = (request: Request, context: { params: Promise<Record<string, unknown>> }) => Promise<Response>;

/** `open`: anybody may call it; `elsewhere`: a handler of a library, not called here. */
type Expectation = Access | "open" | "elsewhere";

/** Routes without a declaration. */
const UNDECLARED: Record<string, Expectation> = {
  "/.well-known/security.txt": "open",
  "/account/open": "open",
  "/admin/tenancies/{tenantId}/test": "admin",
  "/api/auth/oidc/callback": "open",
  "/api/auth/oidc/start": "open",
  "/api/auth/{nextauth}": "elsewhere",
  "/api/health/live": "open",
  "/api/health/ready": "open",
  "/api/metrics": "admin",
  "/api/wall/enter": "open",
  "/api/wall/pairing": "open",
  "/api/{rest}": "open",
};

/** Actions that anybody may call: they store a choice in a cookie, or check a code or link themselves. */
const OPEN_ACTIONS = [
  ...["chooseTheme", "dismissOutages", "chooseShortcuts", "chooseListStart", "setUp", "followLink"],
  ...["beginRequiredCodes", "confirmRequiredCodes"],
];

/** Actions of admin pages only. */
const OF_ADMINS = /\/(?:deliveries|connecting|retention|screens|tokens|users)\/actions\.ts$/;

/** What a screen's token may read (docs/spec/http-contract.md "Screens"), so that no more is opened by mistake. */
const OF_SCREENS = [
  "/api/v1/alerts",
  "/api/v1/alerts/counts",
  "/api/v1/alerts/evidence",
  "/api/v1/alerts/spans",
  "/api/v1/alerts/tabs",
  "/api/v1/alerts/{alertId}",
  "/api/v1/alerts/{alertId}/chart",
  "/api/v1/areas",
  "/api/v1/areas/overview",
  "/api/v1/areas/sparks",
  "/api/v1/areas/tree",
  "/api/v1/events",
  // Tells an empty board from an outage.
  "/api/v1/outages",
  "/api/v1/series",
  // Each read of a batch has its own access check.
  "/api/v1/together",
  "/api/v1/wall/report",
  "/api/v1/wall/snapshot",
];

/** Calls for a whole tenancy: a person with area limits is rejected, or finds nothing. */
const OF_THE_WHOLE = /^\/api\/v1\/queries|^(?:submitQuery|cancelQuery|runAgain|saveQuery|\w+Saved)$/;

const LIMITS: AreaLimit[] = [{ tenantId: "FIRST", path: "House#Bench" }];

/** Calls that belong to no tenancy, or only to the calling screen. */
const OF_NO_TENANCY = [
  "/api/v1/events",
  "/api/v1/me",
  "/api/v1/outages",
  "/api/v1/together",
  "/api/v1/wall/report",
  "/api/v1/wall/snapshot",
];

/** Calls for screens only: people and programs of any role are rejected. */
const ONLY_SCREENS = ["/api/v1/wall/report"];

/** Use cases open to more callers than their route: walls show freshness, and the API description is not secret. */
const LOOSER_WITHIN = ["/api/v1/freshness", "/api/v1/openapi.json"];

let app: TestApp;
let callers: Caller[] = [];

type Caller = {
  name: string;
  headers: Record<string, string>;
  height: number;
  /** May only see a tenancy other than the requested one. */
  onlyOther?: true;
  /** Limited to some control areas: calls for the whole tenancy are rejected. */
  limited?: true;
};
const HEIGHT: Record<Access, number> = { screen: 0, viewer: 1, grower: 2, admin: 3 };
const NOBODY = -1;

beforeAll(async () => {
  log.level = "silent";
  app = await openTestApp();
  const tenancy = await app.addTenancy("FIRST");
  await app.addTenancy("OTHER");
  const at = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000 - 7_200_000);
  await addValues(app.pool, tenancy, [{ area: "House#Bench", at, value: 80 }]);
  await addAlert(app.pool, tenancy, { id: "ALERT", rank: 3, paths: ["House#Bench"] });
  callers = await everybody();
});

afterAll(() => app.close());

async function everybody(): Promise<Caller[]> {
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const session = async (role: Role, areas: AreaLimit[] | null = null) => ({
    cookie: (await addPerson(app.pool, role, areas)).cookie,
  });
  const gone = async (change: string) => {
    const { id, cookie } = await addPerson(app.pool, "admin");
    await app.pool.query(`UPDATE users SET ${change} WHERE id = $1`, [id]);
    return { cookie };
  };
  return [
    { name: "nobody", headers: {}, height: NOBODY },
    { name: "a wrong token", headers: bearer("nobody-has-this-token-at-all"), height: NOBODY },
    { name: "a disabled admin", headers: await gone("disabled_at = now()"), height: NOBODY },
    { name: "an ended session", headers: await gone("session_version = 2"), height: NOBODY },
    { name: "a revoked screen", headers: bearer(await addScreen("FIRST", "now()")), height: NOBODY },
    {
      name: "a screen of another tenancy",
      headers: bearer(await addScreen("OTHER")),
      height: 0,
      onlyOther: true,
    },
    { name: "a screen", headers: bearer(await addScreen("FIRST")), height: 0 },
    { name: "a viewer", headers: await session("viewer"), height: 1 },
    { name: "a viewer's token", headers: bearer(TOKENS.viewer), height: 1 },
    { name: "a grower", headers: await session("grower"), height: 2 },
    { name: "a limited viewer", headers: await session("viewer", LIMITS), height: 1, limited: true },
    { name: "a limited grower", headers: await session("grower", LIMITS), height: 2, limited: true },
    { name: "a grower's token", headers: bearer(TOKENS.grower), height: 2 },
    { name: "an admin's token", headers: bearer(TOKENS.admin), height: 3 },
    { name: "an admin", headers: await session("admin"), height: 3 },
  ];
}

async function addScreen(tenantId: string, revokedAt = "NULL"): Promise<string> {
  const token = `token-of-a-screen-of-${tenantId}-${revokedAt}`;
  await app.pool.query(
    `INSERT INTO screens (name, token_hash, view, created_by, tenancy_id, revoked_at)
     SELECT $1, $2, 'alerts', 'test', id, ${revokedAt} FROM tenancies WHERE tenant_id = $3`,
    [token, hashToken(token), tenantId],
  );
  return token;
}

async function filesOf(folder: string, fits: (source: string, file: string) => boolean): Promise<string[]> {
  const all = await readdir(join(root, folder), { recursive: true });
  const sources = all.filter((file) => /\.tsx?$/.test(file) && !file.includes(".test."));
  const kept: string[] = [];
  for (const file of sources)
    if (fits(await readFile(join(root, folder, file), "utf8"), file)) kept.push(`${folder}/${file}`);
  return kept.toSorted();
}

/** The route of a file in OpenAPI notation, without groups in brackets. */
function addressOf(file: string): string {
  return file
    .replace(/^(?:app|pages)/, "")
    .replace(/(?:\/route)?\.tsx?$/, "")
    .replaceAll(/\/\([^)]*\)/g, "")
    .replaceAll(/\[(?:\.\.\.)?(\w+)\]/g, "{$1}");
}

/** Bodies of routes whose declaration is not exported. */
const BODIES: Record<string, unknown> = {
  "/admin/tenancies/{tenantId}/test": { clientSecret: "", tokenAuth: "basic", dataDelayHours: 1 },
};

type Route = {
  name: string;
  method: Method;
  handler: Handler;
  expected: Expectation;
  declared: Endpoint | undefined;
};

async function routes(): Promise<Route[]> {
  const files = [
    ...(await filesOf("app", (_, file) => /(?:^|\/)route\.tsx?$/.test(file))),
    ...(await filesOf("pages", (source) => source.includes("export const GET"))),
  ];
  const found: Route[] = [];
  for (const file of files) {
    const module = (await import(join(root, file))) as Record<string, unknown>;
    const address = addressOf(file);
    for (const method of METHODS.filter((one) => one in module)) {
      const declared = ENDPOINTS.find((one) => one.path === address && one.method === method);
      const expected = declared?.access ?? UNDECLARED[address];
      if (!expected && (await tellsMethods(module[method] as Handler, method))) continue;
      if (!expected) throw new Error(`${method} ${address} says nowhere who may call it`);
      found.push({
        name: `${method} ${address}`,
        method,
        handler: module[method] as Handler,
        expected,
        declared,
      });
    }
  }
  return found;
}

/** Returns true if an undeclared method only gets the list of allowed ones, whoever calls. */
async function tellsMethods(handler: Handler, method: Method): Promise<boolean> {
  const answer = await handler(new Request("http://localhost/", { method }), { params: Promise.resolve({}) });
  return (answer.status === 405 || answer.status === 204) && answer.headers.has("allow");
}

async function callRoute({ method, handler, declared, name }: Route, caller: Caller): Promise<number> {
  const named = name.includes("/wall/report") ? { ...NAMED, page: "Areas" } : NAMED;
  const sample = (schema: z.ZodType | undefined) =>
    schema ? (sampleOf(schema, named) as Record<string, string>) : {};
  const gone = new AbortController();
  const request = new Request(`http://localhost/?${new URLSearchParams(sample(declared?.query))}`, {
    method,
    headers: caller.headers,
    signal: gone.signal,
    ...(method === "POST" || method === "PUT"
      ? { body: JSON.stringify(declared ? sample(declared.body) : BODIES[name.slice(5)]) }
      : {}),
  });
  const response = await handler(request, {
    params: Promise.resolve({ tenantId: "FIRST", ...sample(declared?.params) }),
  });
  gone.abort();
  await response.body?.cancel().catch(() => undefined);
  return response.status;
}

/** Compares each caller's status with the expected access: one line per mismatch. */
function faultsOf(name: string, expected: Access, answers: Map<Caller, number>): string[] {
  return [...answers].flatMap(([caller, status]) =>
    fits(name.replace(/^[A-Z]+ /, ""), expected, caller, status)
      ? []
      : [`${name}, for ${expected}: ${caller.name} is answered ${status}`],
  );
}

function fits(address: string, expected: Access, caller: Caller, status: number): boolean {
  const { height, onlyOther, limited } = caller;
  if (height === NOBODY) return status === 401;
  if (height < HEIGHT[expected] || (height > 0 && ONLY_SCREENS.includes(address))) return status === 403;
  if (onlyOther && !OF_NO_TENANCY.includes(address)) return status === 400;
  if (limited && OF_THE_WHOLE.test(address)) return status < 500 && status !== 401;
  return ![401, 403].includes(status) && status < 500;
}

describe("the API", () => {
  test("admits only the callers that each route declares", async () => {
    const faults: string[] = [];
    for (const route of await routes()) {
      const { expected } = route;
      if (expected === "open" || expected === "elsewhere") continue;
      const answers = new Map<Caller, number>();
      for (const caller of callers) answers.set(caller, await callRoute(route, caller));
      faults.push(...faultsOf(route.name, expected, answers));
    }
    expect(faults).toEqual([]);
  }, 120_000);

  test("rejects callers in the use cases even without the wrapper's check", async () => {
    asked.wrappersAsleep = true;
    const faults: string[] = [];
    for (const route of await routes()) {
      const { expected } = route;
      if (expected === "open" || expected === "elsewhere") continue;
      if (LOOSER_WITHIN.some((address) => route.name.endsWith(address))) continue;
      const below = callers.filter(({ height }) => height > NOBODY && height < HEIGHT[expected]);
      const answers = new Map<Caller, number>();
      for (const caller of below) answers.set(caller, await callRoute(route, caller));
      faults.push(...faultsOf(route.name, expected, answers));
    }
    asked.wrappersAsleep = false;
    expect(faults).toEqual([]);
  });

  test("answers everybody on open routes", async () => {
    for (const route of (await routes()).filter(({ expected }) => expected === "open"))
      for (const caller of callers) {
        const status = await callRoute(route, caller);
        expect([401, 403, 500], `${route.name} for ${caller.name}`).not.toContain(status);
      }
  });

  test("lets screens read only what the contract allows", () => {
    const open = ENDPOINTS.filter(({ access }) => access === "screen").map(({ path }) => path);
    expect(open.toSorted()).toEqual(OF_SCREENS);
  });

  test("has no undeclared pages route but the webhook address, which checks a signature", async () => {
    expect(await filesOf("pages", (source) => !source.includes("export const GET = route("))).toEqual([
      "pages/api/webhooks/alerts.ts",
    ]);
  });
});

type Act = { name: string; file: string; run: (input: unknown) => Promise<unknown> };

async function actions(): Promise<Act[]> {
  const serves = (source: string) => /^\s*"use server"/.test(source);
  const files = [...(await filesOf("app", serves)), ...(await filesOf("lib", serves))];
  const found: Act[] = [];
  for (const file of files) {
    const module = (await import(join(root, file))) as Record<string, Act["run"]>;
    for (const [name, run] of Object.entries(module)) found.push({ name, file, run });
  }
  return found;
}

/** The status that a route would have returned. */
function statusOf(result: unknown): number {
  const { ok, error } = result as { ok: boolean; error: { message: string } };
  if (ok) return 200;
  if (error.message.startsWith("Your session has ended")) return 401;
  if (/^(You are an? |A screen may )/.test(error.message)) return 403;
  return error.message.startsWith("Something failed on our side") ? 500 : 400;
}

async function act({ name, run, file }: Act, caller: Caller): Promise<number> {
  asked.sample = (schema) => {
    try {
      return sampleOf(schema as z.ZodType, NAMED);
    } catch (error) {
      asked.fault = error;
      throw error;
    }
  };
  asked.cookie = caller.headers.cookie ?? "";
  asked.declared = null;
  asked.fault = null;
  const result = await run(asked);
  if (asked.fault) throw new Error(`${name} of ${file}: ${asked.fault}`);
  return statusOf(result);
}

describe("server actions", () => {
  const people = () => callers.filter(({ headers }) => headers.authorization === undefined);

  async function declaredOf(one: Act): Promise<Access> {
    const admin = people().at(-1);
    if (admin) await act(one, admin);
    if (!asked.declared) throw new Error(`${one.name} of ${one.file} says nowhere who may call it`);
    return asked.declared as Access;
  }

  test("admit only the callers that they declare; those of admin pages only admins", async () => {
    const faults: string[] = [];
    for (const one of await actions()) {
      if (OPEN_ACTIONS.includes(one.name)) continue;
      const expected = await declaredOf(one);
      if (OF_ADMINS.test(one.file) && expected !== "admin") faults.push(`${one.name} is not for admins`);
      const answers = new Map<Caller, number>();
      for (const caller of people()) answers.set(caller, await act(one, caller));
      faults.push(...faultsOf(one.name, expected, answers));
    }
    expect(faults).toEqual([]);
  }, 120_000);

  test("reject callers in the use cases even without the wrapper's check", async () => {
    asked.wrappersAsleep = true;
    const faults: string[] = [];
    for (const one of await actions()) {
      if (OPEN_ACTIONS.includes(one.name)) continue;
      const expected = await declaredOf(one);
      const below = people().filter(({ height }) => height > NOBODY && height < HEIGHT[expected]);
      const answers = new Map<Caller, number>();
      for (const caller of below) answers.set(caller, await act(one, caller));
      faults.push(...faultsOf(one.name, expected, answers));
    }
    asked.wrappersAsleep = false;
    expect(faults).toEqual([]);
  });

  test("reject the cookie of a screen and API tokens", async () => {
    const screen = callers.find(({ name }) => name === "a screen");
    const cookie = `leafwatch-screen=${screen?.headers.authorization?.slice("Bearer ".length)}`;
    const as = { name: "a screen's browser", headers: { cookie }, height: NOBODY };
    for (const one of (await actions()).filter(({ name }) => !OPEN_ACTIONS.includes(name)))
      expect(await act(one, as), one.name).toBe(401);
  });

  test("include every open action", async () => {
    const names = (await actions()).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(OPEN_ACTIONS));
  });
});
