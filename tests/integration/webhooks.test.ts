// Responses of the webhook address, and what it stores: docs/spec/http-contract.md "Notifications".

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GET as readAlertRoute } from "@/app/api/v1/alerts/[alertId]/route";
import { GET as readDeliveryRoute } from "@/app/api/v1/deliveries/[id]/route";
import { GET as listDeliveriesRoute } from "@/app/api/v1/deliveries/route";
import { getPrisma } from "@/lib/base/db/prisma.server";
import {
  addSecret,
  addTenancy,
  addToken,
  alertOf,
  call,
  newUlid,
  plantAlertOf,
  post,
  send,
  sign,
  type TestTenancy,
  useTestDatabase,
  webhookAddress,
} from "../support/notifications";

let leave: () => Promise<void>;
let farm: TestTenancy;
let admin: string;

beforeAll(async () => {
  leave = await useTestDatabase();
  farm = await addTenancy();
  admin = await addToken("admin");
});
afterAll(() => leave());

async function readAlert(alertId: string, tenancy = farm) {
  const { status, answer } = await call(readAlertRoute, admin, { tenant: tenancy.tenantId }, { alertId });
  return { status, ...answer };
}

async function deliveries(query: Record<string, string>, tenancy = farm) {
  const { answer } = await call(listDeliveriesRoute, admin, { tenant: tenancy.tenantId, ...query });
  return answer.items;
}

describe("an accepted notification", () => {
  it("returns 200 and can be read as an alert at once", async () => {
    const raised = alertOf(farm, { alertSeverity: "MEDIUM" });
    expect(await send(farm, raised)).toMatchObject({ status: 200, answer: { status: "accepted" } });
    expect(await readAlert(raised.alertId)).toMatchObject({
      status: "open",
      tenantId: farm.tenantId,
      type: "HEALTH",
      category: null,
      severity: "MEDIUM",
      peakSeverity: "MEDIUM",
      raisedAt: "2026-11-20T10:00:00.000Z",
      lastEventAt: "2026-11-20T10:00:00.000Z",
      closedAt: null,
      areas: [],
      incomplete: false,
      notifications: [{ notificationId: raised.notificationId, event: "RAISED", severity: "MEDIUM" }],
    });
  });

  it("may lack optional members, and have unknown ones", async () => {
    const closed = alertOf(farm, { event: "CLOSED", moon: { phase: "full" }, closeReason: null });
    expect(await send(farm, closed)).toMatchObject({ status: 200, answer: { status: "accepted" } });
    expect(await readAlert(closed.alertId)).toMatchObject({
      status: "closed",
      closeReason: null,
      raisedAt: null,
      incomplete: true,
    });
  });

  it("may be a plant alert with state instead of event and without notificationId", async () => {
    const { event: _, ...raised } = plantAlertOf(farm);
    const closed = {
      ...raised,
      state: "CLOSED",
      timestamp: "2026-11-20T12:05:00Z",
      closedAt: "2026-11-20T12:00:00Z",
    };
    for (const one of [raised, closed])
      expect(await send(farm, one)).toMatchObject({ status: 200, answer: { status: "accepted" } });
    expect(await send(farm, closed)).toMatchObject({ status: 200, answer: { status: "duplicate" } });
    expect(await readAlert(raised.alertId)).toMatchObject({
      status: "closed",
      type: null,
      category: "PLANT_STRESS_ALERT",
      severity: null,
      peakSeverity: null,
      raisedAt: "2026-11-20T10:00:00.000Z",
      closedAt: "2026-11-20T12:00:00.000Z",
      lastEventAt: "2026-11-20T12:05:00.000Z",
      incomplete: false,
    });
  });

  it("is stored with its bytes, its ids and the sender's request id", async () => {
    const raised = alertOf(farm);
    const body = ` ${JSON.stringify(raised, null, 2)}\n`;
    await post(body, {
      "Service-Signature": sign(body, farm.secret),
      "User-Agent": "plant-monitoring/1.0 (request 7f3a-11)",
    });
    const [kept] = await deliveries({ outcome: "accepted", limit: "1" });
    expect(kept).toMatchObject({
      tenantId: farm.tenantId,
      notificationId: raised.notificationId,
      alertId: raised.alertId,
      requestId: "7f3a-11",
      bytes: body.length,
      reason: null,
    });
    expect((await call(readDeliveryRoute, admin, {}, { id: kept.id })).answer.body).toBe(body);
  });
});

describe("a notification that is already stored", () => {
  it("is a duplicate with the same bytes, or with the same meaning in other bytes", async () => {
    const raised = alertOf(farm);
    await send(farm, raised);
    const reordered = Object.fromEntries(Object.entries(raised).reverse());
    const sameInstant = { ...raised, timestamp: "2026-11-20T11:00:00.000+01:00", extra: 1 };
    for (const again of [raised, reordered, sameInstant])
      expect(await send(farm, again)).toMatchObject({ status: 200, answer: { status: "duplicate" } });
    expect((await readAlert(raised.alertId)).notifications).toHaveLength(1);
  });

  it("is a duplicate of one in quarantine too", async () => {
    const strange = alertOf(farm, { alertSeverity: "CRITICAL" });
    const foreign = alertOf(farm, { tenantId: newUlid() });
    for (const one of [strange, foreign, "not json"]) {
      expect(await send(farm, one)).toMatchObject({ status: 202, answer: { status: "quarantined" } });
      expect(await send(farm, one)).toMatchObject({ status: 200, answer: { status: "duplicate" } });
    }
    for (const one of [strange, foreign])
      expect(await send(farm, JSON.stringify(one, null, 1))).toMatchObject({
        answer: { status: "duplicate" },
      });
  });

  it("is accepted once if it arrives twenty times at once", async () => {
    const raised = alertOf(farm);
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(farm, raised)));
    const outcomes = answers.map(({ answer }) => answer.status).sort();
    expect(outcomes).toEqual(["accepted", ...Array(19).fill("duplicate")]);
    expect((await readAlert(raised.alertId)).notifications).toHaveLength(1);
  });
});

describe("quarantine", () => {
  it.each([
    [
      "an unknown severity",
      { alertSeverity: "CRITICAL" },
      'alertSeverity is "CRITICAL"; LOW, MEDIUM and HIGH are known',
    ],
    [
      "an unknown event",
      { event: "MOVED" },
      'event is "MOVED"; RAISED, SEVERITY_INCREASED and CLOSED are known',
    ],
    ["a missing member", { jobId: undefined }, "jobId is missing"],
    [
      "a member of another type",
      { alertId: 7 },
      "alertId is 7; an identifier of 1 to 256 characters is known",
    ],
    [
      "a day that no calendar has",
      { timestamp: "2026-02-30T10:00:00Z" },
      'timestamp is "2026-02-30T10:00:00Z"; an RFC 3339 date-time is known',
    ],
    [
      "text that the database cannot hold",
      { jobId: "a\0b" },
      'jobId is "a\\u0000b"; an identifier of 1 to 256 characters is known',
    ],
    ["a third shape", { alertType: undefined }, "alertType and alertCategory are both missing"],
  ])("keeps %s, with the reason", async (_, members, reason) => {
    const sent = alertOf(farm, members);
    expect(await send(farm, sent)).toMatchObject({ status: 202, answer: { status: "quarantined" } });
    const [kept] = await deliveries({ outcome: "quarantined", limit: "1" });
    expect(kept).toMatchObject({ reason, tenantId: farm.tenantId, notificationId: sent.notificationId });
    expect((await call(readDeliveryRoute, admin, {}, { id: kept.id })).answer.body).toBe(
      JSON.stringify(sent),
    );
  });

  it("stores bytes that are not text", async () => {
    const body = new Uint8Array([0xff, 0xfe, 0x00, 0x7b]);
    const { status } = await post(body, { "Service-Signature": sign(body, farm.secret) });
    expect(status).toBe(202);
    const [kept] = await deliveries({ outcome: "quarantined", limit: "1" });
    expect(kept.reason).toBe("The body is not UTF-8");
    expect((await call(readDeliveryRoute, admin, {}, { id: kept.id })).answer.body).toBe("base64://4Aew==");
  });

  it("stores another tenancy's notification under the signer, and changes no alerts", async () => {
    const other = await addTenancy();
    const foreign = alertOf(other);
    expect(await send(farm, foreign)).toMatchObject({ status: 202, answer: { status: "quarantined" } });
    const [kept] = await deliveries({ outcome: "quarantined", limit: "1" });
    expect(kept).toMatchObject({ tenantId: farm.tenantId, alertId: foreign.alertId });
    for (const tenancy of [farm, other]) expect((await readAlert(foreign.alertId, tenancy)).status).toBe(404);
    expect(await send(other, foreign)).toMatchObject({ status: 200, answer: { status: "accepted" } });
  });

  it("stores a known notificationId with another meaning, and leaves the alert unchanged", async () => {
    const raised = alertOf(farm);
    await send(farm, raised);
    const changed = { ...raised, alertSeverity: "HIGH" };
    expect(await send(farm, changed)).toMatchObject({ status: 202, answer: { status: "quarantined" } });
    expect(await send(farm, { ...changed, extra: 1 })).toMatchObject({ answer: { status: "duplicate" } });
    expect((await readAlert(raised.alertId)).severity).toBe("LOW");
  });

  it("stores a conflict that arrives at the same time", async () => {
    const raised = alertOf(farm);
    const answers = await Promise.all(
      ["LOW", "MEDIUM", "HIGH"].map((alertSeverity) => send(farm, { ...raised, alertSeverity })),
    );
    const outcomes = answers.map(({ answer }) => answer.status).sort();
    expect(outcomes).toEqual(["accepted", "quarantined", "quarantined"]);
  });
});

describe("the signature", () => {
  it.each([
    ["upper case", (hex: string) => hex.toUpperCase()],
    ["a sha256= prefix", (hex: string) => `sha256=${hex}`],
  ])("may come in %s", async (_, write) => {
    const body = JSON.stringify(alertOf(farm));
    expect((await post(body, { "service-signature": write(sign(body, farm.secret)) })).status).toBe(200);
  });

  it.each([
    ["missing", () => ({})],
    ["of another secret", (body: string) => ({ "Service-Signature": sign(body, "guessed") })],
    ["of other bytes", (body: string) => ({ "Service-Signature": sign(`${body} `, farm.secret) })],
    ["no hex", () => ({ "Service-Signature": "z".repeat(64) })],
    ["cut short", (body: string) => ({ "Service-Signature": sign(body, farm.secret).slice(0, 62) })],
    ["under another header", (body: string) => ({ "X-Signature": sign(body, farm.secret) })],
  ])("is rejected if it is %s, and the request is recorded without a tenancy", async (_, headers) => {
    const raised = alertOf(farm);
    const body = JSON.stringify(raised);
    const answer = await post(body, headers(body) as Record<string, string>);
    expect(answer).toMatchObject({ status: 401, type: "application/problem+json" });
    expect((await readAlert(raised.alertId)).status).toBe(404);
    const [kept] = await deliveries({ outcome: "rejected", limit: "1" });
    expect(kept).toMatchObject({ tenantId: null, notificationId: null, bytes: body.length });
    expect((await call(readDeliveryRoute, admin, {}, { id: kept.id })).answer.body).toBe(body);
  });

  it("seals the body of a rejected request", async () => {
    const body = JSON.stringify(alertOf(farm, { jobId: "SECRET_GREENHOUSE" }));
    await post(body, { "Service-Signature": sign(body, "guessed") });
    const [{ id }] = await deliveries({ outcome: "rejected", limit: "1" });
    const { body: stored } = await getPrisma().delivery.findFirstOrThrow({ where: { id: BigInt(id) } });
    expect(Buffer.from(stored ?? []).toString("latin1")).not.toContain("SECRET_GREENHOUSE");
  });

  it("is read from the header of the secret's own tenancy", async () => {
    const other = await addTenancy("X-Leaf-Signature");
    expect((await send(other, alertOf(other))).status).toBe(200);
    const body = JSON.stringify(alertOf(other));
    expect((await post(body, { "Service-Signature": sign(body, other.secret) })).status).toBe(401);
  });

  it("may be of either of two secrets, as soon as the second is entered", async () => {
    const rotating = await addTenancy();
    expect((await send(rotating, alertOf(rotating))).status).toBe(200);
    const next = { ...rotating, secret: await addSecret(rotating) };
    expect((await send(next, alertOf(next))).status).toBe(200);
    expect((await send(rotating, alertOf(rotating))).status).toBe(200);
  });
});

describe("the size", () => {
  it("may be at most 262,144 bytes, whatever the signature", async () => {
    const text = JSON.stringify(alertOf(farm, { note: "" }));
    const full = text.replace('"note":""', `"note":"${"x".repeat(262_144 - text.length)}"`);
    expect(await send(farm, full)).toMatchObject({ status: 200, answer: { status: "accepted" } });
    expect(await send(farm, `${full} `)).toMatchObject({ status: 413, type: "application/problem+json" });
    expect((await post(`${full} `, {})).status).toBe(413);
  });

  it("is counted if it is not declared", async () => {
    const chunk = new Uint8Array(100_000).fill(32);
    let sent = 0;
    const body = new ReadableStream({
      pull(controller) {
        sent += 1;
        if (sent > 3) controller.close();
        else controller.enqueue(chunk);
      },
    });
    const request = { method: "POST", body, duplex: "half" } as RequestInit;
    expect((await fetch(await webhookAddress(), request)).status).toBe(413);
  });
});

it.each(["GET", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD", "PROPFIND"])("rejects %s", async (method) => {
  const response = await fetch(await webhookAddress(), { method });
  expect(response.status).toBe(405);
  expect(response.headers.get("allow")).toBe("POST");
  expect(response.headers.get("content-type")).toBe("application/problem+json");
});

describe("concurrent notifications of one alert", () => {
  it("lead to the same state in any order", async () => {
    const alertId = newUlid();
    const story = [
      alertOf(farm, { alertId }),
      alertOf(farm, {
        alertId,
        event: "SEVERITY_INCREASED",
        alertSeverity: "HIGH",
        previousSeverity: "LOW",
        timestamp: "2026-11-20T11:00:00Z",
      }),
      alertOf(farm, {
        alertId,
        event: "CLOSED",
        alertSeverity: "HIGH",
        closeReason: "EXPIRED",
        timestamp: "2026-11-20T12:00:00Z",
      }),
    ];
    const others = Array.from({ length: 30 }, () => alertOf(farm));
    const answers = await Promise.all([...story, ...others].reverse().map((one) => send(farm, one)));
    expect(answers.map(({ answer }) => answer.status)).toEqual(Array(33).fill("accepted"));
    expect(await readAlert(alertId)).toMatchObject({
      status: "closed",
      severity: "HIGH",
      peakSeverity: "HIGH",
      severitySince: "2026-11-20T11:00:00.000Z",
      raisedAt: "2026-11-20T10:00:00.000Z",
      closedAt: "2026-11-20T12:00:00.000Z",
      closeReason: "EXPIRED",
      incomplete: false,
      notifications: [{ event: "RAISED" }, { event: "SEVERITY_INCREASED" }, { event: "CLOSED" }],
    });
  });
});
