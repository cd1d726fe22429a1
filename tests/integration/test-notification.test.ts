// A test notification by an admin: it is received like a real one, but appears only in the list of deliveries.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { GET as listDeliveriesRoute } from "@/app/api/v1/deliveries/route";
import { listFilterSchema } from "@/lib/alerting/deliveries/list";
import { readArrival, readList, readRates, readWithSigner } from "@/lib/alerting/deliveries/service.server";
import { getPrisma } from "@/lib/base/db/prisma.server";
import { readFreshnessFacts } from "@/lib/display/freshness/store.server";
import { SYSTEM } from "@/lib/identity/actor/system.server";
import { listAudit } from "@/lib/identity/audit/service.server";
import { listTenancies, readTenancy } from "@/lib/operations/connecting/admin.server";
import { sendTestNotification } from "@/lib/operations/connecting/test-notification.server";
import { readTenancies } from "@/lib/operations/doctor/store.server";
import {
  addSecret,
  addTenancy,
  addToken,
  alertOf,
  call,
  post,
  send,
  sign,
  type TestTenancy,
  useTestDatabase,
  webhookAddress,
} from "../support/notifications";

let leave: () => Promise<void>;
let farm: TestTenancy;

beforeAll(async () => {
  leave = await useTestDatabase();
  process.env.LEAFWATCH_URL = new URL(await webhookAddress()).origin;
});
beforeEach(async () => {
  farm = await addTenancy("X-Farm-Signature");
});
afterAll(() => leave());

const log = (changes: Record<string, string> = {}) =>
  readList(SYSTEM, listFilterSchema.parse({ tenant: farm.tenantId, ...changes }));

/** When the last notification arrived, according to freshness, doctor and the list of tenancies. */
async function lastTold(): Promise<(Date | null)[]> {
  const fresh = (await readFreshnessFacts([farm.id], new Date(0))).get(farm.id);
  const doctors = (await readTenancies()).find(({ name }) => name.includes(farm.tenantId));
  const listed = (await listTenancies(SYSTEM)).find(({ tenantId }) => tenantId === farm.tenantId);
  const dateOf = (at: string | null | undefined) => (at ? new Date(at) : null);
  return [dateOf(fresh?.lastAt), doctors?.lastNotificationAt ?? null, dateOf(listed?.lastNotificationAt)];
}

it("counts as a notification everywhere if a secret fits, understood or not", async () => {
  const refused = await post(JSON.stringify(alertOf(farm)), { [farm.header]: "0".repeat(64) });
  expect(refused.status).toBe(401);
  await sendTestNotification(SYSTEM, farm.tenantId);
  expect(await lastTold()).toEqual([null, null, null]);
  expect((await send(farm, { nothing: "that is known" })).answer).toEqual({ status: "quarantined" });
  const { receivedAt: at } = await getPrisma().delivery.findFirstOrThrow({
    where: { tenancyId: farm.id, outcome: "quarantined" },
  });
  expect(await lastTold()).toEqual([at, at, at]);
});

describe("a test notification", () => {
  it("goes through the intake and reports its duration", async () => {
    const outcome = await sendTestNotification(SYSTEM, farm.tenantId);
    expect(outcome).toMatchObject({
      ok: true,
      advice: null,
      said: expect.stringMatching(/accepted and stored/),
    });
    expect(outcome.ms).toBeGreaterThanOrEqual(0);
    expect(await readWithSigner(SYSTEM, outcome.deliveryId ?? "")).toMatchObject({
      outcome: "accepted",
      test: true,
      tenantId: farm.tenantId,
      signer: { secret: 1, secrets: 1 },
      request: {
        userAgent: "Leafwatch test (request test)",
        contentType: "application/json",
        signatureIn: ["x-farm-signature"],
      },
    });
    expect((await listAudit(SYSTEM, {})).items[0]).toMatchObject({ action: "tenancy.test-sent" });
  });

  it("makes no alert, is not counted and does not mark a secret as used", async () => {
    await sendTestNotification(SYSTEM, farm.tenantId);
    await sendTestNotification(SYSTEM, farm.tenantId);
    expect(await getPrisma().notification.count({ where: { tenancyId: farm.id } })).toBe(0);
    expect(await getPrisma().alert.count({ where: { tenancyId: farm.id } })).toBe(0);
    expect((await log()).counts).toMatchObject({ accepted: 0, duplicate: 0, test: 2 });
    expect((await log({ outcome: "accepted" })).lines).toEqual([]);
    expect((await log({ outcome: "test" })).lines).toHaveLength(2);
    expect(
      (await readRates(SYSTEM, { tenant: farm.tenantId, period: "day" }, "UTC")).bars.at(-1),
    ).toMatchObject({
      accepted: 0,
    });
    expect((await readFreshnessFacts([farm.id], new Date(0))).get(farm.id)).toMatchObject({
      accepted24h: 0,
      lastAt: null,
    });
    expect((await readTenancy(SYSTEM, farm.tenantId)).webhookSecrets).toMatchObject([
      { lastUsedAt: null, verified: 0 },
    ]);
  });

  it("is marked in the read API", async () => {
    await sendTestNotification(SYSTEM, farm.tenantId);
    await send(farm, alertOf(farm));
    const admin = await addToken("admin");
    const { answer } = await call(listDeliveriesRoute, admin, { tenant: farm.tenantId, outcome: "accepted" });
    expect(answer.items.map((one: { test: boolean }) => one.test)).toEqual([false, true]);
  });

  it("is signed with the newest secret, and needs one", async () => {
    await addSecret(farm);
    const { deliveryId } = await sendTestNotification(SYSTEM, farm.tenantId);
    expect(await readWithSigner(SYSTEM, deliveryId ?? "")).toMatchObject({
      signer: { secret: 2, secrets: 2 },
    });
    await getPrisma().webhookSecret.updateMany({
      where: { tenancyId: farm.id },
      data: { retiredAt: new Date() },
    });
    await expect(sendTestNotification(SYSTEM, farm.tenantId)).rejects.toMatchObject({ code: "conflict" });
  });

  it("is limited in rate", async () => {
    const sent = await Promise.allSettled(
      Array.from({ length: 12 }, () => sendTestNotification(SYSTEM, farm.tenantId)),
    );
    const refused = sent.filter(({ status }) => status === "rejected");
    expect(refused).toHaveLength(2);
    expect(refused[0]).toMatchObject({ reason: { code: "too-many-requests" } });
  });
});

describe("a notification of somebody else", () => {
  it("is never a test, whatever it contains", async () => {
    const { deliveryId } = await sendTestNotification(SYSTEM, farm.tenantId);
    const { body } = await readWithSigner(SYSTEM, deliveryId ?? "");
    // The content of a test, but in bytes that were not announced as one.
    const forged = JSON.stringify({ ...JSON.parse(body ?? ""), ...alertOf(farm) });
    const headers = { "X-Farm-Signature": sign(forged, farm.secret), "x-leafwatch-test": "1" };
    expect(await post(forged, { ...headers, "user-agent": "Leafwatch test (request test)" })).toMatchObject({
      answer: { status: "accepted" },
    });
    expect((await log()).counts).toMatchObject({ accepted: 1, test: 1 });
    expect(await getPrisma().alert.count({ where: { tenancyId: farm.id } })).toBe(1);
  });

  it("with the bytes of another tenancy's test is a notification of its own signer", async () => {
    const other = await addTenancy();
    const { deliveryId } = await sendTestNotification(SYSTEM, other.tenantId);
    const { body } = await readWithSigner(SYSTEM, deliveryId ?? "");
    // Signed with our secret, but with the other tenancy's id.
    expect(await send(farm, body ?? "")).toMatchObject({ answer: { status: "quarantined" } });
    expect((await log()).counts).toMatchObject({ quarantined: 1, test: 0 });
  });
});

it("stores sender and header name of a rejected request, and its signature only sealed", async () => {
  const guess = sign("another body", "another secret");
  expect((await post("{}", { "X-Guess": guess, "user-agent": "somebody/1" })).status).toBe(401);
  const { lines } = await log({ outcome: "rejected", text: "somebody/1" });
  const entry = await readWithSigner(SYSTEM, lines[0]?.id ?? "");
  expect(entry.request).toMatchObject({ userAgent: "somebody/1", signatureIn: ["x-guess"] });
  expect(JSON.stringify(entry)).not.toContain(guess);
});

it("shows rejected requests and the first notification of a new tenancy, tests excluded", async () => {
  await sendTestNotification(SYSTEM, farm.tenantId);
  const body = JSON.stringify(alertOf(farm));
  await post(body, { "X-Other": sign(body, farm.secret) });
  const waiting = await readArrival(SYSTEM, farm.tenantId);
  expect(waiting.firstAt).toBeNull();
  expect(waiting.missed[0]).toMatchObject({ outcome: "rejected", signatureIn: ["x-other"] });
  await send(farm, alertOf(farm));
  expect((await readArrival(SYSTEM, farm.tenantId)).firstAt).not.toBeNull();
});

it("excludes requests rejected before the tenancy was created", async () => {
  await post("{}", { "X-Guess": sign("{}", "a guess") });
  const later = await addTenancy();
  expect((await readArrival(SYSTEM, later.tenantId)).missed).toEqual([]);
  await post("[]", { "X-Guess": sign("[]", "a guess") });
  expect((await readArrival(SYSTEM, later.tenantId)).missed).toHaveLength(1);
});

it("reports a tenant id that differs from the signer's", async () => {
  await send(farm, { ...alertOf(farm), tenantId: "ANOTHER" });
  await send(farm, { ...alertOf(farm), event: "MOVED" });
  expect((await readArrival(SYSTEM, farm.tenantId)).missed).toMatchObject([
    { outcome: "quarantined", otherTenantId: null },
    { outcome: "quarantined", otherTenantId: "ANOTHER" },
  ]);
});

it("filters deliveries by text and time, and takes wildcards literally", async () => {
  const [one, other] = [alertOf(farm), alertOf(farm)];
  await send(farm, one);
  await send(farm, other);
  const found = async (changes: Record<string, string>) =>
    (await log(changes)).lines.map(({ alertId }) => alertId);
  expect(await found({ text: one.alertId.toLowerCase() })).toEqual([one.alertId]);
  expect(await found({ text: "%" })).toEqual([]);
  expect(await found({ text: "\\" })).toEqual([]);
  expect(await found({ from: "2020-01-01T00:00:00Z", to: "2020-01-01T01:00:00Z" })).toEqual([]);
  expect(await found({ from: "nonsense", to: "x", outcome: "accepted" })).toHaveLength(2);
});
