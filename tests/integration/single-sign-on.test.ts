// Signing in through an OpenID Connect provider over real HTTP: who is admitted, as whom, and who is not.

import { OAuth2Server } from "oauth2-mock-server";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { GET as callback } from "@/app/api/auth/oidc/callback/route";
import { GET as start } from "@/app/api/auth/oidc/start/route";
import { log } from "@/lib/base/request/log.server";
import { ENGLISH } from "@/lib/base/words/english.test-support";
import { SYSTEM } from "@/lib/identity/actor/system.server";
import { listAudit } from "@/lib/identity/audit/service.server";
import { authenticate } from "@/lib/identity/auth/guard.server";
import { signIn as signInByPassword } from "@/lib/identity/auth/sign-in.server";
import { ssoFaultWords } from "@/lib/identity/auth/single-sign-on.server";
import { inviteUser, readLink } from "@/lib/identity/users/links.server";
import { changeEmail, listOwnerNames } from "@/lib/identity/users/service.server";
import { openTestApp, type TestApp } from "../support/app";
import { addPerson, PASSWORD } from "../support/people";

/** Environment variables that a test overrides. */
const set = vi.hoisted(() => ({ oidc: null as object | null, passwords: "on" }));

vi.mock("@/lib/base/env/env.server", async (original) => {
  const { env } = await original<typeof import("@/lib/base/env/env.server")>();
  const own = () => ({ LEAFWATCH_OIDC: set.oidc, LEAFWATCH_PASSWORDS: set.passwords });
  return { env: () => ({ ...env(), LEAFWATCH_URL: "https://leafwatch.example", ...own() }) };
});

type Claims = Record<string, unknown>;

let app: TestApp;
let provider: OAuth2Server;
/** The provider's claims about the person who signs in. */
let claims: Claims;
let asked: { authorization: string | undefined; form: Record<string, string> }[];

beforeAll(async () => {
  log.level = "silent";
  app = await openTestApp();
  await addUser("ria@farm.example", "grower");
});
afterAll(() => app.close());

beforeEach(async () => {
  provider = new OAuth2Server();
  await provider.issuer.keys.generate("RS256");
  await provider.start(0, "127.0.0.1");
  claims = { email: "Ria@Farm.example", email_verified: true, name: "Ria Bakker" };
  asked = [];
  provider.service.on("beforeTokenSigning", (token, request) => {
    asked.push({
      authorization: request.headers.authorization,
      form: request.body as Record<string, string>,
    });
    Object.assign(token.payload, claims);
  });
  set.oidc = {
    issuer: provider.issuer.url,
    clientId: "leafwatch",
    clientSecret: "its secret",
    name: "Farm login",
    groupsClaim: "groups",
    roles: [],
  };
});
afterEach(async () => {
  if (provider.listening) await provider.stop();
});

async function addUser(email: string, role: string, disabled = false): Promise<void> {
  await app.pool.query(
    "INSERT INTO users (email, name, password_hash, role, disabled_at) VALUES ($1, $1, 'x', $2, CASE WHEN $3 THEN now() END)",
    [email, role, disabled],
  );
}

type Answer = { status: number; location: URL; cookies: Map<string, string>; lines: string[] };

async function answerOf(response: Response): Promise<Answer> {
  const lines = response.headers.getSetCookie();
  const cookies = new Map(
    lines.map((line) => {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      return [name, value] as const;
    }),
  );
  const location = new URL(response.headers.get("location") ?? "", "https://leafwatch.example");
  return { status: response.status, location, cookies, lines };
}

const begin = async (next = "/alerts?tab=closed") =>
  answerOf(
    await start(
      new Request(`https://leafwatch.example/api/auth/oidc/start?callbackUrl=${encodeURIComponent(next)}`),
    ),
  );

/** The provider's sign-in page: it redirects back at once. */
async function visit(address: URL): Promise<URL> {
  const response = await fetch(address, { redirect: "manual" });
  return new URL(response.headers.get("location") ?? "");
}

async function comeBack(address: URL, cookies: ReadonlyMap<string, string>): Promise<Answer> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  return answerOf(
    await callback(new Request(address, { headers: { cookie, "user-agent": "Test browser" } })),
  );
}

async function signIn(): Promise<Answer> {
  const begun = await begin();
  return comeBack(await visit(begun.location), begun.cookies);
}

const SESSION = "__Host-next-auth.session-token";

async function actorOf({ cookies }: Answer) {
  const cookie = `${SESSION}=${cookies.get(SESSION)}`;
  return authenticate(new Request("https://leafwatch.example/", { headers: { cookie } }));
}

const toFault = ({ location, cookies }: Answer) => {
  expect(location.pathname).toBe("/sign-in");
  expect(cookies.has(SESSION)).toBe(false);
  return location.searchParams.get("error");
};

describe("a person with an account", () => {
  test("is redirected to the provider for a code, with PKCE, state and nonce", async () => {
    const { location, lines } = await begin();
    expect(location.origin).toBe(provider.issuer.url);
    expect(Object.fromEntries(location.searchParams)).toEqual({
      client_id: "leafwatch",
      redirect_uri: "https://leafwatch.example/api/auth/oidc/callback",
      response_type: "code",
      scope: "openid email profile",
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: "S256",
    });
    expect(lines).toEqual([
      expect.stringMatching(
        /^__Secure-leafwatch-oidc=[\w.-]+; Path=\/api\/auth\/oidc; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
      ),
    ]);
    expect(lines[0]).not.toContain(location.searchParams.get("state"));
  });

  test("is signed in by a verified e-mail and redirected to the requested page, with an audit entry", async () => {
    const answer = await signIn();
    expect(answer.status).toBe(303);
    expect(answer.location.pathname + answer.location.search).toBe("/alerts?tab=closed");
    expect(answer.lines[0]).toMatch(/Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$/);
    expect(await actorOf(answer)).toMatchObject({ kind: "user", name: "ria@farm.example", role: "grower" });
    const { rows } = await app.pool.query("SELECT browser FROM user_sessions");
    expect(rows).toEqual([{ browser: "Test browser" }]);
    const { items } = await listAudit(SYSTEM, { search: "signed-in" });
    const ria = "ria@farm.example";
    expect(items[0]).toMatchObject({ target: ria, account: ria, detail: { by: "Farm login" } });
    expect(asked[0]?.authorization).toBe(`Basic ${btoa("leafwatch:its+secret")}`);
  });

  test("is not redirected to another site afterwards", async () => {
    const begun = await begin("https://evil.example/x");
    const answer = await comeBack(await visit(begun.location), begun.cookies);
    expect(answer.location.href).toBe("https://leafwatch.example/");
  });

  test("may be identified by the user info endpoint", async () => {
    claims = {};
    provider.service.on("beforeUserinfo", (told) => {
      told.body = { sub: "johndoe", email: "ria@farm.example", email_verified: true };
    });
    expect(await actorOf(await signIn())).toMatchObject({ name: "ria@farm.example" });
  });
});

describe("rejects", () => {
  test.each([
    ["an e-mail without an account", { email: "eve@farm.example" }, "SsoNoAccount"],
    ["an e-mail that was not verified", { email_verified: false }, "SsoUnverified"],
    ["an e-mail of which nothing is said", { email_verified: undefined }, "SsoUnverified"],
    ["a token for another program", { aud: "another" }, "SsoUnavailable"],
    ["a token of another issuer", { iss: "https://evil.example" }, "SsoUnavailable"],
    ["a token of another sign-in", { nonce: "another" }, "SsoUnavailable"],
    ["a token that is over", { exp: 1_700_000_000 }, "SsoUnavailable"],
  ])("%s", async (_, changed, fault) => {
    Object.assign(claims, changed);
    expect(toFault(await signIn())).toBe(fault);
  });

  test("a disabled account", async () => {
    await addUser("gone@farm.example", "admin", true);
    claims.email = "gone@farm.example";
    expect(toFault(await signIn())).toBe("SsoNoAccount");
  });

  test("a token that the provider's key has not signed", async () => {
    const begun = await begin();
    const back = await visit(begun.location);
    provider.service.once("beforeResponse", (response) => {
      const body = response.body as Record<string, string>;
      const [head, , signature] = (body.id_token ?? "").split(".");
      const forged = { ...payloadOf(body.id_token ?? ""), email: "boss@farm.example" };
      body.id_token = [head, Buffer.from(JSON.stringify(forged)).toString("base64url"), signature].join(".");
    });
    expect(toFault(await comeBack(back, begun.cookies))).toBe("SsoUnavailable");
  });

  test("the answer to another browser's request", async () => {
    const [mine, other] = [await begin(), await begin()];
    const back = await visit(other.location);
    expect(toFault(await comeBack(back, mine.cookies))).toBe("SsoUnavailable");
    expect(toFault(await comeBack(back, new Map()))).toBe("SsoExpired");
    expect(toFault(await comeBack(back, new Map([["__Secure-leafwatch-oidc", "x"]])))).toBe("SsoExpired");
  });

  test("a person who cancelled at the provider", async () => {
    const begun = await begin();
    const back = new URL("https://leafwatch.example/api/auth/oidc/callback?error=access_denied");
    back.searchParams.set("state", begun.location.searchParams.get("state") ?? "");
    expect(toFault(await comeBack(back, begun.cookies))).toBe("SsoRefused");
  });

  test("a sign-in while the provider is unreachable, and offers the password instead", async () => {
    const begun = await begin();
    const back = await visit(begun.location);
    await provider.stop();
    expect(toFault(await comeBack(back, begun.cookies))).toBe("SsoUnavailable");
    set.oidc = { ...set.oidc, issuer: "http://127.0.0.1:9" };
    expect(toFault(await begin())).toBe("SsoUnavailable");
    expect(ssoFaultWords(ENGLISH, "SsoUnavailable", "Farm login")).toMatch(
      /^Farm login could not be asked .* password/,
    );
    set.oidc = null;
    expect(toFault(await begin())).toBe("SsoUnavailable");
  });
});

describe("accounts created by single sign-on", () => {
  test("are created once, with the operator's role, if the operator allows it", async () => {
    set.oidc = { ...set.oidc, signUp: "viewer", domain: "farm.example" };
    claims.email = "new@farm.example";
    const answers = await Promise.all([signIn(), signIn()]);
    for (const answer of answers)
      expect(await actorOf(answer)).toMatchObject({ name: "Ria Bakker", role: "viewer", areas: null });
    const { items } = await listAudit(SYSTEM, { search: "user.created" });
    expect(items.filter(({ target }) => target === "new@farm.example")).toHaveLength(1);
  });

  test("are created only for e-mail addresses of the domain", async () => {
    set.oidc = { ...set.oidc, signUp: "viewer", domain: "farm.example" };
    for (const email of ["eve@evil.example", "eve@evilfarm.example", "eve@farm.example.evil.example"]) {
      claims.email = email;
      expect(toFault(await signIn())).toBe("SsoNoAccount");
    }
  });
});

describe("an account belongs to one person of the provider", () => {
  test("somebody else who gets the e-mail there is refused; the person keeps it under another e-mail", async () => {
    await addUser("boss@farm.example", "admin");
    claims.sub = "ria";
    expect(await actorOf(await signIn())).toMatchObject({ name: "ria@farm.example" });

    claims.sub = "eve";
    expect(toFault(await signIn())).toBe("SsoOther");
    Object.assign(claims, { sub: "ria", email: "boss@farm.example" });
    expect(await actorOf(await signIn())).toMatchObject({ name: "ria@farm.example", role: "grower" });
  });

  test("an admin who enters the e-mail anew gives it to whoever has it then", async () => {
    const { rows } = await app.pool.query("SELECT id FROM users WHERE email = 'ria@farm.example'");
    const { id } = rows[0] as { id: number };
    claims.sub = "ria";
    await signIn();
    await changeEmail(SYSTEM, { id, email: "eve@farm.example" });
    Object.assign(claims, { sub: "eve", email: "eve@farm.example" });
    expect(await actorOf(await signIn())).toMatchObject({ id });
    claims = { sub: "ria", email: "ria@farm.example", email_verified: true };
    expect(toFault(await signIn())).toBe("SsoNoAccount");
    await changeEmail(SYSTEM, { id, email: "ria@farm.example" });
  });

  test("an invited person needs no password, and can be assigned alerts from then on", async () => {
    const { address } = await inviteUser(SYSTEM, { email: "jan@farm.example", role: "grower" });
    Object.assign(claims, { sub: "jan", email: "jan@farm.example", name: "Jan" });
    expect(await actorOf(await signIn())).toMatchObject({ name: "Jan" });

    expect(await listOwnerNames(SYSTEM)).toContain("Jan");
    expect(await readLink(address.split("/").at(-1) ?? "")).toBeNull();
  });
});

describe("roles from the provider's groups", () => {
  const ROLES = [
    { group: "growers", role: "grower" },
    { group: "plant-admins", role: "admin" },
    { group: "office", role: "viewer" },
  ];
  const roleOf = async (email: string) =>
    (await app.pool.query("SELECT role FROM users WHERE email = $1", [email])).rows[0]?.role;

  beforeEach(() => {
    set.oidc = { ...set.oidc, roles: ROLES };
  });

  test("are applied at every sign-in, the highest of them; a lower one ends the other sessions", async () => {
    await addUser("kim@farm.example", "viewer");
    Object.assign(claims, {
      sub: "kim",
      email: "kim@farm.example",
      groups: ["office", "plant-admins", "else"],
    });
    const asAdmin = await signIn();
    expect(await actorOf(asAdmin)).toMatchObject({ role: "admin" });

    claims.groups = "growers";
    expect(await actorOf(await signIn())).toMatchObject({ role: "grower" });
    await expect(actorOf(asAdmin)).rejects.toMatchObject({ code: "unauthenticated" });
    const { items } = await listAudit(SYSTEM, { search: "kim@farm.example", kind: "user" });
    expect(items.map(({ actor, action, detail }) => [actor, action, detail])).toEqual([
      ["Farm login", "user.edited", { role: "admin → grower", by: "Farm login" }],
      ["Farm login", "user.edited", { role: "viewer → admin", by: "Farm login" }],
    ]);
  });

  test.each([[["else"]], [undefined], [[{ name: "plant-admins" }]], ["plant-admins,growers"]])(
    "groups %j let nobody in, and change no role",
    async (groups) => {
      Object.assign(claims, { sub: "johndoe", groups });
      expect(toFault(await signIn())).toBe("SsoNoRole");
      expect(await roleOf("ria@farm.example")).toBe("grower");
    },
  );

  test("decide for new accounts too, and cannot lower what the provisioning file sets", async () => {
    set.oidc = { ...set.oidc, signUp: "grower" };
    Object.assign(claims, { sub: "new", email: "office@farm.example", groups: ["office"] });
    expect(await actorOf(await signIn())).toMatchObject({ role: "viewer" });

    await addUser("file@farm.example", "admin");
    await app.pool.query("UPDATE users SET provisioned = true WHERE email = 'file@farm.example'");
    Object.assign(claims, { sub: "file", email: "file@farm.example", groups: ["growers"] });
    expect(toFault(await signIn())).toBe("SsoNoRole");
    expect(await roleOf("file@farm.example")).toBe("admin");
  });

  test("may come from the user info, where the token has none", async () => {
    Object.assign(claims, { sub: "johndoe" });
    provider.service.on("beforeUserinfo", (told) => {
      told.body = { sub: "johndoe", groups: ["growers"], email: "boss@farm.example", email_verified: true };
    });
    expect(await actorOf(await signIn())).toMatchObject({ name: "ria@farm.example", role: "grower" });
  });
});

test("where passwords are off, the right one opens nothing, and single sign-on does", async () => {
  const person = await addPerson(app.pool, "grower");
  const email = "password@farm.example";
  await app.pool.query("UPDATE users SET email = $1 WHERE id = $2", [email, person.id]);
  const enter = () => signInByPassword({ email, password: PASSWORD }, { address: "::1", browser: "" });
  expect(await enter()).toMatchObject({ state: "in" });

  set.passwords = "off";
  expect(await enter()).toEqual({ state: "passwords off" });
  Object.assign(claims, { sub: "password", email });
  expect(await actorOf(await signIn())).toMatchObject({ role: "grower" });
  expect(ssoFaultWords(ENGLISH, "SsoUnavailable", "Farm login")).not.toMatch(/password/);
  set.passwords = "on";
});

function payloadOf(token: string): Claims {
  return JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8"));
}
