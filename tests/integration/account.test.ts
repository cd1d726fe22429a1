import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Actor } from "@/lib/identity/actor/contract";
import { makeActor } from "@/lib/identity/actor/make-actor.server";
import { listAudit } from "@/lib/identity/audit/service.server";
import { authenticate } from "@/lib/identity/auth/guard.server";
import { signIn } from "@/lib/identity/auth/sign-in.server";
import {
  changePassword,
  endOtherSessions,
  endOwnSession,
  readAccount,
  renameSelf,
} from "@/lib/identity/users/account-service.server";
import { followLink, inviteUser, readLink, renewLink } from "@/lib/identity/users/links.server";
import { editUser, listOwnerNames, listUsers, setUserDisabled } from "@/lib/identity/users/service.server";
import { openTestApp, type TestApp } from "../support/app";
import { emptyAudit } from "../support/audit";
import { addPerson, PASSWORD, type Person, signedIn } from "../support/people";

const ADMIN = makeActor({ kind: "user", id: 0, name: "R. Bakker", role: "admin", tenancyId: null });
const RIA = "ria@example.com";
const NEW_PASSWORD = "another long one";
const HERE = { address: "192.0.2.7", browser: "Firefox" };

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp();
});

beforeEach(async () => {
  await app.pool.query(
    "TRUNCATE users, user_sessions, account_links, sign_in_failures RESTART IDENTITY CASCADE",
  );
  await emptyAudit(app.pool);
});

afterAll(() => app.close());

const tokenOf = ({ address }: { address: string }) => address.split("/").at(-1) ?? "";
const invite = () => inviteUser(ADMIN, { email: RIA, role: "grower" });
const idOf = async (email: string) => (await listUsers(ADMIN)).find((user) => user.email === email)?.id ?? 0;
const enter = (password: string, email = RIA) => signIn({ email, password }, HERE);
const actorOf = (cookie: string): Promise<Actor> =>
  authenticate(new Request("http://localhost/", { headers: { cookie } }));
const GONE = { code: "not-found" };

describe("an invitation", () => {
  test("sets name and password once", async () => {
    const link = await invite();
    const token = tokenOf(link);

    expect(new URL(link.address).pathname).toBe(`/invitation/${token}`);
    expect(await readLink(token)).toEqual({ kind: "invitation", email: RIA, name: RIA });
    await expect(followLink({ token, password: PASSWORD }, "192.0.2.9")).rejects.toMatchObject({
      parameter: "name",
    });
    await followLink({ token, name: "Ria", password: PASSWORD }, "192.0.2.9");

    expect(await enter(PASSWORD)).toMatchObject({ state: "in", account: { name: "Ria", role: "grower" } });
    expect(await readLink(token)).toBeNull();
    await expect(followLink({ token, name: "Eve", password: NEW_PASSWORD }, "::1")).rejects.toMatchObject(
      GONE,
    );
    const { items } = await listAudit(ADMIN, { kind: "user" });
    expect(items.map(({ actor, address, action }) => [actor, address, action])).toEqual([
      ["Ria", "192.0.2.9", "user.invitation-followed"],
      ["R. Bakker", null, "user.invited"],
    ]);
    expect(items[0]?.account).toBe(RIA);
    expect(JSON.stringify(items)).not.toContain(token);
  });

  test("gives no access before it is followed, and stores only the hash of its token", async () => {
    const token = tokenOf(await invite());

    expect(await enter("")).toEqual({ state: "wrong" });
    expect(await enter(PASSWORD)).toEqual({ state: "wrong" });
    expect(await listOwnerNames(ADMIN)).toEqual([]);
    const [line] = await listUsers(ADMIN);
    expect(line).toMatchObject({ invited: true, linkUntil: expect.any(String) });
    const { rows } = await app.pool.query("SELECT token_hash FROM account_links");
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test.each([
    ["after a week", () => app.pool.query("UPDATE account_links SET expires_at = now()")],
    ["when a newer one is made", async () => renewLink(ADMIN, { id: await idOf(RIA) })],
    [
      "when the account is disabled",
      async () => setUserDisabled(ADMIN, { id: await idOf(RIA), disabled: true }),
    ],
  ])("is good no more %s", async (_, act) => {
    const token = tokenOf(await invite());
    await act();

    expect(await readLink(token)).toBeNull();
    await expect(followLink({ token, name: "Ria", password: PASSWORD }, "::1")).rejects.toMatchObject(GONE);
  });

  test("can limit a person to control areas, but not an admin", async () => {
    const tenantId = "WESTLAND";
    await app.addTenancy(tenantId);
    const areas = [
      { tenantId, path: "House#Zone 1" },
      { tenantId, path: "House#Zone 1#Bench 2" },
    ];
    await expect(inviteUser(ADMIN, { email: RIA, role: "admin", areas })).rejects.toThrow(
      /cannot be limited/,
    );
    const unknown = [{ tenantId: "NONE", path: "House" }];
    await expect(inviteUser(ADMIN, { email: RIA, role: "grower", areas: unknown })).rejects.toMatchObject({
      parameter: "areas",
    });
    const token = tokenOf(await inviteUser(ADMIN, { email: RIA, role: "grower", areas }));
    await followLink({ token, name: "Ria", password: PASSWORD }, "192.0.2.9");

    expect((await listUsers(ADMIN)).find(({ email }) => email === RIA)?.areas).toEqual([areas[0]]);
  });

  test("sets one password if it is followed twice at once", async () => {
    const token = tokenOf(await invite());
    const both = await Promise.allSettled(
      [PASSWORD, NEW_PASSWORD].map((password) => followLink({ token, name: "Ria", password }, "::1")),
    );

    expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("does not count as an admin who can sign in", async () => {
    const { id } = await addPerson(app.pool, "admin");
    await inviteUser(ADMIN, { email: RIA, role: "admin" });

    await expect(editUser(ADMIN, { id, name: "Only", role: "grower" })).rejects.toThrow(/last admin/);
    await editUser(ADMIN, { id: await idOf(RIA), name: "Ria", role: "viewer" });
  });
});

describe("a link for a new password", () => {
  test("keeps the old password and all sessions valid until it is followed", async () => {
    const person = await addPerson(app.pool, "grower");
    await app.pool.query("UPDATE users SET email = $1 WHERE id = $2", [RIA, person.id]);
    const link = await renewLink(ADMIN, { id: person.id });

    expect(await readLink(tokenOf(link))).toMatchObject({ kind: "password" });
    expect(await enter(PASSWORD)).toMatchObject({ state: "in" });
    await followLink({ token: tokenOf(link), name: "Eve", password: NEW_PASSWORD }, "::1");

    await expect(actorOf(person.cookie)).rejects.toMatchObject({ code: "unauthenticated" });
    expect(await enter(PASSWORD)).toEqual({ state: "wrong" });
    expect(await enter(NEW_PASSWORD)).toMatchObject({ state: "in", account: { name: "A grower" } });
  });
});

describe("one's own account", () => {
  let ria: Person;
  let actor: Actor;

  beforeEach(async () => {
    ria = await addPerson(app.pool, "viewer");
    await app.pool.query("UPDATE users SET email = $1 WHERE id = $2", [RIA, ria.id]);
    actor = await actorOf(ria.cookie);
  });

  test("lists only one's own sessions, and marks the current one", async () => {
    await addPerson(app.pool, "viewer");
    await enter(PASSWORD);
    const { sessions } = await readAccount(actor);

    expect(sessions).toHaveLength(2);
    expect(sessions.filter(({ isHere }) => isHere).map(({ id }) => id)).toEqual([actor.session]);
    expect(sessions.find(({ isHere }) => !isHere)).toMatchObject(HERE);
  });

  test("a new password requires the old one and ends other sessions and open links", async () => {
    const elsewhere = await signedIn(app.pool, ria.id);
    const token = tokenOf(await renewLink(ADMIN, { id: ria.id }));
    await expect(
      changePassword(actor, { current: "not the password", password: NEW_PASSWORD }),
    ).rejects.toMatchObject({ parameter: "current" });
    expect((await app.pool.query("SELECT FROM sign_in_failures")).rowCount).toBe(1);

    await changePassword(actor, { current: PASSWORD, password: NEW_PASSWORD });

    await expect(actorOf(ria.cookie)).resolves.toMatchObject({ id: ria.id });
    await expect(actorOf(elsewhere)).rejects.toMatchObject({ code: "unauthenticated" });
    expect(await readLink(token)).toBeNull();
    expect(await enter(PASSWORD)).toEqual({ state: "wrong" });
    expect(await enter(NEW_PASSWORD)).toMatchObject({ state: "in" });
  });

  test("ends one's own sessions one by one or all others at once, never those of other people", async () => {
    const [one, two] = [await signedIn(app.pool, ria.id), await signedIn(app.pool, ria.id)];
    const other = await addPerson(app.pool, "viewer");
    const idOfSession = async (cookie: string) => (await actorOf(cookie)).session ?? "";

    await endOwnSession(actor, { id: await idOfSession(one) });
    await expect(actorOf(one)).rejects.toMatchObject({ code: "unauthenticated" });
    await expect(endOwnSession(actor, { id: await idOfSession(other.cookie) })).rejects.toMatchObject(GONE);
    await endOtherSessions(actor);
    await expect(actorOf(two)).rejects.toMatchObject({ code: "unauthenticated" });
    await expect(actorOf(ria.cookie)).resolves.toMatchObject({ id: ria.id });
    await expect(actorOf(other.cookie)).resolves.toMatchObject({ id: other.id });
  });

  test("changes the name, but not a provisioned password", async () => {
    await renameSelf(actor, { name: "Ria" });
    await app.pool.query("UPDATE users SET provisioned = true WHERE id = $1", [ria.id]);

    expect(await readAccount(actor)).toMatchObject({ name: "Ria", provisioned: true });
    await expect(changePassword(actor, { current: PASSWORD, password: NEW_PASSWORD })).rejects.toMatchObject({
      code: "conflict",
    });
  });

  test("is rejected for a program", async () => {
    const program = makeActor({ kind: "token", id: ria.id, name: "reports", role: "admin", tenancyId: null });

    await expect(readAccount(program)).rejects.toMatchObject({ code: "forbidden" });
    await expect(endOtherSessions(program)).rejects.toMatchObject({ code: "forbidden" });
  });
});
