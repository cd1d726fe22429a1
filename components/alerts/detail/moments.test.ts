import { describe, expect, it, test } from "vitest";
import { ALERT_ACTS, type AlertAction } from "@/lib/alerting/alerts/contract";
import { ENGLISH } from "@/lib/base/words/english.test-support";
import { anAlert } from "../fixture.test-support";
import { actWords, momentsOf } from "./moments";

const heard = {
  notificationId: null,
  previousSeverity: null,
  closeReason: null,
  receivedAt: "2026-10-14T08:00:02.000Z",
};
const raised = {
  ...heard,
  event: "RAISED" as const,
  severity: "LOW" as const,
  timestamp: "2026-10-14T05:00:00.000Z",
};
const rose = {
  ...heard,
  event: "SEVERITY_INCREASED" as const,
  severity: "HIGH" as const,
  previousSeverity: "LOW" as const,
  timestamp: "2026-10-14T06:00:00.000Z",
};
const closed = {
  ...heard,
  event: "CLOSED" as const,
  severity: "HIGH" as const,
  closeReason: "RECOVERY_DETECTED" as const,
  timestamp: "2026-10-14T08:00:00.000Z",
};
const act = (more: Partial<AlertAction>): AlertAction => ({
  id: "1",
  at: "2026-10-14T07:00:00.000Z",
  actor: "M. de Vries",
  action: "acknowledged",
  detail: null,
  ...more,
});

test("lists notifications, acts and notes, newest first", () => {
  const alert = anAlert({
    actions: [
      act({}),
      act({ id: "2", action: "placed", at: "2026-10-14T07:10:00.000Z", detail: { after: ["H#Bench 2"] } }),
    ],
    notes: [{ id: "1", author: "S. Okafor", text: "Looked", createdAt: "2026-10-14T07:05:00.000Z" }],
    notifications: [raised, rose, closed],
  });
  const moments = momentsOf(ENGLISH, alert);
  expect(moments.map((one) => one.what)).toEqual([
    "Closed: recovered",
    "M. de Vries placed it in Bench 2",
    "S. Okafor wrote a note",
    "M. de Vries acknowledged it",
    "LOW to HIGH",
    "Raised as LOW",
  ]);
  expect(moments[0]?.received).toEqual({ at: closed.receivedAt, afterMs: 2_000 });
  expect(moments.some(({ odd, inferred }) => odd || inferred)).toBe(false);
});

test("lists an acknowledgement that is older than the table of acts", () => {
  const taken = { acknowledgedAt: "2026-10-14T07:00:00.000Z", acknowledgedBy: "M. de Vries" };
  expect(momentsOf(ENGLISH, anAlert(taken)).map(({ what }) => what)).toEqual(["M. de Vries acknowledged it"]);
  expect(momentsOf(ENGLISH, anAlert({ ...taken, actions: [act({})] }))).toHaveLength(1);
});

describe("marks", () => {
  it("a RAISED that never came, and a severity before it that was never told", () => {
    const [first, second] = momentsOf(
      ENGLISH,
      anAlert({ raisedAt: null, firstEventAt: rose.timestamp, notifications: [rose] }),
    );
    expect(first).toMatchObject({
      what: "LOW to HIGH",
      odd: "Says it was LOW before; nothing was known of that",
    });
    expect(second).toMatchObject({ inferred: true, odd: "Its notification never arrived" });
  });

  it("another severity before it than the one told", () => {
    const odd = { ...rose, previousSeverity: "MEDIUM" as const };
    const [first] = momentsOf(ENGLISH, anAlert({ notifications: [raised, odd] }));
    expect(first?.odd).toBe("Says it was MEDIUM before; by earlier notifications it was LOW");
  });

  it("a close with a severity that was never reached", () => {
    const [first] = momentsOf(ENGLISH, anAlert({ notifications: [raised, closed] }));
    expect(first?.odd).toBe("Closed as HIGH: no notification of that severity arrived");
  });

  it("a probable recovery as inferred", () => {
    const recovery = { since: "2026-10-14T09:00:00.000Z", until: "2026-10-14T15:00:00.000Z" };
    expect(momentsOf(ENGLISH, anAlert({ recovery, notifications: [raised] }))[0]).toMatchObject({
      inferred: true,
      at: recovery.since,
    });
  });
});

it("has words for each act, whatever its detail", () => {
  for (const action of ALERT_ACTS)
    for (const detail of [null, {}, { owner: 7, until: [], after: "x" }])
      expect(actWords(ENGLISH, act({ action, detail })).what).toContain("M. de Vries");
  expect(actWords(ENGLISH, act({ detail: { owner: "S. Okafor" } })).what).toBe(
    "M. de Vries acknowledged it for S. Okafor",
  );
  expect(
    actWords(ENGLISH, act({ action: "snoozed", detail: { until: "2026-10-15T06:00:00.000Z" } })),
  ).toMatchObject({
    what: "M. de Vries snoozed it",
    until: "2026-10-15T06:00:00.000Z",
  });
  expect(actWords(ENGLISH, act({ action: "placed", detail: { by: "readings", after: ["H"] } })).what).toBe(
    "M. de Vries set the location back to the readings",
  );
});
