import { expect, test } from "vitest";
import { collectEvents, describeEvent, findOwner } from "./story";

const at = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour));
const act = (hour: number, action: string, detail: unknown = null) => ({
  at: at(hour),
  actor: "R. Bakker",
  action,
  detail,
});
const words = (story: Partial<Parameters<typeof collectEvents>[0]>, from = at(0)) =>
  collectEvents({ heard: [], acts: [], notes: [], ...story }, from).map((one) =>
    describeEvent(one, (time) => time.slice(11, 16)),
  );

test("notifications and what people did stand in the order of time, from the instant on", () => {
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
    "rose to HIGH",
    "taken up by R. Bakker",
    "given to M. de Vries by R. Bakker",
    "snoozed by R. Bakker until 14:00",
    "snoozed by R. Bakker until it gets worse",
    "closed",
  ];
  expect(words(story)).toEqual(all);
  expect(words(story, at(8))).toEqual(all.slice(2));
});

test("one taken up before acts were written down is told once", () => {
  const handling = { acknowledgedAt: at(9), acknowledgedBy: "R. Bakker" };
  expect(words({ handling })).toEqual(["taken up by R. Bakker"]);
  expect(words({ handling, acts: [act(9, "acknowledged")] })).toEqual(["taken up by R. Bakker"]);
  expect(words({ handling }, at(10))).toEqual([]);
});

test("what is not understood is left out, and nobody is named where nobody is", () => {
  expect(
    words({ acts: [act(9, "something new")], heard: [{ event: "ODD", severity: null, at: at(9) }] }),
  ).toEqual([]);
  expect(words({ acts: [act(9, "owner-set", { owner: null }), act(9, "woken")] })).toEqual([
    "given to nobody by R. Bakker",
    "woken by R. Bakker",
  ]);
});

test("the owner goes before who took it up", () => {
  const handling = { acknowledgedAt: at(9), acknowledgedBy: "R. Bakker", owner: "M. de Vries" };
  expect(findOwner(handling, { acknowledgedBy: "R. Bakker" })).toBe("M. de Vries");
  expect(findOwner({ ...handling, owner: null }, { acknowledgedBy: "R. Bakker" })).toBe("R. Bakker");
  expect(findOwner(undefined, { acknowledgedBy: null })).toBeNull();
});
