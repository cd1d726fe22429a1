// Rules for everybody with a role at a site, from a signed notification to mailboxes and devices.

import { runOnce } from "graphile-worker";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { HIGH_RULE, type TeamRuleInput } from "@/lib/alerting/notices/contract";
import {
  addDevice,
  changeTeamRule,
  muteTeamRule,
  planNotices,
  readNotices,
  readTeamNotices,
  removeTeamRule,
  saveOwnRule,
  tellAllOfHigh,
} from "@/lib/alerting/notices/service.server";
import { getPool } from "@/lib/base/db/pool.server";
import { getPrisma } from "@/lib/base/db/prisma.server";
import { ensureQueue, quiet } from "@/lib/base/queue/service.server";
import { deleteSome, tablesOfTenancies } from "@/lib/farm/tenancies/store.server";
import type { Actor, AreaLimit } from "@/lib/identity/actor/contract";
import { authenticate } from "@/lib/identity/auth/guard.server";
import { deleteUser, setUserAreas, setUserDisabled } from "@/lib/identity/users/service.server";
import { tasks } from "@/lib/operations/tasks/tasks.server";
import { addAreas, addValues } from "../support/history";
import { startMailServer } from "../support/mail-server";
import {
  addTenancy,
  alertOf,
  newUlid,
  send,
  type TestTenancy,
  useTestDatabase,
} from "../support/notifications";
import { signedIn } from "../support/people";
import { startPushService } from "../support/push-service";

const [ZONE_A, ZONE_B] = ["Farm#Zone A", "Farm#Zone B"] as const;

let leave: () => Promise<void>;
let push: Awaited<ReturnType<typeof startPushService>>;
let mail: Awaited<ReturnType<typeof startMailServer>>;
let farm: TestTenancy;
let admin: Actor;

beforeAll(async () => {
  push = await startPushService();
  mail = await startMailServer();
  Object.assign(process.env, {
    LEAFWATCH_ALLOW_PRIVATE_HOSTS: "127.0.0.1",
    LEAFWATCH_SMTP_URL: mail.url,
    LEAFWATCH_SMTP_FROM: "Leafwatch <leafwatch@farm.example>",
    LEAFWATCH_URL: "https://leafwatch.example",
  });
  leave = await useTestDatabase();
  await ensureQueue();
  await addTenancy();
  admin = await addPerson("admin", "admin");
});

afterAll(async () => {
  await leave();
  await push.stop();
  await mail.stop();
});

beforeEach(async () => {
  farm = await addTenancy();
  await addAreas(getPool(), farm.id, [ZONE_A, ZONE_B]);
  push.messages.length = 0;
  mail.mails.length = 0;
});

afterEach(async () => {
  await getPool().query(
    "TRUNCATE notices, notice_rules, team_rules, team_rule_mutes, push_subscriptions; DELETE FROM graphile_worker._private_jobs",
  );
  await getPrisma().user.deleteMany({ where: { id: { not: admin.id } } });
});

async function addPerson(name: string, role: string, limits: AreaLimit[] | null = null): Promise<Actor> {
  const { id } = await getPrisma().user.create({
    data: {
      ...{ email: `${name}@farm.example`, name, role, passwordHash: "none" },
      ...(limits && { areas: limits }),
    },
  });
  return actorOf(id);
}

/** The person as their next request is made. */
const actorOf = async (id: number): Promise<Actor> =>
  authenticate(
    new Request("https://leafwatch.example", { headers: { cookie: await signedIn(getPool(), id) } }),
  );

const rule = (members: Partial<TeamRuleInput> = {}): TeamRuleInput => ({
  ...HIGH_RULE,
  tenantId: farm.tenantId,
  ...members,
});
const at = (path: string | null): AreaLimit => ({ tenantId: farm.tenantId, path });

const now = () => new Date().toISOString();

/** Sends a HIGH alert, placed in an area. */
async function raise(area: string | null = null): Promise<{ alertId: string }> {
  const raised = alertOf(farm, { timestamp: now(), alertSeverity: "HIGH", jobId: newUlid() });
  await send(farm, raised);
  if (area !== null) {
    const hour = new Date(Date.now() - 3_600_000).toISOString();
    await addValues(getPool(), farm.id, [{ area, job: raised.jobId, at: hour, value: 1 }]);
    const { placeAlerts } = await import("@/lib/alerting/alerts/service.server");
    await placeAlerts(farm.id, { alertIds: [raised.alertId] });
  }
  return raised;
}

const plan = ({ alertId }: { alertId: string }) =>
  planNotices({ alerts: [{ tenancyId: farm.id, alertIds: [alertId] }] });
const work = () => runOnce({ pgPool: getPool(), taskList: tasks, logger: quiet, noHandleSignals: true });

/** Who was sent a mail of an alert, in order of their addresses: earlier alerts may come in between. */
const mailed = ({ alertId }: { alertId: string }) =>
  mail.mails
    .filter(({ text }) => text.includes(alertId))
    .map(({ to }) => to.replace("@farm.example", ""))
    .toSorted();

/** Raises an alert and returns who is sent a mail of it. */
async function mailedOf(area: string | null = null): Promise<string[]> {
  const raised = await raise(area);
  await plan(raised);
  await work();
  return mailed(raised);
}

const ownRules = async (actor: Actor) => (await readNotices(actor)).teamRules;

describe("a team rule", () => {
  it("tells everybody with a role at the site, each once", async () => {
    const maria = await addPerson("maria", "grower");
    await addPerson("jan", "viewer", [at(null)]);
    await addPerson("elsewhere", "grower", [{ tenantId: "another", path: null }]);
    await addDevice(maria, push.subscribe("phone"));
    await saveOwnRule(maria, {
      ...{ tenant: farm.tenantId, minRank: 0, types: [], areaPath: null, push: true, email: true },
      ...{ quietFrom: null, quietTo: null, remindMinutes: null },
    });
    await tellAllOfHigh(admin, farm.tenantId);
    await changeTeamRule(admin, rule({ minRank: 2 }));

    expect(await mailedOf()).toEqual(["admin", "jan", "maria"]);
    expect(push.messages.map(({ device }) => device)).toEqual(["phone"]);
  });

  it("is sent once if two processes look and work at the same time", async () => {
    await addPerson("maria", "grower");
    await tellAllOfHigh(admin, farm.tenantId);
    const raised = await raise();

    await Promise.all([plan(raised), plan(raised), planNotices({}), planNotices({})]);
    await Promise.all([work(), work()]);
    await Promise.all([plan(raised), planNotices({})]);
    await work();

    expect(mailed(raised)).toEqual(["admin", "maria"]);
  });

  it("keeps to the areas that each person may see, and to its own", async () => {
    await addPerson("zone-a", "grower", [at(ZONE_A)]);
    await addPerson("zone-b", "viewer", [at(ZONE_B)]);
    const { id } = await changeTeamRule(admin, rule());
    expect(await mailedOf(ZONE_A)).toEqual(["admin", "zone-a"]);
    expect(await mailedOf(ZONE_B)).toEqual(["admin", "zone-b"]);
    expect(await mailedOf(null)).toEqual(["admin"]);

    await changeTeamRule(admin, rule({ id, areaPaths: [ZONE_B] }));
    expect(await mailedOf(ZONE_A)).toEqual([]);
    expect(await mailedOf(ZONE_B)).toEqual(["admin", "zone-b"]);
  });

  it("covers who gets a role later at once, and leaves out who loses it", async () => {
    await tellAllOfHigh(admin, farm.tenantId);
    expect(await mailedOf()).toEqual(["admin"]);
    const maria = await addPerson("maria", "grower", [{ tenantId: "another", path: null }]);
    await getPrisma().user.create({
      data: { email: "invited@farm.example", name: "invited", role: "viewer" },
    });
    expect(await mailedOf()).toEqual(["admin"]);

    await setUserAreas(admin, { id: maria.id, areas: [at(null)] });
    expect(await mailedOf()).toEqual(["admin", "maria"]);

    // Planned while they had the role, sent after they lost it.
    const raised = await raise();
    await plan(raised);
    const other = await addTenancy();
    await setUserAreas(admin, { id: maria.id, areas: [{ tenantId: other.tenantId, path: null }] });
    await work();
    expect(mailed(raised)).toEqual(["admin"]);
    expect(await mailedOf()).toEqual(["admin"]);

    await setUserAreas(admin, { id: maria.id, areas: [at(null)] });
    await setUserDisabled(admin, { id: maria.id, disabled: true });
    expect(await mailedOf()).toEqual(["admin"]);
  });

  it("is muted by a person for themselves, unless it is binding", async () => {
    const maria = await addPerson("maria", "viewer");
    const { id } = await tellAllOfHigh(admin, farm.tenantId);
    const mute = (muted: boolean) => muteTeamRule(maria, { tenant: farm.tenantId, id, muted });
    await mute(true);
    expect(await ownRules(maria)).toMatchObject([{ id, muted: true, binding: false }]);
    expect(await ownRules(admin)).toMatchObject([{ id, muted: false }]);
    expect(await mailedOf()).toEqual(["admin"]);

    await changeTeamRule(admin, rule({ id, binding: true }));
    expect(await mailedOf()).toEqual(["admin", "maria"]);
    await mute(false);
    await expect(mute(true)).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("cannot be muted"),
    });
    expect(await mailedOf()).toEqual(["admin", "maria"]);

    await changeTeamRule(admin, rule({ id }));
    await mute(true);
    await mute(false);
    expect(await mailedOf()).toEqual(["admin", "maria"]);
  });

  it("holds back in quiet hours, and sends afterwards what is still open", async () => {
    await changeTeamRule(admin, rule({ quietFrom: 22 * 60, quietTo: 6 * 60 }));
    const raised = alertOf(farm, {
      timestamp: "2026-11-20T23:20:00Z",
      alertSeverity: "HIGH",
      jobId: newUlid(),
    });
    await send(farm, raised);
    const lookAt = async (time: string, alertIds?: string[]) => {
      const alerts = alertIds && [{ tenancyId: farm.id, alertIds }];
      await planNotices(alerts ? { alerts } : {}, new Date(time));
      await work();
      return mail.mails.map(({ subject }) => subject);
    };
    expect(await lookAt("2026-11-20T23:30:00Z", [raised.alertId])).toEqual([]);
    expect(await lookAt("2026-11-21T06:00:00Z")).toEqual(["1 alert in quiet hours, still open"]);
  });

  it("shows a person nothing of areas that they may not see", async () => {
    const zoneA = await addPerson("zone-a", "grower", [at(ZONE_A)]);
    await changeTeamRule(admin, rule({ areaPaths: [ZONE_A, ZONE_B] }));
    const { id } = await changeTeamRule(admin, rule({ areaPaths: [ZONE_B] }));
    expect((await ownRules(zoneA)).map(({ areaPaths }) => areaPaths)).toEqual([[ZONE_A]]);
    await expect(muteTeamRule(zoneA, { tenant: farm.tenantId, id, muted: true })).rejects.toMatchObject({
      code: "not-found",
    });
    const elsewhere = await addPerson("elsewhere", "grower", [{ tenantId: "another", path: null }]);
    expect(await ownRules(elsewhere)).toEqual([]);
    await expect(muteTeamRule(elsewhere, { tenant: farm.tenantId, id, muted: true })).rejects.toMatchObject({
      code: "bad-request",
    });
  });

  it("ends with its tenancy, and a mute with its person", async () => {
    const maria = await addPerson("maria", "grower");
    const { id } = await tellAllOfHigh(admin, farm.tenantId);
    await muteTeamRule(maria, { tenant: farm.tenantId, id, muted: true });
    await muteTeamRule(admin, { tenant: farm.tenantId, id, muted: true });
    await deleteUser(admin, { id: maria.id });
    expect(await getPrisma().teamRuleMute.findMany()).toMatchObject([{ userId: admin.id }]);

    // Unmuted, planned, and sent only after the deletion began.
    await muteTeamRule(admin, { tenant: farm.tenantId, id, muted: false });
    const raised = await raise();
    await plan(raised);
    await getPrisma().tenancy.update({ where: { id: farm.id }, data: { deletingAt: new Date() } });
    await work();
    await plan(raised);
    await planNotices({});
    await work();
    expect(mailed(raised)).toEqual([]);
    await expect(tellAllOfHigh(admin, farm.tenantId)).rejects.toMatchObject({ code: "bad-request" });
    expect(await ownRules(admin)).toEqual([]);
    await getPrisma().teamRuleMute.create({
      data: { tenancyId: farm.id, ruleId: id, userId: admin.id },
    });
    for (const table of await tablesOfTenancies())
      if (table.startsWith("team_rule")) await deleteSome(table, farm.id, 10);
    expect(await getPrisma().teamRule.count()).toBe(0);
    expect(await getPrisma().teamRuleMute.count()).toBe(0);
  });

  it("is made by one press once, changed and removed, each with an entry in the audit", async () => {
    const maria = await addPerson("maria", "grower");
    const pressed = await Promise.allSettled([
      tellAllOfHigh(admin, farm.tenantId),
      tellAllOfHigh(admin, farm.tenantId),
    ]);
    expect(pressed.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const [{ id } = { id: 0 }] = await ownRules(maria);
    await changeTeamRule(admin, rule({ id, remindMinutes: 30 }));
    await muteTeamRule(maria, { tenant: farm.tenantId, id, muted: true });
    await muteTeamRule(maria, { tenant: farm.tenantId, id, muted: true });
    await removeTeamRule(admin, { tenantId: farm.tenantId, id });
    expect(await ownRules(maria)).toEqual([]);
    expect(await getPrisma().teamRuleMute.count()).toBe(0);
    await expect(removeTeamRule(admin, { tenantId: farm.tenantId, id })).rejects.toMatchObject({
      code: "not-found",
    });
    await expect(changeTeamRule(admin, rule({ id }))).rejects.toMatchObject({ code: "not-found" });
    await expect(tellAllOfHigh(maria, farm.tenantId)).rejects.toMatchObject({ code: "forbidden" });
    const entries = await getPrisma().auditEntry.findMany({
      where: { action: { startsWith: "notices.team-rule" }, target: `Farm ${farm.tenantId}` },
      orderBy: { id: "asc" },
    });
    expect(entries.map(({ actor, action }) => `${actor} ${action}`)).toEqual([
      "admin notices.team-rule-made",
      "admin notices.team-rule-changed",
      "maria notices.team-rule-muted",
      "admin notices.team-rule-removed",
    ]);
    expect(entries[0]?.detail).toEqual({
      ...{ severity: "HIGH", area: "everywhere", channels: "push, e-mail", binding: "no" },
    });
  });

  it("lists whom it reaches and why not the others, and who is told of HIGH", async () => {
    expect((await readTeamNotices(admin, farm.tenantId)).high).toEqual({ people: 0, complete: false });
    const maria = await addPerson("maria", "grower");
    await addPerson("zone-a", "grower", [at(ZONE_A)]);
    await getPrisma().user.create({ data: { email: "i@farm.example", name: "invited", role: "viewer" } });
    await addDevice(maria, push.subscribe("phone"));
    const { id } = await changeTeamRule(admin, rule({ email: false, areaPaths: [ZONE_B] }));
    const reached = async () => {
      const { rules, high } = await readTeamNotices(admin, farm.tenantId);
      return { high, reach: rules[0]?.reach.map(({ name, by, lacks }) => [name, by, lacks]) };
    };
    expect(await reached()).toEqual({
      high: { people: 1, complete: false },
      reach: [
        ["admin", [], "no-device"],
        ["invited", [], "invited"],
        ["maria", ["push"], null],
        ["zone-a", [], "other-areas"],
      ],
    });
    await changeTeamRule(admin, rule({ id }));
    await muteTeamRule(maria, { tenant: farm.tenantId, id, muted: true });
    expect(await reached()).toEqual({
      high: { people: 2, complete: true },
      reach: [
        ["admin", ["email"], "no-device"],
        ["invited", [], "invited"],
        ["maria", [], "muted"],
        ["zone-a", ["email"], "no-device"],
      ],
    });
    expect(await mailedOf()).toEqual(["admin"]);
  });
});
