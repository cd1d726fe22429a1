import { expect, test } from "vitest";
import { ENGLISH } from "@/lib/base/words/english.test-support";
import type { TenancySummary } from "@/lib/farm/tenancies/contract";
import { listFindings } from "./findings";

const now = new Date("2026-11-20T12:00:00Z");
const counts = {
  accepted: 9,
  duplicate: 1,
  quarantined: 0,
  spooled: 0,
  rejected: 0,
  "set-aside": 0,
  test: 4,
};
const disk = { free: 80e9, lowBelow: 2e9, fullSince: null };
const westland: TenancySummary = {
  ...{
    id: 1,
    tenantId: "WEST",
    slug: "westland",
    name: "Westland",
    timeZone: "Europe/Amsterdam",
    queries: true,
  },
  ...{ syncEnabled: true, webhookSecrets: 1, lastNotificationAt: "2026-11-20T11:00:00Z" },
  ...{ lastReadingAt: null, lastError: null, provisioned: false, deleting: false },
};
const titles = (changes: Partial<Parameters<typeof listFindings>[1]>) =>
  listFindings(ENGLISH, {
    tenancies: [westland],
    counts,
    screens: [],
    spool: "ok",
    disk,
    outages: [],
    sources: new Map(),
    high: new Map(),
    system: [],
    zone: "UTC",
    now,
    ...changes,
  }).map(({ title }) => title);

test("finds nothing if nothing is wrong; test notifications are no problem", () => {
  expect(titles({})).toEqual([]);
});

test("lists lost notifications before missing history", () => {
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
    "Notifications cannot be kept while the database is away",
    "East cannot receive notifications",
    "1 notification is in quarantine",
    "Fetching fails for Westland",
    "1,200 requests were rejected in the last 24 h",
  ]);
});

test("reports damaged spool segments until they are removed", () => {
  expect(titles({ spool: "damaged 1" })).toEqual(["1 file of the spool cannot be read"]);
  expect(titles({ spool: "damaged 2" })).toEqual(["2 files of the spool cannot be read"]);
});

test("advises a new installation to connect; ignores a tenancy that is being deleted", () => {
  expect(titles({ tenancies: [{ ...westland, deleting: true, webhookSecrets: 0 }] })).toEqual([
    "No tenancy is connected",
  ]);
});

test("warns of a disk that is nearly full; lists a full one first", () => {
  expect(titles({ disk: { ...disk, free: 1.2e9 } })).toEqual(["Only 1.2 GB of disk space left"]);
  const full = { ...disk, free: 4_096, fullSince: now };
  expect(titles({ disk: full, spool: "full: no room", counts: { ...counts, quarantined: 1 } })).toEqual([
    "The disk is full: new alerts may be lost",
    "1 notification is in quarantine",
  ]);
});

test("lists the outages and stale sources that Now shows", () => {
  const outage = {
    ...{ startedAt: "2026-11-20T09:00:00Z", endedAt: "2026-11-20T09:20:00Z" },
    cause: "stopped" as const,
  };
  expect(titles({ outages: [outage] })).toEqual(["Alerts may be missing 09:00–09:20"]);
  const judged = (notifications: "fresh" | "stale", readings: "fresh" | "stale") =>
    new Map([
      [
        "WEST",
        {
          notifications: { state: notifications, answeredAt: null },
          readings: { state: readings, until: new Date("2026-11-18T05:00:00Z") },
        },
      ],
    ]);
  expect(titles({ sources: judged("stale", "stale") })).toEqual([
    "Notifications for Westland may not arrive",
    "No new readings from Westland",
  ]);
  expect(titles({ sources: judged("fresh", "fresh") })).toEqual([]);
  // Told once: the fetch that fails says why.
  expect(
    titles({ tenancies: [{ ...westland, lastError: "answered 500" }], sources: judged("fresh", "stale") }),
  ).toEqual(["Fetching fails for Westland"]);
});

test("says so while nobody is told of HIGH alerts, once alerts can come in", () => {
  const unheard = { people: 0, complete: false };
  const high = new Map([["WEST", unheard]]);
  expect(titles({ high })).toEqual(["Nobody is told about HIGH alerts at Westland"]);
  expect(titles({ high: new Map([["WEST", { people: 1, complete: false }]]) })).toEqual([]);
  const closed = { ...westland, webhookSecrets: 0, lastNotificationAt: null };
  expect(titles({ high, tenancies: [closed] })).toEqual(["Westland cannot receive notifications"]);
});

test("counts what the System page lists as that page does, errors first", () => {
  const good = { state: "ok", is: "Background jobs run" } as const;
  const old = { state: "warn", is: "The last backup is 9 days old", do: "Make one." } as const;
  const lost = { state: "bad", is: "The keys open 3 stored secrets and 1 not" } as const;
  expect(titles({ system: [good] })).toEqual([]);
  expect(titles({ system: [old, good, lost] })).toEqual([lost.is, old.is]);
});
