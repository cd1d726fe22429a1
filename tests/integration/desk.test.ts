// Handling of alerts (acknowledge, assign, snooze, undo), the tabs of the inbox, and episodes.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GET as readAlertRoute } from "@/app/api/v1/alerts/[alertId]/route";
import { GET as countsRoute } from "@/app/api/v1/alerts/counts/route";
import { GET as listRoute } from "@/app/api/v1/alerts/route";
import { GET as tabsRoute } from "@/app/api/v1/alerts/tabs/route";
import { GET as ownersRoute } from "@/app/api/v1/owners/route";
import {
  acknowledge,
  assign,
  release,
  snooze,
  undoLastAct,
  unsnooze,
} from "@/lib/alerting/alerts/handling.server";
import { getPrisma } from "@/lib/base/db/prisma.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { SYSTEM } from "@/lib/identity/actor/system.server";
import {
  addTenancy,
  addToken,
  alertOf,
  call,
  newUlid,
  send,
  type TestTenancy,
  useTestDatabase,
} from "../support/notifications";

let leave: () => Promise<void>;
let viewer: string;
let grower: string;
const bakker: Actor = { ...SYSTEM, kind: "user", id: 1001, name: "R. Bakker" };
const okafor: Actor = { ...SYSTEM, kind: "user", id: 1002, name: "S. Okafor" };

beforeAll(async () => {
  leave = await useTestDatabase();
  viewer = await addToken("viewer");
  grower = await addToken("grower");
  await addUser("M. de Vries", "grower");
  await addUser("J. Smit", "viewer");
  await addUser("A. Gone", "admin", new Date());
});
afterAll(() => leave());

async function addUser(name: string, role: string, disabledAt: Date | null = null) {
  const email = `${newUlid()}@example.com`;
  await getPrisma().user.create({ data: { email, name, role, passwordHash: "-", disabledAt } });
}

type Raised = ReturnType<typeof alertOf>;

async function raise(farm: TestTenancy, members: Record<string, unknown> = {}): Promise<Raised> {
  const raised = alertOf(farm, members);
  await send(farm, raised);
  return raised;
}

async function rise(farm: TestTenancy, raised: Raised, to: string, timestamp = "2026-11-20T11:00:00Z") {
  const more = { event: "SEVERITY_INCREASED", alertSeverity: to, previousSeverity: raised.alertSeverity };
  await send(farm, { ...raised, ...more, notificationId: newUlid(), timestamp });
}

async function close(farm: TestTenancy, raised: Raised, timestamp: string, closeReason = "REPLACED") {
  await send(farm, { ...raised, event: "CLOSED", closeReason, notificationId: newUlid(), timestamp });
}

const of = (farm: TestTenancy, ...alerts: Raised[]) => ({
  tenant: farm.tenantId,
  alertIds: alerts.map(({ alertId }) => alertId),
});

async function read(farm: TestTenancy, { alertId }: Raised) {
  return (await call(readAlertRoute, viewer, { tenant: farm.tenantId }, { alertId })).answer;
}

async function tabs(farm: TestTenancy, query: Record<string, string> = {}) {
  return (await call(tabsRoute, viewer, { tenant: farm.tenantId, ...query })).answer;
}

async function idsOn(farm: TestTenancy, desk: string): Promise<string[]> {
  const { answer } = await call(listRoute, viewer, { tenant: farm.tenantId, desk });
  return answer.items.map(({ alertId }: { alertId: string }) => alertId);
}

const historyOf = ({ alertId }: Raised) =>
  getPrisma().alertAction.findMany({ where: { alertId }, orderBy: { id: "asc" } });

describe("acknowledging", () => {
  it("assigns an owner and adds a note in one act, which is recorded in history and audit and published", async () => {
    const farm = await addTenancy();
    const raised = await raise(farm);
    const input = { ...of(farm, raised), owner: "M. de Vries", note: "Drip line 3 is shut" };
    expect(await acknowledge(bakker, input)).toEqual({ alertIds: [raised.alertId] });
    expect(await read(farm, raised)).toMatchObject({
      acknowledgedBy: "R. Bakker",
      acknowledgedAt: expect.any(String),
      owner: "M. de Vries",
      attention: false,
      roseSinceAcknowledged: false,
      notes: [{ author: "R. Bakker", text: "Drip line 3 is shut" }],
    });
    expect(await historyOf(raised)).toMatchObject([
      { actor: "R. Bakker", action: "acknowledged", detail: { owner: "M. de Vries" } },
    ]);
    expect(await getPrisma().auditEntry.count({ where: { target: raised.alertId } })).toBe(1);
    expect(await tabs(farm)).toEqual({ attention: 0, acknowledged: 1, snoozed: 0, closed: 0 });
  });

  it("leaves an alert with whom it is assigned to, and says so", async () => {
    const farm = await addTenancy();
    const [given, free] = [await raise(farm), await raise(farm)];
    await assign(okafor, { ...of(farm, given), owner: "M. de Vries" });
    const done = await acknowledge(bakker, of(farm, given, free));
    expect(done.kept).toEqual(["M. de Vries"]);
    expect(done.alertIds.toSorted()).toEqual([given.alertId, free.alertId].toSorted());
    expect(await read(farm, given)).toMatchObject({ acknowledgedBy: "R. Bakker", owner: "M. de Vries" });
    expect(await read(farm, free)).toMatchObject({ owner: "R. Bakker" });
    expect((await historyOf(given)).at(-1)).toMatchObject({ detail: { owner: "M. de Vries" } });
    await undoLastAct(bakker, of(farm, given));
    expect(await read(farm, given)).toMatchObject({ attention: true, owner: "M. de Vries" });
  });

  it.each(["J. Smit", "A. Gone", "Nobody"])("is rejected for %s", async (owner) => {
    const farm = await addTenancy();
    const raised = await raise(farm);
    await expect(acknowledge(bakker, { ...of(farm, raised), owner })).rejects.toMatchObject({
      code: "bad-request",
      parameter: "owner",
    });
    expect((await read(farm, raised)).acknowledgedAt).toBeNull();
  });

  it("ends when the alert gets worse; then somebody else can acknowledge it", async () => {
    const farm = await addTenancy();
    const raised = await raise(farm);
    await acknowledge(bakker, of(farm, raised));
    await rise(farm, raised, "MEDIUM");
    expect(await read(farm, raised)).toMatchObject({
      attention: true,
      roseSinceAcknowledged: true,
      acknowledgedBy: "R. Bakker",
      owner: "R. Bakker",
    });
    expect(await idsOn(farm, "attention")).toEqual([raised.alertId]);
    expect(await idsOn(farm, "acknowledged")).toEqual([]);
    const { answer } = await call(countsRoute, viewer, { tenant: farm.tenantId });
    expect(answer).toMatchObject({ open: 1, attention: 1 });
    expect(await acknowledge(okafor, of(farm, raised))).toEqual({ alertIds: [raised.alertId] });
    expect(await read(farm, raised)).toMatchObject({ attention: false, owner: "S. Okafor" });
  });

  it("survives every notification that does not make the alert worse", async () => {
    const farm = await addTenancy();
    const raised = await raise(farm, { alertSeverity: "HIGH" });
    await acknowledge(bakker, { ...of(farm, raised), note: "Seen" });
    await send(farm, { ...raised, notificationId: newUlid(), timestamp: "2026-11-20T12:00:00Z" });
    expect(await read(farm, raised)).toMatchObject({ attention: false, owner: "R. Bakker" });
    await close(farm, raised, "2026-11-20T13:00:00Z");
    expect(await read(farm, raised)).toMatchObject({
      status: "closed",
      acknowledgedBy: "R. Bakker",
      owner: "R. Bakker",
      notes: [{ text: "Seen" }],
    });
  });
});

describe("assigning and releasing", () => {
  it("changes the owner of several alerts, skips those already theirs, and appears in the history", async () => {
    const farm = await addTenancy();
    const [one, two] = [await raise(farm), await raise(farm)];
    await acknowledge(bakker, of(farm, one));
    const input = { ...of(farm, one, two), owner: "M. de Vries" };
    expect((await assign(bakker, input)).alertIds.sort()).toEqual([one.alertId, two.alertId].sort());
    expect(await assign(bakker, input)).toEqual({ alertIds: [] });
    expect(await read(farm, one)).toMatchObject({ owner: "M. de Vries", acknowledgedBy: "R. Bakker" });
    expect(await read(farm, two)).toMatchObject({ owner: "M. de Vries", attention: true });
    const { answer } = await call(listRoute, viewer, { tenant: farm.tenantId, owner: "M. de Vries" });
    expect(answer.items).toHaveLength(2);
    await release(bakker, of(farm, one));
    expect(await read(farm, one)).toMatchObject({ owner: null, acknowledgedAt: null, attention: true });
    expect((await historyOf(one)).map(({ action }) => action)).toEqual([
      "acknowledged",
      "owner-set",
      "acknowledgement-undone",
    ]);
  });

  it("lists active growers and admins as owners, but nobody to a viewer", async () => {
    expect((await call(ownersRoute, grower)).answer.items).toEqual([{ name: "M. de Vries" }]);
    expect((await call(ownersRoute, viewer)).status).toBe(403);
  });
});

describe("snoozing", () => {
  const soon = (ms: number) => new Date(Date.now() + ms);

  it("ends at its time without a database write", async () => {
    const farm = await addTenancy();
    const raised = await raise(farm);
    const until = soon(3_600_000);
    await snooze(bakker, { ...of(farm, raised), until });
    expect(await read(farm, raised)).toMatchObject({
      attention: false,
      snoozed: "until-time",
      snoozedUntil: until.toISOString(),
      snoozedBy: "R. Bakker",
    });
    expect(await tabs(farm)).toEqual({ attention: 0, acknowledged: 0, snoozed: 1, closed: 0 });
    const counts = async () => (await call(countsRoute, viewer, { tenant: farm.tenantId })).answer;
    expect((await counts()).nextSnoozeEnd).toBe(until.toISOString());
    await getPrisma().alertHandling.updateMany({
      where: { alertId: raised.alertId },
      data: { snoozedUntil: soon(-1) },
    });
    expect(await read(farm, raised)).toMatchObject({ attention: true, snoozed: null, snoozedUntil: null });
    expect(await idsOn(farm, "attention")).toEqual([raised.alertId]);
    expect(await counts()).toMatchObject({ attention: 1, nextSnoozeEnd: null });
  });

  it("ends when the alert gets worse, with or without an end time", async () => {
    const farm = await addTenancy();
    for (const until of [null, soon(3_600_000)]) {
      const raised = await raise(farm);
      await snooze(bakker, { ...of(farm, raised), until });
      expect(await idsOn(farm, "snoozed")).toEqual([raised.alertId]);
      await rise(farm, raised, "HIGH");
      expect(await read(farm, raised)).toMatchObject({ attention: true, snoozed: null });
      expect(await idsOn(farm, "snoozed")).toEqual([]);
    }
  });

  it("can be ended by hand, rejects a past time, and skips acknowledged alerts", async () => {
    const farm = await addTenancy();
    const [raised, taken] = [await raise(farm), await raise(farm)];
    await acknowledge(bakker, of(farm, taken));
    expect(await snooze(okafor, { ...of(farm, raised, taken), until: null })).toEqual({
      alertIds: [raised.alertId],
    });
    expect(await unsnooze(okafor, of(farm, raised))).toEqual({ alertIds: [raised.alertId] });
    expect(await unsnooze(okafor, of(farm, raised))).toEqual({ alertIds: [] });
    expect((await read(farm, raised)).attention).toBe(true);
    for (const until of [soon(-1), soon(40 * 86_400_000)])
      await expect(snooze(okafor, { ...of(farm, raised), until })).rejects.toMatchObject({
        parameter: "until",
      });
  });
});

describe("undoing", () => {
  it("restores the handling before one's own last act, once", async () => {
    const farm = await addTenancy();
    const raised = await raise(farm);
    await acknowledge(bakker, { ...of(farm, raised), owner: "M. de Vries" });
    await rise(farm, raised, "HIGH");
    await acknowledge(okafor, of(farm, raised));
    expect(await undoLastAct(okafor, of(farm, raised))).toEqual({ alertIds: [raised.alertId] });
    expect(await read(farm, raised)).toMatchObject({
      attention: true,
      roseSinceAcknowledged: true,
      acknowledgedBy: "R. Bakker",
      owner: "M. de Vries",
    });
    expect(await undoLastAct(okafor, of(farm, raised))).toEqual({ alertIds: [] });
    expect((await historyOf(raised)).map(({ action }) => action)).toEqual([
      "acknowledged",
      "acknowledged",
      "acknowledgement-undone",
    ]);
  });

  it("is tied to the account: rejected for a namesake or a program with that id, allowed after a rename", async () => {
    const farm = await addTenancy();
    const raised = await raise(farm);
    await acknowledge(bakker, of(farm, raised));
    const namesake: Actor = { ...okafor, name: bakker.name };
    const program: Actor = { ...bakker, kind: "token" };
    for (const other of [namesake, program])
      expect(await undoLastAct(other, of(farm, raised))).toEqual({ alertIds: [] });
    const renamed: Actor = { ...bakker, name: "R. Bakker-Smit" };
    expect(await undoLastAct(renamed, of(farm, raised))).toEqual({ alertIds: [raised.alertId] });
    await acknowledge(program, of(farm, raised));
    expect(await undoLastAct(program, of(farm, raised))).toEqual({ alertIds: [] });
  });

  it("does nothing if somebody has acted since", async () => {
    const farm = await addTenancy();
    const raised = await raise(farm);
    await snooze(bakker, { ...of(farm, raised), until: null });
    await assign(okafor, { ...of(farm, raised), owner: "M. de Vries" });
    expect(await undoLastAct(bakker, of(farm, raised))).toEqual({ alertIds: [] });
    expect(await read(farm, raised)).toMatchObject({ snoozed: "until-worse", owner: "M. de Vries" });
  });
});

it("counts each open alert in exactly one tab, in SQL as in code", async () => {
  const farm = await addTenancy();
  const past = new Date(Date.now() - 60_000);
  const future = new Date(Date.now() + 3_600_000);
  const [none, before, low, high] = [null, past, 1, 3] as const;
  const acknowledgements = [
    { acknowledgedAt: none },
    { acknowledgedAt: before, acknowledgedRank: none },
    { acknowledgedAt: before, acknowledgedRank: low },
    { acknowledgedAt: before, acknowledgedRank: high },
  ];
  const snoozes = [
    { snoozedAt: none },
    ...[none, past, future].flatMap((snoozedUntil) => [
      { snoozedAt: before, snoozedUntil, snoozedRank: low },
      { snoozedAt: before, snoozedUntil, snoozedRank: high },
    ]),
  ];
  const recoveries = [none, before, new Date("2020-01-01")];
  for (const acknowledged of acknowledgements)
    for (const snoozed of snoozes)
      for (const recoveryConfirmedAt of recoveries) {
        const alertId = newUlid();
        const at = new Date("2024-01-01");
        const times = { firstEventAt: at, lastEventAt: at, severitySince: at };
        const state = { shape: "alert", severity: "MEDIUM", rank: 2, status: "open", jobId: "J" };
        const rest = { incomplete: false, notifications: 1, ...times, ...state };
        await getPrisma().alert.create({ data: { tenancyId: farm.id, alertId, ...rest } });
        const handling = { ...acknowledged, ...snoozed, recoveryConfirmedAt };
        await getPrisma().alertHandling.create({ data: { tenancyId: farm.id, alertId, ...handling } });
      }
  const total = acknowledgements.length * snoozes.length * recoveries.length;
  const query = { tenant: farm.tenantId, status: "open", limit: "500" };
  const { items } = (await call(listRoute, viewer, query)).answer;
  const byRule = items.filter((one: { attention: boolean }) => one.attention);
  const counted = await tabs(farm);
  expect(byRule.map((one: { alertId: string }) => one.alertId).sort()).toEqual(
    (await call(listRoute, viewer, { ...query, desk: "attention" })).answer.items
      .map((one: { alertId: string }) => one.alertId)
      .sort(),
  );
  expect(counted.attention).toBe(byRule.length);
  expect(counted.attention + counted.acknowledged + counted.snoozed).toBe(total);
  expect(byRule.length).toBeGreaterThan(0);
});

describe("the tabs", () => {
  it("count the alerts that match the filters", async () => {
    const farm = await addTenancy();
    const [a, b] = [
      await raise(farm, { jobId: "A" }),
      await raise(farm, { jobId: "B", alertSeverity: "HIGH" }),
    ];
    await close(farm, await raise(farm, { jobId: "A" }), "2026-11-20T12:00:00Z", "EXPIRED");
    await acknowledge(bakker, of(farm, b));
    expect(await tabs(farm)).toEqual({ attention: 1, acknowledged: 1, snoozed: 0, closed: 1 });
    expect(await tabs(farm, { jobId: "A" })).toEqual({
      attention: 1,
      acknowledged: 0,
      snoozed: 0,
      closed: 1,
    });
    expect(await tabs(farm, { severity: "HIGH" })).toMatchObject({ attention: 0, acknowledged: 1 });
    expect(await tabs(farm, { text: a.alertId.toLowerCase() })).toMatchObject({ attention: 1, closed: 0 });
    expect(await tabs(farm, { owner: "R. Bakker" })).toMatchObject({ attention: 0, acknowledged: 1 });
  });

  it("page by duration, longest first, on request", async () => {
    const farm = await addTenancy();
    const sent: Raised[] = [];
    for (const minute of [5, 1, 3, 3, 2])
      sent.push(await raise(farm, { timestamp: `2026-11-20T10:0${minute}:00Z` }));
    const seen: { raisedAt: string }[] = [];
    let cursor: string | null = null;
    do {
      const query = { tenant: farm.tenantId, order: "oldest", limit: "2", ...(cursor && { cursor }) };
      const { answer }: { answer: { items: { raisedAt: string }[]; nextCursor: string | null } } = await call(
        listRoute,
        viewer,
        query as Record<string, string>,
      );
      seen.push(...answer.items);
      cursor = answer.nextCursor;
    } while (cursor !== null);
    const times = seen.map(({ raisedAt }) => raisedAt);
    expect(times).toHaveLength(sent.length);
    expect(times).toEqual([...times].sort());
  });
});

describe("a replaced alert", () => {
  it("and its successor link to each other, across a chain back to its first", async () => {
    const farm = await addTenancy();
    const first = await raise(farm, { timestamp: "2026-11-20T08:00:00Z" });
    await close(farm, first, "2026-11-20T09:00:00Z");
    const second = await raise(farm, { timestamp: "2026-11-20T09:01:00Z", alertSeverity: "MEDIUM" });
    await close(farm, second, "2026-11-20T10:00:00Z");
    const third = await raise(farm, { timestamp: "2026-11-20T09:59:30Z", alertSeverity: "HIGH" });
    expect(await read(farm, first)).toMatchObject({ replacedBy: second.alertId, continues: null });
    const since = "2026-11-20T08:00:00.000Z";
    expect(await read(farm, second)).toMatchObject({
      replacedBy: third.alertId,
      continues: { alertId: first.alertId, since },
    });
    expect(await read(farm, third)).toMatchObject({
      replacedBy: null,
      continues: { alertId: second.alertId, since },
    });
    const { answer } = await call(listRoute, viewer, { tenant: farm.tenantId, status: "open" });
    expect(answer.items).toMatchObject([{ continues: { alertId: second.alertId, since } }]);
  });

  it("is not continued by an alert of another job, kind or time, or by one that replaced nothing", async () => {
    const farm = await addTenancy();
    const closed = await raise(farm, { timestamp: "2026-11-20T08:00:00Z" });
    await close(farm, closed, "2026-11-20T09:00:00Z");
    const near = { timestamp: "2026-11-20T09:01:00Z" };
    await raise(farm, { ...near, jobId: "OTHER" });
    await raise(farm, { ...near, alertType: "PRODUCTIVITY" });
    await raise(farm, { timestamp: "2026-11-20T09:15:01Z" });
    await raise(farm, { timestamp: "2026-11-20T07:59:00Z" });
    expect((await read(farm, closed)).replacedBy).toBeNull();
    const expired = await raise(farm, { ...near, jobId: "E", timestamp: "2026-11-20T08:00:00Z" });
    await close(farm, expired, "2026-11-20T09:00:00Z", "EXPIRED");
    const next = await raise(farm, { ...near, jobId: "E" });
    expect((await read(farm, next)).continues).toBeNull();
  });
});
