import { describe, expect, it } from "vitest";
import { ENGLISH } from "@/lib/base/words/english.test-support";
import type { Subject } from "./plan";
import { composeAlertText, composeMail, composeSummaryText, type Item, placeLine } from "./words";

const now = new Date("2026-11-20T13:00:00Z");
const site = {
  siteName: "Westland",
  slug: "westland",
  tenantId: "T1",
  timeZone: "Europe/Amsterdam",
  isOnlySite: true,
};

function itemOf(alert: Partial<Subject> = {}, item: Partial<Item> = {}): Item {
  const beganAt = new Date("2026-11-20T11:02:00Z");
  return {
    kind: "raised",
    firstSentAt: null,
    ...site,
    ...item,
    alert: {
      tenancyId: 1,
      alertId: "01A",
      type: "HEALTH",
      category: null,
      severity: "HIGH",
      rank: 3,
      status: "open",
      jobId: "JOB_1",
      beganAt,
      severitySince: new Date("2026-11-20T12:12:00Z"),
      lastEventAt: beganAt,
      acknowledgedAt: null,
      acknowledgedRank: null,
      snoozedAt: null,
      snoozedUntil: null,
      snoozedRank: null,
      recoveryConfirmedAt: null,
      paths: ["Westland#Glasshouse 2#Zone B"],
      ...alert,
    },
  };
}

describe("the text of an alert", () => {
  it("says severity, type, place and start in site time", () => {
    expect(composeAlertText(ENGLISH, itemOf(), now)).toEqual({
      title: "HIGH · Health · Zone B",
      body: "Westland › Glasshouse 2 › Zone B\nOpen since 12:02",
      tag: "alert-01A",
      url: "/alerts/01A",
      level: "high",
    });
  });

  it("has the same tag after a higher severity, and replaces the notice before", () => {
    const rose = composeAlertText(ENGLISH, itemOf({}, { kind: "rose" }), now);
    expect(rose.body).toContain("Got worse at 13:12, now HIGH. Open since 12:02");
    expect(rose.tag).toBe(composeAlertText(ENGLISH, itemOf(), now).tag);
  });

  it("says in a reminder for how long nobody acknowledged the alert", () => {
    const firstSentAt = new Date("2026-11-20T12:30:00Z");
    const text = composeAlertText(ENGLISH, itemOf({}, { kind: "reminder", firstSentAt }), now);
    expect(text.title).toBe("Still open: HIGH · Health · Zone B");
    expect(text.body).toContain("Not acknowledged for 30 min. Open since 12:02");
  });

  it("has the word of its category for a plant alert", () => {
    const stress = itemOf({ type: null, severity: null, category: "PLANT_STRESS_ALERT", rank: 2, paths: [] });
    const text = composeAlertText(ENGLISH, stress, now);
    expect(text).toMatchObject({ title: "STRESS · Plant stress · Location not known", level: "medium" });
    expect(text.body).toContain("Location not known yet (job JOB_1)");
  });

  it("names its site among several, and links to its page", () => {
    const text = composeAlertText(ENGLISH, itemOf({}, { isOnlySite: false }), now);
    expect(text.body).toMatch(/^Westland\n/);
    expect(text.url).toBe("/s/westland/alerts/01A");
  });
});

describe("a place", () => {
  it("loses its first segments if it is too long", () => {
    const path = `A farm with a long name#${"House ".repeat(6).trim()}#Zone B`;
    expect(placeLine(ENGLISH, { paths: [path], jobId: "" })).toMatch(/^… › House.*› Zone B$/);
    const name = "Bench ".repeat(20).trim();
    expect(placeLine(ENGLISH, { paths: [`Farm#${name}`], jobId: "" })).toBe(`… › ${name}`);
  });
});

describe("a summary", () => {
  const items = [
    itemOf({ alertId: "1", severity: "LOW", rank: 1 }),
    itemOf({ alertId: "2" }),
    itemOf({ alertId: "2" }, { kind: "reminder" }),
    itemOf({ alertId: "3", severity: "LOW", rank: 1 }),
  ];

  it("counts each alert once and names the worst", () => {
    expect(composeSummaryText(ENGLISH, "quiet", items, site)).toEqual({
      title: "3 alerts in quiet hours, still open",
      body: "1 HIGH, 2 LOW\nWorst: HIGH · Health · Zone B",
      tag: "summary-quiet-T1",
      url: "/alerts",
      level: "high",
    });
    expect(composeSummaryText(ENGLISH, "missed", items.slice(0, 1), site).title).toBe(
      "1 alert while Leafwatch could not see",
    );
  });

  it("becomes a mail that lists the alerts, with full links", () => {
    const lines = composeMail(
      ENGLISH,
      composeSummaryText(ENGLISH, "missed", items, site),
      items,
      "https://leafwatch.example",
    );
    expect(lines.match(/^- /gm)).toHaveLength(3);
    expect(lines).toContain("https://leafwatch.example/alerts\n");
    expect(lines).toContain("https://leafwatch.example/account/notices");
  });
});
