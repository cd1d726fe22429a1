// Tenancies, accounts, tokens and screens in a provisioning file, and its errors.

import { describe, expect, test } from "vitest";
import { getPool } from "@/lib/base/db/pool.server";
import { getPrisma } from "@/lib/base/db/prisma.server";
import { plainBoard } from "@/lib/display/screens/boards";
import { editScreen, listScreens, revokeScreen } from "@/lib/display/screens/service.server";
import { listServiceAccess, serviceAccess, webhookKeys } from "@/lib/farm/tenancies/service.server";
import { SYSTEM } from "@/lib/identity/actor/system.server";
import { verifyPassword } from "@/lib/identity/auth/passwords.server";
import { hashToken } from "@/lib/identity/auth/tokens.server";
import { listTokens, revokeToken } from "@/lib/identity/tokens/service.server";
import { editUser, listUsers } from "@/lib/identity/users/service.server";
import { readTenancy, saveSettings } from "@/lib/operations/connecting/admin.server";
import { removeWebhookSecret, replaceClientSecret } from "@/lib/operations/connecting/secrets.server";
import { applyProvisioning, releaseProvisioning } from "@/lib/operations/provisioning/service.server";
import { type Json, provisioningDatabase, snapshot, WESTLAND } from "../support/provisioning";

const FULL = {
  tenancies: [WESTLAND],
  users: [{ email: "Admin@Example.com", password: "a long password", role: "admin" }],
  apiTokens: [{ name: "reports", token: "token-of-the-reports-1", role: "viewer" }],
  screens: [{ name: "Packing hall", token: "token-of-the-screen-01", view: "alerts" }],
  noticeRules: [{ email: "admin@example.com", name: "All of it" }],
  teamRules: [{ name: "HIGH for everybody" }],
};

const { fileOf, apply, toFault } = provisioningDatabase();
const withTenancy = (changes: Json) => ({ tenancies: [{ ...WESTLAND, ...changes }] });

describe("the provisioning file", () => {
  test("is applied at the start", async () => {
    await apply(FULL);

    expect(await listServiceAccess()).toEqual([
      {
        tenancyId: 1,
        tenantId: WESTLAND.tenantId,
        name: "Westland",
        timeZone: "Europe/Amsterdam",
        baseUrl: WESTLAND.baseUrl,
        authUrl: WESTLAND.authUrl,
        clientId: "abc",
        clientSecret: "client secret of Westland",
        tokenAuth: "post",
        dataDelayHours: 2,
        queryDeadlineMinutes: 60,
        trustedAddresses: true,
        sync: { enabled: true, types: ["indices"], backfillDays: 5, everyMinutes: 15 },
      },
    ]);
    expect(await webhookKeys()).toEqual([
      {
        tenancyId: 1,
        tenantId: WESTLAND.tenantId,
        secretId: 1,
        header: "X-Signature",
        secret: "webhook secret of Westland",
      },
    ]);
    const user = await getPrisma().user.findUniqueOrThrow({ where: { email: "admin@example.com" } });
    expect(user).toMatchObject({ role: "admin", provisioned: true });
    expect(await verifyPassword(user.passwordHash, "a long password")).toBe(true);
    expect(await getPrisma().apiToken.findUniqueOrThrow({ where: { name: "reports" } })).toMatchObject({
      tokenHash: hashToken("token-of-the-reports-1"),
      role: "viewer",
      provisioned: true,
    });
    expect(await getPrisma().screen.findUniqueOrThrow({ where: { name: "Packing hall" } })).toMatchObject({
      tokenHash: hashToken("token-of-the-screen-01"),
      view: "alerts",
      tenancyId: null,
    });
  });

  test("overrides the boards of a screen created in the pages with the file's view", async () => {
    await getPrisma().screen.create({
      data: {
        name: "Packing hall",
        tokenHash: "of the page",
        view: "areas",
        boards: [plainBoard("now")],
        createdBy: "R. Bakker",
      },
    });
    await apply({ screens: [{ name: "Packing hall", token: "token-of-the-screen-01", view: "alerts" }] });
    expect(await getPrisma().screen.findUniqueOrThrow({ where: { name: "Packing hall" } })).toMatchObject({
      tokenHash: hashToken("token-of-the-screen-01"),
      view: "alerts",
      boards: null,
      provisioned: true,
    });
  });

  test("sets place, boards with subtree and seconds, and sound of a screen", async () => {
    const boards = [
      { kind: "areas", path: "Farm#House 1", order: "worst", seconds: 20 },
      { kind: "now" },
    ] as const;
    const screen = {
      name: "Packing hall",
      token: "token-of-the-screen-01",
      place: "By the door",
      sound: true,
    };
    await apply({ screens: [{ ...screen, boards }] });
    const [line] = await listScreens(SYSTEM);
    expect(line).toMatchObject({ place: "By the door", sound: true, provisioned: true });
    expect(line?.boards).toEqual([boards[0], plainBoard("now")]);
    const before = await getPrisma().auditEntry.count();
    await apply({ screens: [{ ...screen, boards }] });
    expect(await getPrisma().auditEntry.count()).toBe(before);
  });

  test("applies the service interface's defaults for missing members", async () => {
    const { tenantId, name, timeZone } = WESTLAND;
    await apply({ tenancies: [{ tenantId, name, timeZone }] });

    expect(await getPrisma().tenancy.findUniqueOrThrow({ where: { tenantId } })).toMatchObject({
      baseUrl: null,
      clientSecret: null,
      tokenAuth: "basic",
      signatureHeader: "Service-Signature",
      dataDelayHours: 1,
      syncEnabled: false,
      syncTypes: ["indices"],
      backfillDays: 30,
      syncEveryMinutes: 60,
      recoveryHours: 6,
      shiftTimes: ["06:00", "18:00"],
    });
    expect(await serviceAccess(1)).toBeNull();
  });

  test("sets the hours in the band after which an alert has probably recovered", async () => {
    await apply(withTenancy({ recoveryHours: 9 }));
    expect(await getPrisma().tenancy.findFirstOrThrow()).toMatchObject({ recoveryHours: 9 });
    await expect(apply(withTenancy({ recoveryHours: 0 }))).rejects.toThrow("tenancies[0].recoveryHours");
  });

  test("sets when shifts begin", async () => {
    await apply(withTenancy({ shiftTimes: ["22:00", "05:30", "14:00"] }));
    const shiftTimes = ["05:30", "14:00", "22:00"];
    expect(await getPrisma().tenancy.findFirstOrThrow()).toMatchObject({ shiftTimes });
    await expect(apply(withTenancy({ shiftTimes: ["25:00"] }))).rejects.toThrow("tenancies[0].shiftTimes");
    await expect(apply(withTenancy({ shiftTimes: [] }))).rejects.toThrow("tenancies[0].shiftTimes");
  });

  test("changes nothing at a second start", async () => {
    await apply(FULL);
    const first = await snapshot();
    await apply(FULL);

    expect(await snapshot()).toEqual(first);
  });

  test("overrides changes made in the pages, and keeps settings that it omits", async () => {
    await apply(withTenancy({ dataDelayHours: undefined }));
    await getPrisma().tenancy.updateMany({ data: { name: "Other", dataDelayHours: 9 } });
    await apply(withTenancy({ dataDelayHours: undefined }));

    expect(await getPrisma().tenancy.findFirstOrThrow()).toMatchObject({
      name: "Westland",
      dataDelayHours: 9,
    });
  });

  test("locks the settings that it names, and no others", async () => {
    await apply(withTenancy({ dataDelayHours: undefined, sync: { enabled: true } }));
    const { lockedFields } = await getPrisma().tenancy.findFirstOrThrow();

    expect(lockedFields).toEqual(expect.arrayContaining(["name", "timeZone", "clientSecret", "syncEnabled"]));
    expect(lockedFields).not.toContain("dataDelayHours");
    expect(lockedFields).not.toContain("backfillDays");
  });

  test("makes every use case reject changes of its settings", async () => {
    await apply({ ...FULL, tenancies: [{ ...WESTLAND, recoveryHours: 6 }] });
    const { tenantId } = WESTLAND;
    const { name, timeZone, ...stored } = await readTenancy(SYSTEM, tenantId);
    const {
      baseUrl,
      authUrl,
      clientId,
      tokenAuth,
      signatureHeader,
      dataDelayHours,
      recoveryHours,
      shiftTimes,
    } = stored;
    const { queryDeadlineMinutes, syncEnabled, syncTypes, backfillDays, syncEveryMinutes } = stored;
    const settings = {
      ...{ name, timeZone, baseUrl, authUrl, clientId, tokenAuth, signatureHeader, dataDelayHours },
      ...{
        queryDeadlineMinutes,
        syncEnabled,
        syncTypes,
        backfillDays,
        syncEveryMinutes,
        recoveryHours,
        shiftTimes,
      },
    };
    const [user] = await listUsers(SYSTEM);
    const [screen] = await listScreens(SYSTEM);
    const [token] = await listTokens(SYSTEM);
    const facts = { name: "Hall", place: null, tenantId, boards: [plainBoard("now")], sound: false };
    const changes: Promise<unknown>[] = [
      ...(["name", "baseUrl", "clientId", "signatureHeader"] as const).map((member) =>
        saveSettings(SYSTEM, tenantId, { ...settings, [member]: "https://other.example" }),
      ),
      saveSettings(SYSTEM, tenantId, { ...settings, syncEnabled: false }),
      saveSettings(SYSTEM, tenantId, { ...settings, recoveryHours: 7 }),
      replaceClientSecret(SYSTEM, tenantId, "another"),
      removeWebhookSecret(SYSTEM, tenantId, { secretId: 1, confirmed: true }),
      editUser(SYSTEM, { id: user?.id ?? 0, name: "x", role: "viewer" }),
      editScreen(SYSTEM, { ...facts, id: screen?.id ?? 0 }),
      revokeScreen(SYSTEM, screen?.id ?? 0),
      revokeToken(SYSTEM, token?.id ?? 0),
    ];
    const outcomes = await Promise.allSettled(changes);
    expect(outcomes.map((one) => (one.status === "rejected" ? one.reason.code : "done"))).toEqual(
      changes.map(() => "conflict"),
    );
    for (const one of outcomes)
      expect(one).toMatchObject({ reason: { message: expect.stringMatching(/provisioning file/) } });
  });

  test("unlocks settings that are removed from it, and deletes nothing", async () => {
    await apply(FULL);
    await apply({});

    expect(await getPrisma().tenancy.findFirstOrThrow()).toMatchObject({ lockedFields: [] });
    expect(await webhookKeys()).toHaveLength(1);
    expect(await getPrisma().user.findFirstOrThrow()).toMatchObject({ provisioned: false });
    expect(await getPrisma().apiToken.count({ where: { revokedAt: null } })).toBe(1);
    expect(await getPrisma().screen.count({ where: { revokedAt: null } })).toBe(1);
  });

  test("unlocks everything at a start without a file", async () => {
    await apply(FULL);
    await releaseProvisioning();

    expect(await getPrisma().tenancy.findFirstOrThrow()).toMatchObject({
      lockedFields: [],
      name: "Westland",
    });
  });
});

test("merges several files; the later overrides the earlier", async () => {
  const later = { tenancies: [{ ...WESTLAND, name: "Later", webhookSecrets: [] }] };
  await applyProvisioning(await fileOf(FULL), await fileOf(later, "later.json"));

  expect(await getPrisma().tenancy.findFirstOrThrow()).toMatchObject({ name: "Later" });
  expect(await getPrisma().user.findFirstOrThrow()).toMatchObject({ provisioned: true });
  expect(await getPrisma().webhookSecret.findFirstOrThrow()).toMatchObject({ provisioned: true });
});

describe("secrets", () => {
  test("are read from the environment and from files, without one trailing newline", async () => {
    process.env.LEAFWATCH_TEST_SECRET = "from the environment";
    const file = await fileOf("from a file\n", "secret");
    await apply(
      withTenancy({
        clientSecret: { env: "LEAFWATCH_TEST_SECRET" },
        webhookSecrets: [{ file }],
      }),
    );

    expect((await serviceAccess(1))?.clientSecret).toBe("from the environment");
    expect((await webhookKeys()).map((key) => key.secret)).toEqual(["from a file"]);
  });

  test("are sealed in the database", async () => {
    await apply(FULL);
    const { rows } = await getPool().query(
      "select encode(client_secret, 'escape') as a, encode(sealed, 'escape') as b from tenancies, webhook_secrets",
    );

    expect(JSON.stringify(rows)).not.toContain("secret of Westland");
  });

  test("of the previous file keep working beside a new one", async () => {
    await apply(FULL);
    await apply(withTenancy({ webhookSecrets: ["a newer webhook secret"] }));

    expect((await webhookKeys()).map((key) => key.secret)).toEqual([
      "webhook secret of Westland",
      "a newer webhook secret",
    ]);
  });

  test("that an admin removed work again if the file names them", async () => {
    await apply(FULL);
    await getPrisma().webhookSecret.updateMany({ data: { retiredAt: new Date() } });
    await apply(FULL);

    expect(await webhookKeys()).toHaveLength(1);
  });

  test("end the sessions of a user whose password changes", async () => {
    await apply(FULL);
    await apply({
      users: [{ email: "admin@example.com", password: "another long password", role: "grower" }],
    });
    const user = await getPrisma().user.findFirstOrThrow();

    expect(user).toMatchObject({ role: "grower", sessionVersion: 2 });
    expect(await verifyPassword(user.passwordHash, "another long password")).toBe(true);
  });
});

describe("errors fail the start with their path", () => {
  const second = { ...WESTLAND, tenantId: "01J8Z00000000000000000TWO0", name: "Second" };

  test.each([
    ["tenancies[0].timeZone: ", withTenancy({ timeZone: "Mars/Olympus" })],
    ["tenancies[0].timeZone: is missing", withTenancy({ timeZone: undefined })],
    ["tenancies[0].colour: is not known here", withTenancy({ colour: "green" })],
    ["tenancies[0].sync.everyMinutes: ", withTenancy({ sync: { everyMinutes: 0 } })],
    ["tenancies[0].sync.often: is not known here", withTenancy({ sync: { often: 1 } })],
    ["tenancies[0].tokenAuth: ", withTenancy({ tokenAuth: "digest" })],
    ["tenancies[0].baseUrl: ", withTenancy({ baseUrl: "ftp://example.com" })],
    ["tenancies[0].baseUrl: ", withTenancy({ baseUrl: "http://user:word@example.com" })],
    ["tenancies[0].dataDelayHours: ", withTenancy({ dataDelayHours: "1" })],
    ["tenancies[0].signatureHeader: ", withTenancy({ signatureHeader: "two words" })],
    ["tenancies[0].clientSecret: ", withTenancy({ clientSecret: { env: "LEAFWATCH_NOT_SET" } })],
    ["tenancies[0].clientSecret: ", withTenancy({ clientSecret: { file: "/nowhere/secret" } })],
    ["tenancies[0].clientSecret: ", withTenancy({ clientSecret: 7 })],
    ["tenancies[1].tenantId: ", { tenancies: [WESTLAND, WESTLAND] }],
    ["tenancies[1].webhookSecrets[0]: ", { tenancies: [WESTLAND, second] }],
    ["users[0].email: ", { users: [{ email: "nobody", password: "a long password", role: "admin" }] }],
    ["users[0].password: ", { users: [{ email: "a@b.example", password: "short", role: "admin" }] }],
    ["users[0].role: ", { users: [{ email: "a@b.example", password: "a long password", role: "king" }] }],
    ["apiTokens[0].token: ", { apiTokens: [{ name: "a", token: "nineteen characters", role: "viewer" }] }],
    ["screens[0].token: ", { screens: [{ name: "a", view: "alerts" }] }],
    ["screens[0].view: ", { screens: [{ name: "a", token: "token-of-the-screen-01", view: "sky" }] }],
    [
      "screens[0].tenantId: ",
      { screens: [{ name: "a", token: "token-of-the-screen-01", tenantId: "unknown" }] },
    ],
    ["people: is not known here", { people: [] }],
    ["tenancies: ", { tenancies: {} }],
  ])("%s", async (start, content) => {
    const message = await toFault(content);

    expect(message.startsWith(start), message).toBe(true);
    expect(await getPrisma().tenancy.count()).toBe(0);
  });

  test("lists all of them at once, secrets and repeated names included, with the file's name", async () => {
    const user = { email: "a@b.example", password: "tooshort987", role: "king" };
    const message = await toFault({
      tenancies: [
        { ...WESTLAND, timeZone: "Mars/Olympus", clientSecret: { env: "LEAFWATCH_NOT_SET" }, size: 1 },
      ],
      users: [user],
    });
    for (const place of ["tenancies[0].timeZone: ", "tenancies[0].size: ", "users[0].role: "])
      expect(message).toContain(place);
    expect(message).toContain(
      "tenancies[0].clientSecret: the environment variable LEAFWATCH_NOT_SET is not set",
    );
    expect(message).toContain("users[0].password: ");
    expect(message).not.toContain("tooshort987");
    expect(message).toMatch(/Correct the provisioning file \/.*provision\.json\.$/);

    const king = { email: "c@d.example", password: "tooshort987", role: "admin" };
    const twice = await toFault({ tenancies: [WESTLAND, WESTLAND], users: [king, king] });
    expect(twice).toContain("tenancies[1].tenantId: stands twice in the file");
    expect(twice).toContain("users[1].email: stands twice in the file");
    expect(twice).toContain("users[0].password: ");
  });

  test("includes errors that only the database shows, with the file's name", async () => {
    const screen = { name: "a", token: "token-of-the-screen-01", tenantId: "unknown" };
    expect(await toFault({ screens: [screen] })).toMatch(
      /^screens\[0\]\.tenantId: .*\. Correct the provisioning file .*provision\.json\.$/,
    );
  });

  test("includes a webhook secret that another tenancy has in the database", async () => {
    await apply(FULL);

    expect(await toFault({ tenancies: [second] })).toMatch(
      /^tenancies\[0\]\.webhookSecrets\[0\]: .*Westland/,
    );
    expect(await getPrisma().tenancy.count()).toBe(1);
  });

  test("never includes the value of a secret", async () => {
    const messages = [
      await toFault({ users: [{ email: "a@b.example", password: "tooshort987", role: "admin" }] }),
      await toFault({ apiTokens: [{ name: "a", token: "tooshort987" }] }),
      await toFault(withTenancy({ clientSecret: ["tooshort987"] })),
      await toFault('{"users": [{"password": "tooshort987" "role"}]}'),
    ];

    for (const message of messages) {
      expect(message).not.toBe("applied");
      expect(message).not.toContain("tooshort987");
    }
  });

  test("names an unreadable file and one with invalid JSON", async () => {
    await expect(applyProvisioning("/nowhere/provision.json")).rejects.toThrow(
      "The provisioning file /nowhere/provision.json cannot be read: there is no such file.",
    );
    expect(await toFault("{\n  nonsense")).toMatch(/^The provisioning file .*provision\.json is not JSON/);
  });
});
