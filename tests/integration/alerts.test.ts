// Reads of alerts, acts on them, and their places: docs/spec/http-contract.md "Read API".

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GET as readAlertRoute } from "@/app/api/v1/alerts/[alertId]/route";
import { GET as countsRoute } from "@/app/api/v1/alerts/counts/route";
import { GET as evidenceRoute } from "@/app/api/v1/alerts/evidence/route";
import { GET as listRoute } from "@/app/api/v1/alerts/route";
import { GET as listDeliveriesRoute } from "@/app/api/v1/deliveries/route";
import { acknowledge, release, writeNotes } from "@/lib/alerting/alerts/handling.server";
import { countAlertsNow, placeAlertsOfJobs, placeUnplaced } from "@/lib/alerting/alerts/service.server";
import { nameOf, parentOf, withAncestors } from "@/lib/base/core/paths";
import { getPrisma } from "@/lib/base/db/prisma.server";
import { SYSTEM } from "@/lib/identity/actor/system.server";
import {
  addTenancy,
  addToken,
  alertOf,
  call,
  newUlid,
  plantAlertOf,
  send,
  type TestTenancy,
  useTestDatabase,
} from "../support/notifications";

let leave: () => Promise<void>;
let viewer: string;

beforeAll(async () => {
  leave = await useTestDatabase();
  viewer = await addToken("viewer");
});
afterAll(() => leave());

const hour = (n: number) =>
  `2026-11-${String(10 + Math.floor(n / 24)).padStart(2, "0")}T${String(n % 24).padStart(2, "0")}:00:00Z`;

async function list(farm: TestTenancy, query: Record<string, string> = {}) {
  return call(listRoute, viewer, { tenant: farm.tenantId, ...query });
}

async function idsOf(farm: TestTenancy, query: Record<string, string> = {}): Promise<string[]> {
  const { answer } = await list(farm, query);
  return answer.items.map(({ alertId }: { alertId: string }) => alertId);
}

async function readAlert(farm: TestTenancy, alertId: string) {
  return (await call(readAlertRoute, viewer, { tenant: farm.tenantId }, { alertId })).answer;
}

async function addArea(farm: TestTenancy, path: string): Promise<number> {
  let id = 0;
  for (const one of withAncestors(path)) {
    const parent = parentOf(one);
    const known = { tenancyId_path: { tenancyId: farm.id, path: one } };
    const parentId: number | null = parent === null ? null : id;
    const area = await getPrisma().controlArea.upsert({
      where: known,
      update: {},
      create: {
        tenancyId: farm.id,
        path: one,
        name: nameOf(one),
        parentId,
        depth: one.split("#").length - 1,
      },
    });
    id = area.id;
  }
  return id;
}

/** Readings of a job in an area; their values do not matter. */
async function addReadings(farm: TestTenancy, jobId: string, path: string, firstAt: string, lastAt: string) {
  const areaId = await addArea(farm, path);
  const job = await getPrisma().job.upsert({
    where: { tenancyId_jobId: { tenancyId: farm.id, jobId } },
    update: {},
    create: { tenancyId: farm.id, jobId },
  });
  await getPrisma().jobArea.create({ data: { tenancyId: farm.id, areaId, jobId: job.id, firstAt, lastAt } });
  return { areaId, jobId: job.id };
}

describe("the list", () => {
  it("pages newest first with each alert once, also at equal times", async () => {
    const farm = await addTenancy();
    const sent = Array.from({ length: 23 }, (_, n) => alertOf(farm, { timestamp: hour(Math.floor(n / 4)) }));
    const answers = await Promise.all(sent.map((one) => send(farm, one)));
    expect(answers.map(({ answer }) => answer.status)).toEqual(sent.map(() => "accepted"));
    for (const order of ["newest", "worst"]) {
      const seen: { alertId: string; lastEventAt: string }[] = [];
      let cursor: string | null = null;
      do {
        const { answer } = await list(farm, { limit: "5", order, ...(cursor && { cursor }) });
        seen.push(...answer.items);
        cursor = answer.nextCursor;
      } while (cursor !== null);
      expect(seen.map(({ alertId }) => alertId).sort()).toEqual(sent.map(({ alertId }) => alertId).sort());
      const times = seen.map(({ lastEventAt }) => lastEventAt);
      expect(times).toEqual([...times].sort().reverse());
    }
  });

  it("selects by status, severity, type and job", async () => {
    const farm = await addTenancy();
    const low = alertOf(farm, { jobId: "A" });
    const high = alertOf(farm, { alertSeverity: "HIGH", alertType: "PRODUCTIVITY", timestamp: hour(1) });
    const closed = alertOf(farm, { event: "CLOSED", timestamp: hour(2) });
    const plant = plantAlertOf(farm, { timestamp: hour(3) });
    for (const one of [low, high, closed, plant]) await send(farm, one);
    expect(await idsOf(farm, { status: "closed" })).toEqual([closed.alertId]);
    expect(await idsOf(farm, { status: "open" })).toHaveLength(3);
    expect(await idsOf(farm)).toHaveLength(4);
    expect(await idsOf(farm, { severity: "HIGH" })).toEqual([high.alertId]);
    expect(await idsOf(farm, { type: "PRODUCTIVITY" })).toEqual([high.alertId]);
    expect(await idsOf(farm, { category: "PLANT_STRESS_ALERT" })).toEqual([plant.alertId]);
    expect(await idsOf(farm, { jobId: "A" })).toEqual([low.alertId]);
    expect(await idsOf(farm, { text: high.alertId.slice(3, 20).toLowerCase() })).toEqual([high.alertId]);
    expect(await idsOf(farm, { order: "worst" })).toEqual([
      high.alertId,
      plant.alertId,
      low.alertId,
      closed.alertId,
    ]);
  });

  it("filters closed alerts by the period in which they were open, and open ones never", async () => {
    const farm = await addTenancy();
    const open = alertOf(farm, { timestamp: hour(0) });
    const closed = alertOf(farm, { timestamp: hour(10) });
    for (const one of [open, closed]) await send(farm, one);
    await send(farm, { ...closed, notificationId: newUlid(), event: "CLOSED", timestamp: hour(20) });
    const both = [closed.alertId, open.alertId].sort();
    const inRange = async (from: number, to: number) =>
      (await idsOf(farm, { from: hour(from), to: hour(to) })).sort();
    expect(await inRange(12, 14)).toEqual(both);
    expect(await inRange(20, 30)).toEqual(both);
    expect(await inRange(5, 10)).toEqual(both);
    expect(await inRange(21, 30)).toEqual([open.alertId]);
    expect(await inRange(5, 9)).toEqual([open.alertId]);
  });

  it("includes the areas below, by whole names", async () => {
    const farm = await addTenancy();
    await addReadings(farm, "J1", "A#Zone 1#Bench", hour(0), hour(30));
    await addReadings(farm, "J10", "A#Zone 10", hour(0), hour(30));
    const [one, ten] = [
      alertOf(farm, { jobId: "J1", timestamp: hour(5) }),
      alertOf(farm, { jobId: "J10", timestamp: hour(5) }),
    ];
    for (const each of [one, ten]) await send(farm, each);
    await expect.poll(async () => (await idsOf(farm, { area: "A" })).length).toBe(2);
    expect(await idsOf(farm, { area: "A#Zone 1" })).toEqual([one.alertId]);
    expect(await idsOf(farm, { area: "A#Zone 1#Bench" })).toEqual([one.alertId]);
    expect(await list(farm, { area: "A#Zone" })).toMatchObject({
      status: 404,
      answer: { parameter: "area" },
    });
    expect(await idsOf(farm, { text: "zone 10" })).toEqual([ten.alertId]);
  });

  it("finds areas with and without their accents", async () => {
    const farm = await addTenancy();
    await addReadings(farm, "J1", "Almería#Süd", hour(0), hour(30));
    const raised = alertOf(farm, { jobId: "J1", timestamp: hour(5) });
    await send(farm, raised);
    await expect.poll(async () => (await idsOf(farm, { area: "Almería" })).length).toBe(1);
    for (const text of ["almeria", "ALMERÍA", "sud"])
      expect(await idsOf(farm, { text })).toEqual([raised.alertId]);
    expect(await idsOf(farm, { text: "nord" })).toEqual([]);
  });

  it.each([
    [{ severity: "CRITICAL" }, "severity"],
    [{ cursor: "nonsense" }, "cursor"],
    [{ limit: "501" }, "limit"],
    [{ from: "2026-11-20T00:00:00Z", to: "2026-11-19T00:00:00Z" }, "from"],
    [{ from: "yesterday" }, "from"],
    [{ tenant: "nobody" }, "tenant"],
    [{ colour: "red" }, "colour"],
  ])("rejects %j by name", async (query, parameter) => {
    const farm = await addTenancy();
    expect(await list(farm, query)).toMatchObject({ status: 400, answer: { parameter } });
  });

  it("returns 403 for deliveries to a screen or viewer, and 404 for another tenancy's alert", async () => {
    const [farm, other] = [await addTenancy(), await addTenancy()];
    const raised = alertOf(farm);
    await send(farm, raised);
    expect(await idsOf(other)).toEqual([]);
    expect((await readAlert(other, raised.alertId)).status).toBe(404);
    expect((await call(listDeliveriesRoute, viewer, { tenant: farm.tenantId })).status).toBe(403);
  });
});

describe("the place of an alert", () => {
  it("is inferred from readings of its job around its time, in every area that has them", async () => {
    const farm = await addTenancy();
    await addReadings(farm, "J", "G#Bench 1", hour(0), hour(100));
    await addReadings(farm, "J", "G#Bench 2", hour(90), hour(99));
    await addReadings(farm, "J", "G#Before", hour(0), hour(20));
    await addReadings(farm, "J", "G#After", hour(150), hour(200));
    await addReadings(farm, "K", "G#Other", hour(0), hour(200));
    const raised = alertOf(farm, { jobId: "J", timestamp: hour(96) });
    await send(farm, raised);
    await send(farm, { ...raised, notificationId: newUlid(), event: "CLOSED", timestamp: hour(120) });
    const bench = (n: number, until: number) => ({
      path: `G#Bench ${n}`,
      certainty: "inferred",
      until: new Date(hour(until)).toISOString(),
    });
    await expect
      .poll(async () => (await readAlert(farm, raised.alertId)).areas)
      .toEqual([bench(1, 100), bench(2, 99)]);
  });

  it("is inferred once readings of the job arrive later, and follows them", async () => {
    const farm = await addTenancy();
    const raised = alertOf(farm, { jobId: "LATE", timestamp: hour(5) });
    await send(farm, raised);
    expect((await readAlert(farm, raised.alertId)).areas).toEqual([]);
    expect(await idsOf(farm, { placed: "false" })).toEqual([raised.alertId]);
    expect(await idsOf(farm, { placed: "true" })).toEqual([]);
    await addReadings(farm, "LATE", "G#Bench", hour(0), hour(6));
    await placeAlertsOfJobs(farm.id, ["LATE"]);
    expect(await idsOf(farm, { placed: "false" })).toEqual([]);
    expect(await idsOf(farm, { placed: "true" })).toEqual([raised.alertId]);
    expect((await readAlert(farm, raised.alertId)).areas).toMatchObject([
      { path: "G#Bench", certainty: "inferred" },
    ]);
    await addReadings(farm, "LATE", "G#Next", hour(5), hour(7));
    await placeAlertsOfJobs(farm.id, ["LATE"]);
    expect((await readAlert(farm, raised.alertId)).areas).toHaveLength(2);
  });

  it("is inferred later if a process stopped too early", async () => {
    const farm = await addTenancy();
    const raised = alertOf(farm, { jobId: "LEFT", timestamp: hour(200) });
    await send(farm, raised);
    await addReadings(farm, "LEFT", "G#Bench", hour(190), hour(201));
    await placeUnplaced(new Date(hour(220)));
    expect((await readAlert(farm, raised.alertId)).areas).toMatchObject([{ path: "G#Bench" }]);
  });

  describe("of a plant alert, which names its area by an id", () => {
    const areas = async (farm: TestTenancy, { alertId }: { alertId: string }) =>
      (await readAlert(farm, alertId)).areas.map(
        ({ path, certainty }: { path: string; certainty: string }) => `${path} ${certainty}`,
      );
    /** Sends one and waits for its place. */
    async function raise(
      farm: TestTenancy,
      members: { jobId: string; controlAreaId?: string },
      at: string[],
    ) {
      const plant = plantAlertOf(farm, { timestamp: hour(5), createdAt: hour(5), ...members });
      await send(farm, plant);
      await expect.poll(() => areas(farm, plant)).toEqual(at);
      return plant;
    }

    it("is inferred until several alerts with the id had readings in one area, then reported", async () => {
      const farm = await addTenancy();
      const controlAreaId = newUlid();
      await addReadings(farm, "J", "G#Bench 1", hour(0), hour(30));
      await addReadings(farm, "WIDE", "G#Bench 1", hour(0), hour(30));
      await addReadings(farm, "WIDE", "G#Bench 2", hour(0), hour(30));
      const wide = ["G#Bench 1 inferred", "G#Bench 2 inferred"];
      const both = await raise(farm, { jobId: "WIDE", controlAreaId }, wide);
      const first = await raise(farm, { jobId: "J", controlAreaId }, ["G#Bench 1 inferred"]);
      const second = await raise(farm, { jobId: "J", controlAreaId }, ["G#Bench 1 reported"]);
      // The learned area applies to earlier alerts too, and to jobs without readings.
      for (const earlier of [both, first, second])
        await expect.poll(() => areas(farm, earlier)).toEqual(["G#Bench 1 reported"]);
      await raise(farm, { jobId: newUlid(), controlAreaId }, ["G#Bench 1 reported"]);
      await raise(farm, { jobId: "WIDE", controlAreaId: newUlid() }, wide);
    });

    it("stays inferred if alerts with the id disagree, or its job has readings elsewhere", async () => {
      const farm = await addTenancy();
      const controlAreaId = newUlid();
      for (const [job, bench] of [
        ["J", "1"],
        ["K", "2"],
        ["L", "3"],
      ])
        await addReadings(farm, job as string, `G#Bench ${bench}`, hour(0), hour(30));
      const members = { jobId: "J", controlAreaId };
      await raise(farm, members, ["G#Bench 1 inferred"]);
      const second = await raise(farm, members, ["G#Bench 1 reported"]);
      await raise(farm, { jobId: "K", controlAreaId }, ["G#Bench 2 inferred"]);
      await expect.poll(() => areas(farm, second)).toEqual(["G#Bench 1 inferred"]);
      await raise(farm, { jobId: newUlid(), controlAreaId }, []);
    });

    it("is learned from later readings, only in its own tenancy", async () => {
      const [farm, other] = [await addTenancy(), await addTenancy()];
      const controlAreaId = newUlid();
      const alerts = [
        await raise(farm, { jobId: "J", controlAreaId }, []),
        await raise(farm, { jobId: "K", controlAreaId }, []),
        await raise(farm, { jobId: newUlid(), controlAreaId }, []),
      ];
      for (const job of ["J", "K"]) {
        await addReadings(farm, job, "G#Bench 1", hour(0), hour(30));
        await placeAlertsOfJobs(farm.id, [job]);
      }
      for (const alert of alerts) expect(await areas(farm, alert)).toEqual(["G#Bench 1 reported"]);
      await addReadings(other, "J", "G#Bench 1", hour(0), hour(30));
      await raise(other, { jobId: "J", controlAreaId }, ["G#Bench 1 inferred"]);
    });
  });

  it("keeps a person's correction", async () => {
    const farm = await addTenancy();
    const areaId = await addArea(farm, "G#Right");
    const raised = alertOf(farm, { jobId: "J", timestamp: hour(5) });
    await send(farm, raised);
    await getPrisma().alertPlace.create({
      data: { tenancyId: farm.id, alertId: raised.alertId, areaId, certainty: "corrected" },
    });
    await addReadings(farm, "J", "G#Wrong", hour(0), hour(30));
    await placeAlertsOfJobs(farm.id, ["J"]);
    expect((await readAlert(farm, raised.alertId)).areas).toMatchObject([
      { path: "G#Right", certainty: "corrected" },
    ]);
  });
});

describe("acts", () => {
  it("are returned with the alert, survive its notifications, and can be undone", async () => {
    const farm = await addTenancy();
    const raised = alertOf(farm);
    await send(farm, raised);
    const input = { tenant: farm.tenantId, alertIds: [raised.alertId] };
    expect(await acknowledge(SYSTEM, input)).toEqual({ alertIds: [raised.alertId] });
    expect(await acknowledge(SYSTEM, input)).toEqual({ alertIds: [] });
    await send(farm, {
      ...raised,
      notificationId: newUlid(),
      event: "CLOSED",
      timestamp: "2026-11-20T11:00:00Z",
    });
    expect(await readAlert(farm, raised.alertId)).toMatchObject({
      status: "closed",
      acknowledgedBy: "Leafwatch",
      acknowledgedAt: expect.any(String),
    });
    expect(await idsOf(farm, { acknowledged: "true" })).toEqual([raised.alertId]);
    await release(SYSTEM, input);
    expect(await readAlert(farm, raised.alertId)).toMatchObject({
      acknowledgedBy: null,
      acknowledgedAt: null,
    });
    const audit = await getPrisma().auditEntry.findMany({
      where: { target: raised.alertId },
      orderBy: { id: "asc" },
    });
    expect(audit.map(({ action }) => action)).toEqual(["alert.acknowledged", "alert.acknowledgement-undone"]);
  });

  it("change nothing if one of several alerts is unknown", async () => {
    const farm = await addTenancy();
    const raised = alertOf(farm);
    await send(farm, raised);
    const input = { tenant: farm.tenantId, alertIds: [raised.alertId, "unknown"] };
    await expect(acknowledge(SYSTEM, input)).rejects.toMatchObject({ code: "not-found" });
    expect((await readAlert(farm, raised.alertId)).acknowledgedAt).toBeNull();
  });

  it("include notes, signed and in order", async () => {
    const farm = await addTenancy();
    const raised = alertOf(farm);
    await send(farm, raised);
    for (const text of ["Checked the drippers", "Two were blocked"])
      await writeNotes(SYSTEM, { sites: [{ tenant: farm.tenantId, alertIds: [raised.alertId] }], text });
    expect((await readAlert(farm, raised.alertId)).notes).toMatchObject([
      { author: "Leafwatch", text: "Checked the drippers" },
      { author: "Leafwatch", text: "Two were blocked" },
    ]);
  });
});

it("counts by severity and category, now and a day ago", async () => {
  const farm = await addTenancy();
  const rising = alertOf(farm, { timestamp: hour(0) });
  const others = [
    alertOf(farm, { alertSeverity: "MEDIUM", timestamp: hour(30) }),
    plantAlertOf(farm, { alertCategory: "PLANT_RECOVERY_ALERT", timestamp: hour(40), createdAt: hour(40) }),
  ];
  for (const one of [rising, ...others]) await send(farm, one);
  const more = { ...rising, notificationId: newUlid(), event: "SEVERITY_INCREASED", alertSeverity: "HIGH" };
  await send(farm, { ...more, previousSeverity: "LOW", timestamp: hour(35) });
  const gone = alertOf(farm, { alertSeverity: "MEDIUM", timestamp: hour(10) });
  await send(farm, gone);
  await send(farm, {
    ...gone,
    notificationId: newUlid(),
    event: "CLOSED",
    closeReason: "EXPIRED",
    timestamp: hour(44),
  });
  await acknowledge(SYSTEM, { tenant: farm.tenantId, alertIds: [rising.alertId] });
  expect(await countAlertsNow(SYSTEM, farm.tenantId, new Date(hour(48)))).toEqual({
    open: 3,
    attention: 2,
    acknowledged: 1,
    nobody: 2,
    nextSnoozeEnd: null,
    closed30Days: 1,
    bySeverity: { high: 1, medium: 1, low: 0, plain: 1 },
    plants: { high: 0, medium: 0, low: 0, plain: 1 },
    dayAgo: { high: 0, medium: 1, low: 1, plain: 0 },
    oldestNobodyAt: new Date(hour(30)).toISOString(),
    lastClosed: { at: new Date(hour(44)).toISOString(), closeReason: "EXPIRED" },
  });
  expect((await call(countsRoute, viewer, { tenant: farm.tenantId })).answer.open).toBe(3);
});

it("returns no counts of a day ago for a new tenancy", async () => {
  const farm = await addTenancy();
  const { createdAt } = await getPrisma().tenancy.findUniqueOrThrow({ where: { id: farm.id } });
  const at = (hours: number) => new Date(createdAt.getTime() + hours * 3_600_000);
  const raised = alertOf(farm, { timestamp: at(1).toISOString() });
  await send(farm, raised);
  expect((await countAlertsNow(SYSTEM, farm.tenantId, at(20))).dayAgo).toBeNull();
  // A day later the counts of a day ago are known to be zero.
  const none = { high: 0, medium: 0, low: 0, plain: 0 };
  expect((await countAlertsNow(SYSTEM, farm.tenantId, at(24.5))).dayAgo).toEqual(none);
});

it("returns the index of an alert with its last hours", async () => {
  const farm = await addTenancy();
  const place = await addReadings(farm, "J", "G#Bench", hour(0), hour(100));
  const values = Array.from({ length: 101 }, (_, n) => ({
    at: hour(n),
    health: 70 + n / 10,
    productivity: n,
  }));
  await getPrisma().reading.createMany({
    data: values.map((one) => ({ tenancyId: farm.id, ...place, ...one })),
  });
  const health = alertOf(farm, { jobId: "J", timestamp: hour(90) });
  const growth = alertOf(farm, { jobId: "J", alertType: "PRODUCTIVITY", timestamp: hour(90) });
  const nowhere = alertOf(farm, { jobId: "UNKNOWN" });
  for (const one of [health, growth, nowhere]) await send(farm, one);
  await placeAlertsOfJobs(farm.id, ["J"]);
  const query = [health, growth, nowhere].map(({ alertId }) => ["alertId", alertId] as [string, string]);
  const { answer } = await call(evidenceRoute, viewer, [["tenant", farm.tenantId], ...query]);
  const of = (alertId: string) => answer.items.find((item: { alertId: string }) => item.alertId === alertId);
  const end = new Date(hour(100)).toISOString();
  expect(of(growth.alertId)).toMatchObject({
    index: "PRODUCTIVITY",
    unit: "µmol/m²/s",
    last: { at: end, value: 100 },
    dayBefore: 76,
    to: end,
  });
  expect(of(growth.alertId).means.values).toHaveLength(72);
  // Readings are stored in single precision, but shown with their original decimals.
  expect(of(health.alertId)).toMatchObject({ index: "HEALTH", last: { value: 80 }, dayBefore: 77.6 });
  expect(of(nowhere.alertId)).toMatchObject({ last: null, dayBefore: null, means: null });

  const listed = await call(listRoute, viewer, { tenant: farm.tenantId, evidence: "true" });
  expect(listed.answer.items).toHaveLength(3);
  for (const { alertId, evidence } of listed.answer.items)
    expect({ alertId, ...evidence }).toEqual(of(alertId));
  const plain = await call(listRoute, viewer, { tenant: farm.tenantId });
  expect(plain.answer.items[0]).not.toHaveProperty("evidence");
});
