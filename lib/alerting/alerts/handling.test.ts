import { describe, expect, it } from "vitest";
import {
  acknowledged,
  assigned,
  type HandledAlert,
  type Handling,
  released,
  snoozed,
  undone,
  unsnoozed,
} from "./handling";

const nothing: Handling = {
  acknowledgedAt: null,
  acknowledgedBy: null,
  acknowledgedRank: null,
  owner: null,
  snoozedAt: null,
  snoozedBy: null,
  snoozedUntil: null,
  snoozedRank: null,
};

const act = { by: "R. Bakker", at: "2026-11-20T12:00:00.000Z" };

const later = { by: "S. Okafor", at: "2026-11-20T13:00:00.000Z" };

function alert(handling: Partial<Handling> = {}, rank = 1): HandledAlert {
  return { alertId: "A", status: "open", rank, handling: { ...nothing, ...handling } };
}

const taken = acknowledged(alert(), act, "R. Bakker") ?? nothing;

const away = snoozed(alert(), act, null) ?? nothing;

describe("acknowledging", () => {
  it("records who, when, at which rank, and the owner", () => {
    expect(acknowledged(alert({}, 2), act, "M. de Vries")).toEqual({
      ...nothing,
      acknowledgedAt: act.at,
      acknowledgedBy: "R. Bakker",
      acknowledgedRank: 2,
      owner: "M. de Vries",
    });
  });

  it("leaves an alert with whom it is assigned to, unless somebody else is chosen", () => {
    const assignedTo = assigned(alert(), "M. de Vries") ?? nothing;
    expect(acknowledged(alert(assignedTo), act, null)).toMatchObject({
      acknowledgedBy: "R. Bakker",
      owner: "M. de Vries",
    });
    expect(acknowledged(alert(assignedTo), act, "R. Bakker")).toMatchObject({ owner: "R. Bakker" });
    expect(acknowledged(alert(), act, null)).toMatchObject({ owner: "R. Bakker" });
    // Who acknowledged it before it got worse does not keep it.
    expect(acknowledged(alert(taken, 2), later, null)).toMatchObject({ owner: "S. Okafor" });
  });

  it("changes nothing while an acknowledgement holds", () => {
    expect(acknowledged(alert(taken), later, "S. Okafor")).toBeNull();
    expect(acknowledged(alert(taken, 2), later, "S. Okafor")).toMatchObject({
      acknowledgedBy: "S. Okafor",
      acknowledgedRank: 2,
    });
  });

  it("ends a snooze, so that a release returns the alert to attention", () => {
    expect(acknowledged(alert(away), act, "R. Bakker")).toMatchObject({ snoozedAt: null });
    expect(released(alert(taken))).toEqual(nothing);
    expect(released(alert())).toBeNull();
  });
});

describe("assigning", () => {
  it("changes only the owner", () => {
    expect(assigned(alert(taken), "M. de Vries")).toEqual({ ...taken, owner: "M. de Vries" });
    expect(assigned(alert(), "M. de Vries")).toEqual({ ...nothing, owner: "M. de Vries" });
  });

  it("changes nothing for the present owner, also one by acknowledgement", () => {
    expect(assigned(alert(taken), "R. Bakker")).toBeNull();
    expect(assigned(alert({ ...taken, owner: null }), "R. Bakker")).toBeNull();
  });
});

it("acknowledges no alert that has closed meanwhile", () => {
  expect(acknowledged({ ...alert(), status: "closed" }, act, null)).toBeNull();
});

describe("snoozing", () => {
  it("applies only to open alerts that are not acknowledged", () => {
    expect(away).toMatchObject({ snoozedBy: "R. Bakker", snoozedUntil: null, snoozedRank: 1 });
    expect(snoozed(alert(taken), act, null)).toBeNull();
    expect(snoozed(alert(taken, 2), act, null)).toMatchObject({ snoozedRank: 2 });
    expect(snoozed({ ...alert(), status: "closed" }, act, null)).toBeNull();
  });

  it("can be changed and ended", () => {
    expect(snoozed(alert(away), later, later.at)).toMatchObject({ snoozedUntil: later.at });
    expect(unsnoozed(alert(away))).toEqual(nothing);
    expect(unsnoozed(alert())).toBeNull();
  });
});

describe("undoing", () => {
  const last = {
    alertId: "A",
    actorId: 7,
    action: "acknowledged" as const,
    detail: { before: away },
  };

  it("restores the handling before one's own act", () => {
    expect(undone(last, 7)).toEqual(away);
  });

  it("leaves another's act and an undo alone", () => {
    expect(undone(last, 8)).toBeNull();
    expect(undone({ ...last, detail: { undo: true } }, 7)).toBeNull();
    expect(undone({ ...last, detail: null }, 7)).toBeNull();
  });

  it("leaves an act without an account alone", () => {
    expect(undone({ ...last, actorId: null }, 7)).toBeNull();
    expect(undone({ ...last, actorId: null }, null)).toBeNull();
  });
});
