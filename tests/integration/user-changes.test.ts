// Deleting people and changing their e-mail, by the API and by the command line.

import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { PUT as putEmail } from "@/app/api/v1/users/[userId]/email/route";
import { DELETE as remove } from "@/app/api/v1/users/[userId]/route";
import { GET as list } from "@/app/api/v1/users/route";
import { SYSTEM } from "@/lib/identity/actor/system.server";
import { listAudit } from "@/lib/identity/audit/service.server";
import { authenticate } from "@/lib/identity/auth/guard.server";
import { checkCredentials } from "@/lib/identity/auth/sign-in.server";
import { readLink, renewLink } from "@/lib/identity/users/links.server";
import { moveEmail, removeUser } from "@/scripts/lib/admin/accounts";
import { call, openTestApp, type TestApp, TOKENS } from "../support/app";
import { emptyAudit } from "../support/audit";
import { addPerson, PASSWORD, type Person } from "../support/people";

let app: TestApp;
let boss: Person;
let ria: Person;

beforeAll(async () => {
  app = await openTestApp();
});

beforeEach(async () => {
  await app.pool.query("TRUNCATE users, tenancies, notice_rules, sign_in_failures CASCADE");
  await emptyAudit(app.pool);
  [boss, ria] = [await addPerson(app.pool, "admin"), await addPerson(app.pool, "grower")];
  await app.pool.query("UPDATE users SET email = 'boss@farm.example', name = 'Boss' WHERE id = $1", [
    boss.id,
  ]);
  await app.pool.query("UPDATE users SET email = 'ria@farm.example', name = 'Ria' WHERE id = $1", [ria.id]);
});

afterAll(() => app.close());

const asked = (path: string, method: string, body?: unknown): [string, RequestInit] => [
  `/api/v1/users/${path}`,
  { method, ...(body !== undefined && { body: JSON.stringify(body) }) },
];

/** Calls as an admin's program, or as a person with their cookie. */
function deleteBy(userId: number | string, by: { cookie?: string; token?: string | null } = {}) {
  const [path, init] = asked(String(userId), "DELETE");
  const { cookie, token = cookie ? null : TOKENS.admin } = by;
  const headers = { origin: "http://localhost:3000", ...(cookie && { cookie }) };
  return call(remove, path, { token, init: { ...init, headers }, params: { userId: String(userId) } });
}

function changeBy(userId: number, email: string, token: string = TOKENS.admin) {
  const [path, init] = asked(`${userId}/email`, "PUT", { email });
  return call(putEmail, path, { token, init, params: { userId: String(userId) } });
}

const count = async (table: string) =>
  (await app.pool.query(`SELECT FROM ${table} WHERE user_id = $1`, [ria.id])).rowCount;
const isSignedIn = ({ cookie }: Person) =>
  authenticate(new Request("http://localhost/", { headers: { cookie } })).then(
    () => true,
    () => false,
  );
const canSignIn = async (email: string) =>
  (await checkCredentials({ email, password: PASSWORD }, { address: "::1" })).state === "in";

/** What belongs to Ria, and what she did. */
async function giveRiaAPast(): Promise<void> {
  const tenancyId = await app.addTenancy("WESTLAND");
  await app.pool.query(
    `INSERT INTO notice_rules (tenancy_id, user_id, name, min_rank, types, push, email)
     VALUES ($1, $2, 'Nights', 1, '{}', true, true)`,
    [tenancyId, ria.id],
  );
  await app.pool.query(
    "INSERT INTO push_subscriptions (user_id, endpoint, p256dh, auth, device) VALUES ($1, 'https://push.example/1', 'x', 'y', 'Phone')",
    [ria.id],
  );
  await app.pool.query(
    `INSERT INTO area_notes (tenancy_id, area_id, id, at, text, author, author_id)
     VALUES ($1, 1, $3, now(), 'sprayed', 'Ria', $2)`,
    [tenancyId, ria.id, randomUUID()],
  );
  await app.pool.query(
    "INSERT INTO audit_entries (actor, actor_id, action, target) VALUES ('Ria', $1, 'alert.acknowledged', 'A1')",
    [ria.id],
  );
}

test("deletes a person with their sessions, rules and devices; what they did keeps their name", async () => {
  await giveRiaAPast();
  const { address } = await renewLink(SYSTEM, { id: ria.id });

  expect(await (await deleteBy(ria.id, { cookie: boss.cookie })).json()).toEqual({ id: ria.id });

  for (const table of ["user_sessions", "notice_rules", "push_subscriptions", "account_links"])
    expect(await count(table), table).toBe(0);
  expect(await isSignedIn(ria)).toBe(false);
  expect(await canSignIn("ria@farm.example")).toBe(false);
  expect(await readLink(address.split("/").at(-1) ?? "")).toBeNull();
  expect((await app.pool.query("SELECT author FROM area_notes")).rows).toEqual([{ author: "Ria" }]);
  const { items } = await listAudit(SYSTEM, {});
  expect(items.map(({ actor, action, target, detail }) => [actor, action, target, detail])).toEqual([
    ["Boss", "user.deleted", "ria@farm.example", { name: "Ria", role: "grower" }],
    ["Leafwatch", "user.password-link-made", "ria@farm.example", null],
    ["Ria", "alert.acknowledged", "A1", null],
  ]);
  expect((await deleteBy(ria.id)).status).toBe(404);
  expect((await deleteBy("nobody")).status).toBe(404);
});

test("an e-mail that was deleted can be given to somebody new, who inherits nothing", async () => {
  await giveRiaAPast();
  await deleteBy(ria.id);
  const next = await addPerson(app.pool, "viewer");
  expect((await changeBy(next.id, "ria@farm.example")).status).toBe(200);

  const { items } = await listAudit(SYSTEM, { search: "acknowledged" });
  expect(items.map(({ actor, account }) => [actor, account])).toEqual([["Ria", null]]);
  expect(await isSignedIn(ria)).toBe(false);
});

test("keeps the last admin, oneself, and accounts of the provisioning file", async () => {
  await expectRefused(deleteBy(boss.id), /last admin/);
  await expectRefused(deleteBy(boss.id, { cookie: boss.cookie }), /cannot delete yourself/);
  await app.pool.query("UPDATE users SET provisioned = true WHERE id = $1", [ria.id]);
  await expectRefused(deleteBy(ria.id), /provisioning file names ria@farm.example/);
  await expectRefused(changeBy(ria.id, "other@farm.example"), /provisioning file/);

  const other = await addPerson(app.pool, "admin");
  expect((await deleteBy(boss.id, { cookie: other.cookie })).status).toBe(200);
});

test("keeps one of two admins who delete each other at once", async () => {
  const other = await addPerson(app.pool, "admin");
  const answers = await Promise.all([
    deleteBy(other.id, { cookie: boss.cookie }),
    deleteBy(boss.id, { cookie: other.cookie }),
  ]);

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await app.pool.query("SELECT FROM users WHERE role = 'admin'")).rowCount).toBe(1);
});

test("changes an e-mail: the former one opens nothing any more", async () => {
  const { address } = await renewLink(SYSTEM, { id: ria.id });
  await emptyAudit(app.pool);

  const answer = await changeBy(ria.id, " Ria.Bakker@Farm.example ");
  expect(await answer.json()).toEqual({ id: ria.id, email: "ria.bakker@farm.example" });

  expect(await canSignIn("ria@farm.example")).toBe(false);
  expect(await canSignIn("ria.bakker@farm.example")).toBe(true);
  expect(await isSignedIn(ria)).toBe(false);
  expect(await readLink(address.split("/").at(-1) ?? "")).toBeNull();
  const { items } = await listAudit(SYSTEM, {});
  expect(items.map(({ action, target, detail }) => [action, target, detail])).toEqual([
    ["user.email-changed", "ria@farm.example", { email: "ria@farm.example → ria.bakker@farm.example" }],
  ]);
});

test("rejects an e-mail that is taken or none; the same one changes nothing", async () => {
  await expectRefused(changeBy(ria.id, "BOSS@farm.example"), /boss@farm.example has an account already/);
  expect((await changeBy(ria.id, "ria")).status).toBe(400);
  expect((await changeBy(ria.id, "ria@farm.example")).status).toBe(200);

  expect(await isSignedIn(ria)).toBe(true);
  expect((await listAudit(SYSTEM, {})).items).toEqual([]);
});

test("only admins read, change and delete accounts", async () => {
  const { items } = await (await call(list, "/api/v1/users", { token: TOKENS.admin })).json();
  expect(items).toHaveLength(2);
  expect(items[1]).toEqual({
    ...{ id: ria.id, email: "ria@farm.example", name: "Ria", role: "grower", invited: false },
    ...{ secondFactor: false, provisioned: false, disabledAt: null, lastSignInAt: null },
    createdAt: expect.any(String),
  });
  for (const token of [TOKENS.grower, TOKENS.viewer, TOKENS.screen]) {
    expect((await call(list, "/api/v1/users", { token })).status).toBe(403);
    expect((await deleteBy(ria.id, { token })).status).toBe(403);
    expect((await changeBy(ria.id, "eve@farm.example", token)).status).toBe(403);
  }
});

test("the command line does the same, and names what it did", async () => {
  const said: string[] = [];
  const write = vi.spyOn(process.stdout, "write").mockImplementation((text) => said.push(String(text)) > 0);
  await moveEmail(["ria@farm.example", "new@farm.example"]);
  await removeUser(["new@farm.example"]);
  write.mockRestore();

  expect(said.join("")).toMatch(/signs in as new@farm.example .*\n.*new@farm.example is deleted/);
  await expect(removeUser(["new@farm.example"])).rejects.toThrow("new@farm.example has no account.");
  await expect(removeUser(["boss@farm.example"])).rejects.toThrow(/last admin/);
  await expect(moveEmail(["boss@farm.example"])).rejects.toThrow(/is not an e-mail address/);
  const { items } = await listAudit(SYSTEM, {});
  expect(items.map(({ actor }) => actor)).toEqual(["Command line", "Command line"]);
});

async function expectRefused(answer: Promise<Response>, detail: RegExp): Promise<void> {
  const response = await answer;
  expect(response.status).toBe(409);
  expect(await response.json()).toMatchObject({ detail: expect.stringMatching(detail) });
}
