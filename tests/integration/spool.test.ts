// Notifications while the database is unreachable or slow: spooled to disk, and applied once afterwards.

import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { GET as metrics } from "@/app/api/metrics/route";
import { Intake } from "@/lib/alerting/webhooks/intake.server";
import { Spool } from "@/lib/alerting/webhooks/spool.server";
import { encodeFrame, newHead, toRecord } from "@/lib/alerting/webhooks/spool-format.server";
import { type Disk, machineDisk } from "@/lib/alerting/webhooks/spool-segment.server";
import { processSingleton } from "@/lib/base/core/process-singleton";
import { getPrisma } from "@/lib/base/db/prisma.server";
import { deleteTenancy } from "@/lib/farm/tenancies/deletion.server";
import { deleteRows } from "@/lib/farm/tenancies/service.server";
import { SYSTEM } from "@/lib/identity/actor/system.server";
import { readReadiness } from "@/lib/operations/health/service.server";
import { createDatabaseOn, startTestCluster } from "../support/cluster";
import { until } from "../support/connected-tenancy";
import { goneOwner } from "../support/gone-owner";
import {
  addSecret,
  addTenancy,
  addToken,
  alertOf,
  plantAlertOf,
  post,
  send,
  sign,
  type TestTenancy,
  useTestDatabase,
} from "../support/notifications";
import { serveWebhook } from "../support/webhook-address";

const held = processSingleton<{ intake: Intake }>();

let cluster: Awaited<ReturnType<typeof startTestCluster>>;
let leave: () => Promise<void>;
let farm: TestTenancy;
let admin: string;
let folder: string;

beforeAll(async () => {
  // A server that is killed loses what it did not flush.
  cluster = await startTestCluster({ durable: true });
  leave = await useTestDatabase(() => createDatabaseOn(cluster.adminUrl));
  farm = await addTenancy();
  admin = await addToken("admin");
  // From now on the secrets are saved on disk.
  await send(farm, alertOf(farm));
});
afterAll(async () => {
  await leave();
  await cluster.stop();
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "leafwatch-spool-"));
  useIntake();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Simulates a new process on the folder. */
function useIntake(options: Partial<ConstructorParameters<typeof Intake>[0]> = {}): Intake {
  const intake = new Intake({ folder, patienceMs: 1_000, ...options });
  held.intake = intake;
  intake.start();
  return intake;
}

function intake(): Intake {
  if (!held.intake) throw new Error("There is no intake");
  return held.intake;
}

/** An authenticated request of the farm. */
function signed(value: unknown) {
  const signer = { tenancyId: farm.id, tenantId: farm.tenantId, secretId: 1 };
  return {
    signer,
    body: Buffer.from(JSON.stringify(value)),
    receivedAt: new Date(),
    requestId: null,
    request: null,
  };
}

const waiting = async () => (await intake().figures()).records;
const applied = () => until(async () => (await waiting()) === 0, "the spool to be applied");
const segments = () => readdirSync(folder).filter((name) => name.endsWith(".segment"));
const deliveriesOf = (alertId: string) =>
  getPrisma().delivery.findMany({ where: { alertId }, orderBy: { id: "asc" } });
const notificationsOf = (alertId: string) => getPrisma().notification.count({ where: { alertId } });

async function withoutDatabase(work: () => Promise<void>): Promise<void> {
  await cluster.kill();
  try {
    await work();
  } finally {
    await cluster.restart();
  }
}

async function outside<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const databaseIsBack = () =>
  until(async () => (await send(farm, alertOf(farm))).status === 200, "the database to be used again");

describe("an unreachable database", () => {
  it("is reported, and everything acknowledged meanwhile is applied afterwards", async () => {
    const sent = Array.from({ length: 40 }, () => alertOf(farm));
    await withoutDatabase(async () => {
      const answers = await Promise.all(sent.map((one) => send(farm, one)));
      expect(answers.map(({ status, answer }) => [status, answer.status])).toEqual(
        sent.map(() => [202, "spooled"]),
      );
      expect(await readReadiness()).toMatchObject({ database: "down", spool: "waiting 40" });
    });
    await applied();
    for (const { alertId } of sent) {
      expect(await deliveriesOf(alertId)).toMatchObject([{ outcome: "spooled", answered: "spooled" }]);
      expect(await notificationsOf(alertId)).toBe(1);
    }
    await until(() => Promise.resolve(segments().length === 0), "the files to be removed");
    expect((await readReadiness()).spool).toBe("ok");
    const token = { headers: { authorization: `Bearer ${admin}` } };
    const text = await (await metrics(new Request("http://farm.test/api/metrics", token))).text();
    expect(text).toContain("leafwatch_spool_records 0");
    expect(text).toContain("leafwatch_spooled_total 40");
  });

  it("leads to the same outcomes for spooled notifications", async () => {
    // A long timeout, so that a slow database does not spool the first ones.
    useIntake({ patienceMs: 4_000 });
    const known = alertOf(farm);
    await databaseIsBack();
    expect((await send(farm, known)).answer.status).toBe("accepted");
    const odd = alertOf(farm, { alertSeverity: "CRITICAL" });
    const twice = alertOf(farm);
    const deep = alertOf(farm);
    const nested = `${"[".repeat(60_000)}${"]".repeat(60_000)}`;
    const deepBody = JSON.stringify({ ...deep, event: null }).replace('"event":null', `"event":${nested}`);
    await withoutDatabase(async () => {
      for (const one of [known, odd, deepBody, twice, twice])
        expect((await send(farm, one)).answer.status).toBe("spooled");
      const body = JSON.stringify(known);
      expect((await post(body, { [farm.header]: sign(body, "guessed") })).status).toBe(401);
    });
    await applied();
    expect((await deliveriesOf(known.alertId)).at(-1)).toMatchObject({
      outcome: "duplicate",
      answered: "spooled",
    });
    expect(await deliveriesOf(odd.alertId)).toMatchObject([{ outcome: "quarantined", answered: "spooled" }]);
    expect(await deliveriesOf(deep.alertId)).toMatchObject([{ outcome: "quarantined", answered: "spooled" }]);
    expect(await deliveriesOf(twice.alertId)).toMatchObject([
      { outcome: "spooled" },
      { outcome: "duplicate" },
    ]);
  });

  it("does not prevent a start: the last secrets are saved on disk", async () => {
    const sent = plantAlertOf(farm);
    await withoutDatabase(async () => {
      vi.resetModules();
      (await import("@/lib/base/request/log.server")).log.level = "silent";
      const address = await serveWebhook((await import("@/pages/api/webhooks/alerts")).default);
      const body = JSON.stringify(sent);
      const headers = { [farm.header]: sign(body, farm.secret) };
      expect((await fetch(address, { method: "POST", body, headers })).status).toBe(202);
    });
    await applied();
    expect(await notificationsOf(sent.alertId)).toBe(1);
  });
});

describe("a database that hangs", () => {
  it("does not delay responses, and a late commit is not stored twice", async () => {
    const sent = alertOf(farm);
    await outside(async (client) => {
      await client.query("BEGIN; LOCK TABLE deliveries IN ACCESS EXCLUSIVE MODE");
      expect(await send(farm, sent)).toMatchObject({ status: 202, answer: { status: "spooled" } });
      await client.query("ROLLBACK");
    });
    await applied();
    expect(await deliveriesOf(sent.alertId)).toHaveLength(1);
    expect(await notificationsOf(sent.alertId)).toBe(1);
  });
});

describe("files of a dead process", () => {
  it("are applied by another process, and a torn end is saved apart", async () => {
    const [whole, next] = [alertOf(farm), alertOf(farm)];
    const elsewhere = join(folder, "elsewhere");
    const spool = new Spool(elsewhere);
    for (const one of [whole, next]) await spool.append(toRecord(signed(one)), Date.now());
    const [name = ""] = readdirSync(elsewhere);
    writeFileSync(join(folder, goneOwner(name)), readFileSync(join(elsewhere, name)).subarray(0, -10));
    useIntake();
    await until(() => notificationsOf(whole.alertId), "the whole record");
    await applied();
    expect(await notificationsOf(next.alertId)).toBe(0);
    const [torn = ""] = readdirSync(join(folder, "torn"));
    expect(readFileSync(join(folder, "torn", torn)).toString()).toContain(next.alertId);
    expect(segments()).toEqual([]);
  });

  it("are applied once, even if it died between applying and removing", async () => {
    // A long timeout, so that a slow database does not spool the first ones.
    useIntake({ patienceMs: 4_000 });
    const known = alertOf(farm);
    await databaseIsBack();
    expect((await send(farm, known)).answer.status).toBe("accepted");
    const sent = [alertOf(farm), plantAlertOf(farm), alertOf(farm, { event: "EXPLODED" }), known];
    let left = { name: "", file: Buffer.alloc(0) };
    await withoutDatabase(async () => {
      for (const one of sent) expect((await send(farm, one)).status).toBe(202);
      const [name = ""] = segments();
      left = { name: goneOwner(name), file: readFileSync(join(folder, name)) };
    });
    await applied();
    const before = await getPrisma().delivery.count();
    writeFileSync(join(folder, left.name), left.file);
    useIntake();
    await until(async () => segments().length === 0, "the files to be removed");
    expect(await getPrisma().delivery.count()).toBe(before);
    for (const { alertId } of sent) expect(await notificationsOf(alertId)).toBeLessThanOrEqual(1);
  });

  it("are not taken over while it lives, and files without records are removed", async () => {
    const living = new Spool(folder);
    await living.append(Buffer.from("not for others"), Date.now());
    const [name = ""] = segments();
    const head = newHead();
    const empty = Buffer.concat([head, encodeFrame(head, Buffer.from("torn")).subarray(0, -1)]);
    writeFileSync(join(folder, goneOwner(name).replace("00000001", "00000002")), empty);
    useIntake();
    await until(async () => segments().length === 1, "the empty file to go");
    expect(segments()).toEqual([name]);
  });

  it("are dropped if their tenancy was deleted", async () => {
    const gone = await addTenancy();
    const elsewhere = mkdtempSync(join(tmpdir(), "leafwatch-spool-"));
    const signer = { tenancyId: gone.id, tenantId: gone.tenantId, secretId: 1 };
    await new Spool(elsewhere).append(toRecord({ ...signed(alertOf(gone)), signer }), Date.now());
    const [name = ""] = readdirSync(elsewhere);
    await deleteTenancy(SYSTEM, { tenantId: gone.tenantId, name: `Farm ${gone.tenantId}` });
    await outside((client) =>
      client.query("UPDATE tenancies SET deleting_at = '2026-01-01' WHERE id = $1", [gone.id]),
    );
    for (let rows = 1; rows > 0; rows = await getPrisma().tenancy.count({ where: { id: gone.id } }))
      await deleteRows(SYSTEM, gone.id);

    writeFileSync(join(folder, goneOwner(name)), readFileSync(join(elsewhere, name)));
    useIntake();
    await until(async () => segments().length === 0, "what is left of it to go");
    expect(await waiting()).toBe(0);
  });

  it("stay on disk if this database does not know their tenancy", async () => {
    await withoutDatabase(async () => {
      const stranger = {
        ...signed(alertOf(farm)),
        signer: { tenancyId: farm.id, tenantId: "another", secretId: 1 },
      };
      expect(await intake().storeOrSpool(stranger)).toEqual({ outcome: "spooled" });
    });
    await until(async () => (await readReadiness()).spool !== "ok", "the record to be told");
    await databaseIsBack();
    expect(segments()).not.toEqual([]);
  });
});

describe("a process whose files another one took over", () => {
  it("writes records that are not acknowledged yet to a new file", async () => {
    const spool = new Spool(folder);
    await spool.append(Buffer.from("one"), 1);
    const [name = ""] = segments();
    mkdirSync(join(folder, "taken"));
    renameSync(join(folder, name), join(folder, "taken", name));
    await spool.append(Buffer.from("two"), 2);
    const [mine = ""] = segments();
    expect(readFileSync(join(folder, mine)).toString()).toContain("two");
    expect(spool.figures().records).toBe(1);
  });
});

/** A disk that is full at this total size of spool files; the last write is partial. */
function fullDisk(limit: () => number): Disk {
  const open: Disk["open"] = async (...parameters) => {
    const handle = await machineDisk.open(...parameters);
    const path = String(parameters[0]);
    const write = handle.write.bind(handle) as (
      bytes: Buffer,
      offset: number,
      length: number,
      position: number,
    ) => Promise<{ bytesWritten: number; buffer: Buffer }>;
    const limited = async (bytes: Buffer, offset: number, length: number, position: number) => {
      const others = readdirSync(dirname(path)).filter(
        (name) => /(segment|probe)$/.test(name) && name !== basename(path),
      );
      const used = others.reduce((sum, name) => sum + statSync(join(dirname(path), name)).size, 0);
      const room = limit() - used - position;
      if (room <= 0)
        throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
      return write(bytes, offset, Math.min(length, room), position);
    };
    return Object.assign(handle, { write: limited });
  };
  return { ...machineDisk, open };
}

describe("a full disk", () => {
  it("rejects new notifications, loses no acknowledged one, and makes Leafwatch not ready", async () => {
    let limit = 700;
    // Its first check of the disk writes too.
    await useIntake({ disk: fullDisk(() => limit) }).figures();
    const [first, second, third] = [alertOf(farm), alertOf(farm), alertOf(farm)];
    await withoutDatabase(async () => {
      expect((await send(farm, first)).status).toBe(202);
      expect(await send(farm, second)).toMatchObject({ status: 503, type: "application/problem+json" });
      expect((await readReadiness()).spool).toMatch(/^failed: ENOSPC/);
      limit = 100_000;
      expect((await send(farm, third)).status).toBe(202);
      await until(async () => (await readReadiness()).spool === "waiting 2", "the room to be told");
    });
    await applied();
    for (const { alertId } of [first, third]) expect(await notificationsOf(alertId)).toBe(1);
    expect(await notificationsOf(second.alertId)).toBe(0);
  });

  it("is detected in advance, as is a folder that cannot be created", async () => {
    useIntake({ disk: fullDisk(() => 20) });
    expect((await readReadiness()).spool).toMatch(/^failed: ENOSPC/);
    writeFileSync(join(folder, "file"), "");
    useIntake({ folder: join(folder, "file", "spool") });
    expect((await readReadiness()).spool).toMatch(/^failed: ENOTDIR/);
  });
});

it("rejects no notification while secrets are rotated under load", async () => {
  const old = farm.secret;
  let secret = old;
  let ended = false;
  const statuses: number[] = [];
  const sender = async () => {
    while (!ended) {
      const body = JSON.stringify(alertOf(farm));
      statuses.push((await post(body, { [farm.header]: sign(body, secret) })).status);
    }
  };
  const senders = Array.from({ length: 8 }, sender);
  for (let round = 0; round < 3; round++) {
    const before = await getPrisma().webhookSecret.findFirstOrThrow({
      where: { tenancyId: farm.id, retiredAt: null },
    });
    secret = await addSecret(farm);
    const since = statuses.length;
    await until(async () => statuses.length > since + 40, "notifications signed with the new secret");
    await getPrisma().webhookSecret.update({ where: { id: before.id }, data: { retiredAt: new Date() } });
  }
  ended = true;
  await Promise.all(senders);
  expect(statuses.filter((status) => status !== 200 && status !== 202)).toEqual([]);
  await applied();
});
