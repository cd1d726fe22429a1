/**
 * A bad network between the program and the service. Each fault has a defined outcome: what the query reports, and
 * whether and when the step is retried. Timeouts are short, so that no test takes minutes.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { getPrisma } from "@/lib/base/db/prisma.server";
import type { NewQuery } from "@/lib/history/queries/contract";
import { type Simulator, startSimulator } from "../../simulator/start";
import { addConnectedTenancy, emptyTables, useFreshDatabase } from "../support/connected-tenancy";
import { type SteppedQuery, stepThrough } from "../support/stepped-query";
import { startToxicProxy, type Toxic, type ToxicProxy } from "../support/toxic-proxy";

const { LIMIT_MS } = vi.hoisted(() => ({ LIMIT_MS: 1_200 }));

// The program's client with shorter timeouts: 1.2 s for a response, and 1.2 s of waiting within a body.
vi.mock("@/lib/service/service.server", async () => {
  const { createPlantServiceClient } = await import("@/lib/service/client");
  const { createGuardedFetch } = await import("@/lib/service/guarded-fetch.server");
  const fetch = createGuardedFetch({ allowPrivate: true, idleMs: LIMIT_MS, leastBytes: 20_000 });
  return {
    plantServiceFor: (connection: {
      baseUrl: string;
      authUrl: string;
      clientId: string;
      clientSecret: string;
    }) => createPlantServiceClient({ ...connection, fetch, timeoutMs: LIMIT_MS }),
  };
});

let leave: () => Promise<void>;
let service: Simulator;
let proxy: ToxicProxy;
let skipped: number;

beforeAll(async () => {
  leave = await useFreshDatabase();
});
afterAll(() => leave());
beforeEach(async () => {
  await emptyTables();
  skipped = 0;
  service = await startSimulator({
    querySeconds: 2,
    variants: ["direct"],
    now: () => Date.now() + skipped,
  });
  proxy = await startToxicProxy(service.authUrl);
  await addConnectedTenancy({ baseUrl: `${proxy.origin}/v1`, authUrl: proxy.origin });
});
afterEach(async () => {
  await proxy.stop();
  await service.stop();
});

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
const period: NewQuery = { type: "indices", filters: { from: hoursAgo(5), to: hoursAgo(4) } };
const run = () =>
  stepThrough(period, (ms) => {
    skipped += ms;
  });
const LINES = {
  token: "/oauth2/token",
  submit: "POST /v1/query",
  status: "/status",
  download: "/result/download",
} as const;
type Call = keyof typeof LINES;
const timesAsked = (call: Call) => proxy.requests.filter((line) => line.includes(LINES[call])).length;
const CALLS = Object.keys(LINES) as Call[];

const SLOW: Toxic = { kind: "latency", ms: 2 * LIMIT_MS };
const TRICKLE: Toxic = { kind: "trickle", bytes: 1, everyMs: 40 };
/** In the middle of the body of a small answer, whose head alone has some 150 bytes. */
const IN_ANSWER = 210;
/** In the middle of a result. */
const IN_RESULT = 9_000;

test("latency below the limit changes nothing", async () => {
  for (const call of CALLS) proxy.poison(LINES[call], { kind: "latency", ms: 150 }, 9);
  const { query, errors } = await run();
  expect(query).toMatchObject({ status: "completed", error: null });
  expect(errors).toEqual([]);
});

describe("fails a submission without an answer instead of repeating it, as the query may already run", () => {
  test.each<[string, Toxic, string, RegExp]>([
    ["latency above the limit", SLOW, "timeout", /^Submit failed: no answer within/],
    ["half-open", { kind: "silent" }, "timeout", /^Submit failed: no answer within/],
    ["a slow trickle", TRICKLE, "timeout", /^Submit failed: no answer within/],
    ["reset", { kind: "reset" }, "unreachable", /^Submit failed: the connection was closed/],
    ["cut", { kind: "cut", after: IN_ANSWER }, "unreachable", /^Submit failed: the connection was closed/],
    ["half-open in the answer", { kind: "stall", after: IN_ANSWER }, "timeout", /^Submit failed: no answer/],
  ])("%s", async (_name, toxic, code, message) => {
    proxy.poison(LINES.submit, toxic);
    const { query, errors } = await run();
    expect(query).toMatchObject({ status: "failed", error: { call: "submit", httpStatus: null, code } });
    expect(query.error?.message).toMatch(message);
    expect(errors).toEqual([]);
    expect(timesAsked("submit")).toBe(1);
  });
});

/** The first pause after an error: a second ± 20 %. */
const FIRST_PAUSE = [800, 1_200] as const;
/** How early a timer may fire, in milliseconds. */
const EARLY_MS = 10;

function expectOnePause({ errors, pauses }: SteppedQuery, call: string, code: string): void {
  expect(errors).toMatchObject([{ call, code, httpStatus: null }]);
  // Without a response the timeout passes before the pause begins.
  const waited = code === "timeout" ? LIMIT_MS : 0;
  const [{ least, most } = { least: 0, most: 0 }] = pauses;
  expect(most).toBeGreaterThanOrEqual(waited + FIRST_PAUSE[0] - EARLY_MS);
  expect(least).toBeLessThanOrEqual(FIRST_PAUSE[1]);
}

describe("retries a token or status request, and the query goes on", () => {
  const toxics: [string, Toxic, string][] = [
    ["latency above the limit", SLOW, "timeout"],
    ["half-open", { kind: "silent" }, "timeout"],
    ["a slow trickle", TRICKLE, "timeout"],
    ["half-open in the answer", { kind: "stall", after: IN_ANSWER }, "timeout"],
    ["reset", { kind: "reset" }, "unreachable"],
    ["cut", { kind: "cut", after: IN_ANSWER }, "unreachable"],
    ["cut by a reset", { kind: "cut-reset", after: IN_ANSWER }, "unreachable"],
  ];
  test.each(
    (["token", "status"] as const).flatMap((call) =>
      toxics.map(([name, toxic, code]) => [call, name, toxic, code] as const),
    ),
  )("%s: %s", async (call, _name, toxic, code) => {
    proxy.poison(LINES[call], toxic);
    const stepped = await run();
    expect(stepped.query).toMatchObject({ status: "completed", error: null, resubmitted: false });
    expectOnePause(stepped, call, code);
    expect(timesAsked("submit")).toBe(1);
  });
});

describe("repeats a download from its beginning, without a new submission", () => {
  test.each<[string, Toxic, string, RegExp]>([
    ["latency above the limit", SLOW, "timeout", /^Download failed: no answer within/],
    ["half-open", { kind: "silent" }, "timeout", /^Download failed: no answer within/],
    ["reset", { kind: "reset" }, "unreachable", /^Download failed: the connection was closed/],
    ["cut", { kind: "cut", after: IN_RESULT }, "download-cut", /broke off before its end/],
    ["cut by a reset", { kind: "cut-reset", after: IN_RESULT }, "download-cut", /broke off before its end/],
    ["half-open in the body", { kind: "stall", after: IN_RESULT }, "timeout", /nothing more came within/],
    [
      "a slow trickle",
      { kind: "trickle", bytes: 400, everyMs: 40 },
      "timeout",
      /no more than \d+ bytes came within/,
    ],
  ])("%s", async (_name, toxic, code, message) => {
    proxy.poison(LINES.download, toxic);
    const stepped = await run();
    const { query, errors } = stepped;
    expect(query).toMatchObject({ status: "completed", error: null, resubmitted: false, rejected: 0 });
    expectOnePause(stepped, "download", code);
    expect(errors[0]?.message).toMatch(message);
    expect(timesAsked("download")).toBe(2);
    expect(timesAsked("submit")).toBe(1);
    expect(query.stored).toBeGreaterThan(100);
  });

  test("at most five times; then the query fails with the last error", async () => {
    proxy.poison(LINES.download, { kind: "cut", after: IN_RESULT }, 99);
    const { query, errors, waits } = await run();
    expect(query).toMatchObject({ status: "failed", error: { call: "download", code: "download-cut" } });
    expect(timesAsked("download")).toBe(5);
    expect(errors).toHaveLength(4);
    // 1, 2, 3 and 5 seconds ± 20 %.
    for (const [index, seconds] of [1, 2, 3, 5].entries()) {
      const pause = waits.slice(-4)[index];
      expect(pause).toBeGreaterThan(seconds * 800 - 500);
      expect(pause).toBeLessThan(seconds * 1200 + 1);
    }
  });
});

test("fails the query of an unreachable service at the tenancy's deadline, with the last error", async () => {
  const { query } = await stepThrough(period, async () => {
    proxy.poison(LINES.status, { kind: "reset" }, 99);
    await getPrisma().query.updateMany({ data: { submittedAt: new Date(Date.now() - 3_601_000) } });
  });
  expect(query).toMatchObject({ status: "failed", error: { call: "status", code: "unreachable" } });
  expect(query.error?.message).toBe("Status failed: the connection was closed");
});
