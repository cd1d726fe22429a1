// The reads and acts of an alert's page: probable recovery, corrected place, raw notifications, chart, notes.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GET as chartRoute } from "@/app/api/v1/alerts/[alertId]/chart/route";
import { GET as rawRoute } from "@/app/api/v1/alerts/[alertId]/raw/route";
import { readChart } from "@/lib/alerting/alerts/chart.server";
import { undoNote, writeNotes } from "@/lib/alerting/alerts/handling.server";
import { correctPlace } from "@/lib/alerting/alerts/place.server";
import { confirmRecovery, denyRecovery, undoRecoveryAnswer } from "@/lib/alerting/alerts/recovery.server";
import {
  judgeRecoveriesOfJobs,
  listAlertsPage,
  placeAlertsOfJobs,
  readAlertDetail,
  readRawNotifications,
} from "@/lib/alerting/alerts/service.server";
import { getPool } from "@/lib/base/db/pool.server";
import { getPrisma } from "@/lib/base/db/prisma.server";
import { listAreasOf } from "@/lib/farm/areas/service.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { SYSTEM } from "@/lib/identity/actor/system.server";
import { tasks } from "@/lib/operations/tasks/tasks.server";
import { addAreas, addValues, type Value } from "../support/history";
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
const tokens: Record<string, string> = {};

beforeAll(async () => {
  leave = await useTestDatabase();
  for (const role of ["viewer", "grower", "admin"] as const) tokens[role] = await addToken(role);
});
afterAll(() => leave());

const HOUR = 3_600_000;
const raisedAt = new Date("2026-11-18T20:00:00Z");
const hour = (n: number) => new Date(raisedAt.getTime() + n * HOUR);
const PEOPLE = ["M. de Vries", "R. Bakker"];
/** A person by their name; `of` has the account's name if it differs. */
const as = (name: string, role: Actor["role"] = "grower", of = name): Actor => ({
  ...{ ...SYSTEM, kind: "user", id: PEOPLE.indexOf(of) + 1, name, role },
});
const NAMESAKE = as("M. de Vries", "grower", "R. Bakker");
const RENAMED = as("M. de Vries-Smit", "grower", "M. de Vries");

/** Efficiency of a bench around the alert: normally 70, 55 during the alert. */
function efficiency(from: number, to: number, value: number, more: Partial<Value> = {}): Value[] {
  return Array.from({ length: to - from }, (_, n) => ({
    area: "H#Bench 1",
    job: "J",
    index: "EFFICIENCY",
    at: hour(from + n),
    value: value + ((n * 7) % 5) / 10,
    ...more,
  }));
}

/** A farm with an open alert about Efficiency, two weeks of history before it, and none since. */
async function illFarm(): Promise<{ farm: TestTenancy; alertId: string }> {
  const farm = await addTenancy();
  await addValues(getPool(), farm.id, [...efficiency(-120, -6, 70), ...efficiency(-6, 4, 55)]);
  const raised = {
    alertId: newUlid(),
    alertCategory: "PLANT_LIGHT_ALERT",
    event: "RAISED",
    state: "ACTIVE",
    jobId: "J",
    tenantId: farm.tenantId,
    notificationId: newUlid(),
    timestamp: raisedAt.toISOString(),
    createdAt: raisedAt.toISOString(),
  };
  expect((await send(farm, raised)).status).toBe(200);
  await placeAlertsOfJobs(farm.id, ["J"]);
  return { farm, alertId: raised.alertId };
}

async function load(farm: TestTenancy, values: Value[]) {
  await addValues(getPool(), farm.id, values);
  await judgeRecoveriesOfJobs(farm.id, ["J"]);
}

const detail = (farm: TestTenancy, alertId: string) => readAlertDetail(SYSTEM, alertId, farm.tenantId);

describe("probably recovered", () => {
  it("is shown after six hours in the band, until the index leaves it", async () => {
    const { farm, alertId } = await illFarm();
    await load(farm, efficiency(4, 9, 70));
    expect((await detail(farm, alertId)).recovery).toBeNull();
    await load(farm, efficiency(9, 10, 70));
    const recovery = { since: hour(4).toISOString(), until: hour(9).toISOString() };
    expect(await detail(farm, alertId)).toMatchObject({ status: "open", recovery });
    const { items } = await listAlertsPage(SYSTEM, {
      tenant: farm.tenantId,
      status: "open",
      order: "newest",
      limit: 10,
    });
    expect(items[0]).toMatchObject({ alertId, recovery });
    await load(farm, efficiency(10, 11, 50));
    expect((await detail(farm, alertId)).recovery).toBeNull();
  });

  it("counts measured values only", async () => {
    const { farm, alertId } = await illFarm();
    await load(farm, efficiency(4, 12, 70, { filled: true }));
    expect((await detail(farm, alertId)).recovery).toBeNull();
    await load(farm, efficiency(12, 20, 70, { filled: null }));
    expect((await detail(farm, alertId)).recovery).toBeNull();
  });

  it("follows the tenancy's setting and is judged by the job after a load of readings", async () => {
    const { farm, alertId } = await illFarm();
    await getPrisma().tenancy.update({ where: { id: farm.id }, data: { recoveryHours: 3 } });
    await addValues(getPool(), farm.id, efficiency(4, 7, 70));
    await tasks["place-alerts"]?.({ tenancyId: farm.id, jobIds: ["J"] }, {} as never);
    expect((await detail(farm, alertId)).recovery).not.toBeNull();
  });

  it("is not asked again once confirmed, and the alert stays open; it needs attention again when it gets worse", async () => {
    const { farm, alertId } = await illFarm();
    await load(farm, efficiency(4, 12, 70));
    const one = { tenant: farm.tenantId, alertId };
    await confirmRecovery(as("M. de Vries"), one, hour(13));
    expect(await detail(farm, alertId)).toMatchObject({
      status: "open",
      recovery: null,
      recoveryConfirmedAt: hour(13).toISOString(),
      recoveryConfirmedBy: "M. de Vries",
      actions: [{ actor: "M. de Vries", action: "recovery-confirmed" }],
    });
    await expect(confirmRecovery(as("R. Bakker"), one)).rejects.toMatchObject({ code: "conflict" });
    for (const other of [as("R. Bakker"), NAMESAKE])
      await expect(undoRecoveryAnswer(other, one)).rejects.toMatchObject({ code: "conflict" });
    await undoRecoveryAnswer(RENAMED, one);
    const undone = await detail(farm, alertId);
    expect(undone).toMatchObject({ recoveryConfirmedAt: null, actions: [] });
    expect(undone.recovery).not.toBeNull();
  });

  it("is no longer confirmed after the alert got worse", async () => {
    const farm = await addTenancy();
    const values = [...efficiency(-120, -6, 70), ...efficiency(4, 12, 70)];
    await addValues(
      getPool(),
      farm.id,
      values.map((value) => ({ ...value, index: "PRODUCTIVITY" })),
    );
    const raised = alertOf(farm, {
      jobId: "J",
      alertType: "PRODUCTIVITY",
      timestamp: raisedAt.toISOString(),
    });
    await send(farm, raised);
    await placeAlertsOfJobs(farm.id, ["J"]);
    await judgeRecoveriesOfJobs(farm.id, ["J"]);
    const { alertId } = raised;
    await confirmRecovery(as("M. de Vries"), { tenant: farm.tenantId, alertId }, hour(13));
    const rise = { event: "SEVERITY_INCREASED", alertSeverity: "HIGH", previousSeverity: "LOW" };
    await send(farm, { ...raised, ...rise, notificationId: newUlid(), timestamp: hour(14).toISOString() });
    expect(await detail(farm, alertId)).toMatchObject({
      recoveryConfirmedAt: null,
      recovery: { since: hour(4).toISOString() },
    });
    await judgeRecoveriesOfJobs(farm.id, ["J"]);
    expect((await detail(farm, alertId)).recovery).toBeNull();
    await send(farm, {
      ...raised,
      event: "CLOSED",
      notificationId: newUlid(),
      timestamp: hour(15).toISOString(),
    });
    expect((await detail(farm, alertId)).status).toBe("closed");
  });

  it("once denied is shown again only after the index left its band and came back", async () => {
    const { farm, alertId } = await illFarm();
    await load(farm, efficiency(4, 12, 70));
    await denyRecovery(as("M. de Vries"), { tenant: farm.tenantId, alertId }, hour(13));
    await load(farm, efficiency(12, 20, 70));
    expect((await detail(farm, alertId)).recovery).toBeNull();
    await load(farm, [...efficiency(20, 21, 50), ...efficiency(21, 27, 70)]);
    expect((await detail(farm, alertId)).recovery).toMatchObject({ since: hour(21).toISOString() });
  });

  it("can be answered by growers only, and only while it is shown", async () => {
    const { farm, alertId } = await illFarm();
    const one = { tenant: farm.tenantId, alertId };
    await expect(confirmRecovery(as("A viewer", "viewer"), one)).rejects.toMatchObject({ code: "forbidden" });
    await expect(denyRecovery(as("M. de Vries"), one)).rejects.toMatchObject({ code: "conflict" });
    await expect(confirmRecovery(SYSTEM, { ...one, alertId: "unknown" })).rejects.toMatchObject({
      code: "not-found",
    });
  });
});

describe("a corrected place", () => {
  const openIn = async (farm: TestTenancy, path: string) =>
    (await listAreasOf(SYSTEM, { tenant: farm.tenantId })).items.find((area) => area.path === path)
      ?.openAlerts;

  it("records who and when, moves the counts of areas, survives new readings, and can be undone", async () => {
    const { farm, alertId } = await illFarm();
    await addAreas(getPool(), farm.id, ["H#Bench 2", "K#Bench 9"]);
    const place = (paths: string[] | null) =>
      correctPlace(as("M. de Vries"), { tenant: farm.tenantId, alertId, paths });
    expect(await place(["K#Bench 9"])).toEqual({ paths: null });
    await placeAlertsOfJobs(farm.id, ["J"]);
    const corrected = await detail(farm, alertId);
    expect(corrected.areas).toEqual([{ path: "K#Bench 9", certainty: "corrected", until: null }]);
    expect(corrected.actions).toMatchObject([
      {
        actor: "M. de Vries",
        action: "placed",
        detail: { before: ["H#Bench 1"], after: ["K#Bench 9"], by: "person" },
      },
    ]);
    expect([await openIn(farm, "K"), await openIn(farm, "H")]).toEqual([1, 0]);
    expect(await place(["H#Bench 2"])).toEqual({ paths: ["K#Bench 9"] });
    expect(await place(null)).toEqual({ paths: ["H#Bench 2"] });
    expect((await detail(farm, alertId)).areas).toMatchObject([{ path: "H#Bench 1", certainty: "inferred" }]);
    expect([await openIn(farm, "K"), await openIn(farm, "H")]).toEqual([0, 1]);
  });

  it("needs a grower and known areas of the tenancy", async () => {
    const { farm, alertId } = await illFarm();
    const input = { tenant: farm.tenantId, alertId, paths: ["H#Nowhere"] };
    await expect(correctPlace(SYSTEM, input)).rejects.toMatchObject({
      code: "bad-request",
      parameter: "paths",
    });
    expect((await detail(farm, alertId)).areas).toMatchObject([{ path: "H#Bench 1" }]);
    await expect(correctPlace(as("V", "viewer"), input)).rejects.toMatchObject({ code: "forbidden" });
    await expect(correctPlace(SYSTEM, { ...input, alertId: "unknown" })).rejects.toMatchObject({
      code: "not-found",
    });
  });
});

describe("the raw notifications", () => {
  it("are the received bytes, oldest first, for viewers, and not for screens or other tenancies", async () => {
    const [farm, other] = [await addTenancy(), await addTenancy()];
    const raised = alertOf(farm, { timestamp: hour(1).toISOString(), extra: { kept: true } });
    const body = `${JSON.stringify(raised, null, 3)}\n`;
    await send(farm, {
      ...raised,
      event: "CLOSED",
      notificationId: newUlid(),
      timestamp: hour(2).toISOString(),
    });
    await send(farm, body);
    const read = (tenancy: TestTenancy, token: string) =>
      call(rawRoute, token, { tenant: tenancy.tenantId }, { alertId: raised.alertId });
    const { status, answer } = await read(farm, tokens.viewer ?? "");
    expect(status).toBe(200);
    expect(answer.items).toMatchObject([
      { event: "RAISED", body, notificationId: raised.notificationId },
      { event: "CLOSED" },
    ]);
    expect(JSON.stringify(answer)).not.toContain("secret");
    expect((await read(other, tokens.viewer ?? "")).status).toBe(404);
    expect((await read(farm, "no-token")).status).toBe(401);
    const screen = readRawNotifications(as("Packing hall", "screen"), raised.alertId, farm.tenantId);
    await expect(screen).rejects.toMatchObject({ code: "forbidden" });
  });
});

describe("the chart of an alert", () => {
  it("returns the newest value of the alert's index for each area of the job", async () => {
    const farm = await addTenancy();
    const of = (index: string, area: string, hours: number, value: number): Value => ({
      ...{ job: "P", at: hour(hours), area, index, value },
    });
    await addValues(getPool(), farm.id, [
      of("PRODUCTIVITY", "H#Bench 1", 0, 9.5),
      of("PRODUCTIVITY", "H#Bench 1", 2, 8.4),
      of("HEALTH", "H#Bench 1", 3, 81),
      of("HEALTH", "H#Bench 2", 2, 80),
    ]);
    const raised = alertOf(farm, {
      ...{ alertType: "PRODUCTIVITY", jobId: "P", timestamp: hour(1).toISOString() },
    });
    await send(farm, raised);
    const query = {
      ...{ tenant: farm.tenantId, index: "PRODUCTIVITY" },
      ...{ from: hour(-1).toISOString(), to: hour(4).toISOString() },
    };
    const { answer } = await call(chartRoute, tokens.viewer ?? "", query, { alertId: raised.alertId });
    expect(
      answer.areas.toSorted((a: { path: string }, b: { path: string }) => (a.path < b.path ? -1 : 1)),
    ).toEqual([
      { path: "H#Bench 1", last: { at: hour(2).toISOString(), value: 8.4 } },
      { path: "H#Bench 2", last: null },
    ]);
  });

  it("returns series, bars, band and siblings in one answer", async () => {
    const { farm, alertId } = await illFarm();
    const beside = efficiency(-10, 4, 68, { area: "H#Bench 2", job: "K" });
    const guessed = efficiency(-10, 4, 20, { area: "H#Bench 3", job: "K", filled: true });
    await addValues(getPool(), farm.id, [...beside, ...guessed]);
    const query = {
      tenant: farm.tenantId,
      index: "EFFICIENCY",
      from: hour(-24).toISOString(),
      to: hour(6).toISOString(),
    };
    const { status, answer } = await call(chartRoute, tokens.viewer ?? "", query, { alertId });
    expect(status).toBe(200);
    expect(answer.area).toBe("H#Bench 1");
    expect(answer.series).toMatchObject([{ index: "EFFICIENCY", jobId: "J" }]);
    expect(answer.series[0].points).toHaveLength(28);
    expect(answer.span).toMatchObject({ alertId, steps: [{ at: raisedAt.toISOString() }] });
    expect(answer.band.index).toBe("EFFICIENCY");
    expect(answer.band.range.low).toBeGreaterThan(69);
    expect(answer.band.range.high).toBeLessThan(72);
    expect(answer.areas).toMatchObject([{ path: "H#Bench 1", last: { value: expect.any(Number) } }]);
    expect(answer.siblings).toMatchObject([
      { path: "H#Bench 2", name: "Bench 2", lines: [{ index: "EFFICIENCY" }] },
    ]);
    expect((await call(chartRoute, tokens.viewer ?? "", query, { alertId: "unknown" })).status).toBe(404);
  });

  it("covers only areas that the reader may see, also in the band", async () => {
    const { farm, alertId } = await illFarm();
    const query = { tenant: farm.tenantId, index: ["EFFICIENCY"], from: hour(-24), to: hour(6) };
    const bandFor = async (...paths: string[]) => {
      const areas = paths.map((path) => ({ tenantId: farm.tenantId, path }));
      const reader: Actor = { ...as("M. de Vries"), areas: paths.length === 0 ? null : areas };
      return (await readChart(reader, alertId, query)).band;
    };
    const before = await bandFor();
    await addValues(getPool(), farm.id, efficiency(-120, -6, 30, { area: "K#Bench 9" }));
    await correctPlace(SYSTEM, { tenant: farm.tenantId, alertId, paths: ["H#Bench 1", "K#Bench 9"] });

    expect(await bandFor("H")).toEqual(before);
    expect((await bandFor("K#Bench 9"))?.range.high).toBeLessThan(40);
    expect(await bandFor("H", "K")).toEqual(await bandFor());
    expect(await bandFor()).not.toEqual(before);
  });

  it("returns the series of all jobs in a corrected place without readings of the alert's job", async () => {
    const { farm, alertId } = await illFarm();
    await addValues(getPool(), farm.id, efficiency(-10, 4, 68, { area: "K#Bench 9", job: "K" }));
    const input = { tenant: farm.tenantId, alertId, paths: ["K#Bench 9"] };
    await correctPlace(SYSTEM, input);
    const query = {
      tenant: farm.tenantId,
      index: "EFFICIENCY",
      from: hour(-24).toISOString(),
      to: hour(6).toISOString(),
    };
    const { answer } = await call(chartRoute, tokens.viewer ?? "", query, { alertId });
    expect(answer.series).toMatchObject([{ area: "K#Bench 9", jobId: null }]);
    expect(answer.series[0].points).toHaveLength(14);
  });

  it("has no band and no series without readings of the job", async () => {
    const farm = await addTenancy();
    const raised = alertOf(farm);
    await send(farm, raised);
    const query = {
      tenant: farm.tenantId,
      index: "HEALTH",
      from: hour(-24).toISOString(),
      to: hour(6).toISOString(),
    };
    const { answer } = await call(chartRoute, tokens.viewer ?? "", query, { alertId: raised.alertId });
    expect(answer).toMatchObject({ area: null, series: [], band: null });
  });
});

it("lets authors delete their last note for ten minutes", async () => {
  const { farm, alertId } = await illFarm();
  const one = { tenant: farm.tenantId, alertId };
  await writeNotes(as("M. de Vries"), {
    sites: [{ tenant: farm.tenantId, alertIds: [alertId] }],
    text: "Drip line shut",
  });
  for (const other of [as("R. Bakker"), NAMESAKE, SYSTEM])
    await expect(undoNote(other, one)).rejects.toMatchObject({ code: "conflict" });
  await expect(undoNote(as("M. de Vries"), one, new Date(Date.now() + 11 * 60_000))).rejects.toMatchObject({
    code: "conflict",
  });
  await undoNote(RENAMED, one);
  expect((await detail(farm, alertId)).notes).toEqual([]);
});
