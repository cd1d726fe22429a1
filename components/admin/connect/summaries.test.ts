import { describe, expect, test } from "vitest";
import type { TenancyDetails } from "@/lib/tenancies/contract";
import { firstOpen, stagesOf, type Trial, type Trials, untriedBy } from "./summaries";

const fresh: TenancyDetails = {
  ...{ id: 1, tenantId: "WEST", name: "Westland", timeZone: "Europe/Amsterdam" },
  ...{
    baseUrl: null,
    authUrl: null,
    clientId: null,
    tokenAuth: "basic",
    signatureHeader: "Service-Signature",
  },
  ...{ dataDelayHours: 1, queryDeadlineMinutes: 60, syncEnabled: false, syncTypes: ["indices"] },
  ...{ backfillDays: 30, syncEveryMinutes: 60, recoveryHours: 6, trustedAddresses: false },
  ...{ lockedFields: [], clientSecret: null, webhookSecrets: [], deletion: null },
};
const done = (
  tenancy: TenancyDetails,
  firstAt: string | null = null,
  trials: Trials = { addresses: "passed", client: "passed" },
) => stagesOf(tenancy, firstAt, trials).map((stage) => stage.done);

const stored = {
  ...{ storedAt: "2026-11-20T12:00:00Z", storedBy: "R. Bakker", opens: true },
  ...{ lastUsedAt: null, refused: false },
};

test("what is stored says how far the connecting is", () => {
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
  expect(stagesOf(whole, null, { addresses: "passed" })[1]?.summary).toBe(
    "api.example.com/v1 and auth.example.com",
  );
  expect(done({ ...whole, clientSecret: { ...stored, opens: false } })[2]).toBe(false);
});

describe("a client", () => {
  const used = { ...stored, lastUsedAt: "2026-11-20T13:00:00Z" };
  test.each<
    [string, Partial<NonNullable<TenancyDetails["clientSecret"]>>, Trial | undefined, boolean, string]
  >([
    ["given a token on this page", stored, "passed", true, "abc, secret stored"],
    ["refused on this page, whatever was before", used, "failed", false, "abc, secret stored, but refused"],
    ["not tried", stored, undefined, false, "abc, secret stored, not tried"],
    ["whose queries were taken", used, undefined, true, "abc, secret stored"],
    [
      "whose last query was refused",
      { ...used, refused: true },
      undefined,
      false,
      "abc, secret stored, but refused",
    ],
  ])("%s", (_, secret, trial, isDone, summary) => {
    const tenancy = { ...fresh, clientId: "abc", clientSecret: { ...stored, ...secret } };
    expect(stagesOf(tenancy, null, trial ? { client: trial } : {})[2]).toMatchObject({
      done: isDone,
      summary,
    });
  });

  test("that is not tried keeps nobody from the next stage, one that is refused does", () => {
    const addresses = { baseUrl: "https://api.example.com/v1", authUrl: "https://auth.example.com" };
    const tenancy = { ...fresh, ...addresses, clientId: "abc", clientSecret: stored };
    expect(firstOpen(stagesOf(tenancy, null, {}))).toBe(3);
    expect(firstOpen(stagesOf(tenancy, null, { client: "failed" }))).toBe(2);
  });
});

test.each<[Trials, boolean, string]>([
  [{}, false, "api.example.com/v1 and api.example.com: stored, not tried"],
  [{ addresses: "failed" }, false, "api.example.com/v1 and api.example.com: stored, but not reached"],
  [{ addresses: "passed" }, true, "api.example.com/v1 and api.example.com"],
])("addresses after %j", (trials, isDone, summary) => {
  const tenancy = { ...fresh, baseUrl: "https://api.example.com/v1", authUrl: "https://api.example.com" };
  expect(stagesOf(tenancy, null, trials)[1]).toMatchObject({ done: isDone, summary });
});

test.each<[string, Partial<Parameters<typeof untriedBy>[0]>, Trials]>([
  ["nothing", {}, {}],
  ["blanks and a slash, which are not stored,", { baseUrl: " https://api.example.com/v1/ " }, {}],
  ["an address", { baseUrl: "https://api.example.com/v2" }, { addresses: "untried", client: "untried" }],
  [
    "the sign-in address",
    { authUrl: "https://sign-in.example.com" },
    { addresses: "untried", client: "untried" },
  ],
  ["the client id", { clientId: "abd" }, { client: "untried" }],
  ["how the credentials are sent", { tokenAuth: "post" }, { client: "untried" }],
])("a change of %s leaves untried what was tried without it", (_, change, trials) => {
  const addresses = { baseUrl: "https://api.example.com/v1", authUrl: "https://auth.example.com" };
  const stored = { ...addresses, clientId: "abc", tokenAuth: "basic" };
  expect(untriedBy({ ...stored, ...change }, stored)).toEqual(trials);
});
