// A mistyped tenant id: notifications are signed with our secret, but name another tenancy.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { adoptCarriedId, readArrival } from "@/lib/alerting/deliveries/service.server";
import { replayCarrying } from "@/lib/alerting/webhooks/service.server";
import { getPrisma } from "@/lib/base/db/prisma.server";
import { fingerprint, seal } from "@/lib/base/secrets/seal.server";
import { clientSecretPurpose } from "@/lib/farm/tenancies/contract";
import { findWebhookSecret, serviceAccess, webhookKeys } from "@/lib/farm/tenancies/service.server";
import { SYSTEM } from "@/lib/identity/actor/system.server";
import { listAudit } from "@/lib/identity/audit/service.server";
import { readTenancy } from "@/lib/operations/connecting/admin.server";
import {
  addSecret,
  addTenancy,
  alertOf,
  newUlid,
  send,
  type TestTenancy,
  useTestDatabase,
} from "../support/notifications";

let leave: () => Promise<void>;
let farm: TestTenancy;
/** The id that the service sends. */
let real: string;

beforeAll(async () => {
  leave = await useTestDatabase();
});
beforeEach(async () => {
  farm = await addTenancy();
  real = newUlid();
});
afterAll(() => leave());

const alertOfReal = () => alertOf(farm, { tenantId: real });
const adopt = (carriedId = real) => adoptCarriedId(SYSTEM, { tenantId: farm.tenantId, carriedId });
const carriedId = async () => (await readArrival(SYSTEM, farm.tenantId)).carriedId;

describe("while no notification was accepted", () => {
  it("offers the received id, and applies the deliveries quarantined for it", async () => {
    expect(await carriedId()).toBeNull();
    for (const _ of [1, 2]) expect((await send(farm, alertOfReal())).status).toBe(202);
    expect(await carriedId()).toBe(real);

    expect(await adopt()).toMatchObject({ accepted: 2, quarantined: 0 });

    expect((await readArrival(SYSTEM, real)).firstAt).not.toBeNull();
    expect(await getPrisma().alert.count({ where: { tenancyId: farm.id } })).toBe(2);
    const { items } = await listAudit(SYSTEM, {});
    expect(items.find(({ target }) => target.includes(farm.tenantId))).toMatchObject({
      action: "tenancy.id-corrected",
      detail: { tenantId: `${farm.tenantId} → ${real}` },
    });
  });

  it("keeps secrets working under the new id, retired ones too", async () => {
    await getPrisma().tenancy.update({
      where: { id: farm.id },
      data: {
        ...{ baseUrl: "https://api.example.com", authUrl: "https://auth.example.com", clientId: "abc" },
        clientSecret: seal("client secret", clientSecretPurpose(farm.tenantId)),
      },
    });
    const retired = await addSecret(farm);
    await getPrisma().webhookSecret.updateMany({
      where: { tenancyId: farm.id, fingerprint: fingerprint(retired) },
      data: { retiredAt: new Date() },
    });
    await send(farm, alertOfReal());
    await adopt();
    expect(await findWebhookSecret(retired)).toMatchObject({ tenancyId: farm.id, retired: true });
    expect(await serviceAccess(farm.id)).toMatchObject({ tenantId: real, clientSecret: "client secret" });
    expect(await webhookKeys()).toContainEqual(
      expect.objectContaining({ tenancyId: farm.id, tenantId: real, secret: farm.secret }),
    );
    const { webhookSecrets, clientSecret } = await readTenancy(SYSTEM, real);
    expect([...webhookSecrets, clientSecret].map((one) => one?.opens)).toEqual([true, true]);
  });

  it("moves people's area limits to the new id", async () => {
    const limits = [
      { tenantId: "ELSEWHERE", path: "House" },
      { tenantId: farm.tenantId, path: "House#Zone 1" },
    ];
    const { id } = await getPrisma().user.create({
      data: { email: `${real}@example.com`, name: "Ria", role: "viewer", passwordHash: "x", areas: limits },
    });
    await send(farm, alertOfReal());
    await adopt();
    expect(await getPrisma().user.findUniqueOrThrow({ where: { id } })).toMatchObject({
      areas: [limits[0], { ...limits[1], tenantId: real }],
    });
  });

  it("applies deliveries that a process with the old id still quarantined", async () => {
    await send(farm, alertOfReal());
    await adopt();
    // This process has just read its secrets.
    const late = alertOfReal();
    expect((await send(farm, late)).status).toBe(202);
    await replayCarrying({ tenancyId: farm.id, tenantId: real }, "Leafwatch");
    expect(await getPrisma().alert.count({ where: { tenancyId: farm.id, alertId: late.alertId } })).toBe(1);
    const jobs = await getPrisma().$queryRaw<{ n: number }[]>`
      SELECT count(*)::int AS n FROM graphile_worker.jobs WHERE task_identifier = 'replay-carried'`;
    expect(jobs[0]?.n).toBeGreaterThan(0);
  });
});

describe("keeps the id", () => {
  it("once a notification was accepted under it", async () => {
    await send(farm, alertOf(farm));
    await send(farm, alertOfReal());
    expect(await carriedId()).toBeNull();
    await expect(adopt()).rejects.toMatchObject({ code: "conflict", message: /accepted a notification/ });
    expect((await readTenancy(SYSTEM, farm.tenantId)).webhookSecrets[0]?.opens).toBe(true);
  });

  it("if the received one belongs to another tenancy", async () => {
    const other = await addTenancy();
    await send(farm, alertOf(farm, { tenantId: other.tenantId }));
    await expect(adopt(other.tenantId)).rejects.toMatchObject({
      code: "conflict",
      message: /Another tenancy/,
    });
  });

  it("if no notification carries the other", async () => {
    await send(farm, alertOfReal());
    await expect(adopt(newUlid())).rejects.toMatchObject({ code: "conflict" });
  });

  it("while the provisioning file names the tenancy", async () => {
    await getPrisma().tenancy.update({ where: { id: farm.id }, data: { lockedFields: ["name"] } });
    await send(farm, alertOfReal());
    await expect(adopt()).rejects.toMatchObject({ code: "conflict", message: /provisioning file/ });
  });

  it("for anybody but an admin", async () => {
    const grower = { ...SYSTEM, role: "grower" as const };
    await expect(adoptCarriedId(grower, { tenantId: farm.tenantId, carriedId: real })).rejects.toMatchObject({
      code: "forbidden",
    });
  });
});
