import { expect, test } from "vitest";
import type { TenancyDetails } from "@/lib/tenancies/contract";
import { stagesOf } from "./summaries";

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
const done = (tenancy: TenancyDetails, firstAt: string | null = null) =>
  stagesOf(tenancy, firstAt).map((stage) => stage.done);

test("what is stored says how far the connecting is", () => {
  expect(done(fresh)).toEqual([true, false, false, false, false, false]);
  const stored = { storedAt: "2026-11-20T12:00:00Z", storedBy: "R. Bakker", opens: true, lastUsedAt: null };
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
  expect(stagesOf(whole, null)[1]?.summary).toBe("api.example.com and auth.example.com");
  expect(done({ ...whole, clientSecret: { ...stored, opens: false } })[2]).toBe(false);
});
