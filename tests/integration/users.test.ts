import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Role } from "@/lib/base/core/access";
import { closePool, getPool } from "@/lib/base/db/pool.server";
import { closePrisma, getPrisma } from "@/lib/base/db/prisma.server";
import { boardsOfView } from "@/lib/display/screens/boards";
import { createScreen, listScreens, revokeScreen } from "@/lib/display/screens/service.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { makeActor } from "@/lib/identity/actor/make-actor.server";
import { listAudit } from "@/lib/identity/audit/service.server";
import { checkCredentials } from "@/lib/identity/auth/sign-in.server";
import { createToken, listTokens, revokeToken } from "@/lib/identity/tokens/service.server";
import { renewLink } from "@/lib/identity/users/links.server";
import {
  createUser,
  editUser,
  endSessions,
  listUsers,
  setUserAreas,
  setUserDisabled,
} from "@/lib/identity/users/service.server";
import { createTenancy } from "@/lib/operations/connecting/admin.server";
import { emptyAudit } from "../support/audit";
import { createTestDatabase } from "../support/postgres";

let database: Awaited<ReturnType<typeof createTestDatabase>>;

const actorWith = (role: Role, id = 999): Actor =>
  makeActor({ kind: "user", id, name: "R. Bakker", role, tenancyId: null });
const ADMIN = actorWith("admin");
const newScreen = (name: string, tenantId: string) => ({
  name,
  tenantId,
  place: null,
  boards: boardsOfView("alerts"),
  sound: false,
});

beforeAll(async () => {
  database = await createTestDatabase();
  process.env.DATABASE_URL = database.url;
  process.env.LEAFWATCH_SECRET_KEYS = Buffer.alloc(32, 7).toString("base64");
});

beforeEach(async () => {
  await getPool().query("truncate users, api_tokens, screens, tenancies restart identity cascade");
  await emptyAudit(getPool());
});

afterAll(async () => {
  await closePrisma();
  await closePool();
  await database.drop();
});

async function addUser(email: string, role: Role): Promise<number> {
  await createUser(ADMIN, { email, name: email, role, password: "a long password" });
  return (await getPrisma().user.findUniqueOrThrow({ where: { email } })).id;
}

describe("users", () => {
  test("sign in with their first password", async () => {
    await addUser("ria@example.com", "grower");

    const credentials = { email: "Ria@example.com", password: "a long password" };

    expect(await checkCredentials(credentials, { address: "::1" })).toMatchObject({
      account: { role: "grower" },
    });
  });

  test("rejects an e-mail that is taken", async () => {
    await addUser("ria@example.com", "grower");

    await expect(addUser("ria@example.com", "viewer")).rejects.toMatchObject({ parameter: "email" });
  });

  test("rejects demoting or disabling the last admin who can sign in", async () => {
    const only = await addUser("only@example.com", "admin");
    const other = await addUser("other@example.com", "admin");
    await setUserDisabled(ADMIN, { id: other, disabled: true });

    await expect(editUser(ADMIN, { id: only, name: "Only", role: "grower" })).rejects.toThrow(/last admin/);
    await expect(setUserDisabled(ADMIN, { id: only, disabled: true })).rejects.toThrow(/last admin/);

    await setUserDisabled(ADMIN, { id: other, disabled: false });
    await editUser(ADMIN, { id: only, name: "Only", role: "grower" });
    expect((await listUsers(ADMIN)).find(({ id }) => id === only)?.role).toBe("grower");
  });

  test("keeps one of two admins who demote each other at once", async () => {
    const ids = [await addUser("a@example.com", "admin"), await addUser("b@example.com", "admin")];
    const outcomes = await Promise.allSettled(
      ids.map((id) => editUser(ADMIN, { id, name: "x", role: "viewer" })),
    );

    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await getPrisma().user.count({ where: { role: "admin" } })).toBe(1);
  });

  test("limits growers and viewers to control areas, dropping areas within others", async () => {
    const tenantId = "01J8Z0000000000000000TENAN";
    await createTenancy(ADMIN, { tenantId, name: "Westland", timeZone: "UTC" });
    await addUser("boss@example.com", "admin");
    const id = await addUser("ria@example.com", "grower");
    const limit = (paths: string[], of = tenantId) =>
      setUserAreas(ADMIN, { id, areas: paths.map((path) => ({ tenantId: of, path })) });
    const areas = async () => (await listUsers(ADMIN)).find((user) => user.id === id)?.areas;

    expect(await areas()).toBeNull();
    await limit(["House#Zone 1", "House#Zone 1#Bench", "House#Zone 10"]);
    expect(await areas()).toEqual([
      { tenantId, path: "House#Zone 1" },
      { tenantId, path: "House#Zone 10" },
    ]);
    await expect(limit(["House"], "NONE")).rejects.toMatchObject({ parameter: "areas" });
    await editUser(ADMIN, { id, name: "Ria", role: "admin" });
    expect(await areas()).toBeNull();
    await expect(limit(["House"])).rejects.toThrow(/admins see everything/);
    await editUser(ADMIN, { id, name: "Ria", role: "viewer" });
    expect(await areas()).toHaveLength(2);
    await setUserAreas(ADMIN, { id, areas: null });
    expect(await areas()).toBeNull();
    expect((await listAudit(ADMIN, { search: "areas-set" })).items.map(({ detail }) => detail)).toEqual([
      { areas: "everything" },
      { areas: "House › Zone 1, House › Zone 10" },
    ]);
  });

  test("rejects disabling oneself", async () => {
    await addUser("other@example.com", "admin");
    const self = await addUser("self@example.com", "admin");

    await expect(setUserDisabled(actorWith("admin", self), { id: self, disabled: true })).rejects.toThrow(
      /yourself/,
    );
  });

  test.each([
    ["disabling", (id: number) => setUserDisabled(ADMIN, { id, disabled: true })],
    ["ending them", (id: number) => endSessions(ADMIN, { id })],
  ])("sessions end by %s", async (_, act) => {
    const id = await addUser("ria@example.com", "grower");
    await act(id);

    expect((await getPrisma().user.findUniqueOrThrow({ where: { id } })).sessionVersion).toBe(2);
  });

  test("rejects changes of a provisioned role or password", async () => {
    await addUser("admin@example.com", "admin");
    const id = await addUser("ria@example.com", "grower");
    await getPrisma().user.update({ where: { id }, data: { provisioned: true } });

    await expect(editUser(ADMIN, { id, name: "Ria", role: "viewer" })).rejects.toThrow(/provisioning file/);
    await expect(renewLink(ADMIN, { id })).rejects.toThrow(/provisioning file/);
    await editUser(ADMIN, { id, name: "Ria", role: "grower" });
  });
});

describe("tokens and screens", () => {
  test("shows a token once, and rejects it after it is revoked", async () => {
    const { token } = await createToken(ADMIN, { name: "reports", role: "viewer" });
    const [line] = await listTokens(ADMIN);

    expect(token.length).toBeGreaterThanOrEqual(20);
    expect(JSON.stringify(line)).not.toContain(token);
    await expect(createToken(ADMIN, { name: "reports", role: "viewer" })).rejects.toMatchObject({
      parameter: "name",
    });

    await revokeToken(ADMIN, line?.id ?? 0);
    expect((await listTokens(ADMIN))[0]?.revokedAt).not.toBeNull();
  });

  test("gives a screen an address with its token, limited to its tenancy", async () => {
    await createTenancy(ADMIN, { tenantId: "T1", name: "Westland", timeZone: "Europe/Amsterdam" });
    const { address } = await createScreen(ADMIN, newScreen("Hall", "T1"));
    const [line] = await listScreens(ADMIN);

    expect(new URL(address).pathname).toBe("/wall");
    expect(new URL(address).searchParams.get("token")).toMatch(/^.{20,}$/);
    expect(line).toMatchObject({ name: "Hall", tenancyName: "Westland", revokedAt: null });
    await revokeScreen(ADMIN, line?.id ?? 0);
    expect((await listScreens(ADMIN))[0]?.revokedAt).not.toBeNull();
  });

  test("rejects revoking a provisioned token or screen", async () => {
    await createToken(ADMIN, { name: "reports", role: "viewer" });
    await getPrisma().apiToken.updateMany({ data: { provisioned: true } });

    await expect(revokeToken(ADMIN, 1)).rejects.toThrow(/provisioning file/);
  });
});

test("audits every change, without secrets", async () => {
  await addUser("ria@example.com", "admin");
  const { token } = await createToken(ADMIN, { name: "reports", role: "viewer" });
  const { items } = await listAudit(ADMIN, {});

  expect(items.map(({ actor, action, target }) => [actor, action, target])).toEqual([
    ["R. Bakker", "token.created", "reports"],
    ["R. Bakker", "user.created", "ria@example.com"],
  ]);
  expect(JSON.stringify(items)).not.toContain(token);
  expect(JSON.stringify(items)).not.toContain("a long password");
  expect((await listAudit(ADMIN, { search: "RIA@" })).items).toHaveLength(1);
});

test.each(["viewer", "grower"] as const)("rejects all of it for a %s", async (role) => {
  const actor = actorWith(role);
  const forbidden = { code: "forbidden" };

  await expect(listUsers(actor)).rejects.toMatchObject(forbidden);
  await expect(endSessions(actor, { id: 1 })).rejects.toMatchObject(forbidden);
  await expect(
    createUser(actor, { email: "a@b.example", name: "A", role: "admin", password: "a long password" }),
  ).rejects.toMatchObject(forbidden);
  await expect(createToken(actor, { name: "x", role: "admin" })).rejects.toMatchObject(forbidden);
  await expect(revokeToken(actor, 1)).rejects.toMatchObject(forbidden);
  await expect(createScreen(actor, newScreen("x", "T"))).rejects.toMatchObject(forbidden);
  await expect(listAudit(actor, {})).rejects.toMatchObject(forbidden);
  await expect(createTenancy(actor, { tenantId: "T", name: "T", timeZone: "UTC" })).rejects.toMatchObject(
    forbidden,
  );
});
