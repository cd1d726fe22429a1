// Replay of quarantined deliveries and rejected requests.

import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { GET as readAlertRoute } from "@/app/api/v1/alerts/[alertId]/route";
import { GET as readDeliveryRoute } from "@/app/api/v1/deliveries/[id]/route";
import { GET as listDeliveriesRoute } from "@/app/api/v1/deliveries/route";
import { setAsideSchema } from "@/lib/alerting/deliveries/list";
import {
  admitRejected,
  countAdmissible,
  readList,
  replayChosen,
  replayFound,
  setAside,
  undoSetAside,
} from "@/lib/alerting/deliveries/service.server";
import { hashBody } from "@/lib/alerting/webhooks/judge.server";
import { deleteOldRejected, replayAfterUpgrade } from "@/lib/alerting/webhooks/service.server";
import { getPrisma } from "@/lib/base/db/prisma.server";
import { SYSTEM } from "@/lib/identity/actor/system.server";
import { listAudit } from "@/lib/identity/audit/service.server";
import { saveSettings } from "@/lib/operations/connecting/admin.server";
import { addWebhookSecret } from "@/lib/operations/connecting/secrets.server";
import { readGauges } from "@/lib/operations/health/store.server";
import {
  addTenancy,
  addToken,
  alertOf,
  call,
  post,
  send,
  sign,
  type TestTenancy,
  useTestDatabase,
} from "../support/notifications";

const ARRIVED = new Date("2026-11-01T08:00:00Z");

let leave: () => Promise<void>;
let farm: TestTenancy;
let admin: string;

beforeAll(async () => {
  leave = await useTestDatabase();
  admin = await addToken("admin");
});
beforeEach(async () => {
  await getPrisma().delivery.deleteMany();
  farm = await addTenancy();
});
afterAll(() => leave());

/** Inserts a quarantined delivery, as an older version that did not understand it. */
async function quarantine(value: unknown, tenancy = farm): Promise<string> {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const body = new Uint8Array(Buffer.from(text));
  const { id: secretId } = await getPrisma().webhookSecret.findFirstOrThrow({
    where: { tenancyId: tenancy.id },
  });
  const members = typeof value === "object" ? (value as Record<string, string>) : {};
  const { id } = await getPrisma().delivery.create({
    data: {
      ...{ tenancyId: tenancy.id, secretId, receivedAt: ARRIVED, outcome: "quarantined", reason: "of old" },
      ...{ bytes: body.length, body, bodyHash: new Uint8Array(Buffer.from(hashBody(body), "hex")) },
      ...{ notificationId: members.notificationId ?? null, alertId: members.alertId ?? null },
    },
  });
  return String(id);
}

/** Sends a request signed with an unknown secret. */
async function refused(value: unknown, secret: string, header = "Service-Signature"): Promise<string> {
  const body = typeof value === "string" ? value : JSON.stringify(value);
  expect((await post(body, { [header]: sign(body, secret) })).status).toBe(401);
  const { id } = await getPrisma().delivery.findFirstOrThrow({
    where: { outcome: "rejected" },
    orderBy: { id: "desc" },
  });
  return String(id);
}

const newSecret = () => randomBytes(24).toString("base64");

async function delivery(id: string) {
  const { answer } = await call(readDeliveryRoute, admin, {}, { id });
  return answer;
}

async function readAlert(alertId: string) {
  const { status, answer } = await call(readAlertRoute, admin, { tenant: farm.tenantId }, { alertId });
  return { status, ...answer };
}

const lastAudit = async () => (await listAudit(SYSTEM, {})).items[0];

describe("a quarantined delivery that is understood now", () => {
  it("is applied by replay as of its arrival", async () => {
    const raised = alertOf(farm);
    const id = await quarantine(raised);
    expect(await replayChosen(SYSTEM, [id])).toMatchObject({ accepted: 1, quarantined: 0 });
    expect(await delivery(id)).toMatchObject({
      outcome: "accepted",
      answered: "quarantined",
      settledAt: expect.any(String),
      settledBy: "Leafwatch",
      reason: null,
      receivedAt: ARRIVED.toISOString(),
      body: JSON.stringify(raised),
    });
    expect(await readAlert(raised.alertId)).toMatchObject({
      status: "open",
      notifications: [{ receivedAt: ARRIVED.toISOString() }],
    });
    expect(await lastAudit()).toMatchObject({
      action: "delivery.taken-in-again",
      target: `delivery ${id}`,
      detail: { accepted: "1" },
    });
  });

  it("is applied once by concurrent replays, and a later copy is a duplicate", async () => {
    const raised = alertOf(farm);
    const id = await quarantine(raised);
    const all = await Promise.all(Array.from({ length: 5 }, () => replayChosen(SYSTEM, [id, id])));
    expect(all.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(1);
    expect((await send(farm, raised)).answer.status).toBe("duplicate");
    expect((await readAlert(raised.alertId)).notifications).toHaveLength(1);
  });

  it("is a duplicate if the same notification was accepted meanwhile", async () => {
    const raised = alertOf(farm);
    const id = await quarantine(raised);
    expect((await send(farm, `${JSON.stringify(raised)} `)).answer.status).toBe("accepted");
    expect(await replayChosen(SYSTEM, [id])).toMatchObject({ duplicate: 1, accepted: 0 });
    expect(await delivery(id)).toMatchObject({ outcome: "duplicate", answered: "quarantined" });
    expect((await readAlert(raised.alertId)).notifications).toHaveLength(1);
  });

  it("folds a whole history in order by a filter, despite one bad body", async () => {
    const raised = alertOf(farm);
    const closed = { ...raised, notificationId: "N2", event: "CLOSED", timestamp: "2026-11-20T12:00:00Z" };
    await quarantine(closed);
    const bad = await quarantine(alertOf(farm, { event: "MOVED" }));
    await quarantine(raised);
    const { replayed, after } = await replayFound(SYSTEM, { outcome: "quarantined", period: "all" });
    expect(replayed).toEqual({ accepted: 2, duplicate: 0, quarantined: 1, refused: 0 });
    expect(after).toBeNull();
    expect(await readAlert(raised.alertId)).toMatchObject({ status: "closed", incomplete: false });
    expect(await delivery(bad)).toMatchObject({
      outcome: "quarantined",
      answered: null,
      reason: 'event is "MOVED"; RAISED, SEVERITY_INCREASED and CLOSED are known',
      settledBy: "Leafwatch",
    });
  });

  it("is not replayed if the filter does not select it", async () => {
    const id = await quarantine(alertOf(farm));
    expect(await replayFound(SYSTEM, { outcome: "quarantined", period: "day" })).toMatchObject({
      replayed: { accepted: 0 },
    });
    expect(await delivery(id)).toMatchObject({ outcome: "quarantined", settledAt: null });
  });

  it("is applied after an upgrade, once a build, and the others stay quarantined", async () => {
    const raised = alertOf(farm);
    const [id, bad] = [await quarantine(raised), await quarantine("{")];
    await replayAfterUpgrade({ build: "build-2", by: "Leafwatch" });
    expect(await delivery(id)).toMatchObject({ outcome: "accepted", settledBy: "Leafwatch" });
    expect(await delivery(bad)).toMatchObject({ outcome: "quarantined", reason: "of old", settledAt: null });
    const later = await quarantine(alertOf(farm));
    await replayAfterUpgrade({ build: "build-2", by: "Leafwatch" });
    expect(await delivery(later)).toMatchObject({ outcome: "quarantined" });
    await replayAfterUpgrade({ build: "build-3", by: "Leafwatch" });
    expect(await delivery(later)).toMatchObject({ outcome: "accepted" });
  });

  it("stays quarantined if its id was accepted with another meaning", async () => {
    const raised = alertOf(farm);
    await send(farm, raised);
    const id = await quarantine({ ...raised, alertSeverity: "HIGH" });
    expect(await replayChosen(SYSTEM, [id])).toMatchObject({ quarantined: 1 });
    expect((await delivery(id)).reason).toContain("another meaning");
    expect((await readAlert(raised.alertId)).severity).toBe("LOW");
  });
});

describe("a quarantined delivery that is set aside", () => {
  const strange = () => quarantine(alertOf(farm, { alertSeverity: "CRITICAL" }));
  const waiting = async () => (await readGauges()).quarantined;

  it("is no longer reported, records who, when and why, and can be returned to quarantine", async () => {
    const [id, other] = [await strange(), await strange()];
    expect(await waiting()).toBe(2);
    const { count, at } = await setAside(SYSTEM, { which: { ids: [id] }, reason: "A trial of the vendor" });
    expect([count, await waiting()]).toEqual([1, 1]);
    expect(await delivery(id)).toMatchObject({
      ...{ outcome: "quarantined", body: expect.stringContaining("CRITICAL") },
      setAside: { at, by: "Leafwatch", reason: "A trial of the vendor" },
    });
    expect(await delivery(other)).toMatchObject({ setAside: null });
    expect(await lastAudit()).toMatchObject({
      action: "delivery.set-aside",
      target: `delivery ${id}`,
      detail: { reason: "A trial of the vendor" },
    });
    const log = await readList(SYSTEM, { outcome: "set-aside", period: "all" });
    expect([log.counts.quarantined, log.counts["set-aside"]]).toEqual([1, 1]);
    expect(log.lines.map((line) => line.id)).toEqual([id]);

    await undoSetAside(SYSTEM, { at: new Date(at) });
    expect([await waiting(), (await delivery(id)).setAside]).toEqual([2, null]);
    expect(await lastAudit()).toMatchObject({ action: "delivery.set-aside-taken-back" });
    await expect(undoSetAside(SYSTEM, { id })).rejects.toMatchObject({ code: "conflict" });
  });

  it("can be chosen by a filter, and replayed later", async () => {
    const [one, two] = [await quarantine(alertOf(farm)), await strange()];
    const filter = { period: "all" as const, tenant: farm.tenantId };
    expect(await setAside(SYSTEM, { which: { filter }, reason: "Old" })).toMatchObject({ count: 2 });
    expect(await waiting()).toBe(0);
    await expect(setAside(SYSTEM, { which: { ids: [one] }, reason: "Again" })).rejects.toMatchObject({
      code: "conflict",
    });
    expect(await replayChosen(SYSTEM, [one])).toMatchObject({ accepted: 1 });
    expect(await delivery(one)).toMatchObject({ outcome: "accepted", setAside: null });
    expect(await delivery(two)).toMatchObject({ setAside: { reason: "Old" } });
  });

  it("needs an admin and a reason", async () => {
    const grower = { ...SYSTEM, role: "grower" as const };
    const input = { which: { ids: ["1"] }, reason: "x" };
    await expect(setAside(grower, input)).rejects.toMatchObject({ code: "forbidden" });
    await expect(undoSetAside(grower, { id: "1" })).rejects.toMatchObject({ code: "forbidden" });
    expect(setAsideSchema.safeParse({ ...input, reason: " " }).success).toBe(false);
  });
});

describe("a rejected request", () => {
  it("is admitted once its secret is stored, as of its arrival", async () => {
    const [raised, secret] = [alertOf(farm), newSecret()];
    const id = await refused(raised, secret);
    const { receivedAt } = await delivery(id);
    expect(await replayChosen(SYSTEM, [id])).toEqual({
      accepted: 0,
      duplicate: 0,
      quarantined: 0,
      refused: 1,
    });
    expect(await delivery(id)).toMatchObject({ outcome: "rejected", tenantId: null, settledBy: "Leafwatch" });

    await addWebhookSecret(SYSTEM, farm.tenantId, secret);
    expect(await countAdmissible(SYSTEM, farm.tenantId)).toBe(1);
    expect(await admitRejected(SYSTEM, farm.tenantId)).toMatchObject({ accepted: 1, refused: 0 });
    expect(await delivery(id)).toMatchObject({
      ...{ outcome: "accepted", answered: "rejected", tenantId: farm.tenantId, reason: null },
      ...{ receivedAt, alertId: raised.alertId, notificationId: raised.notificationId },
      body: JSON.stringify(raised),
    });
    expect(await readAlert(raised.alertId)).toMatchObject({ status: "open" });
    expect(await countAdmissible(SYSTEM, farm.tenantId)).toBe(0);
    expect(await lastAudit()).toMatchObject({
      action: "tenancy.refused-requests-admitted",
      detail: { accepted: "1" },
    });
    const used = await getPrisma().webhookSecret.findFirst({
      where: { tenancyId: farm.id },
      orderBy: { id: "desc" },
    });
    expect(used?.lastUsedAt?.toISOString()).toBe(receivedAt);
  });

  it("is admitted once the name of the header is corrected", async () => {
    const raised = alertOf(farm);
    await refused(raised, farm.secret, "X-Other-Signature");
    expect(await countAdmissible(SYSTEM, farm.tenantId)).toBe(0);
    await saveSettings(SYSTEM, farm.tenantId, { signatureHeader: "X-Other-Signature" });
    expect(await admitRejected(SYSTEM, farm.tenantId)).toMatchObject({ accepted: 1 });
    expect((await readAlert(raised.alertId)).status).toBe("open");
  });

  it("is applied once if it arrived twice or was accepted meanwhile", async () => {
    const [raised, other, secret] = [alertOf(farm), alertOf(farm), newSecret()];
    for (const one of [raised, other, raised, { ...raised, extra: 1 }]) await refused(one, secret);
    await addWebhookSecret(SYSTEM, farm.tenantId, secret);
    expect((await send({ ...farm, secret }, raised)).answer.status).toBe("accepted");
    expect(await admitRejected(SYSTEM, farm.tenantId)).toMatchObject({ accepted: 1, duplicate: 3 });
    for (const { alertId } of [raised, other])
      expect((await readAlert(alertId)).notifications).toHaveLength(1);
  });

  it("with the bytes of a quarantined one is settled with it, and one is applied", async () => {
    const [raised, secret] = [alertOf(farm), newSecret()];
    const first = await refused(raised, secret);
    await addWebhookSecret(SYSTEM, farm.tenantId, secret);
    const second = await quarantine(raised);
    expect(await replayChosen(SYSTEM, [first, second])).toMatchObject({ accepted: 1, duplicate: 1 });
  });

  it("is quarantined under its signer if it is not understood, and can be replayed from there", async () => {
    const [strange, secret] = [alertOf(farm, { alertSeverity: "CRITICAL" }), newSecret()];
    const id = await refused(strange, secret);
    await addWebhookSecret(SYSTEM, farm.tenantId, secret);
    expect(await admitRejected(SYSTEM, farm.tenantId)).toMatchObject({ quarantined: 1 });
    expect(await delivery(id)).toMatchObject({
      ...{ outcome: "quarantined", answered: "rejected", tenantId: farm.tenantId },
      reason: 'alertSeverity is "CRITICAL"; LOW, MEDIUM and HIGH are known',
    });
    await replayChosen(SYSTEM, [id]);
    expect(await delivery(id)).toMatchObject({ outcome: "quarantined", answered: "rejected" });
  });

  it("is not changed by the secrets of another tenancy, or if no secret fits", async () => {
    const [secret, other] = [newSecret(), await addTenancy()];
    const [own, foreign] = [await refused(alertOf(farm), secret), await refused(alertOf(farm), "guessed")];
    await addWebhookSecret(SYSTEM, farm.tenantId, secret);
    expect(await countAdmissible(SYSTEM, other.tenantId)).toBe(0);
    expect(await admitRejected(SYSTEM, other.tenantId)).toMatchObject({ accepted: 0 });
    expect(await admitRejected(SYSTEM, farm.tenantId)).toMatchObject({ accepted: 1, refused: 0 });
    expect(await delivery(own)).toMatchObject({ outcome: "accepted" });
    expect(await delivery(foreign)).toMatchObject({ outcome: "rejected", settledAt: null });
  });

  it("shows the names of its signature headers, never their values", async () => {
    const id = await refused(alertOf(farm), "guessed", "X-Farm-Signature");
    const shown = await delivery(id);
    expect(shown.signatureHeaders).toEqual(["x-farm-signature"]);
    expect(JSON.stringify(shown)).not.toMatch(/[0-9a-f]{64}/);
  });

  it("is kept for seven days", async () => {
    const [old, young] = [await refused(alertOf(farm), "guessed"), await refused(alertOf(farm), "guessed")];
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
    await getPrisma().delivery.updateMany({ where: { id: BigInt(old) }, data: { receivedAt: daysAgo(7.1) } });
    await getPrisma().delivery.updateMany({
      where: { id: BigInt(young) },
      data: { receivedAt: daysAgo(6.9) },
    });
    const accepted = await quarantine(alertOf(farm));
    await deleteOldRejected();
    const left = await getPrisma().delivery.findMany({ orderBy: { id: "asc" } });
    expect(left.map(({ id }) => String(id))).toEqual([young, accepted]);
  });
});

it("lets only an admin replay", async () => {
  const grower = { ...SYSTEM, role: "grower" as const };
  await expect(replayChosen(grower, [])).rejects.toMatchObject({ code: "forbidden" });
  await expect(replayFound(grower, { outcome: "rejected", period: "all" })).rejects.toMatchObject({
    code: "forbidden",
  });
  await expect(admitRejected(grower, farm.tenantId)).rejects.toMatchObject({ code: "forbidden" });
  await expect(countAdmissible(grower, farm.tenantId)).rejects.toMatchObject({ code: "forbidden" });
});

it("returns the first response and the present outcome in the read API", async () => {
  const id = await quarantine(alertOf(farm));
  await replayChosen(SYSTEM, [id]);
  const { answer } = await call(listDeliveriesRoute, admin, { tenant: farm.tenantId });
  expect(answer.items[0]).toMatchObject({ id, outcome: "accepted", answered: "quarantined" });
});
