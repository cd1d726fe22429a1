// The spool on a failing disk: nothing acknowledged is lost or duplicated, and it recovers.

import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Drain } from "@/lib/alerting/webhooks/drain.server";
import { Spool } from "@/lib/alerting/webhooks/spool.server";
import { HEAD_BYTES, toRecord } from "@/lib/alerting/webhooks/spool-format.server";
import { DatabaseCircuitBreaker } from "@/lib/alerting/webhooks/write-policy";
import { getPrisma } from "@/lib/base/db/prisma.server";
import { until } from "../support/connected-tenancy";
import { type FaultCode, FaultyDisk } from "../support/faulty-disk";
import { goneOwner } from "../support/gone-owner";
import { addTenancy, alertOf, type TestTenancy, useTestDatabase } from "../support/notifications";

let leave: () => Promise<void>;
let farm: TestTenancy;
let folder: string;

beforeAll(async () => {
  leave = await useTestDatabase();
  farm = await addTenancy();
});
afterAll(() => leave());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "leafwatch-spool-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

type Sent = ReturnType<typeof alertOf>;

function recordOf(sent: Sent): Buffer {
  const signer = { tenancyId: farm.id, tenantId: farm.tenantId, secretId: 1 };
  const body = Buffer.from(JSON.stringify(sent));
  return toRecord({ signer, body, receivedAt: new Date(), requestId: null, request: null });
}

const append = (spool: Spool, sent: Sent) => spool.append(recordOf(sent), Date.now());
const segmentsIn = (place: string) => readdirSync(place).filter((name) => name.endsWith(".segment"));
const kept = (part: string) => {
  try {
    return readdirSync(join(folder, part));
  } catch {
    return [];
  }
};

/** Counts deliveries and notifications of each alert. */
async function countsOf(list: readonly Sent[]): Promise<[deliveries: number, notifications: number][]> {
  const where = { alertId: { in: list.map(({ alertId }) => alertId) } };
  const [deliveries, notifications] = await Promise.all([
    getPrisma().delivery.findMany({ where, select: { alertId: true } }),
    getPrisma().notification.findMany({ where, select: { alertId: true } }),
  ]);
  const count = (found: { alertId: string | null }[], { alertId }: Sent) =>
    found.filter((one) => one.alertId === alertId).length;
  return list.map((one) => [count(deliveries, one), count(notifications, one)]);
}

/** Writes a file of a dead process. */
async function leaveBehind(list: readonly Sent[], cut = 0): Promise<string> {
  const elsewhere = mkdtempSync(join(tmpdir(), "leafwatch-left-"));
  const spool = new Spool(elsewhere);
  for (const one of list) await append(spool, one);
  const [name = ""] = segmentsIn(elsewhere);
  const left = goneOwner(name);
  const file = readFileSync(join(elsewhere, name));
  writeFileSync(join(folder, left), file.subarray(0, file.length - cut));
  rmSync(elsewhere, { recursive: true, force: true });
  return left;
}

/** Starts a spool on the folder. */
function begin(faulty = new FaultyDisk()) {
  const spool = new Spool(folder, faulty.disk);
  const drain = new Drain(spool, new DatabaseCircuitBreaker());
  return { faulty, spool, drain };
}

type Process = ReturnType<typeof begin>;

/** Polls the spool like a process until it is empty. */
const settled = ({ spool, drain }: Process) =>
  until(async () => {
    await drain.poll();
    drain.drainNow();
    await spool.probe();
    const { records, failure } = spool.figures();
    return records === 0 && failure === null && segmentsIn(folder).length === 0;
  }, "the spool to be empty");

/** Every operation of a spool: takes over files, appends three times, applies and removes. */
async function live({ spool, drain }: Process, list: readonly Sent[]): Promise<Sent[]> {
  await drain.poll();
  const answered: Sent[] = [];
  for (const one of list)
    await append(spool, one).then(
      () => answered.push(one),
      () => undefined,
    );
  await spool.probe();
  await drain.poll();
  return answered;
}

/** The numbered disk operations of a run without a fault. */
async function operations(): Promise<string[]> {
  const process = begin();
  await leaveBehind([alertOf(farm), alertOf(farm)], 5);
  await live(process, [alertOf(farm), alertOf(farm), alertOf(farm)]);
  await settled(process);
  rmSync(join(folder, "torn"), { recursive: true });
  return process.faulty.done;
}

const CODES: FaultCode[] = ["ENOSPC", "EIO", "EMFILE"];

describe("a fault at each disk operation in turn", () => {
  it.each([
    ["once", (number: number, at: number) => number === at],
    ["from then on", (number: number, at: number) => number >= at],
  ])(
    "%s loses nothing acknowledged, duplicates nothing, and has no effect once it is over",
    async (_, isHit) => {
      const count = (await operations()).length;
      expect(count).toBeGreaterThan(30);
      for (let at = 1; at <= count; at++) {
        const process = begin();
        const left = [alertOf(farm), alertOf(farm)];
        const sent = [alertOf(farm), alertOf(farm), alertOf(farm)];
        await leaveBehind([...left, alertOf(farm)], 5);
        process.faulty.fails = (_operation, number) =>
          isHit(number, at) ? CODES[at % CODES.length] : undefined;
        const answered = await live(process, sent);
        process.faulty.fails = () => undefined;
        await settled(process);
        const fault = `after a fault at ${process.faulty.done[at - 1]} (${at})`;
        const counts = await countsOf([...left, ...answered]);
        expect(counts, fault).toEqual(counts.map(() => [1, 1]));
        for (const [deliveries] of await countsOf(sent)) expect(deliveries, fault).toBeLessThanOrEqual(1);
        expect(kept("torn"), fault).not.toEqual([]);
        expect(kept("damaged"), fault).toEqual([]);
        rmSync(join(folder, "torn"), { recursive: true });
      }
    },
  );
});

it("the next process finds everything acknowledged while the disk failed", async () => {
  for (const operation of ["write", "datasync", "truncate", "stat", "sync"]) {
    const process = begin();
    const [first, second, third] = [alertOf(farm), alertOf(farm), alertOf(farm)];
    await append(process.spool, first);
    process.faulty.fails = (name) => (name === operation || name === "truncate" ? "EIO" : undefined);
    const second202 = await append(process.spool, second).then(
      () => true,
      () => false,
    );
    process.faulty.fails = () => undefined;
    await append(process.spool, third);
    for (const name of segmentsIn(folder)) renameSync(join(folder, name), join(folder, goneOwner(name)));
    await settled(begin());
    const [a, b, c] = await countsOf([first, second, third]);
    expect([a, c]).toEqual([
      [1, 1],
      [1, 1],
    ]);
    if (second202) expect(b).toEqual([1, 1]);
    expect(b?.[0]).toBeLessThanOrEqual(1);
  }
});

describe("a file that cannot be taken over", () => {
  it("is handed back, reported as a failure, and read once it can be", async () => {
    const sent = [alertOf(farm), alertOf(farm)];
    const name = await leaveBehind(sent);
    const process = begin();
    let opened = 0;
    process.faulty.fails = (operation) => {
      if (operation === "open") opened += 1;
      return operation === "open" ? "EMFILE" : undefined;
    };
    await process.drain.poll();
    expect(opened).toBeGreaterThan(0);
    expect(segmentsIn(folder)).toEqual([name]);
    expect(process.spool.figures()).toMatchObject({
      unread: 1,
      failure: "1 file of the spool cannot be read or removed (EMFILE: too many open files)",
    });
    process.faulty.fails = () => undefined;
    await settled(process);
    expect(await countsOf(sent)).toEqual(sent.map(() => [1, 1]));
  });

  it("does not block the others", async () => {
    const [first, second] = [alertOf(farm), alertOf(farm)];
    await leaveBehind([first]);
    await leaveBehind([second]);
    const process = begin();
    let renames = 0;
    process.faulty.fails = (operation) => {
      if (operation === "rename") renames += 1;
      return operation === "rename" && renames === 1 ? "EIO" : undefined;
    };
    await process.drain.poll();
    await until(async () => process.spool.figures().records === 0, "the other file to be applied");
    const counts = await countsOf([first, second]);
    expect(counts.filter(([deliveries]) => deliveries === 1)).toHaveLength(1);
    await settled(process);
    expect(await countsOf([first, second])).toEqual([
      [1, 1],
      [1, 1],
    ]);
  });

  it("has its whole records applied before its torn end can be saved", async () => {
    const [whole, torn] = [alertOf(farm), alertOf(farm)];
    await leaveBehind([whole, torn], 10);
    const process = begin();
    process.faulty.fails = (operation) => (operation === "writeFile" ? "ENOSPC" : undefined);
    await process.drain.poll();
    await until(async () => (await countsOf([whole]))[0]?.[0] === 1, "the whole record to be applied");
    await until(async () => process.spool.figures().unread === 1, "the file to be told");
    expect(segmentsIn(folder)).toHaveLength(1);
    process.faulty.fails = () => undefined;
    await settled(process);
    expect(kept("torn")).toHaveLength(1);
  });
});

describe("a record that is damaged on disk while its process lives", () => {
  it("is saved apart and reported, and the records around it are applied", async () => {
    const process = begin();
    const [before, broken, behind] = [alertOf(farm), alertOf(farm), alertOf(farm)];
    for (const one of [before, broken, behind]) await append(process.spool, one);
    const [name = ""] = segmentsIn(folder);
    const file = readFileSync(join(folder, name));
    file.write("?", file.indexOf(broken.alertId));
    writeFileSync(join(folder, name), file);
    await settled(process);
    expect(await countsOf([before, broken, behind])).toEqual([
      [1, 1],
      [0, 0],
      [1, 1],
    ]);
    const [piece = ""] = kept("damaged");
    expect(readFileSync(join(folder, "damaged", piece)).toString()).toContain(broken.notificationId);
    expect(process.spool.figures()).toMatchObject({ damaged: 1, failure: null });
    // The next process reports it too.
    const next = begin();
    await next.drain.poll();
    expect(next.spool.figures().damaged).toBe(1);
  });

  it("at the end, or a wholly damaged file, blocks no other file", async () => {
    const process = begin();
    const [lost, later] = [alertOf(farm), alertOf(farm)];
    await append(process.spool, lost);
    const [name = ""] = segmentsIn(folder);
    writeFileSync(join(folder, name), readFileSync(join(folder, name)).subarray(0, HEAD_BYTES + 3));
    await append(process.spool, later);
    await settled(process);
    expect(await countsOf([lost, later])).toEqual([
      [0, 0],
      [1, 1],
    ]);
    expect(process.spool.figures().damaged).toBeGreaterThan(0);
  });

  it("in an unreadable file blocks no other file", async () => {
    const process = begin();
    const first = alertOf(farm);
    await append(process.spool, first);
    process.faulty.fails = (operation) => (operation === "write" ? "EIO" : undefined);
    await append(process.spool, alertOf(farm)).catch(() => undefined);
    process.faulty.fails = () => undefined;
    const second = alertOf(farm);
    await append(process.spool, second);
    let reads = 0;
    process.faulty.fails = (operation) => {
      if (operation === "read") reads += 1;
      return operation === "read" && reads === 1 ? "EIO" : undefined;
    };
    await process.drain.poll();
    await until(async () => (await countsOf([second]))[0]?.[0] === 1, "the other file to be applied");
    expect(process.spool.figures()).toMatchObject({ records: 1, unread: 1 });
    await settled(process);
    expect(await countsOf([first])).toEqual([[1, 1]]);
  });
});
