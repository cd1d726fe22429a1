import { describe, expect, test } from "vitest";
import { ENGLISH } from "@/lib/base/words/english.test-support";
import type { TenancyDetails, Trial, Trials } from "@/lib/farm/tenancies/contract";
import { describeStages, firstOpen } from "./summaries";

const fresh: TenancyDetails = {
  ...{ id: 1, tenantId: "WEST", slug: "westland", name: "Westland", timeZone: "Europe/Amsterdam" },
  ...{
    baseUrl: null,
    authUrl: null,
    clientId: null,
    tokenAuth: "basic",
    signatureHeader: "Service-Signature",
  },
  ...{ dataDelayHours: 1, queryDeadlineMinutes: 60, syncEnabled: false, syncTypes: ["indices"] },
  ...{
    backfillDays: 30,
    syncEveryMinutes: 60,
    recoveryHours: 6,
    shiftTimes: ["06:00", "18:00"],
    trustedAddresses: false,
  },
  ...{ lockedFields: [], clientSecret: null, webhookSecrets: [], trials: {}, deletion: null },
};
const done = (
  tenancy: TenancyDetails,
  firstAt: string | null = null,
  trials: Trials = { addresses: "passed", client: "passed", history: "passed" },
) => describeStages(ENGLISH, tenancy, firstAt, trials).map((stage) => stage.done);

const stored = {
  ...{ storedAt: "2026-11-20T12:00:00Z", storedBy: "R. Bakker", opens: true },
  ...{ lastUsedAt: null, refused: false },
};

test("derives the finished stages from what is stored", () => {
  expect(done(fresh)).toEqual([true, false, false, false, false, false]);
  const whole: TenancyDetails = {
    ...fresh,
    ...{ baseUrl: "https://api.example.com/v1", authUrl: "https://auth.example.com", clientId: "abc" },
    ...{ clientSecret: stored, syncEnabled: true },
    webhookSecrets: [
      {
        ...{
          id: 1,
          createdAt: stored.storedAt,
          createdBy: "R. Bakker",
          lastUsedAt: null,
          provisioned: false,
        },
        ...{ mark: "1a2b3c4d", opens: true, verified: 0, superseded: false },
      },
    ],
  };
  expect(done(whole, "2026-11-20T13:00:00Z")).toEqual([true, true, true, true, true, true]);
  expect(describeStages(ENGLISH, whole, null, { addresses: "passed" })[1]?.summary).toBe(
    "api.example.com/v1 and auth.example.com",
  );
  expect(done({ ...whole, clientSecret: { ...stored, opens: false } })[2]).toBe(false);
});

describe("the client stage", () => {
  const used = { ...stored, lastUsedAt: "2026-11-20T13:00:00Z" };
  test.each<
    [string, Partial<NonNullable<TenancyDetails["clientSecret"]>>, Trial | undefined, boolean, string]
  >([
    ["tested on this page", stored, "passed", true, "abc, secret stored"],
    [
      "refused on this page, after queries that succeeded",
      used,
      "failed",
      false,
      "abc, secret stored, but rejected",
    ],
    ["not tested", stored, undefined, false, "abc, secret stored, not tested"],
    ["not tested, with successful queries", used, undefined, true, "abc, secret stored"],
    [
      "not tested, with a refused last query",
      { ...used, refused: true },
      undefined,
      false,
      "abc, secret stored, but rejected",
    ],
  ])("%s", (_, secret, trial, isDone, summary) => {
    const tenancy = { ...fresh, clientId: "abc", clientSecret: { ...stored, ...secret } };
    expect(describeStages(ENGLISH, tenancy, null, trial ? { client: trial } : {})[2]).toMatchObject({
      done: isDone,
      summary,
    });
  });

  test("opens the next stage for an untested client, but not for a refused one", () => {
    const addresses = { baseUrl: "https://api.example.com/v1", authUrl: "https://auth.example.com" };
    const tenancy = { ...fresh, ...addresses, clientId: "abc", clientSecret: stored };
    expect(firstOpen(describeStages(ENGLISH, tenancy, null, {}))).toBe(3);
    expect(firstOpen(describeStages(ENGLISH, tenancy, null, { client: "failed" }))).toBe(2);
  });
});

test.each<[Trials, boolean, string]>([
  [{}, false, "api.example.com/v1 and api.example.com: saved, not tested"],
  [{ addresses: "failed" }, false, "api.example.com/v1 and api.example.com: saved, but not reached"],
  [{ addresses: "passed" }, true, "api.example.com/v1 and api.example.com"],
])("addresses after %j", (trials, isDone, summary) => {
  const tenancy = { ...fresh, baseUrl: "https://api.example.com/v1", authUrl: "https://api.example.com" };
  expect(describeStages(ENGLISH, tenancy, null, trials)[1]).toMatchObject({ done: isDone, summary });
});

test.each<[Trials, boolean, string]>([
  [{}, false, "Indices hourly, back 30 days: saved, not tested"],
  [{ history: "failed" }, false, "Indices hourly, back 30 days: saved, but the test failed"],
  [{ history: "passed" }, true, "Indices hourly, back 30 days"],
])("history after %j", (trials, isDone, summary) => {
  const tenancy = { ...fresh, syncEnabled: true };
  expect(describeStages(ENGLISH, tenancy, null, trials)[3]).toMatchObject({ done: isDone, summary });
});

test("history at another interval names it", () => {
  const tenancy = { ...fresh, syncEnabled: true, syncEveryMinutes: 15 };
  expect(describeStages(ENGLISH, tenancy, null, { history: "passed" })[3]?.summary).toBe(
    "Indices every 15 min, back 30 days",
  );
});

test("after a reload shows stored test results, without them the outcome of queries", () => {
  const addresses = { baseUrl: "https://api.example.com/v1", authUrl: "https://auth.example.com" };
  const tenancy = { ...fresh, ...addresses, clientId: "abc", clientSecret: stored, syncEnabled: true };
  const parts = (more: Partial<TenancyDetails>) =>
    describeStages(ENGLISH, { ...tenancy, ...more }, null, {})
      .slice(1, 4)
      .map((stage) => stage.done);
  expect(parts({})).toEqual([false, false, false]);
  expect(parts({ trials: { addresses: "passed", client: "passed", history: "failed" } })).toEqual([
    true,
    true,
    false,
  ]);
  const used = { ...stored, lastUsedAt: "2026-11-20T13:00:00Z" };
  expect(parts({ clientSecret: used })).toEqual([true, true, true]);
  expect(parts({ clientSecret: used, trials: { addresses: "untried" } })).toEqual([false, true, true]);
});
