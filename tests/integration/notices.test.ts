// From a signed notification to a device and a mailbox, with a push service and a mail server of the test.

import { runOnce } from "graphile-worker";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type RuleInput, ruleInputSchema } from "@/lib/alerting/notices/contract";
import {
  addDevice,
  claimDevice,
  planNotices,
  readNotices,
  removeDevice,
  removeRule,
  saveOwnRule,
  sendTest,
} from "@/lib/alerting/notices/service.server";
import { getPool } from "@/lib/base/db/pool.server";
import { getPrisma } from "@/lib/base/db/prisma.server";
import { ensureQueue, quiet } from "@/lib/base/queue/service.server";
import { deleteSome, tablesOfTenancies } from "@/lib/farm/tenancies/store.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { makeActor } from "@/lib/identity/actor/make-actor.server";
import { authenticate } from "@/lib/identity/auth/guard.server";
import { beginSession, endSession } from "@/lib/identity/auth/sessions.server";
import { findAccount } from "@/lib/identity/auth/store.server";
import { endOtherSessions, endOwnSession } from "@/lib/identity/users/account-service.server";
import { endSessions, setUserDisabled } from "@/lib/identity/users/service.server";
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
import { cookieOf, signedIn } from "../support/people";
import { claimsOf, startPushService } from "../support/push-service";

let leave: () => Promise<void>;
let push: Awaited<ReturnType<typeof startPushService>>;
let mail: Awaited<ReturnType<typeof startMailServer>>;
let farm: TestTenancy;
let person: Actor;
let other: Actor;

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
  person = await addPerson("maria@farm.example", "viewer");
  other = await addPerson("jan@farm.example", "grower");
});

afterAll(async () => {
  await leave();
  await push.stop();
  await mail.stop();
});

beforeEach(async () => {
  // A new one for each test: alerts of an earlier test may still be pending.
  farm = await addTenancy();
  push.messages.length = 0;
  push.answers.clear();
  mail.mails.length = 0;
  mail.answers.length = 0;
});

afterEach(async () => {
  await getPool().query(
    "TRUNCATE notices, notice_rules, push_subscriptions; DELETE FROM graphile_worker._private_jobs",
  );
});

async function addPerson(email: string, role: string): Promise<Actor> {
  const { id } = await getPrisma().user.create({ data: { email, name: email, role, passwordHash: "none" } });
  return actorOf(await signedIn(getPool(), id));
}

const actorOf = (cookie: string): Promise<Actor> =>
  authenticate(new Request("https://leafwatch.example", { headers: { cookie } }));

const rule = (members: Partial<RuleInput> = {}): RuleInput => ({
  tenant: farm.tenantId,
  minRank: 0,
  types: [],
  areaPath: null,
  push: true,
  email: false,
  quietFrom: null,
  quietTo: null,
  remindMinutes: null,
  ...members,
});

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const fresh = (members: Record<string, unknown> = {}) =>
  alertOf(farm, { timestamp: minutesAgo(0), alertSeverity: "HIGH", jobId: newUlid(), ...members });

/** Plans notices for alerts like the intake or the minutely check, and sends them. */
async function look(alerts: { alertId: string }[] | null = null, at = new Date()): Promise<void> {
  const alertIds = alerts?.map(({ alertId }) => alertId);
  await planNotices(alertIds ? { alerts: [{ tenancyId: farm.id, alertIds }] } : {}, at);
  await work();
}

async function work(): Promise<void> {
  await runOnce({ pgPool: getPool(), taskList: tasks, logger: quiet, noHandleSignals: true });
}

/** Skips the waits of retries, and runs them. */
async function workLater(): Promise<void> {
  await getPool().query("UPDATE graphile_worker._private_jobs SET run_at = now()");
  await work();
}

/** The link names the tenancy, as there are several. */
const pageOf = ({ alertId }: { alertId: string }) => `/s/${farm.slug}/alerts/${alertId}`;
const titles = () => push.messages.map(({ text }) => text.title);
const stored = async () =>
  (await getPrisma().notice.findMany({ orderBy: { id: "asc" } })).map(({ kind, channel, sentAt, error }) => ({
    kind,
    channel,
    sent: sentAt !== null,
    error,
  }));

describe("a notice", () => {
  it("goes from a signed notification to the device, encrypted and signed", async () => {
    await addDevice(person, push.subscribe("phone"));
    await saveOwnRule(person, rule());
    const raised = fresh();
    await send(farm, raised);
    const arrived = async () => {
      await work();
      return push.messages.length;
    };
    await expect.poll(arrived).toBe(1);
    const [message] = push.messages;
    expect(message?.text).toMatchObject({
      title: "HIGH · Health · Location not known",
      tag: `alert-${raised.alertId}`,
      url: pageOf(raised),
      level: "high",
    });
    expect(message?.headers).toMatchObject({
      "content-encoding": "aes128gcm",
      urgency: "high",
      ttl: "43200",
    });
    const { claims, key } = claimsOf(message?.headers.authorization);
    expect(claims).toMatchObject({ aud: push.origin, sub: "https://leafwatch.example" });
    expect(key).toBe((await readNotices(person)).pushKey);
    expect((await readNotices(person)).devices[0]?.lastSentAt).not.toBeNull();
    await look([raised]);
    await look();
    expect(push.messages).toHaveLength(1);
  });

  it("has the same tag after a higher severity, and is not sent once the alert is closed", async () => {
    await addDevice(person, push.subscribe("phone"));
    await saveOwnRule(person, rule());
    const raised = fresh({ alertSeverity: "LOW", timestamp: minutesAgo(3) });
    await send(farm, raised);
    await look([raised]);
    const more = (members: object) => ({ ...raised, notificationId: newUlid(), ...members });
    const rise = { event: "SEVERITY_INCREASED", previousSeverity: "LOW", timestamp: minutesAgo(1) };
    await send(farm, more({ ...rise, alertSeverity: "HIGH" }));
    await look([raised]);
    expect(titles()).toEqual(["LOW · Health · Location not known", "HIGH · Health · Location not known"]);
    expect(new Set(push.messages.map(({ text }) => text.tag)).size).toBe(1);
    expect(push.messages[1]?.text.body).toContain("now HIGH");
    const done = fresh();
    await send(farm, done);
    await send(farm, { ...done, notificationId: newUlid(), event: "CLOSED", timestamp: minutesAgo(-1) });
    await look([done]);
    expect(push.messages).toHaveLength(2);
  });

  it("goes by e-mail too, with a link to the alert", async () => {
    await saveOwnRule(person, rule({ push: false, email: true }));
    const raised = fresh();
    await send(farm, raised);
    await look([raised]);
    expect(mail.mails).toEqual([
      expect.objectContaining({
        from: "leafwatch@farm.example",
        to: "maria@farm.example",
        subject: "HIGH · Health · Location not known",
        text: expect.stringContaining(`https://leafwatch.example${pageOf(raised)}\n`),
      }),
    ]);
    expect(await stored()).toEqual([{ kind: "raised", channel: "email", sent: true, error: null }]);
  });

  it("waits for the place of its alert if the rule names an area", async () => {
    await addAreas(getPool(), farm.id, ["Farm#House 1#Zone 1", "Farm#House 10"]);
    await addDevice(person, push.subscribe("phone"));
    await saveOwnRule(person, rule({ areaPath: "Farm#House 1" }));
    const raised = fresh();
    await send(farm, raised);
    await look([raised]);
    expect(push.messages).toHaveLength(0);
    await addValues(getPool(), farm.id, [
      { area: "Farm#House 1#Zone 1", job: raised.jobId, at: minutesAgo(60), value: 1 },
    ]);
    const { placeAlerts } = await import("@/lib/alerting/alerts/service.server");
    await placeAlerts(farm.id, { alertIds: [raised.alertId] });
    await workLater();
    expect(titles()).toEqual(["HIGH · Health · Zone 1"]);
  });

  it("is sent once for all alerts of old events", async () => {
    await addDevice(person, push.subscribe("phone"));
    await saveOwnRule(person, rule());
    const old = Array.from({ length: 12 }, () => fresh({ timestamp: minutesAgo(90) }));
    for (const one of old) await send(farm, one);
    await look(old);
    expect(titles()).toEqual(["12 alerts while Leafwatch could not see"]);
    expect(push.messages[0]?.text.url).toBe(`/s/${farm.slug}/alerts`);
    await look(old);
    await look();
    expect(push.messages).toHaveLength(1);
  });
});

describe("quiet hours", () => {
  const night = new Date("2026-11-20T23:30:00Z");
  const morning = new Date("2026-11-21T06:00:00Z");

  it("hold notices back, then send one summary of alerts still open and not acknowledged", async () => {
    await addDevice(person, push.subscribe("phone"));
    await saveOwnRule(person, rule({ quietFrom: 22 * 60, quietTo: 6 * 60, push: true }));
    const alerts = Array.from({ length: 4 }, () => fresh({ timestamp: "2026-11-20T23:20:00Z" }));
    for (const one of alerts) await send(farm, one);
    await look(alerts, night);
    await look(null, new Date("2026-11-21T04:59:00Z"));
    expect(push.messages).toHaveLength(0);
    const [closed, taken] = alerts;
    await send(farm, {
      ...closed,
      notificationId: newUlid(),
      event: "CLOSED",
      timestamp: "2026-11-21T01:00:00Z",
    });
    await getPrisma().alertHandling.create({
      data: {
        tenancyId: farm.id,
        alertId: taken?.alertId ?? "",
        acknowledgedAt: night,
        acknowledgedBy: "Jan",
        acknowledgedRank: 3,
      },
    });
    await look(null, morning);
    expect(titles()).toEqual(["2 alerts in quiet hours, still open"]);
    await look(null, morning);
    expect(push.messages).toHaveLength(1);
    expect(
      (await stored())
        .filter(({ sent }) => !sent)
        .map(({ error }) => error)
        .toSorted(),
    ).toEqual(["Closed before the quiet hours ended", "Taken in hand before the quiet hours ended"]);
  });
});

describe("a reminder", () => {
  it("is sent once if the alert is not acknowledged, and never if it is", async () => {
    await addDevice(person, push.subscribe("phone"));
    await saveOwnRule(person, rule({ remindMinutes: 30 }));
    const [left, taken] = [fresh(), fresh()];
    for (const one of [left, taken]) await send(farm, one);
    await look([left, taken]);
    await getPrisma().alertHandling.create({
      data: { tenancyId: farm.id, alertId: taken.alertId, acknowledgedAt: new Date(), acknowledgedRank: 3 },
    });
    push.messages.length = 0;
    await look(null, new Date(Date.now() + 29 * 60_000));
    expect(push.messages).toHaveLength(0);
    await look(null, new Date(Date.now() + 31 * 60_000));
    await look(null, new Date(Date.now() + 90 * 60_000));
    expect(titles()).toEqual(["Still open: HIGH · Health · Location not known"]);
    expect(push.messages[0]?.text.tag).toBe(`alert-${left.alertId}`);
  });
});

describe("a failed message", () => {
  it("is retried for the devices that it did not reach", async () => {
    await addDevice(person, push.subscribe("phone"));
    await addDevice(person, push.subscribe("desktop"));
    push.answers.set("desktop", [503, 500]);
    await saveOwnRule(person, rule());
    const raised = fresh();
    await send(farm, raised);
    await look([raised]);
    expect(push.messages.map(({ device }) => device)).toEqual(["phone"]);
    expect((await stored())[0]).toMatchObject({ sent: true, error: expect.stringContaining("answered 503") });
    await workLater();
    expect((await readNotices(person)).devices.map(({ failures }) => failures)).toEqual([0, 2]);
    await workLater();
    expect(push.messages.map(({ device }) => device)).toEqual(["phone", "desktop"]);
    expect((await readNotices(person)).devices.map(({ failures }) => failures)).toEqual([0, 0]);
    expect((await stored())[0]).toMatchObject({ sent: true, error: null });
  });

  it("deletes a device that the push service reports as gone", async () => {
    await addDevice(person, push.subscribe("gone"));
    push.answers.set("gone", [410]);
    await saveOwnRule(person, rule());
    const raised = fresh();
    await send(farm, raised);
    await look([raised]);
    expect((await readNotices(person)).devices).toEqual([]);
    expect((await stored())[0]).toMatchObject({ sent: false, error: expect.stringContaining("410") });
    await workLater();
    expect(push.messages).toHaveLength(0);
  });

  it("fails after the last attempt, with its cause", async () => {
    await addDevice(person, push.subscribe("phone"));
    push.answers.set("phone", Array(20).fill(503));
    await saveOwnRule(person, rule());
    const raised = fresh();
    await send(farm, raised);
    await look([raised]);
    for (let tries = 0; tries < 8; tries++) await workLater();
    expect(push.answers.get("phone")).toHaveLength(15);
    expect((await stored())[0]).toMatchObject({ sent: false, error: expect.stringContaining("503") });
  });

  it("is retried if the mail server answers 4xx, and not if it answers 5xx", async () => {
    await saveOwnRule(person, rule({ push: false, email: true }));
    mail.answers.push(451, 250, 550);
    const [first, second] = [fresh(), fresh()];
    await send(farm, first);
    await look([first]);
    expect(mail.mails).toHaveLength(0);
    await workLater();
    expect(mail.mails).toHaveLength(1);
    await send(farm, second);
    await look([second]);
    await workLater();
    expect(mail.mails).toHaveLength(1);
    expect((await stored())[1]).toMatchObject({ sent: false, error: expect.stringContaining("550") });
    expect(JSON.stringify(await stored())).not.toContain("maria");
  });
});

describe("a rule for all sites", () => {
  const everywhere = (members: Partial<RuleInput> = {}) => rule({ tenant: null, ...members });
  /** Messages of this site only: alerts of earlier tests may still be pending. */
  const messagesOf = (site: TestTenancy) =>
    push.messages.map(({ text }) => text.url).filter((url) => url?.includes(`/${site.slug}/`));
  const raiseAt = async (site: TestTenancy) => {
    const raised = alertOf(site, { timestamp: minutesAgo(0), alertSeverity: "HIGH", jobId: newUlid() });
    await send(site, raised);
    await planNotices({ alerts: [{ tenancyId: site.id, alertIds: [raised.alertId] }] });
    await work();
    return raised;
  };

  it("covers every site, also one connected later, unlike a rule for one site", async () => {
    await addDevice(person, push.subscribe("phone"));
    await saveOwnRule(person, everywhere());
    await raiseAt(farm);
    const later = await addTenancy();
    const { alertId } = await raiseAt(later);
    expect(messagesOf(farm)).toHaveLength(1);
    expect(messagesOf(later)).toEqual([`/s/${later.slug}/alerts/${alertId}`]);
    await getPrisma().noticeRule.deleteMany();
    await saveOwnRule(person, rule());
    await raiseAt(later);
    expect(messagesOf(later)).toHaveLength(1);
  });

  it("belongs to no site, and can be changed to one site and back", async () => {
    await saveOwnRule(person, everywhere());
    const [made] = (await readNotices(person)).rules;
    expect(made).toMatchObject({ tenant: null, tenancyName: null, areaPath: null });
    await saveOwnRule(person, rule({ id: made?.id, minRank: 3 }));
    expect((await readNotices(person)).rules).toMatchObject([
      { id: made?.id, tenant: farm.tenantId, minRank: 3 },
    ]);
    await saveOwnRule(person, everywhere({ id: made?.id }));
    expect((await readNotices(person)).rules).toMatchObject([{ id: made?.id, tenant: null }]);
    await expect(saveOwnRule(other, everywhere({ id: made?.id }))).rejects.toMatchObject({
      code: "not-found",
    });
    await removeRule(person, made?.id ?? 0);
    expect((await readNotices(person)).rules).toEqual([]);
  });

  it("sends nothing about a site that its person may not see", async () => {
    const limited = await addPerson(`${newUlid()}@farm.example`, "viewer");
    await addDevice(limited, push.subscribe("phone"));
    await saveOwnRule(limited, everywhere());
    const hidden = await addTenancy();
    const areas = [{ tenantId: farm.tenantId, path: "House" }];
    await getPrisma().user.update({ where: { id: limited.id }, data: { areas } });
    await raiseAt(hidden);
    expect(messagesOf(hidden)).toEqual([]);
  });

  it("survives the deletion of a site", async () => {
    await saveOwnRule(person, everywhere());
    await saveOwnRule(person, rule());
    for (const table of await tablesOfTenancies())
      if (table === "notice_rules") await deleteSome(table, farm.id, 10);
    expect((await readNotices(person)).rules).toMatchObject([{ tenant: null }]);
  });

  it("rejects an area", () => {
    const faults = ruleInputSchema.safeParse(everywhere({ areaPath: "House" })).error?.issues;
    expect(faults).toMatchObject([{ path: ["areaPath"], message: expect.stringContaining("one site") }]);
  });
});

describe("a person's rules and devices", () => {
  it("can be read and changed by their owner only", async () => {
    await addDevice(person, push.subscribe("phone"));
    await saveOwnRule(person, rule());
    const { devices, rules } = await readNotices(person);
    const [deviceId, ruleId] = [devices[0]?.id ?? 0, rules[0]?.id ?? 0];
    expect(await readNotices(other)).toMatchObject({ devices: [], rules: [] });
    await expect(removeDevice(other, deviceId)).rejects.toMatchObject({ code: "not-found" });
    await expect(removeRule(other, ruleId)).rejects.toMatchObject({ code: "not-found" });
    await expect(saveOwnRule(other, { ...rule({ minRank: 3 }), id: ruleId })).rejects.toMatchObject({
      code: "not-found",
    });
    await saveOwnRule(person, { ...rule({ minRank: 3 }), id: ruleId });
    expect((await readNotices(person)).rules).toMatchObject([{ id: ruleId, minRank: 3 }]);
    expect(JSON.stringify(devices)).not.toContain(push.origin);
    await removeDevice(person, deviceId);
    await removeRule(person, ruleId);
    expect(await readNotices(person)).toMatchObject({ devices: [], rules: [] });
    const audit = await getPrisma().auditEntry.findMany({ where: { actor: "maria@farm.example" } });
    expect(audit.map(({ action }) => action)).toContain("notices.device-removed");
  });

  it("can be tested over every channel", async () => {
    await addDevice(person, push.subscribe("phone"));
    await addDevice(person, push.subscribe("old"));
    push.answers.set("old", [404]);
    const outcomes = await sendTest(person);
    expect(outcomes).toEqual([
      { way: "device", to: "phone", error: null },
      { way: "device", to: "old", error: expect.stringContaining("answered 404") },
      { way: "email", to: "maria@farm.example", error: null },
    ]);
    expect(titles()).toEqual(["A test from Leafwatch"]);
    expect(mail.mails.map(({ subject }) => subject)).toEqual(["A test from Leafwatch"]);
  });

  it.each(["http://push.example/1", "https://10.1.2.3/1", "https://169.254.169.254/1", "https://[::1]/1"])(
    "rejects the device address %s",
    async (endpoint) => {
      const device = { ...push.subscribe("phone"), endpoint };
      await expect(addDevice(person, device)).rejects.toMatchObject({ code: "bad-request" });
    },
  );

  it("share one key pair, sealed in the database", async () => {
    const { pushKey } = await readNotices(person);
    expect((await readNotices(other)).pushKey).toBe(pushKey);
    const row = await getPrisma().setting.findUniqueOrThrow({ where: { key: "push-keys" } });
    expect(Object.keys(row.value as object).toSorted()).toEqual(["publicKey", "sealed"]);
  });
});

describe("a device", () => {
  const ADMIN = makeActor({ kind: "user", id: 0, name: "R. Bakker", role: "admin", tenancyId: null });
  const claims = ({ id, session }: Actor) => ({ sid: session ?? "", uid: id });
  const devicesOf = async (actor: Actor) => (await readNotices(actor)).devices.map(({ device }) => device);

  /** Adds a person who is signed in on a phone and at a desk, and has an older device without a session. */
  async function addOwner(): Promise<{ phone: Actor; desk: Actor }> {
    const phone = await addPerson(`${newUlid()}@farm.example`, "grower");
    const desk = await actorOf(await signedIn(getPool(), phone.id));
    await addDevice(phone, push.subscribe("phone"));
    await addDevice(desk, push.subscribe("desk"));
    await getPrisma().pushSubscription.create({ data: { ...push.subscribe("older"), userId: phone.id } });
    return { phone, desk };
  }

  const ENDS: [string, string[], (owner: { phone: Actor; desk: Actor }) => Promise<unknown>][] = [
    ["signing out there", ["phone", "older"], ({ desk }) => endSession(claims(desk))],
    [
      "the end of its session",
      ["phone", "older"],
      ({ phone, desk }) => endOwnSession(phone, { id: desk.session ?? "" }),
    ],
    ["the end of all other sessions", ["phone"], ({ phone }) => endOtherSessions(phone)],
    ["the end of all sessions", [], ({ phone }) => endSessions(ADMIN, { id: phone.id })],
    ["disabling its owner", [], ({ phone }) => setUserDisabled(ADMIN, { id: phone.id, disabled: true })],
  ];

  it.each(ENDS)("gets no notices after %s", async (_, left, end) => {
    const owner = await addOwner();
    await addDevice(person, push.subscribe("of a bystander"));

    await end(owner);

    expect(await devicesOf(owner.phone)).toEqual(left);
    expect(await devicesOf(person)).toEqual(["of a bystander"]);
  });

  it("is rejected in a session that has ended", async () => {
    const { desk, phone } = await addOwner();
    await endSession(claims(desk));

    await expect(addDevice(desk, push.subscribe("late"))).rejects.toMatchObject({ code: "unauthenticated" });
    expect(await devicesOf(phone)).not.toContain("late");
  });

  it("is deleted if its session ends while it is registered", async () => {
    const { desk, phone } = await addOwner();
    const halted = await getPool().connect();
    const waiting = async () =>
      (
        await getPool().query(
          "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
        )
      ).rowCount;
    await halted.query("BEGIN; LOCK push_subscriptions IN EXCLUSIVE MODE");

    const allowed = addDevice(desk, push.subscribe("late"));
    await expect.poll(waiting).toBe(1);
    const ended = endSession(claims(desk));
    await expect.poll(waiting).toBe(2);
    await halted.query("COMMIT");
    halted.release();
    await Promise.all([allowed, ended]);

    expect(await devicesOf(phone)).toEqual(["phone", "older"]);
  });

  it("survives the expiry of its session, and ends with the next session of its browser", async () => {
    const owner = await addPerson(`${newUlid()}@farm.example`, "grower");
    await addDevice(owner, push.subscribe("phone"));
    await getPool().query("UPDATE user_sessions SET expires_at = now() WHERE id = $1", [owner.session]);
    const account = await findAccount({ id: owner.id });
    const begun = account && (await beginSession(account, { address: "192.0.2.7", browser: "Firefox" }));
    const later = await actorOf(await cookieOf(begun ?? {}));
    expect(await devicesOf(later)).toEqual(["phone"]);

    const [device] = (await readNotices(later)).devices;
    await claimDevice(later, device?.fingerprint ?? "");
    await endSession(claims(later));
    expect(await devicesOf(later)).toEqual([]);
  });

  it("moves only to a session of its owner", async () => {
    await addDevice(person, push.subscribe("phone"));
    const [device] = (await readNotices(person)).devices;
    const stranger = await addPerson(`${newUlid()}@farm.example`, "grower");

    await claimDevice(stranger, device?.fingerprint ?? "");
    await endSession(claims(stranger));

    expect(await devicesOf(person)).toEqual(["phone"]);
  });
});

describe("tests of notices", () => {
  it("are limited to five a minute per person, and say when to retry", async () => {
    const eager = await addPerson(`${newUlid()}@farm.example`, "viewer");
    await addDevice(eager, push.subscribe("phone"));
    for (let sent = 0; sent < 5; sent += 1) await sendTest(eager);

    await expect(sendTest(eager)).rejects.toMatchObject({
      code: "too-many-requests",
      message: "Five tests were sent within a minute. Send the next one in a minute.",
    });
    expect(push.messages).toHaveLength(5);
    expect(mail.mails).toHaveLength(5);
    await expect(sendTest(await addPerson(`${newUlid()}@farm.example`, "viewer"))).resolves.toHaveLength(1);
  });
});
