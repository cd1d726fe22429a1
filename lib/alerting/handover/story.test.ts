import { expect, test } from "vitest";
import { ENGLISH } from "@/lib/base/words/english.test-support";
import { collectEvents, describeEvent } from "./story";

type Acknowledged = Parameters<typeof collectEvents>[0];

const at = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour));
const act = (hour: number, action: string, detail: unknown = null) => ({
  at: at(hour),
  actor: "R. Bakker",
  action,
  detail,
});
const NOBODY = { acknowledgedAt: null, acknowledgedBy: null };
const words = (
  story: Partial<Parameters<typeof collectEvents>[1]>,
  from = at(0),
  alert: Acknowledged = NOBODY,
) =>
  collectEvents(alert, { heard: [], acts: [], notes: [], ...story }, from).map((one) =>
    describeEvent(ENGLISH, one, (time) => time.slice(11, 16)),
  );

test("lists notifications, acts and notes since the instant, oldest first", () => {
  const story = {
    heard: [
      { event: "RAISED", severity: "LOW" as const, at: at(5) },
      { event: "SEVERITY_INCREASED", severity: "HIGH" as const, at: at(8) },
      { event: "CLOSED", severity: null, at: at(12) },
    ],
    acts: [
      act(9, "acknowledged"),
      act(9, "owner-set", { owner: "M. de Vries" }),
      act(10, "snoozed", { until: "2026-11-20T14:00:00.000Z" }),
      act(11, "snoozed", { until: null }),
    ],
    notes: [{ author: "M. de Vries", createdAt: at(7) }],
  };
  const all = [
    "opened as LOW",
    "noted by M. de Vries",
    "got worse: HIGH",
    "acknowledged by R. Bakker",
    "assigned to M. de Vries by R. Bakker",
    "snoozed by R. Bakker until 14:00",
    "snoozed by R. Bakker until it gets worse",
    "closed",
  ];
  expect(words(story)).toEqual(all);
  expect(words(story, at(8))).toEqual(all.slice(2));
});

test("lists an acknowledgement that is older than the table of acts once", () => {
  const taken = { acknowledgedAt: at(9).toISOString(), acknowledgedBy: "R. Bakker" };
  expect(words({}, at(0), taken)).toEqual(["acknowledged by R. Bakker"]);
  expect(words({ acts: [act(9, "acknowledged")] }, at(0), taken)).toEqual(["acknowledged by R. Bakker"]);
  expect(words({}, at(10), taken)).toEqual([]);
});

test("leaves out unknown kinds, and names nobody for an alert without an owner", () => {
  expect(
    words({ acts: [act(9, "something new")], heard: [{ event: "ODD", severity: null, at: at(9) }] }),
  ).toEqual([]);
  expect(words({ acts: [act(9, "owner-set", { owner: null }), act(9, "woken")] })).toEqual([
    "assigned to nobody by R. Bakker",
    "woken by R. Bakker",
  ]);
});
