import { expect, test } from "vitest";
import { ENGLISH } from "@/lib/base/words/english.test-support";
import { adviseOnMissed, type MissedRequest } from "./arrival";

const missed = (changes: Partial<MissedRequest>): MissedRequest => ({
  ...{
    id: "1",
    at: "2026-11-20T12:00:00Z",
    outcome: "rejected",
    reason: null,
    signatureIn: [],
    otherTenantId: null,
  },
  ...changes,
});

test.each([
  [missed({ signatureIn: ["service-signature"] }), /the secret differs/],
  [missed({ signatureIn: ["x-sign"] }), /came in the header x-sign, not in Service-Signature/],
  [missed({ signatureIn: [] }), /had no signature/],
  [missed({ signatureIn: null }), /Compare the secret and the header/],
  [missed({ outcome: "quarantined" }), /not understood/],
  [
    missed({ outcome: "quarantined", otherTenantId: "EAST" }),
    /signature is right, but it names the tenancy EAST; step 1 says WEST/,
  ],
])("advises what to compare", (one, words) => {
  expect(adviseOnMissed(ENGLISH, one, { tenantId: "WEST", header: "Service-Signature" })).toMatch(words);
});
