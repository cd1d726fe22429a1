import { expect, test } from "vitest";
import { notificationsLine, readingsLine } from "@/components/freshness/freshness-lines";
import { ENGLISH } from "@/lib/base/words/english.test-support";
import type { Freshness } from "@/lib/display/freshness/contract";
import { judgeNotifications, judgeReadings } from "@/lib/display/freshness/judge";
import { anAlert, inAreas } from "../alerts/fixture.test-support";
import { isAboutOther, isAt, PLACES, PLACES_OF_ALL, phoneParent, phoneTitleOf, placeAt } from "./navigation";
import { findAreas, findSites, fitOf, listFoundAlerts } from "./search-results";

const ZONE = "Europe/Amsterdam";
const NOW = new Date("2026-11-20T13:42:00Z");

function judged(
  readings: Partial<Freshness["readings"]>,
  notifications: Partial<Freshness["notifications"]> = {},
) {
  const facts: Freshness = {
    tenantId: "T",
    name: "Westland",
    timeZone: ZONE,
    now: NOW.toISOString(),
    notifications: {
      connected: true,
      lastAt: "2026-11-20T13:12:00.000Z",
      endpointAnsweredAt: "2026-11-20T13:40:00.000Z",
      diskFullSince: null,
      accepted24h: 1,
      quarantined24h: 0,
      rejected24h: 0,
      lastRejectedAt: null,
      ...notifications,
    },
    readings: {
      connected: true,
      syncEnabled: true,
      until: "2026-11-20T12:00:00.000Z",
      delayHours: 1,
      everyMinutes: 60,
      lastSuccessAt: null,
      nextTryAt: "2026-11-20T14:05:00.000Z",
      failures: 0,
      lastError: null,
      backfill: null,
      ...readings,
    },
  };
  return {
    facts,
    notifications: judgeNotifications(facts.notifications, NOW),
    readings: judgeReadings(facts.readings, NOW),
  };
}

test("shows the end, age and next fetch of fresh readings", () => {
  expect(readingsLine(ENGLISH, judged({}), ZONE, NOW)).toMatchObject({
    tone: "fresh",
    strong: "until 13:00, 1 h 42 min ago",
    rest: "as recent as the service has; next fetch 15:05",
  });
});

test("shows what was expected of late readings, and why stopped ones stopped", () => {
  expect(readingsLine(ENGLISH, judged({ until: "2026-11-20T10:00:00.000Z" }), ZONE, NOW)).toMatchObject({
    tone: "late",
    strong: "late: until 11:00",
    rest: "expected 13:00; next fetch 15:05",
  });
  const stopped = judged({
    until: "2026-11-20T06:00:00.000Z",
    failures: 3,
    lastError: "Submit answered 403",
    nextTryAt: "2026-11-20T13:42:40.000Z",
  });
  expect(readingsLine(ENGLISH, stopped, ZONE, NOW)).toMatchObject({
    tone: "stale",
    shortStrong: "stopped 07:00",
    rest: "Submit answered 403; next try in 40 s",
  });
});

test("shows a silent endpoint as stale, whatever arrived before", () => {
  const line = notificationsLine(
    ENGLISH,
    judged({}, { endpointAnsweredAt: "2026-11-20T12:00:00.000Z" }),
    ZONE,
    NOW,
  );
  expect(line).toMatchObject({ tone: "stale", rest: "our address last answered at 13:00" });
});

test("shows a full disk as stale, whatever arrived before", () => {
  const full = { diskFullSince: "2026-11-20T13:30:00.000Z" };
  expect(notificationsLine(ENGLISH, judged({}, full), ZONE, NOW)).toMatchObject({
    tone: "stale",
    strong: "disk full since 14:30",
    shortStrong: "disk full",
  });
  expect(notificationsLine(ENGLISH, judged({}, { ...full, lastAt: null }), ZONE, NOW).strong).toBe(
    "disk full since 14:30",
  );
});

test("shows why a service was never reached, and the next try", () => {
  const trouble = {
    failures: 1,
    lastError: "Token request failed: the connection was refused",
    nextTryAt: "2026-11-20T13:42:10.000Z",
  };
  const rest = "Token request failed: the connection was refused; next try in 10 s";
  expect(readingsLine(ENGLISH, judged({ until: null, ...trouble }), ZONE, NOW)).toMatchObject({
    tone: "late",
    strong: "never any",
    shortStrong: "cannot fetch",
    rest,
  });
  expect(readingsLine(ENGLISH, judged(trouble), ZONE, NOW)).toMatchObject({ tone: "fresh", rest });
});

test("waits for the first notification without green", () => {
  const line = notificationsLine(ENGLISH, judged({}, { lastAt: null }), ZONE, NOW);
  expect(line).toMatchObject({ tone: "never", strong: "none yet" });
  expect(line.rest).toBe("waiting for the first; our address answered at 14:40");
  const silent = judged({}, { lastAt: null, endpointAnsweredAt: "2026-11-20T12:00:00.000Z" });
  expect(notificationsLine(ENGLISH, silent, ZONE, NOW).tone).toBe("stale");
});

test("shows what was never connected", () => {
  expect(notificationsLine(ENGLISH, judged({}, { connected: false }), ZONE, NOW).strong).toBe("never any");
  expect(readingsLine(ENGLISH, judged({ until: null, connected: false }), ZONE, NOW)).toMatchObject({
    tone: "never",
    rest: "the service is not connected",
  });
  expect(readingsLine(ENGLISH, null, ZONE, NOW).tone).toBe("never");
});

test("assigns pages to places; Now contains only itself", () => {
  const at = (path: string) =>
    PLACES.filter((place) => isAt(place, path)).map((place) => ENGLISH.t(place.label));
  expect(at("/")).toEqual(["Now"]);
  expect(at("/alerts/01JA")).toEqual(["Alerts"]);
  expect(at("/alertsomething")).toEqual([]);
  expect(phoneTitleOf(ENGLISH, "/alerts/01JA", "Westland")).toEqual({ title: "Alert", back: "/alerts" });
  expect(phoneTitleOf(ENGLISH, "/account", "Westland")).toEqual({ title: "Account" });
  expect(phoneTitleOf(ENGLISH, "/account/notices", "Westland")).toEqual({ title: "Notices" });
});

test("assigns the inbox of all sites to Alerts alone", () => {
  expect(placeAt(PLACES_OF_ALL, "/sites")?.href).toBe("/sites");
  expect(placeAt(PLACES_OF_ALL, "/sites/alerts")?.href).toBe("/sites/alerts");
  expect(placeAt(PLACES_OF_ALL, "/account")).toBeUndefined();
});

test("says on a phone of which of several sites a page is", () => {
  expect(phoneParent("/alerts", "Westland")).toBe("Westland");
  expect(phoneParent("/areas/A", "Westland", "Areas")).toBe("Westland · Areas");
  expect(phoneParent("/areas/A", null, "Areas")).toBe("Areas");
  // The title of Now is the site's name, and these pages are of none.
  for (const path of ["/", "/sites", "/sites/alerts", "/account", "/admin/users"])
    expect(phoneParent(path, "Westland"), path).toBeUndefined();
});

test("knows an admin's page about another tenancy than the one shown", () => {
  const about = ["/admin/connect", "/admin/connect/OTHER", "/admin/tenancies/OTHER/notices"];
  expect(about.every((path) => isAboutOther(path, "T 1"))).toBe(true);
  const others = [
    "/admin/connect/T%201",
    "/admin/tenancies/T%201/notices",
    "/admin/tenancies",
    "/admin",
    "/",
  ];
  expect(others.some((path) => isAboutOther(path, "T 1"))).toBe(false);
});

test("ranks names that begin with the typed text first", () => {
  expect([
    fitOf("Bench 1", "ben"),
    fitOf("Old bench", "ben"),
    fitOf("Workbench", "ben"),
    fitOf("Zone", "ben"),
    fitOf("Almería", "almeria"),
    fitOf("Almeria", "MERÍ"),
  ]).toEqual([0, 1, 2, null, 0, 2]);
  const area = (path: string, name: string) => ({
    path,
    name,
    parent: null,
    depth: 0,
    hasReadings: true,
    openAlerts: 0,
  });
  const found = findAreas(
    ENGLISH,
    [area("A#Workbench", "Workbench"), area("A/1#Bench %", "Bench %")],
    "bench",
  );
  expect(found.map((one) => one.href)).toEqual(["/areas/A%2F1/Bench%20%25", "/areas/A/Workbench"]);
});

test("tells alerts of one place apart by when they were raised and closed", () => {
  const places = inAreas("De Lier#Rack 3#Tier 1");
  const detail = (more: Parameters<typeof anAlert>[0]) =>
    listFoundAlerts(ENGLISH, [anAlert({ areas: places, ...more })], "tier", ZONE)[0]?.detail;
  const raisedAt = "2026-11-26T13:05:00.000Z";
  expect(detail({ raisedAt })).toBe("HIGH, raised 26 Nov 14:05");
  expect(detail({ raisedAt, status: "closed", closedAt: "2026-11-28T08:10:00.000Z" })).toBe(
    "HIGH, raised 26 Nov 14:05, closed 28 Nov 09:10",
  );
});

test("finds sites by name, and alerts of all sites with their own site and clock", () => {
  const sites = [
    { name: "Westland", slug: "westland" },
    { name: "Almería Sur", slug: "almeria" },
  ];
  expect(findSites(sites, "almeria")).toMatchObject([{ title: "Almería Sur", href: "/s/almeria" }]);
  const site = { name: "Almería Sur", slug: "almeria", timeZone: "America/New_York" };
  const areas = inAreas("Nave 1#Mesa 2");
  const alert = { ...anAlert({ areas, raisedAt: "2026-11-20T12:00:00Z" }), site };
  const [found] = listFoundAlerts(ENGLISH, [alert], "mesa", ZONE);
  expect(found?.href).toBe(`/s/almeria/alerts/${alert.alertId}`);
  expect(found?.detail).toMatch(/^Almería Sur, .*raised 20 Nov 07:00$/);
});
