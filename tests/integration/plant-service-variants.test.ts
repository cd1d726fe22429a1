/** A whole query against every variant of the simulated service: submitted, polled, stored, read. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { getPrisma } from "@/lib/base/db/prisma.server";
import type { NewQuery } from "@/lib/history/queries/contract";
import { readQueryRows } from "@/lib/history/queries/rows-service.server";
import { type Simulator, type StartOptions, startSimulator } from "../../simulator/start";
import { addConnectedTenancy, emptyTables, useFreshDatabase, viewer } from "../support/connected-tenancy";
import { stepThrough } from "../support/stepped-query";

let leave: () => Promise<void>;
let service: Simulator | undefined;
/** How far the service's clock is ahead of ours: the sum of skipped waits. */
let skipped: number;

beforeAll(async () => {
  leave = await useFreshDatabase();
});
afterAll(() => leave());
beforeEach(async () => {
  await emptyTables();
  skipped = 0;
});
afterEach(() => service?.stop());

const HOUR = 3_600_000;
const START = Date.now();
const hoursAgo = (hours: number) => new Date(START - hours * HOUR).toISOString();
const period: NewQuery = { type: "indices", filters: { from: hoursAgo(5), to: hoursAgo(4) } };
const skip = (ms: number) => {
  skipped += ms;
};

async function connect(variants: string[], options: StartOptions = {}, tokenAuth = "basic") {
  const client = { id: "test-client", secret: "test-client-secret" };
  service = await startSimulator({
    querySeconds: 2,
    clients: [client],
    variants,
    now: () => Date.now() + skipped,
    ...options,
  });
  const { id } = await addConnectedTenancy({
    ...service,
    clientSecret: options.clients?.[0]?.secret ?? client.secret,
  });
  await getPrisma().tenancy.update({ where: { id }, data: { tokenAuth } });
}

async function run(variants: string[], options: StartOptions = {}, tokenAuth?: string) {
  await connect(variants, options, tokenAuth);
  return stepThrough(period, skip);
}

/** The rows of the query, without columns that the variant omits. */
async function rowsOf(id: string): Promise<string[]> {
  const { items } = await readQueryRows(viewer, id, { limit: 500 });
  return items.map(
    (row) => `${row.timestampIso} ${row.controlAreaPathName} ${row.jobId} ${row.indexName} ${row.indexValue}`,
  );
}

let plain: string[] | undefined;
async function plainRows(): Promise<string[]> {
  if (plain) return plain;
  const { query } = await run([]);
  plain = await rowsOf(query.id);
  await service?.stop();
  await emptyTables();
  skipped = 0;
  return plain;
}

describe("every variant of an installation returns the same rows", () => {
  test.each<[string[]]>([
    [["redirect:302"]],
    [["redirect:303"]],
    [["redirect:307"]],
    [["uri-key:uri"]],
    [["uri-key:url"]],
    [["uri-key:downloadUrl"]],
    [["direct"]],
    [["json"]],
    [["json-object"]],
    [["direct", "json-object"]],
    [["ndjson"]],
    [["direct", "ndjson"]],
    [["gzip"]],
    [["gzip-unlabelled"]],
    [["gzip-typed"]],
    [["gzip-mislabelled"]],
    [["direct", "gzip-unlabelled", "json"]],
    [["no-status:404", "not-ready:202"]],
    [["no-status:405", "not-ready:204"]],
    [["no-status:501", "not-ready:404"]],
    [["no-status", "not-ready:409"]],
    [["no-status", "not-ready:425", "direct"]],
    [["trailing-slash"]],
    [["statuses-lower"]],
    [["unknown-status"]],
    [["token-expires"]],
    [["space-after-comma"]],
    [["bom-crlf"]],
    [["single-underscore"]],
    [["bare"]],
    [["unknown-columns"]],
    [["no-filled-column"]],
    [["duplicates"]],
  ])("%j", async (variants) => {
    const expected = await plainRows();
    const { query, errors } = await run(variants);
    expect(query).toMatchObject({ status: "completed", error: null, rejected: 0 });
    expect(errors).toEqual([]);
    expect(expected.length).toBeGreaterThan(100);
    expect(await rowsOf(query.id)).toEqual(expected);
  });
});

describe("the token", () => {
  test("client_secret_post", async () => {
    expect((await run(["post-auth"], {}, "post")).query.status).toBe("completed");
  });

  test("form-encoded Basic, detected by a 401", async () => {
    const clients = [{ id: "test-client", secret: "p+ss w%rd/é:1" }];
    expect((await run(["form-encoded-auth"], { clients })).query.status).toBe("completed");
  });

  test("raw Basic, with a secret that form encoding would change", async () => {
    const clients = [{ id: "test-client", secret: "p+ss w%rd/é:1" }];
    expect((await run([], { clients })).query.status).toBe("completed");
  });

  test("expires between two polls", async () => {
    await connect(["no-status"], { querySeconds: 2 * 3_600, resultMinutes: 600 });
    const { query, errors } = await stepThrough(period, (ms) => skip(ms + 30 * 60_000));
    expect(query.status).toBe("completed");
    expect(errors).toEqual([]);
  });
});

describe("a service that rate-limits", () => {
  test.each(["rate-limit", "unavailable"])("%s with seconds", async (variant) => {
    const { query, waits, errors } = await run([variant, "retry-after:seconds"]);
    expect(query.status).toBe("completed");
    expect(errors.map((error) => error.call)).toEqual(["submit", "status"]);
    expect(waits[0]).toBeGreaterThan(500);
  });

  test.each(["rate-limit", "unavailable"])("%s with a date", async (variant) => {
    const { query, waits, errors } = await run([variant, "retry-after:date"]);
    expect(query.status).toBe("completed");
    expect(errors.map((error) => error.httpStatus)).toEqual(
      Array(2).fill(variant === "rate-limit" ? 429 : 503),
    );
    expect(waits[0]).toBeGreaterThan(500);
  });

  test.each(["rate-limit", "unavailable"])("%s without Retry-After", async (variant) => {
    const { query, waits, errors } = await run([variant, "retry-after:none"]);
    expect(query.status).toBe("completed");
    expect(errors).toHaveLength(2);
    // The usual first pause, with its jitter.
    expect(waits[0]).toBeGreaterThan(300);
    expect(waits[0]).toBeLessThanOrEqual(1_200);
  });

  test("does not repeat a submission answered 500", async () => {
    const { query } = await run(["internal-error"]);
    expect(query).toMatchObject({
      status: "failed",
      error: { call: "submit", httpStatus: 500, code: "server-error" },
    });
  });
});

describe("a query that ended at the service", () => {
  test.each([
    ["failed", "FAILED", "ran out of memory"],
    ["cancelled", "CANCELLED", "Stopped by an operator"],
  ])("%s: shows the service's message", async (variant, serviceStatus, words) => {
    const { query } = await run([variant]);
    expect(query).toMatchObject({ status: "failed", serviceStatus, error: { code: "query-failed" } });
    expect(query.error?.message).toContain(words);
  });

  test("shows an unknown status, and polls on until the deadline", async () => {
    await connect(["unknown-status"], { querySeconds: 7_200 });
    await getPrisma().tenancy.updateMany({ data: { queryDeadlineMinutes: 1 } });
    const { query } = await stepThrough(period, async (ms) => {
      skip(ms + 3_000_000);
      await getPrisma().query.updateMany({ data: { submittedAt: new Date(Date.now() - skipped) } });
    });
    expect(query).toMatchObject({
      status: "failed",
      serviceStatus: "OPTIMISING",
      error: { code: "deadline" },
    });
    expect(query.error?.message).toContain("OPTIMISING");
  });
});

describe("an expired result", () => {
  test.each([[["expired:403"]], [["expired:404"]], [["expired:410"]], [["expired:410", "no-status"]]])(
    "%j: submits the query again, once",
    async (variants) => {
      const { query } = await run(variants);
      expect(query).toMatchObject({ status: "completed", resubmitted: true });
    },
  );

  test("submits a query again once if the status endpoint no longer knows it", async () => {
    const { query } = await run(["forgets"], { querySeconds: 20 });
    expect(query).toMatchObject({
      status: "completed",
      resubmitted: true,
      withoutStatus: false,
      error: null,
    });
  });

  test("fails a query that is unknown again after that", async () => {
    const { query } = await run(["forgets:always"], { querySeconds: 20 });
    expect(query).toMatchObject({
      status: "failed",
      resubmitted: true,
      error: { call: "status", code: "result-expired", httpStatus: 404 },
    });
    expect(query.error?.message).toBe(
      'Status answered 404: "No such query."; the service had told its status before and does not know it any more',
    );
  });

  test("fails at once on 403 without a status endpoint", async () => {
    const { query } = await run(["expired:403", "no-status"]);
    expect(query).toMatchObject({ status: "failed", resubmitted: false, error: { code: "scope-missing" } });
  });

  test("requests a rejected address once more, without a new submission", async () => {
    const { query } = await run(["link-refused"]);
    expect(query).toMatchObject({ status: "completed", resubmitted: false });
  });

  test("requests an address that is always rejected once more, submits again once, then fails the query", async () => {
    const { query } = await run(["link-dead"]);
    expect(query).toMatchObject({
      status: "failed",
      resubmitted: true,
      error: { call: "result", code: "result-expired", httpStatus: 403 },
    });
    expect(query.error?.message).not.toMatch(/signature=|127\.0\.0\.1/);
  });

  test("retries a download that is cut", async () => {
    const { query, errors } = await run(["cut"]);
    expect(query).toMatchObject({ status: "completed", resubmitted: false });
    expect(errors).toMatchObject([{ call: "result", code: "download-cut" }]);
  });

  test("follows at most five redirects", async () => {
    const { query } = await run(["redirect-loop"]);
    expect(query).toMatchObject({ status: "failed", error: { call: "result", code: "bad-answer" } });
    expect(query.error?.message).toContain("more than 5 redirects");
  });
});
