import { describe, expect, test } from "vitest";
import { ENGLISH } from "@/lib/base/words/english.test-support";
import {
  type DeliveryLine,
  describeLine,
  listFilterSchema,
  memberAtFault,
  shortId,
  signedWords,
  totalWords,
} from "./list";

const line = (changes: Partial<DeliveryLine>): DeliveryLine => ({
  ...{ id: "1", receivedAt: "2026-11-20T12:00:00Z", outcome: "accepted", tenancyName: "Westland" },
  ...{ reason: null, notificationId: null, alertId: null, bytes: 600 },
  ...{ event: null, severity: null, category: null, closeReason: null, answeredInMs: 12, test: false },
  setAsideReason: null,
  ...changes,
});

describe("a delivery in words", () => {
  test.each([
    ["RAISED, HIGH", line({ event: "RAISED", severity: "HIGH" })],
    ["RAISED, stress", line({ event: "RAISED", category: "PLANT_STRESS_ALERT" })],
    [
      "CLOSED, recovery detected",
      line({ event: "CLOSED", severity: "LOW", closeReason: "RECOVERY_DETECTED" }),
    ],
    ["CLOSED", line({ event: "CLOSED", severity: "LOW" })],
    ["RAISED, HIGH", line({ outcome: "spooled", event: "RAISED", severity: "HIGH" })],
    ["already stored", line({ outcome: "duplicate" })],
    ["not understood", line({ outcome: "quarantined", event: "RAISED" })],
    ["signature missing or wrong", line({ outcome: "rejected" })],
    ["too large", line({ outcome: "rejected", bytes: 262_145 })],
    ["a test, sent from here", line({ test: true })],
  ])("%s", (words, delivery) => {
    expect(describeLine(ENGLISH, delivery)).toBe(words);
  });
});

test("a duplicate that was spooled is not said to be the sender's", () => {
  const words = (answered: "spooled" | null) =>
    signedWords(ENGLISH, { outcome: "duplicate", answered, signer: null }).text;
  expect(words(null)).toContain("The sender sent it again.");
  expect(words("spooled")).toContain("either Leafwatch stored it and stopped before it could answer");
  expect(signedWords(ENGLISH, { outcome: "spooled", answered: "spooled", signer: null })).toMatchObject({
    title: "Signed, and applied from the spool",
    text: expect.stringContaining("applied later"),
  });
});

test("a total names the tests in it", () => {
  const counts = {
    accepted: 1,
    duplicate: 0,
    quarantined: 0,
    spooled: 0,
    rejected: 0,
    "set-aside": 0,
    test: 0,
  };
  expect(totalWords(ENGLISH, counts)).toBe("1 delivery");
  expect(totalWords(ENGLISH, { ...counts, test: 1 })).toBe("2 deliveries, 1 of them a test");
  expect(totalWords(ENGLISH, { ...counts, accepted: 1_200, test: 2 })).toBe(
    "1,202 deliveries, 2 of them tests",
  );
  expect(totalWords(ENGLISH, { ...counts, test: 2 }, "test")).toBe("2 deliveries");
  expect(totalWords(ENGLISH, { ...counts, test: 2 }, "accepted")).toBe("1 delivery");
});

test("finds the member that a reason names, and no other word", () => {
  const body = '{"alertId": "a", "alertSeverity": "CRITICAL"}';

  expect(memberAtFault('alertSeverity is "CRITICAL"; LOW is known', body)).toBe("alertSeverity");
  expect(memberAtFault("jobId is missing", body)).toBeNull();
  expect(memberAtFault(null, body)).toBeNull();
});

test("shortens only long ids, in the middle", () => {
  expect(shortId("01J9ZP4R7M0C2V6Y8X8D3QGA1E")).toBe("01J9ZP…A1E");
  expect(shortId("abc")).toBe("abc");
});

test("ignores invalid filters and shows the last day", () => {
  expect(listFilterSchema.parse({ outcome: "lost", period: ["a", "b"], before: "x", id: "-1" })).toEqual({
    period: "day",
  });
});
