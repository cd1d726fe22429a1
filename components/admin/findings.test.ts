import { expect, test } from "vitest";
import type { TenancySummary } from "@/lib/tenancies/contract";
import { findingsOf } from "./findings";

const now = new Date("2026-11-20T12:00:00Z");
const counts = { accepted: 9, duplicate: 1, quarantined: 0, spooled: 0, rejected: 0, test: 4 };
const westland: TenancySummary = {
  ...{ id: 1, tenantId: "WEST", name: "Westland", timeZone: "Europe/Amsterdam", queries: true },
  ...{ syncEnabled: true, webhookSecrets: 1, lastNotificationAt: "2026-11-20T11:00:00Z" },
  ...{ lastReadingAt: null, lastError: null, provisioned: false, deleting: false },
};
const titles = (changes: Partial<Parameters<typeof findingsOf>[0]>) =>
  findingsOf({ tenancies: [westland], counts, screens: [], spool: "ok", now, ...changes }).map(
    ({ title }) => title,
  );

test("nothing is found where nothing is wrong; tests of our own are no fault", () => {
  expect(titles({})).toEqual([]);
});

test("what loses notifications stands before what lacks history", () => {
  const tenancies = [
    { ...westland, lastError: "Token request answered 401" },
    { ...westland, id: 2, tenantId: "EAST", name: "East", webhookSecrets: 0, lastNotificationAt: null },
  ];
  const found = titles({
    tenancies,
    counts: { ...counts, quarantined: 1, rejected: 1_200 },
    spool: "failed: no space left",
  });
  expect(found).toEqual([
    "Notifications could not be kept while the database is away",
    "East takes no notifications",
    "1 notification lies in quarantine",
    "Fetching fails for Westland",
    "1,200 requests were refused in 24 h",
  ]);
});

test("a new installation is told to connect, and a tenancy that is being deleted is left alone", () => {
  expect(titles({ tenancies: [{ ...westland, deleting: true, webhookSecrets: 0 }] })).toEqual([
    "No tenancy is connected",
  ]);
});
