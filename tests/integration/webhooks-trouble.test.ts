// The webhook address while the database is slow, away, or refuses one row.

import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { getPrisma } from "@/lib/db/prisma.server";
import {
  addTenancy,
  alertOf,
  post,
  send,
  sign,
  type TestTenancy,
  useTestDatabase,
} from "../support/notifications";

let leave: () => Promise<void>;
let farm: TestTenancy;

beforeAll(async () => {
  leave = await useTestDatabase();
  farm = await addTenancy();
  expect((await send(farm, alertOf(farm))).status).toBe(200);
});
afterAll(() => leave());

/** A connection of its own, to the test's database or another on its server. */
async function outside<T>(work: (client: pg.Client) => Promise<T>, database?: string): Promise<T> {
  const url = new URL(process.env.DATABASE_URL ?? "");
  if (database) url.pathname = `/${database}`;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const countStored = (alertId: string) => getPrisma().delivery.count({ where: { alertId } });

describe("a database that hangs", () => {
  it("is not waited for: the answer is 503 and not a 2xx that is not durable", async () => {
    const sent = alertOf(farm);
    await outside(async (client) => {
      await client.query("BEGIN; LOCK TABLE deliveries IN ACCESS EXCLUSIVE MODE");
      const answer = await send(farm, sent);
      expect(answer).toMatchObject({ status: 503, type: "application/problem+json" });
      await client.query("ROLLBACK");
    });
    expect((await send(farm, alertOf(farm))).status).toBe(200);
    expect(await countStored(sent.alertId)).toBeLessThanOrEqual(1);
  });
});

describe("a database that is away", () => {
  const name = () => new URL(process.env.DATABASE_URL ?? "").pathname.slice(1);
  const admit = (allowed: boolean) =>
    outside(async (client) => {
      await client.query(`ALTER DATABASE ${name()} ALLOW_CONNECTIONS ${allowed}`);
      if (!allowed)
        await client.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", [
          name(),
        ]);
    }, "postgres");

  it("gets 503 for a signed request, 401 for another, and works again at once when it is back", async () => {
    await admit(false);
    const sent = alertOf(farm);
    expect((await send(farm, sent)).status).toBe(503);
    const body = JSON.stringify(sent);
    expect((await post(body, { [farm.header]: sign(body, "guessed") })).status).toBe(401);
    await admit(true);
    expect(await send(farm, sent)).toMatchObject({ status: 200, answer: { status: "accepted" } });
  });
});

it("a row that the database refuses is kept in quarantine and costs its neighbours nothing", async () => {
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

it("a retired secret is refused within seconds, and the other one goes on", async () => {
  const other = await addTenancy();
  expect((await send(other, alertOf(other))).status).toBe(200);
  await getPrisma().webhookSecret.updateMany({
    where: { tenancyId: other.id },
    data: { retiredAt: new Date() },
  });
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 6_000 });
  try {
    expect((await send(other, alertOf(other))).status).toBe(401);
    expect((await send(farm, alertOf(farm))).status).toBe(200);
  } finally {
    vi.useRealTimers();
  }
});

it("a flood of rejected requests is counted, not kept", async () => {
  const bodies = Array.from({ length: 90 }, (_, n) => `{"n":${n}}`);
  const answers = await Promise.all(bodies.map((body) => post(body, {})));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
  expect(await getPrisma().delivery.count({ where: { outcome: "rejected" } })).toBeLessThanOrEqual(61);
});
