// One alert with thousands of notifications: how much is read for it, and how much it delays others.

import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { EVENTS, type NotificationFacts } from "@/lib/alerting/alerts/contract";
import { foldAlert } from "@/lib/alerting/alerts/fold";
import { type Received, storeBatchWithRetry } from "@/lib/alerting/webhooks/batch.server";
import { Drain } from "@/lib/alerting/webhooks/drain.server";
import { parseNotification } from "@/lib/alerting/webhooks/parse";
import { Spool } from "@/lib/alerting/webhooks/spool.server";
import { toRecord } from "@/lib/alerting/webhooks/spool-format.server";
import { DatabaseCircuitBreaker } from "@/lib/alerting/webhooks/write-policy";
import { storeSpooledBatch } from "@/lib/alerting/webhooks/write-queue.server";
import { SEVERITIES } from "@/lib/base/core/severity";
import { closePool, getIntakePool } from "@/lib/base/db/pool.server";
import { closePrisma, getIntakePrisma, getPrisma } from "@/lib/base/db/prisma.server";
import { until } from "../support/connected-tenancy";
import {
  addTenancy,
  alertOf,
  newUlid,
  plantAlertOf,
  type TestTenancy,
  useTestDatabase,
} from "../support/notifications";

const STORED = 3_000;
const FIRST = Date.UTC(2026, 10, 20, 10);

let leave: () => Promise<void>;
let farm: TestTenancy;

beforeAll(async () => {
  leave = await useTestDatabase();
  farm = await addTenancy();
});
afterAll(() => leave());

/** An authenticated request of the farm. */
function received(value: unknown): Received {
  const body = Buffer.from(JSON.stringify(value));
  return {
    signer: { tenancyId: farm.id, tenantId: farm.tenantId, secretId: 1 },
    ...{ body, receivedAt: new Date(), requestId: null, request: null, parsed: parseNotification(body) },
  };
}

const at = (second: number) => new Date(FIRST + second * 1_000).toISOString();

/** Inserts an alert with a notification each second, as an earlier version stored it. */
async function addLongAlert(): Promise<string> {
  const alertId = newUlid();
  await getPrisma().$executeRaw`
    INSERT INTO notifications (tenancy_id, notification_key, notification_id, alert_id, shape, event, severity, type,
      job_id, "timestamp", meaning, delivery_id, received_at)
    SELECT ${farm.id}::int, ${alertId} || n, ${alertId} || n, ${alertId}, 'alert', 'RAISED', 'LOW', 'HEALTH',
      'JOB', ${at(0)}::timestamptz + make_interval(secs => n), 'm' || n, n, now()
    FROM generate_series(0, ${STORED}::int - 1) n`;
  await getPrisma().$executeRaw`
    INSERT INTO alerts (tenancy_id, alert_id, shape, type, severity, peak_severity, severity_since, rank, status,
      raised_at, first_event_at, last_event_at, job_id, incomplete, notifications, revision)
    VALUES (${farm.id}, ${alertId}, 'alert', 'HEALTH', 'LOW', 'LOW', ${at(0)}::timestamptz, 1, 'open',
      ${at(0)}::timestamptz, ${at(0)}::timestamptz, ${at(STORED - 1)}::timestamptz, 'JOB', false, ${STORED}, 1)`;
  return alertId;
}

/** Counts the characters that the database sends the intake during `work`. */
async function readBy(work: () => Promise<unknown>): Promise<number> {
  const client = vi.spyOn(getIntakePrisma(), "$queryRaw");
  try {
    await work();
    const answers = await Promise.all(client.mock.results.map(({ value }) => value));
    return JSON.stringify(answers, (_, value) => (typeof value === "bigint" ? String(value) : value)).length;
  } finally {
    client.mockRestore();
  }
}

const stateOf = (alertId: string) => getPrisma().alert.findFirstOrThrow({ where: { alertId } });

describe("an alert with thousands of notifications", () => {
  it("is read completely once after an upgrade, but not for later notifications", async () => {
    const alertId = await addLongAlert();
    const batch = (from: number, count: number) =>
      Array.from({ length: count }, (_, n) => received(alertOf(farm, { alertId, timestamp: at(from + n) })));
    const story = await readBy(() => storeBatchWithRetry(batch(STORED, 64)));
    expect(story).toBeGreaterThan(STORED * 100);
    expect(story).toBeLessThan(STORED * 500);
    expect(await stateOf(alertId)).toMatchObject({
      notifications: STORED + 64,
      lastEventAt: new Date(at(STORED + 63)),
    });

    const later = await readBy(() => storeBatchWithRetry(batch(STORED + 64, 64)));
    expect(later).toBeLessThan(64 * 2_000);
    expect(await stateOf(alertId)).toMatchObject({
      notifications: STORED + 128,
      lastEventAt: new Date(at(STORED + 127)),
    });
  });

  it("is not read for duplicates, nor before the first new event", async () => {
    const alertId = await addLongAlert();
    await storeBatchWithRetry([received(alertOf(farm, { alertId, jobId: "JOB", timestamp: at(STORED) }))]);
    const again = Array.from({ length: 64 }, () =>
      received(alertOf(farm, { alertId, jobId: "JOB", timestamp: at(5) })),
    );
    expect(await readBy(() => storeBatchWithRetry(again))).toBeLessThan(64 * 2_000);
    expect(await stateOf(alertId)).toMatchObject({ notifications: STORED + 1 });

    const late = Array.from({ length: 64 }, (_, n) =>
      received(alertOf(farm, { alertId, alertSeverity: "HIGH", timestamp: at(STORED - 10 + n / 8) })),
    );
    expect(await readBy(() => storeBatchWithRetry(late))).toBeLessThan(64 * 2_000);
    expect(await stateOf(alertId)).toMatchObject({
      ...{
        notifications: STORED + 65,
        peakSeverity: "HIGH",
        severity: "LOW",
        severitySince: new Date(at(STORED - 2)),
      },
    });
  });
});

describe("in the spool", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "leafwatch-spool-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("delays others only by its own share, in one file and across files", async () => {
    const other = await addTenancy();
    const spool = new Spool(folder);
    const alertId = newUlid();
    const note = "x".repeat(8_000);
    const mine = Array.from({ length: 1_200 }, (_, n) => alertOf(farm, { alertId, timestamp: at(n), note }));
    const others = Array.from({ length: 40 }, () => alertOf(other));
    const put = (value: unknown, { id, tenantId }: TestTenancy) =>
      spool.append(
        toRecord({ ...received(value), signer: { tenancyId: id, tenantId, secretId: 1 } }),
        Date.now(),
      );
    for (const one of mine) await put(one, farm);
    for (const one of others) await put(one, other);
    expect(readdirSync(folder).length).toBeGreaterThan(1);

    const drain = new Drain(spool, new DatabaseCircuitBreaker());
    await drain.poll();
    await until(async () => spool.figures().records === 0, "the spool to be applied");
    const last = await getPrisma().delivery.findFirstOrThrow({
      where: { tenancyId: other.id },
      orderBy: { id: "desc" },
    });
    const before = await getPrisma().delivery.count({ where: { alertId, id: { lt: last.id } } });
    expect(before).toBeLessThan(512 + 40 + 64);
    expect(await stateOf(alertId)).toMatchObject({ notifications: 1_200 });
    expect(await getPrisma().notification.count({ where: { tenancyId: other.id } })).toBe(40);
  });
});

it("retries an alert alone if the database cannot store it in time, and quarantines it after three attempts", async () => {
  // A short timeout of the intake.
  await closePrisma();
  await closePool();
  const shorter = { query_timeout: 1_500, options: "-c timezone=UTC -c statement_timeout=2000" };
  Object.assign(getIntakePool().options, shorter);
  const slow = received(alertOf(farm));
  const good = Array.from({ length: 7 }, () => received(alertOf(farm)));
  await getPrisma().$executeRawUnsafe(`
    CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(20); RETURN NEW; END $$`);
  await getPrisma().$executeRawUnsafe(`
    CREATE TRIGGER hold BEFORE INSERT ON alerts FOR EACH ROW
    WHEN (NEW.alert_id = '${slow.parsed.alertId}') EXECUTE FUNCTION hold()`);
  vi.useFakeTimers({ toFake: ["performance"] });
  try {
    const settle = (batch: Received[]) => storeSpooledBatch(batch, async () => true);
    const settled = await settle([...good.slice(0, 3), slow, ...good.slice(3)]);
    expect(settled.map((one) => one.outcome !== "failed")).toEqual([
      true,
      true,
      true,
      false,
      true,
      true,
      true,
      true,
    ]);
    const next = received(alertOf(farm, { alertId: slow.parsed.alertId }));
    const beside = received(alertOf(farm));
    expect((await settle([next, beside])).map((one) => one.outcome !== "failed")).toEqual([false, true]);
    for (let tries = 0; tries < 2; tries++) {
      vi.advanceTimersByTime(10_000);
      expect((await settle([slow])).map((one) => one.outcome !== "failed")).toEqual([false]);
    }
    expect(await settle([slow])).toEqual([
      { outcome: "quarantined", reason: "The database took too long to apply it" },
    ]);
  } finally {
    vi.useRealTimers();
  }
  const [kept] = await getPrisma().delivery.findMany({
    where: { notificationId: slow.parsed.notificationId, outcome: "quarantined" },
  });
  expect(Buffer.from(kept?.body ?? []).toString()).toBe(Buffer.from(slow.body).toString());
});

/** The same sequence in every run. */
function sequence(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

function anyNotification(pick: (below: number) => number, alertId: string): Record<string, unknown> {
  const timestamp = at(pick(6));
  if (pick(4) === 0) {
    const event = ["RAISED", "CLOSED"][pick(2)];
    return plantAlertOf(farm, { alertId, event, timestamp, controlAreaId: `C${pick(2)}`, locationId: null });
  }
  const event = EVENTS[pick(3)];
  return alertOf(farm, {
    ...{ alertId, event, timestamp, jobId: `J${pick(2)}`, alertSeverity: SEVERITIES[pick(3)] },
    ...(event === "SEVERITY_INCREASED" && pick(2) ? { previousSeverity: SEVERITIES[pick(3)] } : {}),
    ...(event === "CLOSED" && pick(2) ? { closeReason: "EXPIRED" } : {}),
  });
}

it("folds batches in any order to the state of the whole history", async () => {
  const pick = sequence(19);
  for (let round = 0; round < 25; round++) {
    const alertId = newUlid();
    const all: NotificationFacts[] = [];
    for (let batches = 1 + pick(5); batches > 0; batches--) {
      const batch = Array.from({ length: 1 + pick(5) }, () => received(anyNotification(pick, alertId)));
      await storeBatchWithRetry(batch);
      all.push(...batch.flatMap(({ parsed }) => parsed.understood ?? []));
      const { carry: _, ...expected } = foldAlert(all);
      expect(await stateOf(alertId)).toMatchObject(expected);
    }
  }
});
