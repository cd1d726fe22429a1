import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Actor } from "@/lib/identity/actor/contract";
import { makeActor } from "@/lib/identity/actor/make-actor.server";
import { listAudit } from "@/lib/identity/audit/service.server";
import { type Pending, pendingCookie } from "@/lib/identity/auth/cookies.server";
import { authenticate } from "@/lib/identity/auth/guard.server";
import { signIn, signInByCode } from "@/lib/identity/auth/sign-in.server";
import { totpCode } from "@/lib/identity/auth/totp.server";
import {
  beginRequiredSecondFactor,
  beginSecondFactor,
  confirmSecondFactor,
  readAccount,
  removeOwnSecondFactor,
} from "@/lib/identity/users/account-service.server";
import { endSessions, listUsers, removeSecondFactor, rescueAdmin } from "@/lib/identity/users/service.server";
import { openTestApp, type TestApp } from "../support/app";
import { emptyAudit } from "../support/audit";
import { addPerson, PASSWORD, type Person } from "../support/people";

const ADMIN = makeActor({ kind: "user", id: 0, name: "R. Bakker", role: "admin", tenancyId: null });
const RIA = "ria@example.com";
const PLACE = { address: "192.0.2.7", browser: "Firefox" };
const NOW = Date.UTC(2026, 10, 22, 12, 0, 0);
const STEP_MS = 30_000;

let app: TestApp;
let ria: Person;
let actor: Actor;

beforeAll(async () => {
  app = await openTestApp();
});

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  await app.pool.query("TRUNCATE users, user_sessions, recovery_codes, sign_in_failures CASCADE");
  await emptyAudit(app.pool);
  ria = await addPerson(app.pool, "admin");
  await app.pool.query("UPDATE users SET email = $1 WHERE id = $2", [RIA, ria.id]);
  actor = await authenticate(new Request("http://localhost/", { headers: { cookie: ria.cookie } }));
});

afterAll(async () => {
  vi.useRealTimers();
  await app.close();
});

const later = (steps: number) => vi.setSystemTime(Date.now() + steps * STEP_MS);
const codeOf = (key: string) => totpCode(key, Math.floor(Date.now() / STEP_MS));

/** Sets up the second factor, and lets the 30 s of the first code pass. */
async function setUp(): Promise<{ key: string; codes: string[] }> {
  const { key } = await beginSecondFactor(actor, { current: PASSWORD });
  const { codes } = await confirmSecondFactor(actor, { code: codeOf(key) });
  later(2);
  return { key, codes };
}

async function firstStep(): Promise<Pending> {
  const outcome = await signIn({ email: RIA, password: PASSWORD }, PLACE);
  if (outcome.state !== "code") throw new Error(outcome.state);
  return outcome.pending;
}

const sessions = async () =>
  (await app.pool.query("SELECT FROM user_sessions WHERE browser = 'Firefox'")).rowCount;

test("begins the session after the app's code, not after the password", async () => {
  const { key } = await setUp();
  const pending = await firstStep();

  expect(await sessions()).toBe(0);
  expect(await signInByCode(pending, "000000", PLACE)).toEqual({ state: "wrong code" });
  expect(await signInByCode(null, codeOf(key), PLACE)).toEqual({ state: "over" });
  const asRead = codeOf(key).replace(/^(...)/, "$1-");
  expect(await signInByCode(pending, asRead, PLACE)).toMatchObject({ state: "in" });
  expect(await sessions()).toBe(1);
});

test("changes nothing before its confirmation; a wrong code does not confirm it", async () => {
  const { key } = await beginSecondFactor(actor, { current: PASSWORD });
  const wrong = codeOf(key) === "123456" ? "654321" : "123456";

  await expect(confirmSecondFactor(actor, { code: wrong })).rejects.toMatchObject({ parameter: "code" });
  await expect(beginSecondFactor(actor, { current: "not the password" })).rejects.toMatchObject({
    parameter: "current",
  });
  expect(await signIn({ email: RIA, password: PASSWORD }, PLACE)).toMatchObject({ state: "in" });
});

test("accepts a code once, also of two concurrent tries, and no older code afterwards", async () => {
  const { key } = await setUp();
  const pending = await firstStep();
  const code = codeOf(key);
  const older = totpCode(key, Math.floor(Date.now() / STEP_MS) - 1);

  const both = await Promise.all([signInByCode(pending, code, PLACE), signInByCode(pending, code, PLACE)]);
  expect(both.map(({ state }) => state).toSorted()).toEqual(["in", "wrong code"]);
  expect(await signInByCode(pending, code, PLACE)).toEqual({ state: "wrong code" });
  expect(await signInByCode(pending, older, PLACE)).toEqual({ state: "wrong code" });
  later(1);
  expect(await signInByCode(pending, codeOf(key), PLACE)).toMatchObject({ state: "in" });
});

test("accepts a recovery code once, with an audit entry", async () => {
  const { codes } = await setUp();
  const [code = ""] = codes;
  const pending = await firstStep();

  expect(new Set(codes).size).toBe(10);
  expect(await signInByCode(pending, code.toLowerCase().replaceAll("-", " "), PLACE)).toMatchObject({
    state: "in",
  });
  expect(await signInByCode(pending, code, PLACE)).toEqual({ state: "wrong code" });
  expect((await readAccount(actor)).recoveryCodes).toBe(9);
  const { items } = await listAudit(ADMIN, { kind: "user" });
  expect(items.map(({ action, address, account }) => [action, address, account])).toEqual([
    ["user.recovery-code-used", "192.0.2.7", RIA],
    ["user.second-factor-set", "unknown", RIA],
  ]);
});

test("counts wrong codes as wrong tries, which the right password does not delete", async () => {
  await setUp();
  const pending = await firstStep();
  await signInByCode(pending, "000000", PLACE);
  await firstStep();
  expect((await app.pool.query("SELECT FROM sign_in_failures")).rowCount).toBe(1);

  await app.pool.query(
    "INSERT INTO sign_in_failures (account, address) SELECT $1, '192.0.2.7' FROM generate_series(1, 99)",
    [RIA],
  );
  expect(await signInByCode(pending, "000000", PLACE)).toEqual({ state: "refused" });
});

test("issues a cookie between the steps that is no session, ends with the account's sessions, and expires", async () => {
  const { key } = await setUp();
  const pending = await firstStep();
  const [, value = ""] = /^[^=]+=([^;]*)/.exec(await pendingCookie.header(pending)) ?? [];

  expect(await pendingCookie.read(value)).toEqual(pending);
  for (const name of ["next-auth.session-token", pendingCookie.name()])
    await expect(
      authenticate(new Request("http://localhost/", { headers: { cookie: `${name}=${value}` } })),
    ).rejects.toMatchObject({ code: "unauthenticated" });
  later(11);
  expect(await pendingCookie.read(value)).toBeNull();
  await endSessions(ADMIN, { id: ria.id });
  expect(await signInByCode(pending, codeOf(key), PLACE)).toEqual({ state: "over" });
});

test("stores neither the key nor the recovery codes in the clear", async () => {
  const { key, codes } = await setUp();
  const { rows: users } = await app.pool.query("SELECT * FROM users");
  const { rows: kept } = await app.pool.query("SELECT * FROM recovery_codes");
  const { rows: audit } = await app.pool.query("SELECT * FROM audit_entries");
  const all =
    JSON.stringify([users, kept, audit]) + Buffer.from(users[0]?.totp_secret ?? "").toString("latin1");

  for (const secret of [key, ...codes]) expect(all).not.toContain(secret);
  await app.pool.query("UPDATE users SET id = id + 1000000");
  const pending = { uid: ria.id + 1_000_000, version: 1 };
  await expect(signInByCode(pending, codeOf(key), PLACE)).rejects.toMatchObject({ code: "unavailable" });
});

test.each([
  [
    "the person, by password and code",
    (key: string) => removeOwnSecondFactor(actor, { current: PASSWORD, code: codeOf(key) }),
  ],
  ["an admin", () => removeSecondFactor(ADMIN, { id: ria.id })],
])("is turned off by %s, with an audit entry", async (_, removeBy) => {
  const { key } = await setUp();
  const remove = () => removeBy(key);
  expect((await listUsers(ADMIN))[0]).toMatchObject({ secondFactor: true });
  await remove();

  expect(await signIn({ email: RIA, password: PASSWORD }, PLACE)).toMatchObject({ state: "in" });
  expect((await listAudit(ADMIN, { kind: "user" })).items[0]).toMatchObject({
    action: "user.second-factor-removed",
    target: RIA,
  });
  await expect(remove()).rejects.toMatchObject({ code: "not-found" });
});

test("rejects turning it off without the password, or for somebody else", async () => {
  await setUp();
  const grower = makeActor({ kind: "user", id: 5, name: "G", role: "grower", tenancyId: null });

  await expect(
    removeOwnSecondFactor(actor, { current: "not the password", code: "123456" }),
  ).rejects.toMatchObject({
    parameter: "current",
  });
  await expect(removeSecondFactor(grower, { id: ria.id })).rejects.toMatchObject({ code: "forbidden" });
  await expect(beginSecondFactor(actor, { current: PASSWORD })).rejects.toMatchObject({ code: "conflict" });
});

test("the password alone neither removes nor replaces a confirmed one, nor reads its key", async () => {
  const { key, codes } = await setUp();
  const wrong = codeOf(key) === "123456" ? "654321" : "123456";

  await expect(removeOwnSecondFactor(actor, { current: PASSWORD, code: wrong })).rejects.toMatchObject({
    parameter: "code",
  });
  await expect(beginSecondFactor(actor, { current: PASSWORD })).rejects.toMatchObject({ code: "conflict" });
  await expect(beginRequiredSecondFactor(actor)).rejects.toMatchObject({ code: "conflict" });
  await expect(confirmSecondFactor(actor, { code: codeOf(key) })).rejects.toMatchObject({ code: "conflict" });
  expect(await firstStep()).toMatchObject({ uid: ria.id });

  await removeOwnSecondFactor(actor, { current: PASSWORD, code: codes[0] ?? "" });
  const begun = await beginSecondFactor(actor, { current: PASSWORD });
  expect(begun.key).not.toBe(key);
});

test("beginning anew shows another key, and the code of the former one does not confirm it", async () => {
  const first = await beginSecondFactor(actor, { current: PASSWORD });
  await beginSecondFactor(actor, { current: PASSWORD });

  await expect(confirmSecondFactor(actor, { code: codeOf(first.key) })).rejects.toMatchObject({
    parameter: "code",
  });
});

test("lets an admin reset from the command line sign in without a code", async () => {
  await setUp();
  await rescueAdmin(ADMIN, { email: RIA, password: "another long one", withoutSecondFactor: true });

  expect(await signIn({ email: RIA, password: "another long one" }, PLACE)).toMatchObject({ state: "in" });
});
