// Which responses to a download use up its attempts, for every response that the interface allows.

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { getPrisma } from "@/lib/base/db/prisma.server";
import type { NewQuery } from "@/lib/history/queries/contract";
import { addConnectedTenancy, emptyTables, useFreshDatabase } from "../support/connected-tenancy";
import { indexResult } from "../support/result-content";
import {
  type ResultService,
  sendPart,
  sendStatus,
  sendWhole,
  startResultService,
} from "../support/result-service";
import { stepThrough } from "../support/stepped-query";

let leave: () => Promise<void>;
let service: ResultService;

beforeAll(async () => {
  leave = await useFreshDatabase();
});
afterAll(() => leave());
beforeEach(async () => {
  await emptyTables();
  service = await startResultService(indexResult({ areas: 2, hours: 4 }));
  await addConnectedTenancy(service);
});
afterEach(() => service.stop());

const period: NewQuery = { type: "indices", filters: {} };
const cut = sendPart(200, true);
/** The connection ends after the headers. */
const cutAtOnce: ResultService["send"] = (response, content) => {
  response.writeHead(200, { "content-type": "text/csv", "content-length": content.length });
  response.flushHeaders();
  response.destroy();
};

/** Sends one response per download; the last one repeats. */
function answer(...answers: ResultService["send"][]): void {
  let next = 0;
  service.send = (response, content) => answers[Math.min(next++, answers.length - 1)]?.(response, content);
}

describe.each([
  ["without a status address", false, [202, 204, 404, 409, 425]],
  ["behind COMPLETED", true, [202, 204, 409, 425]],
])("%s", (_, hasStatus, notReady) => {
  beforeEach(() => {
    service.hasStatus = hasStatus;
  });
  const waits = notReady.map((status) => sendStatus(status));

  test("not-ready responses use up no attempt, before or after a cut", async () => {
    answer(...waits, ...waits, cut, ...waits, cut, ...waits, cut, cut, ...waits, sendWhole);
    const { query, errors } = await stepThrough(period);
    expect(query).toMatchObject({ status: "completed", error: null });
    expect(query.stored).toBeGreaterThan(50);
    expect(errors.map((error) => error.code)).toEqual(Array(4).fill("download-cut"));
  });

  test.each([
    ["in the middle", cut],
    ["behind its headers", cutAtOnce],
  ])(
    "the fifth cut %s fails the query, whatever the number of not-ready responses in between",
    async (_name, broken) => {
      answer(broken, ...waits, broken, broken, ...waits, broken, broken, sendWhole);
      const { query, errors } = await stepThrough(period);
      expect(query).toMatchObject({ status: "failed", error: { code: "download-cut" } });
      expect(errors).toHaveLength(4);
      expect(service.downloads).toBe(5 + 2 * waits.length);
    },
  );

  test("polls until the deadline", async () => {
    await getPrisma().tenancy.updateMany({ data: { queryDeadlineMinutes: 5 } });
    answer(...waits);
    let waited = 0;
    const { query } = await stepThrough(period, async (ms) => {
      waited += ms;
      const before = new Date(Date.now() - waited);
      await getPrisma().query.updateMany({ data: { submittedAt: before } });
      await getPrisma().query.updateMany({
        where: { downloadingAt: { not: null } },
        data: { downloadingAt: before },
      });
    });
    expect(query).toMatchObject({ status: "failed", error: { code: "deadline" } });
    expect(service.downloads).toBeGreaterThan(20);
  });
});
