// The webhook address while the database rejects a row, secrets are retired, or strangers flood it.

import pg from "pg";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { getPrisma } from "@/lib/base/db/prisma.server";
import { letTimePass } from "../support/clocks";
import { addTenancy, alertOf, post, send, type TestTenancy, useTestDatabase } from "../support/notifications";

const unheard = vi.hoisted(() => ({ next: false }));

// The real write, whose confirmation a test can drop once.
vi.mock("@/lib/alerting/webhooks/store.server", async (original) => {
  const own = await original<typeof import("@/lib/alerting/webhooks/store.server")>();
  const writeBatch: typeof own.writeBatch = async (...rows) => {
    await own.writeBatch(...rows);
    if (!unheard.next) return;
    unheard.next = false;
    throw new Error("What became of it, nobody says");
  };
  return { ...own, writeBatch };
});

let leave: () => Promise<void>;
let farm: TestTenancy;

beforeAll(async () => {
  leave = await useTestDatabase();
  farm = await addTenancy();
  expect((await send(farm, alertOf(farm))).status).toBe(200);
});
afterAll(() => leave());

/** A connection of its own. */
async function outside<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

it("quarantines a row that the database rejects, and stores the others of its batch", async () => {
  await outside((client) => client.query("ALTER TABLE alerts ADD CHECK (job_id <> 'REFUSED')"));
  const good = Array.from({ length: 12 }, () => alertOf(farm));
  const bad = alertOf(farm, { jobId: "REFUSED" });
  const answers = await Promise.all(
    [...good.slice(0, 6), bad, ...good.slice(6)].map((one) => send(farm, one)),
  );
  const outcomes = answers.map(({ answer }) => answer.status);
  expect(outcomes.filter((outcome) => outcome === "accepted")).toHaveLength(12);
  expect(outcomes[6]).toBe("quarantined");
  expect(await getPrisma().delivery.findFirst({ where: { alertId: bad.alertId } })).toMatchObject({
    outcome: "quarantined",
    reason: expect.stringContaining("could not be applied"),
  });
  expect(await send(farm, bad)).toMatchObject({ status: 200, answer: { status: "duplicate" } });
});

it("stores a batch once if it is retried after its commit was not confirmed", async () => {
  const alert = alertOf(farm);
  unheard.next = true;
  expect((await send(farm, alert)).status).toBe(200);
  expect(unheard.next).toBe(false);
  expect(await getPrisma().delivery.findMany({ where: { alertId: alert.alertId } })).toMatchObject([
    { outcome: "accepted" },
  ]);
});

it("rejects a retired secret within seconds, and accepts the other one", async () => {
  const other = await addTenancy();
  expect((await send(other, alertOf(other))).status).toBe(200);
  await getPrisma().webhookSecret.updateMany({
    where: { tenancyId: other.id },
    data: { retiredAt: new Date() },
  });
  letTimePass(6_000);
  expect((await send(other, alertOf(other))).status).toBe(401);
  expect((await send(farm, alertOf(farm))).status).toBe(200);
});

it("counts a flood of rejected requests instead of storing it", async () => {
  const bodies = Array.from({ length: 90 }, (_, n) => `{"n":${n}}`);
  // All in one minute, later than that of the tests before.
  letTimePass(600_000);
  const before = await getPrisma().delivery.count({ where: { outcome: "rejected" } });
  const answers = await Promise.all(bodies.map((body) => post(body, {})));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
  expect(await getPrisma().delivery.count({ where: { outcome: "rejected" } })).toBe(before + 10);
});
