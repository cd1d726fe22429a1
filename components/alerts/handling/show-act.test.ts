import { expect, it } from "vitest";
import { ENGLISH } from "@/lib/base/words/english.test-support";
import { anAlert } from "../fixture.test-support";
import { type ActedOn, noteShown, actShown as shownAt, subjectWords } from "./show-act";

const by = { name: "Ana", at: new Date("2026-10-14T06:00:00Z") };
const [mine, other] = [anAlert({ alertId: "A" }), anAlert({ alertId: "B" })];
const at = (...alertIds: string[]): ActedOn => [{ tenant: mine.tenantId, alertIds }];
const actShown = (ids: string[], ...rest: [Parameters<typeof shownAt>[1], Parameters<typeof shownAt>[2]]) =>
  shownAt(at(...ids), ...rest);
const list = { pages: [{ items: [mine, other] }] };

it("shows who acknowledged an alert on its page and in lists before anything is read again", () => {
  const show = actShown(["A"], { act: "acknowledged", owner: "Joris" }, by);
  const shown = {
    acknowledgedBy: "Ana",
    acknowledgedAt: by.at.toISOString(),
    owner: "Joris",
    attention: false,
  };
  expect(show(mine)).toMatchObject(shown);
  expect(show(list)).toMatchObject({ pages: [{ items: [shown, other] }] });
  const without = { items: [other], next: null };
  expect(show(without)).toBe(without);
});

it("leaves an alert of another site that has the same id", () => {
  const show = actShown(["A"], { act: "released" }, by);
  const elsewhere = { ...mine, tenantId: "another" };
  expect(show(elsewhere)).toBe(elsewhere);
});

it("leaves an alert with whom it is assigned to", () => {
  const show = actShown(["A"], { act: "acknowledged", owner: "Ana" }, by);
  expect(show({ ...mine, owner: "Joris" })).toMatchObject({ owner: "Joris", acknowledgedBy: "Ana" });
});

it("shows a release, a snooze and its end", () => {
  const taken = actShown(["A"], { act: "acknowledged", owner: "Ana" }, by)(mine);
  const released = actShown(["A"], { act: "released" }, by)(taken);
  expect(released).toMatchObject({ acknowledgedAt: null, owner: null, attention: true });
  const until = new Date("2026-10-14T08:00:00Z");
  const snoozed = actShown(["A"], { act: "snoozed", until }, by)(mine);
  expect(snoozed).toMatchObject({
    ...{ snoozed: "until-time", snoozedUntil: until.toISOString(), snoozedBy: "Ana", attention: false },
  });
  const woken = actShown(["A"], { act: "unsnoozed" }, by)(snoozed);
  expect(woken).toMatchObject({ snoozed: null, snoozedUntil: null, attention: true });
});

it("counts an acknowledgement in the group that an alert stands for", () => {
  const group = {
    ...{ jobId: "J", place: null, alerts: 2, alertIds: ["A", "B"], attentionIds: ["A", "B"], indices: [] },
    ...{
      bySeverity: { LOW: 0, MEDIUM: 0, HIGH: 2 },
      since: mine.firstEventAt,
      lastEventAt: mine.lastEventAt,
    },
    ...{
      open: 2,
      acknowledged: 0,
      acknowledgedBy: [],
      assigned: 0,
      assignedTo: [],
      snoozed: 0,
      snoozedUntil: null,
    },
  };
  const show = actShown(["B"], { act: "acknowledged", owner: "Ana" }, by);
  expect(show({ ...mine, group })).toMatchObject({
    attention: true,
    group: { attentionIds: ["A"], acknowledged: 1, acknowledgedBy: ["Ana"] },
  });
});

it("names the alerts of an act by what was read of them", () => {
  expect(subjectWords(ENGLISH, ["A"], [undefined, [["key"], list]])).toBe("Bench 14, Health");
  expect(subjectWords(ENGLISH, ["westland/A"], [list])).toBe("Bench 14, Health");
  expect(subjectWords(ENGLISH, ["A", "B"], [list])).toBe("2 alerts");
  expect(subjectWords(ENGLISH, ["unread"], [list])).toBe("The alert");
});

it("shows a saved note on the page of its alert", () => {
  const show = noteShown(at("A"), "Drippers cleaned", by);
  expect(show(mine)).toMatchObject({ notes: [{ author: "Ana", text: "Drippers cleaned" }] });
  expect(show(other)).toBe(other);
});
