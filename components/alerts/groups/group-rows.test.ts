import { expect, test } from "vitest";
import type { AlertGroup, ListedAlert } from "@/lib/alerting/alerts/contract";
import { ENGLISH } from "@/lib/base/words/english.test-support";
import { anAlert } from "../fixture.test-support";
import {
  isGroup,
  listRows,
  placeOfGroup,
  rowAlertIds,
  rowKey,
  rowTimes,
  standingWords,
  waitingAlertIds,
} from "./group-rows";

function aGroup(alertIds: string[], more: Partial<AlertGroup> = {}): ListedAlert {
  const group: AlertGroup = {
    jobId: "JOB",
    place: "Westland#Glasshouse 2#Zone B",
    areas: [],
    alerts: alertIds.length,
    alertIds,
    attentionIds: alertIds,
    bySeverity: { high: 1, medium: 0, low: 0, plain: 0 },
    plants: { high: 0, medium: 0, low: 0, plain: 0 },
    indices: ["HEALTH"],
    since: "2026-10-13T19:40:00.000Z",
    lastEventAt: "2026-10-14T05:12:00.000Z",
    open: alertIds.length,
    acknowledged: 0,
    acknowledgedBy: [],
    assigned: 0,
    assignedTo: [],
    snoozed: 0,
    snoozedUntil: null,
    ...more,
  };
  return { ...anAlert({ alertId: alertIds[0] ?? "" }), group };
}
const idsOf = (rows: readonly ListedAlert[]) => rows.map(({ alertId }) => alertId);

test("shows a group of one as its alert", () => {
  expect(isGroup(aGroup(["a"]))).toBe(false);
  expect(isGroup(aGroup(["a", "b"]))).toBe(true);
  expect(isGroup(anAlert())).toBe(false);
});

test("keeps the id of a row while its group gets and loses alerts, apart from that of an alert in it", () => {
  const id = rowKey(aGroup(["a", "b"]));
  expect(rowKey(aGroup(["c"]))).toBe(id);
  expect(rowKey(aGroup(["a", "b"], { place: null }))).not.toBe(id);
  expect(rowKey(anAlert({ alertId: "a" }))).toBe("a");
});

test("acts on all alerts of a group, or on one", () => {
  expect(rowAlertIds(aGroup(["a", "b"]))).toEqual(["a", "b"]);
  expect(waitingAlertIds(aGroup(["a", "b"], { attentionIds: ["b"] }))).toEqual(["b"]);
  expect(waitingAlertIds(anAlert({ alertId: "c" }))).toEqual(["c"]);
  expect(waitingAlertIds(anAlert({ attention: false }))).toEqual([]);
});

test("dates a row by its badge: that of the worst alert of a group, not of its oldest", () => {
  const group = aGroup(["a", "b"], { since: "2026-10-13T19:40:00.000Z" });
  const worst = { ...group, raisedAt: "2026-10-14T04:13:00.000Z", severitySince: "2026-10-14T04:13:00.000Z" };
  expect(rowTimes(worst)).toEqual({ since: "2026-10-14T04:13:00.000Z", began: "2026-10-13T19:40:00.000Z" });
  expect(rowTimes(anAlert())).toEqual({
    since: "2026-10-14T05:12:00.000Z",
    began: "2026-10-13T19:40:00.000Z",
  });
  const closed = anAlert({ status: "closed" });
  expect(rowTimes(closed)).toEqual({ since: closed.raisedAt, began: null });
});

test("lists the alerts of open groups behind them, as far as they are read", () => {
  const group = aGroup(["a", "b"]);
  const alone = anAlert({ alertId: "c" });
  const members = new Map([["a", anAlert({ alertId: "a" })]]);
  expect(idsOf(listRows([group, alone], new Set(), members).rows)).toEqual(["a", "c"]);
  const { rows, groupOf } = listRows([group, alone], new Set([rowKey(group)]), members);
  expect(idsOf(rows)).toEqual(["a", "a", "c"]);
  expect([...groupOf]).toEqual([["a", group]]);
});

const clock = { zone: "Europe/Amsterdam", now: new Date("2026-10-14T06:00:00Z") };

test("says how much of a group is acknowledged, and by whom", () => {
  const words = (acknowledged: number, acknowledgedBy: string[]) =>
    standingWords(
      ENGLISH,
      aGroup(["a", "b"], { open: 3, acknowledged, acknowledgedBy }).group as AlertGroup,
      clock,
    );
  expect(words(0, [])).toBeNull();
  expect(words(1, ["R. Bakker"])).toBe("1 of 3 acknowledged by R. Bakker");
  expect(words(3, ["R. Bakker", "S. Okafor"])).toBe("All 3 acknowledged by R. Bakker and S. Okafor");
  expect(words(2, [])).toBe("2 of 3 acknowledged");
});

test("says who has alerts of a group without having acknowledged them, and what is snoozed", () => {
  const words = (more: Partial<AlertGroup>) =>
    standingWords(ENGLISH, aGroup(["a", "b"], { open: 3, ...more }).group as AlertGroup, clock);
  expect(words({ assigned: 1, assignedTo: ["S. Okafor"] })).toBe("1 of 3 assigned to S. Okafor");
  const taken = { acknowledged: 1, acknowledgedBy: ["R. Bakker"], assigned: 1, assignedTo: ["S. Okafor"] };
  expect(words({ ...taken, snoozed: 1 })).toBe(
    "1 of 3 acknowledged by R. Bakker, 1 assigned to S. Okafor, 1 snoozed",
  );
  expect(words({ snoozed: 3 })).toBe("All 3 snoozed");
  const until = { snoozed: 1, snoozedUntil: "2026-10-14T14:00:00Z" };
  expect(words(until)).toBe("1 of 3 snoozed until 16:00");
});

test("names a group as its alerts' places are said, and by its own place where they are not known", () => {
  const said = (place: string | null, areas: string[] = []) => {
    const { title, detail } = placeOfGroup(ENGLISH, { jobId: "JOB", place, areas });
    return [title, detail];
  };
  const zone = "Westland#Glasshouse 2#Zone B";
  expect(said(zone, [`${zone}#Bench 14`, `${zone}#Bench 15`])).toEqual([
    "Bench 14–15",
    "Westland › Glasshouse 2 › Zone B",
  ]);
  expect(said(zone, [`${zone}#Rack 3#Tier 1`, `${zone}#Rack 3#Tier 3`])).toEqual([
    "Rack 3, 2 tiers",
    "Westland › Glasshouse 2 › Zone B",
  ]);
  expect(said(zone)).toEqual(["Zone B", "Westland › Glasshouse 2"]);
  expect(said(null)).toEqual(["Location not known", "Job JOB"]);
});
