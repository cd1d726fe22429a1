import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Prisma } from "@/generated/prisma/client";
import { closePool, getPool } from "@/lib/base/db/pool.server";
import { closePrisma, getPrisma } from "@/lib/base/db/prisma.server";
import type { TenancySettings } from "@/lib/farm/tenancies/contract";
import { serviceAccess, webhookKeys } from "@/lib/farm/tenancies/service.server";
import { SYSTEM } from "@/lib/identity/actor/system.server";
import { listAudit } from "@/lib/identity/audit/service.server";
import {
  createTenancy,
  listTenancies,
  readTenancy,
  saveSettings,
} from "@/lib/operations/connecting/admin.server";
import type { TestStep } from "@/lib/operations/connecting/connection-step";
import { startConnectionTest } from "@/lib/operations/connecting/connection-test.server";
import {
  addWebhookSecret,
  removeWebhookSecret,
  replaceClientSecret,
} from "@/lib/operations/connecting/secrets.server";
import { type Simulator, startSimulator } from "../../simulator/start";
import { emptyAudit } from "../support/audit";
import { freePort } from "../support/command";
import { createTestDatabase } from "../support/postgres";

const CLIENT_SECRET = "client secret of the simulator";
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let simulator: Simulator;

beforeAll(async () => {
  database = await createTestDatabase();
  process.env.DATABASE_URL = database.url;
  process.env.LEAFWATCH_SECRET_KEYS = Buffer.alloc(32, 7).toString("base64");
  process.env.LEAFWATCH_URL = "http://127.0.0.1:9";
  simulator = await startSimulator({ clients: [{ id: "abc", secret: CLIENT_SECRET }], querySeconds: 0 });
});

beforeEach(async () => {
  await getPool().query(
    "truncate tenancies, webhook_secrets, sync_states, notifications, deliveries restart identity cascade",
  );
  await emptyAudit(getPool());
  await createTenancy(SYSTEM, { tenantId: "WEST", name: "Westland", timeZone: "Europe/Amsterdam" });
});

afterAll(async () => {
  await simulator.stop();
  await closePrisma();
  await closePool();
  await database.drop();
});

async function settings(changes: Partial<TenancySettings>): Promise<TenancySettings> {
  const { name, slug, timeZone, ...tenancy } = await readTenancy(SYSTEM, "WEST");
  const { baseUrl, authUrl, clientId, tokenAuth, signatureHeader, dataDelayHours } = tenancy;
  const {
    queryDeadlineMinutes,
    syncEnabled,
    syncTypes,
    backfillDays,
    syncEveryMinutes,
    recoveryHours,
    shiftTimes,
  } = tenancy;
  return {
    ...{ name, slug, timeZone, baseUrl, authUrl, clientId, tokenAuth, signatureHeader, dataDelayHours },
    ...{ queryDeadlineMinutes, syncEnabled, syncTypes, backfillDays, syncEveryMinutes },
    ...{ recoveryHours, shiftTimes },
    ...changes,
  };
}

/** Like a provisioned tenancy, whose addresses may be private. */
async function connect(): Promise<void> {
  const { baseUrl, authUrl } = simulator;
  await getPrisma().tenancy.updateMany({
    data: { baseUrl, authUrl, clientId: "abc", trustedAddresses: true },
  });
}

describe("settings", () => {
  test("are saved, and audited with the old and new values", async () => {
    await saveSettings(SYSTEM, "WEST", await settings({ dataDelayHours: 3, name: "Westland 2" }));

    expect(await readTenancy(SYSTEM, "WEST")).toMatchObject({ dataDelayHours: 3, name: "Westland 2" });
    expect((await listAudit(SYSTEM, {})).items[0]).toMatchObject({
      action: "tenancy.edited",
      detail: { "Newest data is behind by": "1 → 3", Name: "Westland → Westland 2" },
    });
  });

  test("locked by the provisioning file are rejected, others saved", async () => {
    await getPrisma().tenancy.updateMany({ data: { lockedFields: ["timeZone"] } });

    await expect(saveSettings(SYSTEM, "WEST", await settings({ timeZone: "UTC" }))).rejects.toMatchObject({
      parameter: "timeZone",
    });
    await saveSettings(SYSTEM, "WEST", await settings({ name: "Other" }));
  });

  test.each(["http://127.0.0.1:4100", "http://10.0.0.8/v1", "http://169.254.169.254/", "http://[::1]/v1"])(
    "do not take the private address %s",
    async (address) => {
      await expect(saveSettings(SYSTEM, "WEST", await settings({ baseUrl: address }))).rejects.toMatchObject({
        code: "bad-request",
        parameter: "baseUrl",
      });
    },
  );

  test("are rejected with how to allow each private address, both at once", async () => {
    const typed = await settings({ baseUrl: "http://127.0.0.1:4100/v1", authUrl: "http://10.0.0.8" });
    const way = (host: string) =>
      `${host} is a private address; to allow it, an operator puts ${host} into LEAFWATCH_ALLOW_PRIVATE_HOSTS (separated by commas) in the environment of Leafwatch, then restarts it.`;
    await expect(saveSettings(SYSTEM, "WEST", typed)).rejects.toMatchObject({
      ...{ code: "bad-request", parameter: "baseUrl", message: way("127.0.0.1") },
      also: [{ parameter: "authUrl", message: way("10.0.0.8") }],
    });
  });

  test("with a newly typed address end the trust in the file's addresses", async () => {
    await connect();
    await saveSettings(SYSTEM, "WEST", await settings({ authUrl: "https://auth.invalid" }));

    expect(await readTenancy(SYSTEM, "WEST")).toMatchObject({ trustedAddresses: false });
  });

  test("rejects a tenantId that another tenancy has", async () => {
    await expect(
      createTenancy(SYSTEM, { tenantId: "WEST", name: "x", timeZone: "UTC" }),
    ).rejects.toMatchObject({ parameter: "tenantId" });
  });
});

describe("client secret", () => {
  test("is stored if the service accepts it, and is on no page", async () => {
    await connect();

    expect(await replaceClientSecret(SYSTEM, "WEST", CLIENT_SECRET)).toBe("fits");
    expect((await serviceAccess(1))?.clientSecret).toBe(CLIENT_SECRET);
    expect(JSON.stringify([await readTenancy(SYSTEM, "WEST"), await listTenancies(SYSTEM)])).not.toContain(
      CLIENT_SECRET,
    );
    expect((await readTenancy(SYSTEM, "WEST")).clientSecret).toMatchObject({
      storedBy: "Leafwatch",
      opens: true,
    });
  });

  test("keeps the old one if the service rejects the new one", async () => {
    await connect();
    await replaceClientSecret(SYSTEM, "WEST", CLIENT_SECRET);
    const refused = replaceClientSecret(SYSTEM, "WEST", "a mistyped secret");

    await expect(refused).rejects.toMatchObject({ parameter: "clientSecret" });
    await expect(refused).rejects.toThrow(/answered 401.*The old secret stays/);
    await expect(refused).rejects.not.toThrow(/mistyped/);
    expect((await serviceAccess(1))?.clientSecret).toBe(CLIENT_SECRET);
  });

  test("is stored unchecked as the first one while no address is set", async () => {
    expect(await replaceClientSecret(SYSTEM, "WEST", CLIENT_SECRET)).toBe("not-checked");
  });

  test("has the state of the last query since it was stored", async () => {
    await replaceClientSecret(SYSTEM, "WEST", CLIENT_SECRET);
    const said = async () => (await readTenancy(SYSTEM, "WEST")).clientSecret;
    const asked = (id: string, outcome: Partial<Prisma.QueryCreateInput>) =>
      getPrisma().query.create({
        data: {
          ...{ id, tenancyId: 1, type: "indices", asked: {}, filters: {}, purpose: "sync" },
          ...{ requestedBy: "Leafwatch", status: "failed", ...outcome },
        },
      });
    expect(await said()).toMatchObject({ lastUsedAt: null, refused: false });
    await asked("a", { error: { code: "token-refused", call: "token", message: "", httpStatus: 401 } });
    expect(await said()).toMatchObject({ lastUsedAt: null, refused: true });
    await asked("b", { error: { code: "unreachable", call: "token", message: "", httpStatus: null } });
    expect(await said()).toMatchObject({ lastUsedAt: null, refused: true });
    await asked("c", { submittedAt: new Date() });
    expect(await said()).toMatchObject({ lastUsedAt: expect.any(String), refused: false });
  });
});

describe("webhook secrets", () => {
  test("old and new are both tried until the old one is removed", async () => {
    await addWebhookSecret(SYSTEM, "WEST", "the old one");
    await addWebhookSecret(SYSTEM, "WEST", "the new one");
    expect((await webhookKeys()).map(({ secret }) => secret)).toEqual(["the old one", "the new one"]);

    await expect(
      removeWebhookSecret(SYSTEM, "WEST", { secretId: 1, confirmed: false }),
    ).rejects.toMatchObject({ parameter: "confirmed" });
    await getPrisma().webhookSecret.update({ where: { id: 2 }, data: { lastUsedAt: new Date() } });
    await removeWebhookSecret(SYSTEM, "WEST", { secretId: 1, confirmed: false });
    expect((await webhookKeys()).map(({ secret }) => secret)).toEqual(["the new one"]);
  });

  test("the last one is removed only with confirmation", async () => {
    await addWebhookSecret(SYSTEM, "WEST", "the only one");

    await expect(removeWebhookSecret(SYSTEM, "WEST", { secretId: 1, confirmed: false })).rejects.toThrow(
      /only secret/,
    );
    await removeWebhookSecret(SYSTEM, "WEST", { secretId: 1, confirmed: true });
    expect(await webhookKeys()).toEqual([]);
  });

  test("a removed one can be added again", async () => {
    await addWebhookSecret(SYSTEM, "WEST", "back again");
    await removeWebhookSecret(SYSTEM, "WEST", { secretId: 1, confirmed: true });
    await addWebhookSecret(SYSTEM, "WEST", "back again");

    expect(await webhookKeys()).toHaveLength(1);
  });

  test("are never shared by two tenancies", async () => {
    await addWebhookSecret(SYSTEM, "WEST", "only ours");
    await createTenancy(SYSTEM, { tenantId: "EAST", name: "East", timeZone: "UTC" });

    await expect(addWebhookSecret(SYSTEM, "EAST", "only ours")).rejects.toThrow(/Westland has this secret/);
  });

  test("set by the provisioning file cannot be removed", async () => {
    await addWebhookSecret(SYSTEM, "WEST", "of the file");
    await getPrisma().webhookSecret.updateMany({ data: { provisioned: true } });

    await expect(removeWebhookSecret(SYSTEM, "WEST", { secretId: 1, confirmed: true })).rejects.toThrow(
      /provisioning file/,
    );
  });

  test("are not affected by one that no key opens", async () => {
    await addWebhookSecret(SYSTEM, "WEST", "good");
    await addWebhookSecret(SYSTEM, "WEST", "broken");
    await getPrisma().webhookSecret.update({ where: { id: 2 }, data: { sealed: new Uint8Array(64) } });

    expect((await webhookKeys()).map(({ secret }) => secret)).toEqual(["good"]);
    expect((await readTenancy(SYSTEM, "WEST")).webhookSecrets.map(({ opens }) => opens)).toEqual([
      true,
      false,
    ]);
  });
});

describe("connection test", () => {
  async function run(
    changes: { baseUrl?: string; authUrl?: string; clientSecret?: string; upTo?: number } = {},
  ): Promise<TestStep[]> {
    const { baseUrl, authUrl } = simulator;
    const values = { baseUrl, authUrl, clientId: "abc", clientSecret: "", tokenAuth: "basic" as const };
    const steps = await startConnectionTest(
      SYSTEM,
      "WEST",
      { ...values, dataDelayHours: 1, ...changes },
      new AbortController().signal,
    );
    const found: TestStep[] = [];
    for await (const step of steps) found.push(step);
    return found;
  }
  const states = (steps: TestStep[]) => steps.slice(0, 6).map(({ state }) => state);

  test("tests everything from the addresses to the rows", async () => {
    await connect();
    await replaceClientSecret(SYSTEM, "WEST", CLIENT_SECRET);
    const steps = await run();

    expect(states(steps)).toEqual(["done", "done", "done", "done", "done", "done"]);
    expect(steps[5]?.outcome).toMatch(/^[1-9][\d,]* rows as CSV/);
    expect(JSON.stringify(steps)).not.toContain(CLIENT_SECRET);
    expect(JSON.stringify(steps)).not.toMatch(/signature=|eyJ/);
  });

  test("result is kept until a tested value changes", async () => {
    await connect();
    const { trials } = await readTenancy(SYSTEM, "WEST");
    expect(trials).toEqual({});
    await replaceClientSecret(SYSTEM, "WEST", CLIENT_SECRET);
    expect((await readTenancy(SYSTEM, "WEST")).trials).toEqual({ client: "passed" });

    await run();
    const passed = { addresses: "passed", client: "passed", history: "passed" };
    expect((await readTenancy(SYSTEM, "WEST")).trials).toEqual(passed);
    await run({ clientSecret: "typed and not stored" });
    await run({ baseUrl: `${simulator.baseUrl}/typed-and-not-saved` });
    expect((await readTenancy(SYSTEM, "WEST")).trials).toEqual(passed);

    await saveSettings(SYSTEM, "WEST", await settings({ dataDelayHours: 24 }));
    expect((await readTenancy(SYSTEM, "WEST")).trials).toEqual({ ...passed, history: "untried" });
    await replaceClientSecret(SYSTEM, "WEST", CLIENT_SECRET);
    expect((await readTenancy(SYSTEM, "WEST")).trials).toEqual({ ...passed, history: "untried" });
    await saveSettings(SYSTEM, "WEST", await settings({ clientId: "another" }));
    expect((await readTenancy(SYSTEM, "WEST")).trials).toEqual({
      ...{ addresses: "passed", client: "untried", history: "untried" },
    });
  });

  test("stops at the requested part, and tests addresses without a client", async () => {
    await connect();
    expect(await run({ upTo: 1 })).toMatchObject([{ step: 1, state: "done" }]);
    expect(states(await run({ upTo: 2, clientSecret: CLIENT_SECRET }))).toEqual(["done", "done"]);
  });

  test("reports a closed port as unreachable", async () => {
    await connect();
    const authUrl = `http://127.0.0.1:${await freePort()}`;
    await getPrisma().tenancy.updateMany({ data: { authUrl } });
    expect(await run({ upTo: 1, authUrl })).toMatchObject([
      {
        ...{ state: "failed", code: "unreachable" },
        faults: [{ parameter: "authUrl", message: "the connection was refused" }],
      },
    ]);
  });

  test("reports an installation without a status address", async () => {
    await connect();
    simulator.setVariants(["no-status"]);
    const steps = await run({ clientSecret: CLIENT_SECRET });
    simulator.setVariants([]);

    expect(steps[3]?.outcome).toMatch(/no status address/);
    expect(states(steps)).toEqual(["done", "done", "done", "done", "done", "done"]);
  });

  test("stops at a wrong secret with its cause and one next action", async () => {
    await connect();
    const steps = await run({ clientSecret: "a mistyped secret" });

    expect(states(steps)).toEqual(["done", "failed", "waiting", "waiting", "waiting", "waiting"]);
    expect(steps[1]).toMatchObject({ outcome: expect.stringMatching(/answered 401/) });
    expect(steps[1]?.advice?.cause).toMatch(/secret/);
    expect(steps[2]?.outcome).toBe("Waits for “Token”");
    expect(JSON.stringify(steps)).not.toContain("a mistyped secret");
  });

  test("does not send the stored secret to an address that is not saved", async () => {
    await connect();
    await replaceClientSecret(SYSTEM, "WEST", CLIENT_SECRET);
    const steps = await run({ authUrl: "https://elsewhere.invalid" });

    expect(steps[0]).toMatchObject({
      state: "failed",
      outcome: expect.stringMatching(/stored sign-in address only/),
    });
  });

  test("rejects typed private addresses", async () => {
    const steps = await run({ clientSecret: CLIENT_SECRET });

    expect(steps[0]).toMatchObject({ state: "failed", outcome: expect.stringMatching(/private address/) });
  });

  test("reports when our own address does not answer, and that no notification has arrived", async () => {
    await connect();
    const steps = await run({ clientSecret: CLIENT_SECRET });

    expect(steps[6]).toMatchObject({ state: "failed", name: "Own address" });
    expect(steps[7]).toMatchObject({ state: "waiting", name: "A notification from the service" });
  });
});
