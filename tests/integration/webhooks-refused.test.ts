// Requests whose signature matches no secret: what is stored of them, and limits that strangers cannot exhaust.

import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { GET as listAreas } from "@/app/api/v1/areas/route";
import { GET as readDeliveryRoute } from "@/app/api/v1/deliveries/[id]/route";
import { admitRejected } from "@/lib/alerting/deliveries/service.server";
import { deleteOldRejected } from "@/lib/alerting/webhooks/service.server";
import { getPrisma } from "@/lib/base/db/prisma.server";
import { trackPeers } from "@/lib/base/request/peer.server";
import { SYSTEM } from "@/lib/identity/actor/system.server";
import { addWebhookSecret } from "@/lib/operations/connecting/secrets.server";
import { call as callRoute } from "../support/app";
import {
  addTenancy,
  addToken,
  alertOf,
  call,
  newUlid,
  post,
  sign,
  type TestTenancy,
  useTestDatabase,
} from "../support/notifications";

let leave: () => Promise<void>;
let farm: TestTenancy;

beforeAll(async () => {
  process.env.LEAFWATCH_TRUSTED_PROXIES = "127.0.0.1,::1";
  leave = await useTestDatabase();
  trackPeers();
  farm = await addTenancy();
});
afterAll(() => leave());

/** Headers of a request from an address through our own proxy. */
const from = (address: string, headers: Record<string, string> = {}) => ({
  ...headers,
  "x-forwarded-for": address,
});

it("lists a request that is too large with its size and reason, without its bytes", async () => {
  await getPrisma().delivery.deleteMany();
  const text = "x".repeat(300_000);
  expect((await post(text, from("192.0.2.9"))).status).toBe(413);
  const { id } = await getPrisma().delivery.findFirstOrThrow({ where: { outcome: "rejected" } });
  const admin = await addToken("admin");
  const shown = await call(readDeliveryRoute, admin, {}, { id: String(id) });
  expect(shown).toMatchObject({
    answer: {
      ...{ outcome: "rejected", bytes: 300_000, body: null, tenantId: null },
      reason: "Over 262,144 bytes, so that nothing of it was kept",
    },
  });
  for (let n = 0; n < 15; n += 1) await post(text, from("192.0.2.9"));
  expect(await getPrisma().delivery.count({ where: { outcome: "rejected" } })).toBeLessThanOrEqual(10);
});

it("names the scheme in a 401, and mentions the signature for a notification", async () => {
  const refused = await post("{}", from("192.0.2.10"));
  expect([refused.status, refused.headers.get("www-authenticate")]).toEqual([
    401,
    'HMAC-SHA256 realm="Leafwatch notifications"',
  ]);
  expect(refused.answer).toMatchObject({ title: "Signature missing or wrong" });
  const unknown = await callRoute(listAreas, "/api/v1/areas", { token: null });
  expect([unknown.status, unknown.headers.get("www-authenticate")]).toEqual([
    401,
    'Bearer realm="Leafwatch"',
  ]);
  expect(await unknown.json()).toMatchObject({ title: "Sign-in needed" });
});

const network = (n: number) => `203.0.${Math.floor(n / 250)}.${n % 250}`;

it("a flood from many networks displaces no notification whose secret is not entered yet", async () => {
  const secret = randomBytes(24).toString("base64");
  const genuine = alertOf(farm);
  const text = JSON.stringify(genuine);
  for (let n = 0; n < 500; n += 50)
    await Promise.all(
      Array.from({ length: 50 }, async (_, at) => {
        const junk = JSON.stringify({ ...alertOf(farm), tenantId: newUlid() });
        await post(junk, from(network(n + at), { "service-signature": sign(junk, "guessed") }));
        await post(`{"junk":${n + at}}`, from(network(n + at)));
      }),
    );
  const answer = await post(text, from("192.0.2.1", { "service-signature": sign(text, secret) }));
  expect(answer.status).toBe(401);
  const unsigned = await getPrisma().delivery.count({ where: { outcome: "rejected", refusedKind: 2 } });
  expect(unsigned).toBeLessThanOrEqual(40);

  // A flood over days by somebody who knows our tenant id, all newer than the genuine request.
  await fill(1, 12_000, 4_000);
  await fill(2, 6_000, 4_000);
  await fill(0, 15_000, 1);
  await deleteOldRejected();
  const left = await getPrisma().delivery.groupBy({
    by: ["refusedKind"],
    where: { outcome: "rejected" },
    _count: true,
    orderBy: { refusedKind: "asc" },
  });
  expect(left.map(({ refusedKind, _count }) => [refusedKind, _count])).toEqual([
    [0, 10_000],
    [1, 8_000],
    [2, 2_000],
  ]);

  await addWebhookSecret(SYSTEM, farm.tenantId, secret);
  expect(await admitRejected(SYSTEM, farm.tenantId)).toMatchObject({ accepted: 1 });
}, 120_000);

/** Inserts rejected requests of a kind, from many networks. */
const fill = (kind: number, count: number, networks: number) =>
  getPrisma().$executeRaw`
    INSERT INTO deliveries (received_at, outcome, bytes, reason, refused_kind, refused_network)
    SELECT now(), 'rejected', 100, 'junk', ${kind}, 'net ' || n % ${networks} FROM generate_series(1, ${count}) n`;
