// The program behind PgBouncer in transaction mode: every transaction may use another connection.

import { afterAll, beforeAll, expect, test } from "vitest";
import { cancellableQuery } from "@/lib/base/db/cancellable.server";
import {
  closePool,
  getDirectPool,
  getIntakePool,
  getPool,
  settleWithPooler,
} from "@/lib/base/db/pool.server";
import { closePrisma, getPrisma } from "@/lib/base/db/prisma.server";
import { transaction } from "@/lib/base/db/transaction.server";
import { EVENT_CHANNEL } from "@/lib/base/events/contract";
import { log } from "@/lib/base/request/log.server";
import { importIndices } from "@/lib/farm/readings/service.server";
import { JobRunner } from "@/lib/operations/tasks/runner.server";
import type { IndexRow } from "@/lib/service/contract";
import { getHub } from "@/lib/web/events/hub.server";
import { addTenancy, alertOf, send } from "../support/notifications";
import { noPgBouncer, type Pooler, startPgBouncer } from "../support/pgbouncer";
import { createTestDatabase } from "../support/postgres";

const withPooler = test.skipIf(noPgBouncer !== undefined);
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pooler: Pooler;

beforeAll(async () => {
  if (noPgBouncer) {
    process.stderr.write(`SKIPPED: ${noPgBouncer}\n`);
    return;
  }
  log.level = "silent";
  database = await createTestDatabase();
  pooler = await startPgBouncer(database.url);
  await settleWithPooler(database.url, pooler.url);
  process.env.DATABASE_URL = pooler.url;
  process.env.LEAFWATCH_DIRECT_DATABASE_URL = database.url;
  process.env.LEAFWATCH_SECRET_KEYS = Buffer.alloc(32, 9).toString("base64");
});

afterAll(async () => {
  if (noPgBouncer) return;
  await closePrisma();
  await closePool();
  await pooler.stop();
  await database.drop();
});

withPooler("connections have the time zone and limits that they need", async () => {
  for (const pool of [getPool(), getIntakePool(), getDirectPool()]) {
    const { rows } = await pool.query("SELECT current_setting('timezone') AS zone");
    expect(rows).toEqual([{ zone: "UTC" }]);
  }
  const limit = await getPool().query("SELECT current_setting('statement_timeout') AS ms");
  expect(limit.rows).toEqual([{ ms: "1min" }]);
});

withPooler("many concurrent reads, writes and rollbacks each have their own transaction", async () => {
  const tenancy = await addTenancy();
  const rename = (n: number) =>
    transaction(async (tx) => {
      await tx.tenancy.update({ where: { id: tenancy.id }, data: { name: `Farm ${n}` } });
      if (n % 2 === 1) throw new Error("rolled back");
    }).catch(() => undefined);
  await Promise.all(Array.from({ length: 30 }, (_, n) => rename(n)));
  const { name } = await getPrisma().tenancy.findUniqueOrThrow({ where: { id: tenancy.id } });
  expect(Number(name.slice(5)) % 2).toBe(0);
});

withPooler("notifications are stored once each", async () => {
  const tenancy = await addTenancy();
  const alerts = Array.from({ length: 20 }, () => alertOf(tenancy));
  const sent = await Promise.all([...alerts, ...alerts].map((alert) => send(tenancy, alert)));
  expect(sent.every(({ status }) => status === 200)).toBe(true);
  expect(sent.filter(({ answer }) => answer.status === "accepted")).toHaveLength(20);
});

withPooler("history is loaded by COPY repeatedly and concurrently", async () => {
  const farms = await Promise.all(Array.from({ length: 6 }, () => addTenancy()));
  const load = async ({ id, tenantId }: { id: number; tenantId: string }) => {
    const tenancy = { tenancyId: id, tenantId, timeZone: "Europe/Amsterdam" };
    async function* rows(): AsyncIterable<IndexRow[]> {
      for (let hour = 0; hour < 4; hour += 1)
        yield [
          {
            at: Date.UTC(2026, 10, 20, hour),
            path: "House#Bench",
            jobId: "JOB",
            indexName: "HEALTH",
            value: 80,
            filled: false,
          },
        ];
    }
    await importIndices(tenancy, rows(), { chunkRows: 1 });
  };
  await Promise.all([...farms, ...farms].map(load));
  const { rows } = await getPool().query(
    "SELECT DISTINCT count(*)::int AS n FROM readings WHERE tenancy_id = ANY($1) GROUP BY tenancy_id",
    [farms.map(({ id }) => id)],
  );
  expect(rows).toEqual([{ n: 4 }]);
});

withPooler("live events arrive", async () => {
  const heard: string[] = [];
  let listens: () => void = () => undefined;
  const listening = new Promise<void>((resolve) => {
    listens = resolve;
  });
  const end = getHub().subscribe((signal) => {
    if (signal.kind === "reconnected") listens();
    if (signal.kind === "changes") heard.push(...signal.changes.map(({ id }) => id));
  });
  await listening;
  const payload = JSON.stringify({ type: "alert", tenantId: "T", id: "A1" });
  await getPool().query("SELECT pg_notify($1, $2)", [EVENT_CHANNEL, payload]);
  await expect.poll(() => heard).toEqual(["A1"]);
  end();
});

withPooler(
  "an abandoned read is cancelled in the database, and no other one",
  async () => {
    const gone = new AbortController();
    const others = Promise.all(Array.from({ length: 3 }, () => getPool().query("SELECT pg_sleep(1.5)")));
    const running = () =>
      getDirectPool().query<{ n: number }>(
        "SELECT count(*)::int AS n FROM pg_stat_activity WHERE state = 'active' AND query LIKE 'SELECT 1, pg_sleep%'",
      );
    const read = cancellableQuery("SELECT 1, pg_sleep($1)", [120], gone.signal).catch(
      (error: unknown) => error,
    );
    await expect.poll(async () => (await running()).rows[0]?.n).toBe(1);
    gone.abort(new Error("gone"));
    expect(await read).toMatchObject({ message: "gone" });
    await expect.poll(async () => (await running()).rows[0]?.n).toBe(0);
    await others;
    expect(
      (await cancellableQuery<{ n: number }>("SELECT 7 AS n", [], new AbortController().signal)).rows,
    ).toEqual([{ n: 7 }]);
    // Less than the statement timeout of a minute.
  },
  45_000,
);

withPooler("background jobs run, and end when they are stopped", async () => {
  const runner = new JobRunner();
  runner.start();
  const left = async () => {
    const { rows } = await getDirectPool().query<{ n: number }>(
      "SELECT count(*)::int AS n FROM graphile_worker.jobs WHERE task_identifier = 'tidy-up'",
    );
    return rows[0]?.n;
  };
  await expect.poll(() => left().catch(() => undefined), { interval: 100 }).toBe(0);
  await runner.stop();
});
