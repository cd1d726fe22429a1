import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { getPool } from "@/lib/base/db/pool.server";
import { getPrisma } from "@/lib/base/db/prisma.server";
import { advance, type StepOutcome } from "@/lib/history/queries/advance.server";
import { claimImport, saveFinalState } from "@/lib/history/queries/checkpoint-store.server";
import { cancelQuery } from "@/lib/history/queries/service.server";
import {
  addConnectedTenancy,
  emptyTables,
  grower,
  until,
  useFreshDatabase,
} from "../support/connected-tenancy";
import { chfResult, indexResult } from "../support/result-content";
import {
  type ResultService,
  sendPart,
  sendSlowly,
  sendWhole,
  startResultService,
} from "../support/result-service";
import { readStoreState } from "../support/store-state";

const ID = "01J8Z000000000000000000001";
const CHUNK = 2_000;
const INDICES = indexResult({ areas: 8, hours: 100 });

let leave: () => Promise<void>;
let service: ResultService;
beforeAll(async () => {
  leave = await useFreshDatabase();
});
afterAll(() => leave());
beforeEach(() => emptyTables());
afterEach(() => service?.stop());

async function begin(content: string, type: "indices" | "chf" = "indices"): Promise<void> {
  service = await startResultService(content);
  const { id: tenancyId } = await addConnectedTenancy(service);
  const from = { from: "2026-05-03T00:00:00Z", to: "2026-08-01T00:00:00Z" };
  await getPrisma().query.create({
    data: {
      id: ID,
      tenancyId,
      type,
      asked: {},
      filters: from,
      purpose: "person",
      requestedBy: "Ruth",
      status: "downloading",
      queryId: "result-0",
      downloadingAt: new Date(),
    },
  });
}

const step = (told: string[] = []): Promise<StepOutcome | null> =>
  advance(ID, { chunkRows: CHUNK, onJobs: async (_, jobs) => void told.push(...jobs) });
const query = () => getPrisma().query.findFirstOrThrow({ where: { id: ID } });
const state = () => readStoreState(getPool());
const endOf = (outcome: StepOutcome | null) => (outcome?.kind === "over" ? outcome.query.status : outcome);

async function undisturbed(content: string, type: "indices" | "chf" = "indices") {
  await begin(content, type);
  expect(endOf(await step())).toBe("completed");
  const expected = await state();
  await service.stop();
  await emptyTables();
  return expected;
}

/** Corrupts loaded rows, so that rows loaded again can be told apart. */
const spoil = () => getPool().query("UPDATE readings SET health = -1 WHERE health IS NOT NULL");
const spoiled = async () => (await getPool().query("SELECT FROM readings WHERE health = -1")).rowCount ?? 0;

describe("a cut download", () => {
  test("resumes after the last committed row, with the same counts and rejected rows as in one run", async () => {
    const expected = await undisturbed(INDICES);
    expect(expected.rejectedRows?.rows).toBeGreaterThan(3);
    await begin(INDICES);
    for (const share of [0.3, 0.7]) {
      service.send = sendPart(Math.floor(INDICES.length * share), true);
      expect(await step()).toMatchObject({ kind: "again", error: { code: "download-cut" } });
    }
    service.send = sendWhole;
    expect(endOf(await step())).toBe("completed");
    expect(await state()).toEqual(expected);
  });

  test("loads nothing twice, and reports all its growth jobs again", async () => {
    await begin(INDICES);
    service.send = sendPart(Math.floor(INDICES.length * 0.7), true);
    await step();
    const { checkpoint, stored, rejected } = await query();
    expect(checkpoint).toMatchObject({ resultId: "result-0", rows: expect.any(Number) });
    expect([stored > 2_000, rejected > 0]).toEqual([true, true]);
    expect((await state()).rejectedRows?.rows).toBe(rejected);
    await spoil();
    const before = await spoiled();
    service.send = sendWhole;
    const told: string[] = [];
    expect(endOf(await step(told))).toBe("completed");
    // Some later rows of the result replace a value of their own.
    expect(await spoiled()).toBeGreaterThan(before * 0.75);
    expect(new Set(told)).toEqual(new Set(["JOB_0", "JOB_1", "JOB_2", "JOB_3"]));
    expect((await query()).checkpoint).toBeNull();
  });

  test("resumes measurements as well", async () => {
    const content = chfResult({ areas: 40, hours: 150 });
    const expected = await undisturbed(content, "chf");
    await begin(content, "chf");
    service.send = sendPart(Math.floor(content.length * 0.6), true);
    await step();
    expect((await query()).stored).toBeGreaterThan(200);
    service.send = sendWhole;
    expect(endOf(await step())).toBe("completed");
    expect(await state()).toEqual(expected);
  });

  test("after the last chunk only saves the final counts", async () => {
    const expected = await undisturbed(INDICES);
    await begin(INDICES);
    // The last byte is missing: every row but the last chunk's is committed.
    service.send = sendPart(INDICES.length - 1, true);
    await step();
    service.send = sendWhole;
    expect(endOf(await step())).toBe("completed");
    expect(await state()).toEqual(expected);
  });
});

describe("a different result", () => {
  async function half(): Promise<void> {
    await begin(INDICES);
    service.send = sendPart(Math.floor(INDICES.length * 0.6), true);
    await step();
    await spoil();
    service.send = sendWhole;
  }

  test("of a resubmitted query is loaded from the first row", async () => {
    await half();
    await getPrisma().query.updateMany({ where: { id: ID }, data: { queryId: "result-9" } });
    expect(endOf(await step())).toBe("completed");
    expect(await spoiled()).toBe(0);
    const { stored, added, improved, changed, unchanged } = await query();
    expect((added ?? 0) + (improved ?? 0) + (changed ?? 0) + (unchanged ?? 0)).toBe(stored);
  });

  test.each([
    ["another value in what is loaded", (text: string) => text.replace("HEALTH,3.1,", "HEALTH,3.2,")],
    ["less of it", (text: string) => text.slice(0, text.indexOf("\n", text.length * 0.2) + 1)],
  ])("under the same identifier, with %s, is loaded from the first row", async (_, change) => {
    await half();
    service.content = Buffer.from(change(INDICES));
    expect(service.content.equals(Buffer.from(INDICES))).toBe(false);
    expect(await step()).toMatchObject({ kind: "again", error: null });
    expect(endOf(await step())).toBe("completed");
    const { stored, empty } = await query();
    const first = await getPool().query(
      "SELECT FROM readings WHERE health = -1 AND at < '2026-05-03T12:00:00Z'",
    );
    expect(first.rowCount).toBe(0);
    expect(stored + empty).toBeLessThanOrEqual(service.content.toString().split("\n").length);
  });
});

test("a superseded import stops and loads nothing more", async () => {
  await begin(INDICES);
  service.send = sendSlowly(10_000, 100);
  const first = step().then(
    () => null,
    (error: Error) => error.name,
  );
  await until(async () => (await query()).stored > 0, "the first chunk");
  const { checkpoint, tally } = await claimImport(ID, "result-0", "somebody-else");
  expect(await first).toBe("SupersededError");
  const { stored } = await query();
  expect(stored).toBe(tally.stored);
  const kept = {
    checkpoint,
    tally,
    rejected: 0,
    unknownColumns: [],
    rejections: [],
    unrequested: 0,
    sensors: [],
  };
  await saveFinalState(ID, kept);
  await expect(
    saveFinalState(ID, { ...kept, checkpoint: { ...checkpoint, holder: "the-first" } }),
  ).rejects.toThrow("Somebody else");
});

describe("cancelling", () => {
  test.each([
    ["while rows come", sendSlowly(10_000, 100)],
    ["while nothing comes any more", sendPart(Math.floor(INDICES.length * 0.6), false)],
  ])("%s stops the import in seconds and keeps committed rows", async (_, send) => {
    await begin(INDICES);
    service.send = send;
    const ended = step();
    await until(async () => (await query()).stored > 0, "the first chunk");
    const asked = Date.now();
    await cancelQuery(grower, ID);
    expect(endOf(await ended)).toBe("cancelled");
    expect(Date.now() - asked).toBeLessThan(10_000);
    const { status, stored, checkpoint } = await query();
    expect({ status, checkpoint }).toEqual({ status: "cancelled", checkpoint: null });
    expect(stored).toBeGreaterThan(0);
    const values = await getPool().query<{ count: number }>(
      "SELECT sum(num_nonnulls(health, efficiency, alpha, productivity, pei, dpi, dli, ppfd))::int AS count FROM readings",
    );
    expect(values.rows[0]?.count).toBeGreaterThan(stored / 2);
  });
});
